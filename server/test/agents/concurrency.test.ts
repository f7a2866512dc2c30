/** Appends from many clients at once, over real connections: one chain, nothing lost, nothing doubled, units exact. */
import type { AddressInfo } from 'node:net';
import { nodeHash, nodeOf } from '@touchstone/core/agent/node.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loopbackHosts } from '../../src/frame/own-address.ts';
import { openTestServer, type TestServer } from '../harness.ts';
import { allNodes, expectIntact } from './chain.ts';
import { actionBody, agentCalls, creditsOf, toolBody } from './flow.ts';

const CLIENTS = 16;
const EACH = 12;

let server: TestServer;
let port = 0;
beforeAll(async () => {
  server = await openTestServer({ allowedHosts: () => new Set([...loopbackHosts(port), ...loopbackHosts(7433)]) });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

test(`${CLIENTS} clients append to one session: one intact chain with every receipt once`, async () => {
  const { key, projectId } = await server.newKey({ plan: 'enterprise_plus' });
  const calls = agentCalls(server, key);
  const registered = await calls.post('/register', {
    name: 'a',
    canonical_name: 'svc.agent.example.finance.clerk.prod.001',
    tenant: 'example',
  });
  const ids = await calls.start({}, { agent_id: registered.at('agent_id') });

  async function post(path: string, body: object, headers: Record<string, string> = {}) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/agents${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
      body: JSON.stringify(body),
    });
    const receipt = (await answer.json()) as { node_id: string; action_summary: string };
    expect(answer.status, JSON.stringify(receipt)).toBe(200);
    return receipt;
  }
  const before = await creditsOf(server, projectId);
  const answered = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const receipts = [];
      for (let turn = 0; turn < EACH; turn++) {
        const summary = `client ${client}, turn ${turn}`;
        if (turn % 3 === 0) {
          // Twice under one name: one receipt.
          const headers = { 'idempotency-key': summary.replaceAll(' ', '_') };
          const both = await Promise.all([
            post('/actions/attest', actionBody(ids, { summary }), headers),
            post('/actions/attest', actionBody(ids, { summary }), headers),
          ]);
          expect(both[0].node_id).toBe(both[1].node_id);
          receipts.push(both[0]);
        } else {
          receipts.push(await post('/actions/attest', actionBody(ids, { summary })));
        }
        receipts.push(await post('/tools/attest', toolBody(ids, { tool_name: summary })));
      }
      return receipts;
    }),
  );
  const receipts = answered.flat();
  expect(before - (await creditsOf(server, projectId))).toBe(receipts.length);

  const nodes = await allNodes(calls, ids.session_id, 1_000);
  expectIntact(nodes, toHex(nodeHash(nodeOf(registered.body as Parameters<typeof nodeOf>[0]))));
  expect(
    nodes
      .slice(1)
      .map(({ node_id }) => node_id)
      .sort(),
  ).toEqual(receipts.map(({ node_id }) => node_id).sort());
  expect(new Set(nodes.map(({ node_id }) => node_id)).size).toBe(1 + receipts.length);
  // Each client's own acts stand in the order in which it was answered.
  for (const own of answered) {
    const order = own.map(({ node_id }) => nodes.findIndex((node) => node.node_id === node_id));
    expect(order).toEqual([...order].sort((a, b) => a - b));
  }
  const ended = await calls.post('/sessions/end', { session_id: ids.session_id });
  expect(ended.at('details.count')).toBe(1 + receipts.length);
}, 300_000);

test('acts, refusals, repeats, approvals and the end of the session at once: what was answered is the chain', async () => {
  const { key } = await server.newKey({ plan: 'enterprise_plus' });
  const calls = agentCalls(server, key);
  const ids = await calls.start({ max_value: 100 });
  let isEnding = false;
  const answered: string[] = [];
  const denied: string[] = [];
  const keep = (answer: Awaited<ReturnType<typeof calls.post>>): boolean => {
    if (answer.status === 200) answered.push(String(answer.at('node_id')));
    else expect([answer.status, isEnding], answer.text).toEqual([409, true]);
    return answer.status === 200;
  };
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let turn = 0; ; turn++) {
      const summary = `client ${client}, turn ${turn}`;
      if (client % 4 === 0) {
        // Every second request was made before, and what was made for it is taken back.
        const headers = { 'idempotency-key': `key_${client}_${Math.floor(turn / 2)}` };
        const answer = await calls.post('/actions/attest', actionBody(ids, { summary: `client ${client}` }), headers);
        if (turn % 2 === 1 && answer.status === 200) expect(answered).toContain(String(answer.at('node_id')));
        else if (!keep(answer)) return;
      } else if (client % 4 === 1) {
        const body = { ...ids, summary, approvers: ['a'], threshold: 1 };
        if (!keep(await calls.post('/approval/request', body))) return;
      } else if (client % 4 === 2) {
        const answer = await calls.post('/actions/attest', actionBody(ids, { summary, metadata: { value: '101' } }));
        if (!keep(answer)) return;
        expect(answer.at('details.status')).toBe('denied');
        denied.push(String(answer.at('node_id')));
      } else if (!keep(await calls.post('/tools/attest', toolBody(ids, { tool_name: summary })))) {
        return;
      }
      // The end comes while many are under way.
      if (client === 3 && turn === EACH) {
        isEnding = true;
        const ended = await calls.post('/sessions/end', { session_id: ids.session_id });
        expect(ended.status, ended.text).toBe(200);
        answered.push(String(ended.at('node_id')));
        return;
      }
    }
  });
  await Promise.all(clients);

  const nodes = await allNodes(calls, ids.session_id, 1_000);
  const [start] = nodes;
  expectIntact(nodes, start?.parent_hash ?? '');
  expect(new Set(answered).size).toBe(answered.length);
  expect(
    nodes
      .slice(1)
      .map(({ node_id }) => node_id)
      .sort(),
  ).toEqual(answered.sort());
  expect(nodes.at(-1)?.action_type).toBe('session.end');
  expect(denied.length).toBeGreaterThan(0);
  const verdict = await server.call('GET', `/api/v1/agents/sessions/${ids.session_id}/verify`);
  expect(verdict.at('intact'), verdict.text).toBe(true);
}, 300_000);
