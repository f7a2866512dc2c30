/** What is recorded at each redaction level satisfies the verifier that has only the bundle and the key set. */
import { verifySession } from '@touchstone/core/agent/verify-bundle.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../harness.ts';
import { everything, trusted } from './everything.ts';
import { type AgentCalls, agentCalls } from './flow.ts';

let server: TestServer;
let calls: AgentCalls;
beforeAll(async () => {
  server = await openTestServer();
  calls = agentCalls(server, (await server.newKey({ plan: 'business' })).key);
});
afterAll(() => server.close());

test.each(['full', 'metadata_only', 'hash_only', 'redacted'])('%s', async (level) => {
  const trust = await trusted(server);
  for (const id of await everything(server, calls, level)) {
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
