/** One session of everything that an agent can do, with what a verifier needs to trust it. */
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { pinKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { expect } from 'vitest';
import { agentSeals } from '../../src/agents/sweeps.ts';
import type { TestServer } from '../harness.ts';
import { type AgentCalls, actionBody, HASH, toolBody } from './flow.ts';

/** The current `service` set of the server, pinned. */
export async function trusted(server: TestServer): Promise<TrustStore> {
  const [keySet] = await server.deps.keySets.verifying('service');
  if (keySet === undefined) throw new Error('there is no key set');
  const pinned = pinKeySet(EMPTY_TRUST_STORE, keySet, { at: 0, by: 'test', source: 'test' });
  if (!pinned.ok) throw new Error(pinned.message);
  return pinned.store;
}

/** One of everything, with a child that the end of its parent cuts. Answers the ids of both sessions. */
export async function everything(
  server: TestServer,
  calls: AgentCalls,
  redaction_level: string,
): Promise<readonly [string, string]> {
  const agent_id = await calls.register({ redaction_level });
  const ids = await calls.start({ max_value: 500, allowed_tools: ['a'] }, { agent_id });
  const metadata = { value: '900', jurisdiction: 'EU', note: 'n' };
  // The key that asks is the one that decides.
  const approval = { ...ids, summary: 'Pay.', approvers: ['ada'], allow_requester: true };
  const asked = await calls.post('/approval/request', approval);
  const delegation = { ...ids, delegate_agent_id: agent_id, duration_secs: 600, allowed_tools: ['b'] };
  const child = String((await calls.post('/delegate', delegation)).at('details.child_session_id'));
  const parameters = { value: 1 };
  const acts: readonly (readonly [string, object])[] = [
    ['/actions/attest', actionBody(ids, { metadata })],
    ['/tools/attest', toolBody(ids)],
    ['/tools/attest', toolBody(ids, { response_hash: HASH })],
    ['/memory/checkpoint', { ...ids, memory_hash: HASH, context_hash: HASH, size_bytes: 5 }],
    ['/policy/evaluate', { ...ids, action_type: 'pay', target_resource: 'bank', parameters }],
    ['/exposure/check', { ...ids, data_class: 'phi', operation: 'send' }],
    [`/approvals/${String(asked.at('node_id'))}/decide`, { decision: 'approve', approver: 'ada' }],
    ['/replay/fork', { session_id: ids.session_id, fork_at: asked.at('node_id'), policy: { max_value: 100 } }],
    ['/actions/attest', actionBody({ agent_id, session_id: child })],
    ['/sessions/end', { session_id: ids.session_id, summary: 'Done.' }],
  ];
  for (const [path, body] of acts) expect([path, (await calls.post(path, body)).status]).toEqual([path, 200]);
  await agentSeals.run(server.deps);
  return [ids.session_id, child];
}
