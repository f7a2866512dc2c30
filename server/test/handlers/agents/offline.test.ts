/** What the server answers is verified by the verifier that has neither server nor database. */
import { verifySession } from '@touchstone/core/agent/verify-bundle.ts';
import { verifyNode } from '@touchstone/core/agent/verify-node.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { verifyLog } from '@touchstone/core/log/verify-log.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../harness.ts';
import { type Story, tellStory } from './story.ts';

let server: TestServer;
let trust: TrustStore;
let told: Story;
let childId: string;
const NO_TRUST: TrustStore = { version: 2, key_sets: [], revocations: [] };
beforeAll(async () => {
  server = await openTestServer();
  const { key } = await server.newKey({ plan: 'business' });
  told = await tellStory(server, key, { max_value: 500, jurisdiction: 'EU' });
  await told.act(50);
  await told.act(900);
  const ids = { agent_id: told.agentId, session_id: told.sessionId };
  const child = await told.post('/delegate', { ...ids, delegate_agent_id: told.agentId, duration_secs: 600 });
  childId = String(child.at('details.child_session_id'));
  await told.post('/policy/evaluate', {
    ...ids,
    action_type: 'payment.make',
    target_resource: 'bank',
    parameters: { value: 7 },
  });
  await told.post('/exposure/check', { ...ids, data_class: 'phi', operation: 'send' });
  const sets = await server.deps.keySets.verifying('service');
  const pin = { held: 'pinned', at: '2026-04-01T00:00:00.000Z', by: 'test', source: 'test' } as const;
  trust = { version: 2, key_sets: sets.map((key_set) => ({ key_set, ...pin })), revocations: [] };
});
afterAll(() => server.close());

const options = (under: TrustStore) => ({
  fileName: 'x',
  trust: under,
  verifier: server.deps.signer,
  now: server.deps.clock() + 60_000,
  product: { name: 'test', version: '0' },
});
const failed = (report: { checks: readonly { id: string; status: string }[] }) =>
  report.checks.filter(({ status }) => status === 'failed').map(({ id }) => id);

describe('a bundle', () => {
  const bundle = async (id = told.sessionId) => (await told.get(`/sessions/${id}/bundle`)).text;

  test('of an open session is pending: completeness cannot be concluded', async () => {
    const report = await verifySession(utf8(await bundle()), options(trust));
    expect([report.outcome, report.code, failed(report)]).toEqual(['PENDING', 'NOT_SEALED', []]);
  });

  test('of a delegated session hangs on the delegating node', async () => {
    const report = await verifySession(utf8(await bundle(childId)), options(trust));
    expect([report.outcome, report.code, failed(report)]).toEqual(['PENDING', 'NOT_SEALED', []]);
  });

  test('of a sealed session is verified, under trusted keys only, and not once it was changed', async () => {
    await told.end();
    const text = await bundle();
    const report = await verifySession(utf8(text), options(trust));
    expect([report.outcome, failed(report)], report.sentence).toEqual(['VERIFIED', []]);
    expect((await verifySession(utf8(text), options(NO_TRUST))).code).toBe('SIGNER_NOT_TRUSTED');
    const changed = await verifySession(utf8(text.replace('Prepared a payment.', 'Made a payment.')), options(trust));
    expect(changed.outcome).toBe('FAILED');
    expect(changed.broken?.id).toBe(told.nodeIds[2]);
  });
});

describe('a proof', () => {
  test('of every node of a sealed session is verified, its end by the log', async () => {
    for (const id of told.nodeIds) {
      const { text } = await server.call('GET', `/api/v1/agents/proof/${id}`);
      const report = await verifyNode(utf8(text), options(trust));
      expect([report.outcome, failed(report)], `${id} ${report.sentence}`).toEqual(['VERIFIED', []]);
      expect((await verifyNode(utf8(text), options(NO_TRUST))).outcome).toBe('PENDING');
      const changed = await verifyNode(utf8(text.replace('"action_summary":"', '"action_summary":"x')), options(trust));
      expect(changed.outcome).toBe('FAILED');
    }
  });
});

describe('the log', () => {
  test('exported with its heads and what lies between them is verified, and not where a head is another', async () => {
    for (const payload of ['one', 'two', 'three']) {
      await server.call('POST', '/v1/receipts', { token: told.token, json: { payload } });
      await server.call('GET', '/v1/log/head');
    }
    const page = await server.call('GET', '/v1/log/heads?limit=200');
    const heads = (page.at('items') as { head: { tree_size: number; root: string } }[])
      .map(({ head }) => head)
      .reverse();
    expect(heads.length).toBeGreaterThan(2);
    const consistency = [];
    for (const [at, { tree_size: second }] of heads.entries()) {
      const first = heads[at - 1]?.tree_size;
      if (first === undefined) continue;
      const proof = await server.call('GET', `/v1/log/consistency?first=${first}&second=${second}`);
      consistency.push({ first, second, path: proof.at('path') });
    }
    const file = { format: 'svc-log/v1', exported_at: '2026-04-01T12:00:00.000Z', heads, consistency };
    const report = await verifyLog(utf8(JSON.stringify(file)), options(trust));
    expect([report.outcome, failed(report)], report.sentence).toEqual(['VERIFIED', []]);
    const other = heads.map((head, at) => (at === 1 ? { ...head, root: heads[0]?.root } : head));
    expect((await verifyLog(utf8(JSON.stringify({ ...file, heads: other })), options(trust))).outcome).toBe('FAILED');
  });
});
