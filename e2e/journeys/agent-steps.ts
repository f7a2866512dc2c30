/** A small but complete agent session, made through the API as a program would. */
import type { api } from '@touchstone/core/api/api.ts';
import type { Client } from '@touchstone/core/api/client.ts';
import { newCanonicalName } from './recorded-session.ts';

export interface MadeSession {
  readonly agentId: string;
  readonly sessionId: string;
  /** Of the mail agent, delegated by the session. */
  readonly childId: string;
  readonly deniedId: string;
  readonly failedId: string;
}

const hash = (digit: string) => digit.repeat(64);

/** Registers two agents; the first reads, fails, is denied and delegates. The session stays open. */
export async function makeSession({ agents }: Client<typeof api>, name: string): Promise<MadeSession> {
  const register = (role: string) =>
    agents.register.create({
      headers: {},
      body: {
        name: `${name} ${role}`,
        canonical_name: newCanonicalName(role),
        tenant: 'example',
      },
    });
  const clerk = await register('clerk');
  const mail = await register('mail');
  const start = await agents.sessions.start({
    headers: {},
    body: {
      agent_id: clerk.agent_id,
      scope: { allowed_tools: ['svc.tool.example.read.v1', 'svc.tool.example.send.v1'], max_value: 500 },
    },
  });
  const ids = { agent_id: clerk.agent_id, session_id: start.session_id ?? '' };
  const tool = (body: Partial<Parameters<typeof agents.tools.attest>[0]['body']>, own = ids) =>
    agents.tools.attest({
      headers: {},
      body: {
        ...own,
        tool_name: 'svc.tool.example.read.v1',
        request_hash: hash('a'),
        response_hash: hash('b'),
        ...body,
      },
    });
  for (let index = 0; index < 6; index++) await tool({ request_hash: index.toString(16).padStart(64, 'c') });
  const failed = await tool({ status: 'failure', metadata: { reason: 'timed out at the bank' } });
  const denied = await tool({ tool_name: 'svc.tool.example.pay.v1', status: 'denied' });
  const delegation = await agents.delegate.create({
    headers: {},
    body: {
      ...ids,
      delegate_agent_id: mail.agent_id,
      allowed_tools: ['svc.tool.example.send.v1'],
      duration_secs: 600,
      max_value: 100,
    },
  });
  const childId = delegation.details.child_session_id;
  const childIds = { agent_id: mail.agent_id, session_id: childId };
  await tool({ tool_name: 'svc.tool.example.send.v1' }, childIds);
  await tool({ tool_name: 'svc.tool.example.send.v1', status: 'timeout' }, childIds);
  await agents.actions.attest({
    headers: {},
    body: {
      ...ids,
      action_type: 'payment.prepare',
      summary: 'Prepared the payment of invoice 2041.',
      input_hash: hash('d'),
    },
  });
  return {
    agentId: ids.agent_id,
    sessionId: ids.session_id,
    childId,
    deniedId: denied.node_id,
    failedId: failed.node_id,
  };
}
