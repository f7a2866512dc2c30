/** A session as an agent leaves it, for tests of what the console shows of one: made through the API. */
import type { api } from '@touchstone/core/api/api.ts';
import type { Client } from '@touchstone/core/api/client.ts';
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import { sha256 } from '@touchstone/core/hash.ts';

export type AgentClient = Client<typeof api>['agents'];
const headers = {};

export function hashOf(text: string): string {
  return toHex(sha256(utf8(text)));
}

export interface Acting {
  readonly agent_id: string;
  readonly session_id: string;
}

export const READ_TOOL = 'svc.tool.example.ledger-read.v1';
export const SEND_TOOL = 'svc.tool.example.mail-send.v1';

let agentCount = 0;

/** A canonical name that no other agent of the project has. */
export function newCanonicalName(role: string): string {
  return `svc.agent.example.finance.${role}.test.${String(++agentCount).padStart(3, '0')}`;
}

/** An agent with an open session of this scope. */
export async function openSession(agents: AgentClient, name: string): Promise<Acting> {
  const { agent_id } = await agents.register.create({
    headers,
    body: { name, canonical_name: newCanonicalName(name), tenant: 'example' },
  });
  const scope = {
    allowed_tools: [READ_TOOL, SEND_TOOL],
    forbidden_data_classes: ['phi'],
    jurisdiction: 'EU',
    max_value: 500,
  };
  const { session_id } = await agents.sessions.start({ headers, body: { agent_id, duration_secs: 3_600, scope } });
  if (session_id === null) throw new Error('A session has no id.');
  return { agent_id, session_id };
}

type Status = 'success' | 'failure' | 'denied';

export function callTool(agents: AgentClient, ids: Acting, tool: string, status: Status = 'success') {
  const hashes = { request_hash: hashOf('request'), response_hash: hashOf('response') };
  return agents.tools.attest({ headers, body: { ...ids, tool_name: tool, ...hashes, status } });
}

export function act(agents: AgentClient, ids: Acting, summary: string, value: string) {
  const body = { ...ids, action_type: 'payment.prepare', summary, input_hash: hashOf(summary), metadata: { value } };
  return agents.actions.attest({ headers, body });
}

/** Asks for an approval, which whoever asks may decide too, and answers its id. */
export async function ask(agents: AgentClient, ids: Acting, summary: string, approvers: string[], threshold = 1) {
  const body = { ...ids, summary, approvers, threshold, timeout_secs: 3_000, allow_requester: true };
  return (await agents.approval.request({ headers, body })).node_id;
}

/** A child session with two calls, one of which failed. */
export async function delegate(agents: AgentClient, ids: Acting): Promise<Acting> {
  const body = { ...ids, delegate_agent_id: ids.agent_id, allowed_tools: [SEND_TOOL], duration_secs: 600 };
  const { details } = await agents.delegate.create({ headers, body });
  const child = { agent_id: ids.agent_id, session_id: details.child_session_id };
  await callTool(agents, child, SEND_TOOL);
  await callTool(agents, child, SEND_TOOL, 'failure');
  return child;
}

export interface Recorded extends Acting {
  readonly child: Acting;
  readonly approval: string;
  readonly checkpoint: string;
}

/** Fourteen receipts: calls, one of them denied, actions, a checkpoint, a delegation, a refusal, an exposure, an approval. */
export async function recordSession(agents: AgentClient, name: string): Promise<Recorded> {
  const ids = await openSession(agents, name);
  await callTool(agents, ids, READ_TOOL);
  await act(agents, ids, 'Prepared the payment of invoice 2041.', '120.50');
  await act(agents, ids, 'Prepared the payment of invoice 2042.', '480');
  await callTool(agents, ids, 'svc.tool.example.shell.v1', 'denied');
  const memory = { memory_hash: hashOf('memory'), context_hash: hashOf('context'), size_bytes: 2_048 };
  const { node_id: checkpoint } = await agents.memory.checkpoint({ headers, body: { ...ids, ...memory } });
  const child = await delegate(agents, ids);
  const evaluated = {
    action_type: 'payment.execute',
    target_resource: 'account:supplier-17',
    parameters: { value: 900 },
  };
  await agents.policy.evaluate({ headers, body: { ...ids, ...evaluated } });
  await agents.exposure.check({ headers, body: { ...ids, data_class: 'phi', operation: 'send' } });
  const approval = await ask(agents, ids, 'Pay invoice 2042, 480.00 EUR.', ['ada@example.com'], 1);
  await agents.approvals.decide({
    headers,
    params: { id: approval },
    body: { decision: 'approve', approver: 'ada@example.com' },
  });
  for (let call = 0; call < 3; call++) await callTool(agents, ids, READ_TOOL);
  return { ...ids, child, approval, checkpoint };
}
