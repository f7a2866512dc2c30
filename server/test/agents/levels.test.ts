/** What is recorded at each redaction level satisfies the verifier that has only the bundle and the key set. */
import { verifySession } from '@touchstone/core/agent/verify-bundle.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { EMPTY_TRUST_STORE, pinKeySet, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentSeals } from '../../src/agents/sweep.ts';
import { openTestServer, type TestServer } from '../harness.ts';
import { type AgentCalls, actionBody, agentCalls, HASH, toolBody } from './flow.ts';

let server: TestServer;
let calls: AgentCalls;
beforeAll(async () => {
  server = await openTestServer();
  calls = agentCalls(server, (await server.newKey({ plan: 'business' })).key);
});
afterAll(() => server.close());

async function trusted(): Promise<TrustStore> {
  const [keySet] = await server.deps.keySets.verifying('service');
  if (keySet === undefined) throw new Error('there is no key set');
  const pinned = pinKeySet(EMPTY_TRUST_STORE, keySet, { at: 0, by: 'test', source: 'test' });
  if (!pinned.ok) throw new Error(pinned.message);
  return pinned.store;
}

/** One of everything, with a child that the end of its parent cuts. */
async function everything(redaction_level: string): Promise<readonly string[]> {
  const agent_id = await calls.register({ redaction_level });
  const ids = await calls.start({ max_value: 500, allowed_tools: ['a'] }, { agent_id });
  const metadata = { value: '900', jurisdiction: 'EU', note: 'n' };
  const asked = await calls.post('/approval/request', { ...ids, summary: 'Pay.', approvers: ['ada'] });
  const delegation = { ...ids, delegate_agent_id: agent_id, duration_secs: 600, allowed_tools: ['b'] };
  const child = String((await calls.post('/delegate', delegation)).at('details.child_session_id'));
  const parameters = { value: 1 };
  const acts: readonly (readonly [string, object])[] = [
    ['/actions/attest', actionBody(ids, { metadata })],
    ['/tools/attest', toolBody(ids)],
    ['/memory/checkpoint', { ...ids, memory_hash: HASH, context_hash: HASH, size_bytes: 5 }],
    ['/policy/evaluate', { ...ids, action_type: 'pay', target_resource: 'bank', parameters }],
    ['/exposure/check', { ...ids, data_class: 'phi', operation: 'send' }],
    [`/approvals/${String(asked.at('node_id'))}/decide`, { decision: 'approve', approver: 'ada' }],
    ['/actions/attest', actionBody({ agent_id, session_id: child })],
    ['/sessions/end', { session_id: ids.session_id, summary: 'Done.' }],
  ];
  for (const [path, body] of acts) expect([path, (await calls.post(path, body)).status]).toEqual([path, 200]);
  await agentSeals.run(server.deps);
  return [ids.session_id, child];
}

test.each(['full', 'metadata_only', 'hash_only', 'redacted'])('%s', async (level) => {
  const trust = await trusted();
  for (const id of await everything(level)) {
    const { status, text } = await calls.get(`/sessions/${id}/bundle`);
    expect(status, text).toBe(200);
    const options = { fileName: 'a', verifier: server.deps.signer, product: server.deps.product };
    const now = server.deps.clock() + 60_000;
    const report = await verifySession(utf8(text), { ...options, trust, now });
    const failed = report.checks.filter((check) => check.status === 'failed');
    expect({ outcome: report.outcome, failed }, report.sentence).toEqual({ outcome: 'VERIFIED', failed: [] });
    // A node that says otherwise does not verify.
    const changed = text.replace('"count":', '"count": 1');
    const edited = changed === text ? text.replace('session.start', 'session.stark') : changed;
    const other = await verifySession(utf8(edited), { ...options, trust, now });
    expect(other.outcome).not.toBe('VERIFIED');
  }
});
