/** The acts of a demonstration, each a request to the service as an agent would make it. */
import { createHash, randomBytes } from 'node:crypto';
import { type AgentClient, createAgentClient } from '@touchstone/core/agent/sdk/operations.ts';
import { canonicalJson, type JsonValue } from '@touchstone/core/canonical-json.ts';

export type DemoClient = AgentClient;

/** How long one request may take: the first ones wait for the keys of a new folder, which a busy machine makes slowly. */
export const DEMO_TIMEOUT_MS = 120_000;

/** A client for a service on this machine. */
export function demoClient(url: string, apiKey: string): DemoClient {
  return createAgentClient({ baseUrl: url, token: apiKey, fetch, timeoutMs: DEMO_TIMEOUT_MS });
}

type Register = Parameters<DemoClient['register']['create']>[0]['body'];
type Scope = NonNullable<Parameters<DemoClient['sessions']['start']>[0]['body']['scope']>;
type ToolStatus = 'success' | 'failure' | 'timeout' | 'denied' | 'pending';
type Texts = Record<string, string>;

/** A session as the one who acts in it sees it. */
export class DemoSession {
  readonly agentId: string;
  readonly sessionId: string;
  readonly #client: DemoClient;

  constructor(client: DemoClient, agentId: string, sessionId: string) {
    this.#client = client;
    this.agentId = agentId;
    this.sessionId = sessionId;
  }

  async tool(
    name: string,
    request: JsonValue,
    response: JsonValue,
    status: ToolStatus = 'success',
    metadata: Texts = {},
  ) {
    return this.#client.tools.attest({
      headers: headers(),
      body: {
        ...this.#ids(),
        tool_name: name,
        request_hash: hashOf(request),
        ...(response === null ? {} : { response_hash: hashOf(response) }),
        status,
        metadata,
      },
    });
  }

  async action(action_type: string, summary: string, input: JsonValue, metadata: Texts = {}) {
    const body = { ...this.#ids(), action_type, summary, input_hash: hashOf(input), metadata };
    return this.#client.actions.attest({ headers: headers(), body });
  }

  async memory(state: JsonValue, context: string) {
    const text = canonicalJson(state);
    return this.#client.memory.checkpoint({
      headers: headers(),
      body: {
        ...this.#ids(),
        memory_hash: hashOf(state),
        context_hash: createHash('sha256').update(context).digest('hex'),
        size_bytes: Buffer.byteLength(text),
      },
    });
  }

  async policy(action_type: string, target_resource: string, parameters: Record<string, JsonValue>) {
    const body = { ...this.#ids(), action_type, target_resource, parameters };
    return this.#client.policy.evaluate({ headers: headers(), body });
  }

  async exposure(data_class: string, operation: string) {
    return this.#client.exposure.check({ headers: headers(), body: { ...this.#ids(), data_class, operation } });
  }

  /** Answers the approval's id. */
  async approval(summary: string, approvers: string[], threshold: number, timeout_secs: number): Promise<string> {
    const body = { ...this.#ids(), summary, approvers, threshold, timeout_secs };
    return (await this.#client.approval.request({ headers: headers(), body })).node_id;
  }

  async delegate(to: string, allowed_tools: string[], duration_secs: number, max_value: number): Promise<DemoSession> {
    const body = { ...this.#ids(), delegate_agent_id: to, allowed_tools, duration_secs, max_value };
    const { details } = await this.#client.delegate.create({ headers: headers(), body });
    return new DemoSession(this.#client, to, details.child_session_id);
  }

  async end(summary: string) {
    return this.#client.sessions.end({ headers: headers(), body: { session_id: this.sessionId, summary } });
  }

  #ids() {
    return { agent_id: this.agentId, session_id: this.sessionId };
  }
}

export async function registerAgent(client: DemoClient, agent: Register): Promise<string> {
  return (await client.register.create({ headers: headers(), body: agent })).agent_id;
}

export async function startSession(
  client: DemoClient,
  agent_id: string,
  duration_secs: number,
  scope: Scope = {},
): Promise<DemoSession> {
  const started = await client.sessions.start({ headers: headers(), body: { agent_id, duration_secs, scope } });
  return new DemoSession(client, agent_id, started.session_id ?? '');
}

export async function decide(client: DemoClient, approvalId: string, approver: string, decision: 'approve' | 'deny') {
  return client.approvals.decide({ params: { id: approvalId }, headers: headers(), body: { decision, approver } });
}

function headers() {
  return { 'idempotency-key': `demo-${randomBytes(16).toString('hex')}` };
}

function hashOf(value: JsonValue): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
