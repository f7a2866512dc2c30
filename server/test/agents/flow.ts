/** Agents and sessions for tests, through the operations themselves. */
import { expect } from 'vitest';
import { type Answer, type CallOptions, openTestServer, type TestServer } from '../harness.ts';

export const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
export const OTHER_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

let registered = 0;

/** Another name each time: a project has a canonical name once. */
function registration() {
  const canonical_name = `svc.agent.example.finance.clerk.test.${++registered}`;
  return { name: 'Invoice clerk', canonical_name, tenant: 'example' };
}

/** Calls of the agent operations with one key. */
export interface AgentCalls {
  post(path: string, json: object, headers?: Record<string, string>): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** Id of a new agent. */
  register(change?: object): Promise<string>;
  /** Ids for the bodies of what happens in a new session. */
  start(scope?: object, change?: object): Promise<{ agent_id: string; session_id: string }>;
}

export function agentCalls(server: TestServer, token: string): AgentCalls {
  const path = (tail: string) => `/api/v1/agents${tail}`;
  const calls: AgentCalls = {
    post: (tail, json, headers) =>
      server.call('POST', path(tail), {
        token,
        json,
        ...(headers === undefined ? {} : { headers }),
      } satisfies CallOptions),
    get: (tail) => server.call('GET', path(tail), { token }),

    async register(change = {}) {
      const answer = await calls.post('/register', { ...registration(), ...change });
      expect(answer.status, answer.text).toBe(200);
      return String(answer.at('agent_id'));
    },

    async start(scope = {}, change = {}) {
      const { agent_id = await calls.register(), ...rest } = change as { agent_id?: string };
      const answer = await calls.post('/sessions/start', { agent_id, scope, ...rest });
      expect(answer.status, answer.text).toBe(200);
      return { agent_id, session_id: String(answer.at('session_id')) };
    },
  };
  return calls;
}

/** A server with one key and one agent. The file that opens it closes it. */
export interface AgentServer {
  readonly server: TestServer;
  readonly projectId: string;
  readonly calls: AgentCalls;
  readonly agentId: string;
  /** As `calls.start`, of the one agent unless another is stated. */
  readonly start: AgentCalls['start'];
}

export async function openAgentServer(): Promise<AgentServer> {
  const server = await openTestServer();
  const { key, projectId } = await server.newKey({ plan: 'business' });
  const calls = agentCalls(server, key);
  const agentId = await calls.register();
  const start: AgentCalls['start'] = (scope, change) => calls.start(scope, { agent_id: agentId, ...change });
  return { server, projectId, calls, agentId, start };
}

/** The body of an action, with the ids of a session. */
export function actionBody(ids: object, change: object = {}) {
  return { ...ids, action_type: 'payment.prepare', summary: 'Prepared a payment.', input_hash: HASH, ...change };
}

export function toolBody(ids: object, change: object = {}) {
  return { ...ids, tool_name: 'svc.tool.example.ledger-read.v1', request_hash: HASH, ...change };
}

export async function accountOf({ deps }: TestServer, projectId: string): Promise<string> {
  const query = deps.db.selectFrom('projects').select('account_id').where('id', '=', projectId);
  return (await query.executeTakeFirstOrThrow()).account_id;
}

/** What the account of a project has left. */
export async function creditsOf(server: TestServer, projectId: string): Promise<number> {
  const id = await accountOf(server, projectId);
  const query = server.deps.db.selectFrom('accounts').select('credits').where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).credits;
}
