/** The operations that an outbox holds, with the contracts that check their bodies and the client that sends them. */
import Type, { type Static, type TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { actions } from '../../api/agents/actions.ts';
import { agents } from '../../api/agents/agents.ts';
import { approval } from '../../api/agents/approval.ts';
import { approvals } from '../../api/agents/approvals.ts';
import { delegate } from '../../api/agents/delegate.ts';
import { exposure } from '../../api/agents/exposure.ts';
import { memory } from '../../api/agents/memory.ts';
import { policy } from '../../api/agents/policy.ts';
import { proof } from '../../api/agents/proof.ts';
import {
  AgentId,
  ApprovalState,
  Metadata,
  NodeId,
  AgentReceipt as ReceiptSchema,
  RecordingHeaders,
  SessionScope,
} from '../../api/agents/receipt-schema.ts';
import { register } from '../../api/agents/register.ts';
import { sessions } from '../../api/agents/sessions.ts';
import { tools } from '../../api/agents/tools.ts';
import { type CallOptions, type Client, type ClientOptions, createClient } from '../../api/client.ts';
import { group } from '../../api/endpoint.ts';
import { expectedText } from '../../api/expectation.ts';
import { svcKey } from '../../api/signing/svc-key.ts';
import { METADATA_LIMIT, metadataBytes } from '../metadata.ts';
import type { AgentReceipt } from './types/receipt.ts';
import type { Proof } from './types/verification.ts';

const api = {
  agents: {
    agents,
    register,
    sessions,
    actions,
    tools,
    memory,
    policy,
    exposure,
    approval,
    approvals,
    delegate,
    proof,
  },
  signing: { svcKey: group({ publicKeys: svcKey.publicKeys }) },
} as const;

type Calls = Client<typeof api>;
export type AgentClient = Calls['agents'] & Calls['signing']['svcKey'];

/** The public proof of a node. Rejects with ApiFailure, ConnectionFailure or UnusableAnswer. */
export async function readProof(client: AgentClient, nodeId: string, call: CallOptions): Promise<Proof> {
  return proofOf(await client.proof.read({ params: { id: nodeId } }, call));
}

/** What is used of an approval. Rejects as `readProof`. */
export async function readApproval(client: AgentClient, id: string, call: CallOptions) {
  const approval = await client.approvals.read({ params: { id } }, call);
  const schemas = { state: ApprovalState, approval_id: NodeId };
  const isList = (value: unknown) => Array.isArray(value) && value.every(isObject);
  if (!hasMembers(schemas, approval, {}) || !isList(approval.decisions)) {
    throw new UnusableAnswer('The server answered something else than an approval.');
  }
  return approval;
}

/** What is used of a session. Rejects as `readProof`. */
export async function readSession(client: AgentClient, id: string, call: CallOptions) {
  const session = await client.sessions.read({ params: { id } }, call);
  if (!hasMembers({ agent_id: AgentId, state: Type.String(), scope: SessionScope }, session, {})) {
    throw new UnusableAnswer('The server answered something else than a session.');
  }
  return session;
}

/** The agent of the project that has a canonical name, as it was registered; null where none has. Rejects as `readProof`. */
export async function readAgent(client: AgentClient, canonicalName: string, call: CallOptions) {
  const { items } = await client.agents.list({ query: { canonical_name: canonicalName, limit: 1 } }, call);
  const agent = Array.isArray(items) ? items[0] : undefined;
  if (agent === undefined) return null;
  if (!hasMembers({ agent_id: AgentId, ...register.create.body.properties }, agent, {})) {
    throw new UnusableAnswer('The server answered something else than an agent.');
  }
  const { agent_id: agentId, name, canonical_name, tenant, agent_type, capabilities, redaction_level } = agent;
  return { agentId, facts: { name, canonical_name, tenant, agent_type, capabilities, redaction_level } };
}

/** The bundle as it is: `pq-verify` judges it. Rejects as `readProof`. */
export async function readBundle(client: AgentClient, id: string, call: CallOptions) {
  const bundle: unknown = await client.sessions.bundle({ params: { id }, query: {} }, call);
  if (!isObject(bundle) || !isObject(Reflect.get(bundle, 'session'))) {
    throw new UnusableAnswer('The server answered something else than a bundle.');
  }
  return { ...bundle };
}

/** The service's public key sets, as `pq-verify --keys` reads them. Rejects as `readProof`. */
export async function readKeySets(client: AgentClient, call: CallOptions) {
  const answer: unknown = await client.publicKeys({}, call);
  if (!isObject(answer) || !Array.isArray(Reflect.get(answer, 'keysets'))) {
    throw new UnusableAnswer('The server answered something else than key sets.');
  }
  return { ...answer };
}

export function createAgentClient(options: ClientOptions): AgentClient {
  const { agents, signing } = createClient(api, options);
  return { ...agents, ...signing.svcKey };
}

export const OPERATION_NAMES = [
  'action',
  'tool',
  'memory',
  'policy',
  'exposure',
  'approval',
  'delegate',
  'end',
] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];

const BODIES = {
  action: actions.attest.body,
  tool: tools.attest.body,
  memory: memory.checkpoint.body,
  policy: policy.evaluate.body,
  exposure: exposure.check.body,
  approval: approval.request.body,
  delegate: delegate.create.body,
  end: sessions.end.body,
} as const satisfies Record<OperationName, TSchema>;

export type BodyOf<N extends OperationName> = Static<(typeof BODIES)[N]>;

/** What is wrong with a body, null where it keeps to the contract of its operation. Names the member, never its value. */
export function faultOf(name: OperationName, body: unknown): string | null {
  return faultIn(BODIES[name], body, 'the request') ?? faultBesides(body);
}

/** What is wrong with an idempotency key, null where a header can hold it and the server takes it. */
export function faultOfKey(key: unknown): string | null {
  return faultIn(RecordingHeaders.properties['idempotency-key'], key, 'key');
}

function faultIn(schema: TSchema, value: unknown, whole: string): string | null {
  const [error] = Errors(schema, value);
  if (error === undefined) return null;
  const member = error.instancePath.slice(1).replaceAll('/', '.');
  const expected = error.keyword === 'pattern' ? expectedText(schema, error) : null;
  return `${member === '' ? whole : member} ${expected === null ? error.message : `must be ${expected}`}`;
}

/** What the server refuses besides: its JSON holds no lone surrogates, and metadata has a limit as a whole. */
function faultBesides(body: unknown): string | null {
  if (!isWellFormed(body)) return 'no text may hold a lone surrogate, which is half of a character';
  const isTooLong = Check(WithMetadata, body) && metadataBytes(body.metadata) > METADATA_LIMIT;
  return isTooLong ? `metadata must not be longer than ${METADATA_LIMIT} bytes` : null;
}

const WithMetadata = Type.Object({ metadata: Metadata });

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (!isObject(value)) return true;
  return Object.entries(value).every(([name, member]) => name.isWellFormed() && isWellFormed(member));
}

function isBodyOf<N extends OperationName>(name: N, body: unknown): body is BodyOf<N> {
  return Check(BODIES[name], body);
}

/**
 * Sends an entry under its idempotency key. Rejects with ApiFailure or ConnectionFailure as the client does, and with
 * TypeError for a key, operation or body that no session made.
 */
export async function sendEntry(
  client: AgentClient,
  { key, operation, body }: { readonly key: string; readonly operation: string; readonly body: unknown },
  call: CallOptions,
): Promise<AgentReceipt> {
  // Before the client sees it: a header that cannot be built would pass for a server that is away.
  const fault = faultOfKey(key);
  if (fault !== null) throw new TypeError(fault);
  const headers = { 'idempotency-key': key };
  switch (operation) {
    case 'action':
      return receiptOf(await client.actions.attest({ headers, body: bodyOf('action', body) }, call));
    case 'tool':
      return receiptOf(await client.tools.attest({ headers, body: bodyOf('tool', body) }, call));
    case 'memory':
      return receiptOf(await client.memory.checkpoint({ headers, body: bodyOf('memory', body) }, call));
    case 'policy':
      return receiptOf(await client.policy.evaluate({ headers, body: bodyOf('policy', body) }, call));
    case 'exposure':
      return receiptOf(await client.exposure.check({ headers, body: bodyOf('exposure', body) }, call));
    case 'approval':
      return receiptOf(await client.approval.request({ headers, body: bodyOf('approval', body) }, call));
    case 'delegate':
      return receiptOf(await client.delegate.create({ headers, body: bodyOf('delegate', body) }, call));
    case 'end':
      return receiptOf(await client.sessions.end({ headers, body: bodyOf('end', body) }, call));
    default:
      throw new TypeError('the outbox holds an operation that this version does not know');
  }
}

function bodyOf<N extends OperationName>(name: N, body: unknown): BodyOf<N> {
  if (!isBodyOf(name, body)) throw new TypeError(`the body of ${name} does not keep to its contract`);
  return body;
}

/** The answer is no receipt: whatever answered, it was not this service. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}

/** Members that a newer server adds are kept. Throws UnusableAnswer where what is needed is missing. */
export function receiptOf(answer: unknown): AgentReceipt {
  if (!isReceipt(answer)) throw new UnusableAnswer('The server answered something else than a receipt.');
  return answer;
}

/** Like `receiptOf`, for the proof of a node. */
function proofOf(answer: unknown): Proof {
  if (!isProof(answer)) throw new UnusableAnswer('The server answered something else than a proof.');
  return answer;
}

function isReceipt(answer: unknown): answer is AgentReceipt {
  return hasMembers(ReceiptSchema.properties, answer, { details: isObject });
}

function isProof(answer: unknown): answer is Proof {
  const isList = (value: unknown) => Array.isArray(value) && value.every(isObject);
  // What is used here; seal and log are for `pq-verify node`.
  const { valid, merkle_proof, root, tree_size, receipt, svc_74_attestation, checks, signature, agent_public_key } =
    proof.read.response.properties;
  const used = {
    valid,
    merkle_proof,
    root,
    tree_size,
    receipt,
    svc_74_attestation,
    checks,
    signature,
    agent_public_key,
  };
  return hasMembers(used, answer, { receipt: isReceipt, checks: isList });
}

/** Whether every member is there and keeps to its schema, or to another check where the member may grow. */
function hasMembers(
  schemas: Readonly<Record<string, TSchema>>,
  answer: unknown,
  checks: Readonly<Record<string, (value: unknown) => boolean>>,
): boolean {
  if (!isObject(answer)) return false;
  return Object.entries(schemas).every(([name, schema]) => {
    const member: unknown = Reflect.get(answer, name);
    return checks[name]?.(member) ?? Check(schema, member);
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
