/** An attested session: what the agent does goes through the outbox, in order, and becomes receipts. */
import { toHex } from '../../bytes.ts';
import { sha256 } from '../../hash.ts';
import { waitForApproval } from './approval.ts';
import { actionBody, checkpointBody, memoryBody, toolBody } from './bodies.ts';
import { ask, type Connection, disconnect, newKey } from './connection.ts';
import type { Delivery } from './courier.ts';
import { type RequestedCall, refusingRule } from './enforcement.ts';
import { MissingReceipt } from './failures.ts';
import { contextHash, plainObjectOf } from './hashing.ts';
import { type BodyOf, faultOf, faultOfKey, type OperationName, readBundle, readProof } from './operations.ts';
import { writeText } from './platform.ts';
import { callTool, type ToolRecord } from './tool-call.ts';
import type {
  ActionInput,
  ApprovalInput,
  ApprovalResult,
  Attested,
  AttestedTool,
  ExposureInput,
  ExposureResult,
  MemoryInput,
  Message,
  PolicyDecision,
  PolicyInput,
  ToolCallInput,
  ToolOptions,
} from './types/acts.ts';
import type { WaitOptions } from './types/connection.ts';
import type { OutboxEntry, Problem } from './types/outbox.ts';
import type { AgentReceipt, SessionScope } from './types/receipt.ts';
import type { AgentSession, DelegateInput, StopOptions, StopReport } from './types/session.ts';
import type { Proof, Verification } from './types/verification.ts';
import { bundleName, receiptHash, verifyNode } from './verification.ts';
import { within } from './wait-limit.ts';

export const DEFAULT_CHECKPOINT_INTERVAL = 10;
export const DEFAULT_DURATION_SECONDS = 3_600;
const LONGEST_TOOL_NAME = 200;
/** Acts that count towards a checkpoint: all but checkpoints and the end. */
const COUNTED: ReadonlySet<string> = new Set(['action', 'tool', 'policy', 'exposure', 'approval', 'delegate']);

export interface SessionFacts {
  readonly agentId: string;
  readonly sessionId: string;
  readonly scope: SessionScope;
  readonly startReceipt: AgentReceipt | null;
  readonly checkpointInterval: number;
  readonly enforceScope: boolean;
  /** When the session is over, milliseconds since 1970; null where that is not known. */
  readonly expiresAt: number | null;
}

/** Throws TypeError for an interval that is no whole number from 0. */
export function openSession(connection: Connection, facts: SessionFacts): AgentSession {
  return new LiveSession(connection, facts);
}

type KeepOptions = Pick<ToolCallInput, 'key' | 'letsPass'>;

interface OpenCall {
  readonly tool: string;
  readonly ended: Promise<void>;
}

class LiveSession implements AgentSession {
  readonly agentId: string;
  readonly sessionId: string;
  readonly scope: SessionScope;
  readonly startReceipt: AgentReceipt | null;
  readonly attestation = true;
  readonly #connection: Connection;
  readonly #facts: SessionFacts;
  readonly #ids: { readonly agent_id: string; readonly session_id: string };
  #acts = 0;
  #delivered: number;
  #contextHash = contextHash([]);
  #lastNodeId: string | null;
  #bundleFile: string | null = null;
  #ending: Promise<Delivery> | null = null;
  /** Tool calls that have begun and whose receipts are not in the outbox yet. */
  readonly #calls = new Set<OpenCall>();
  #unfinished: readonly string[] = [];

  constructor(connection: Connection, facts: SessionFacts) {
    if (!Number.isInteger(facts.checkpointInterval) || facts.checkpointInterval < 0) {
      throw new TypeError('memoryCheckpointInterval must be a whole number from 0, which stands for none');
    }
    this.#connection = connection;
    this.#facts = facts;
    this.agentId = facts.agentId;
    this.sessionId = facts.sessionId;
    this.scope = facts.scope;
    this.startReceipt = facts.startReceipt;
    this.#delivered = facts.startReceipt === null ? 0 : 1;
    this.#lastNodeId = facts.startReceipt?.node_id ?? null;
    this.#ids = { agent_id: facts.agentId, session_id: facts.sessionId };
    connection.courier.listen(facts.sessionId, (receipt, entry) => this.#follow(receipt, entry));
  }

  tool<Run extends (...args: never[]) => unknown>(
    name: string,
    run: Run,
    options?: ToolOptions<Parameters<Run>, Awaited<ReturnType<Run>>>,
  ): AttestedTool<Parameters<Run>, Awaited<ReturnType<Run>>>;
  tool<Args extends unknown[], Result>(
    name: string,
    run: (...args: Args) => Result,
    options: ToolOptions<Args, Awaited<Result>> = {},
  ): AttestedTool<Args, Awaited<Result>> {
    if (typeof name !== 'string' || name === '' || name.length > LONGEST_TOOL_NAME) {
      throw new TypeError(`a tool's name is a text of 1 to ${LONGEST_TOOL_NAME} characters`);
    }
    if (!name.isWellFormed()) throw new TypeError("a tool's name holds a lone surrogate, which is half of a character");
    const { enforceScope, scope, expiresAt } = this.#facts;
    const host = {
      platform: this.#connection.platform,
      refusingRule: (asked: RequestedCall) =>
        enforceScope ? refusingRule({ scope, expiresAt }, asked, this.#connection.platform.clock()) : null,
      attest: (record: ToolRecord) => this.#attestAnyhow(record),
      metadataOf: (metadata: unknown) => this.#metadataOf(metadata),
      tell: (kind: Problem['kind'], message: string) => this.#tell(kind, message),
    };
    const attested = async (...args: Args) => {
      this.#requireOpen();
      const end = this.#begin(name);
      try {
        return await callTool(host, name, run, args, options);
      } finally {
        end();
      }
    };
    const call = async (...args: Args): Promise<Awaited<Result>> => (await attested(...args)).result;
    return Object.assign(call, { attested });
  }

  async toolCall(call: ToolCallInput): Promise<Attested> {
    return this.#keep('tool', toolBody(this.#ids, call), call);
  }

  async action(action: ActionInput): Promise<Attested> {
    return this.#keep('action', actionBody(this.#ids, action));
  }

  async memory(memory: MemoryInput): Promise<Attested> {
    if (memory.context !== undefined) this.context(memory.context);
    return this.#keep('memory', memoryBody(this.#ids, memory, this.#contextHash));
  }

  context(messages: readonly Message[]): void {
    this.#contextHash = contextHash(messages);
  }

  async policy(question: PolicyInput, options: WaitOptions = {}): Promise<PolicyDecision> {
    const { actionType, targetResource, parameters } = question;
    const receipt = await this.#answered('policy', options, {
      ...this.#ids,
      action_type: actionType,
      target_resource: targetResource,
      ...(parameters === undefined ? {} : { parameters: plainObjectOf(parameters) }),
    });
    const { allowed, rule = null } = receipt.details;
    // Everything but a clear approval counts as a refusal.
    return { allowed: allowed === true, rule, receipt };
  }

  async exposure({ dataClass, operation }: ExposureInput, options: WaitOptions = {}): Promise<ExposureResult> {
    const body = { ...this.#ids, data_class: dataClass, operation };
    const receipt = await this.#answered('exposure', options, body);
    const { status } = receipt.details;
    const isKnown = status === 'clean' || status === 'exposed' || status === 'quarantined';
    return { status: isKnown ? status : 'unknown', receipt };
  }

  async approval(request: ApprovalInput, options: WaitOptions = {}): Promise<ApprovalResult> {
    const { summary, approvers, threshold = 1, timeoutSeconds = 300 } = request;
    const receipt = await this.#answered('approval', options, {
      ...this.#ids,
      summary,
      approvers: [...approvers],
      threshold,
      timeout_secs: timeoutSeconds,
    });
    return waitForApproval(this.#connection, receipt, timeoutSeconds, options.signal);
  }

  async delegate(request: DelegateInput, options: WaitOptions = {}): Promise<AgentSession> {
    const { agent, allowedTools, durationSeconds = DEFAULT_DURATION_SECONDS, maxTransactionValue } = request;
    const agentId = typeof agent === 'string' ? agent : agent.agentId;
    const askedAt = this.#connection.platform.clock();
    const receipt = await this.#answered('delegate', options, {
      ...this.#ids,
      delegate_agent_id: agentId,
      ...(allowedTools === undefined ? {} : { allowed_tools: [...allowedTools] }),
      duration_secs: durationSeconds,
      ...(maxTransactionValue === undefined ? {} : { max_value: maxTransactionValue }),
    });
    const { child_session_id: sessionId, scope } = receipt.details;
    if (sessionId === undefined || scope === undefined) {
      throw new MissingReceipt('unreachable', 'The server opened no child session.');
    }
    const { memoryCheckpointInterval: checkpointInterval = DEFAULT_CHECKPOINT_INTERVAL } = request;
    const { enforceScope, expiresAt } = this.#facts;
    return openSession(this.#connection, {
      agentId,
      sessionId,
      scope,
      startReceipt: null,
      checkpointInterval,
      enforceScope,
      // A child never outlives its parent.
      expiresAt: Math.min(askedAt + durationSeconds * 1000, expiresAt ?? Number.MAX_SAFE_INTEGER),
    });
  }

  async flush(options: WaitOptions = {}): Promise<void> {
    await this.#within(this.#connection.courier.drained(this.sessionId), options, null);
  }

  async verify(nodeId?: string, options: WaitOptions = {}): Promise<Verification> {
    const id = nodeId ?? this.#lastNodeId ?? (await this.#firstNodeId(options));
    return ask(this.#connection, options, (call) => verifyNode(this.#connection, id, this.#bundleFile, call));
  }

  async proof(nodeId: string, options: WaitOptions = {}): Promise<Proof> {
    return ask(this.#connection, options, (call) => readProof(this.#connection.client, nodeId, call));
  }

  async bundle(options: WaitOptions = {}): Promise<Readonly<Record<string, unknown>>> {
    return ask(this.#connection, options, (call) => readBundle(this.#connection.client, this.sessionId, call));
  }

  async saveBundle(path: string = bundleName(this.sessionId), options: WaitOptions = {}): Promise<string> {
    await writeText(this.#connection.platform, path, `${JSON.stringify(await this.bundle(options))}\n`);
    this.#bundleFile = path;
    return path;
  }

  async stop(options: StopOptions = {}): Promise<StopReport> {
    this.#ending ??= this.#end(this.#bodyOfEnd(options), options);
    const delivery = await this.#ending;
    const end = await this.#within(delivery.again(), options, delivery.entry.key);
    this.#connection.courier.listen(this.sessionId, null);
    const refused = this.#connection.outbox.refused().filter((letter) => letter.entry.sessionId === this.sessionId);
    return { receipt: end, delivered: this.#delivered, refused, unfinished: this.#unfinished };
  }

  close(): Promise<void> {
    return disconnect(this.#connection);
  }

  /** Throws TypeError where the summary breaks its contract, before anything is waited for. */
  #bodyOfEnd({ summary }: StopOptions): BodyOf<'end'> {
    const body = { session_id: this.sessionId, ...(summary === undefined ? {} : { summary }) };
    requireFit('end', body);
    return body;
  }

  async #end(body: BodyOf<'end'>, options: WaitOptions): Promise<Delivery> {
    try {
      if (this.#calls.size > 0) {
        const calls = Promise.all([...this.#calls].map(({ ended }) => ended));
        // A caller who stops waiting for the calls still wants the session to end.
        await this.#within(calls, options, null).catch(() => undefined);
      }
      this.#unfinished = [...this.#calls].map(({ tool }) => tool);
      return await this.#enqueue('end', body);
    } catch (error) {
      this.#ending = null;
      throw error;
    }
  }

  /** Counts a tool call that has begun. Call the answer when it has ended. */
  #begin(tool: string): () => void {
    let resolve = () => {};
    const ended = new Promise<void>((onEnd) => {
      resolve = onEnd;
    });
    const call = { tool, ended };
    this.#calls.add(call);
    return () => {
      this.#calls.delete(call);
      resolve();
    };
  }

  #follow(receipt: AgentReceipt, { operation }: OutboxEntry): OutboxEntry | null {
    this.#delivered++;
    this.#lastNodeId = receipt.node_id;
    if (!COUNTED.has(operation)) return null;
    this.#acts++;
    const { checkpointInterval } = this.#facts;
    if (checkpointInterval === 0 || this.#acts % checkpointInterval !== 0) return null;
    return this.#entryOf('memory', checkpointBody(this.#ids, receiptHash(receipt), this.#contextHash));
  }

  #entryOf(operation: OperationName, body: Readonly<Record<string, unknown>>, key?: string): OutboxEntry {
    const { platform } = this.#connection;
    return { key: key ?? newKey(platform), sessionId: this.sessionId, operation, body, createdAt: platform.clock() };
  }

  /** Rejects with TypeError where body or key break their contract: the server would refuse them. */
  async #enqueue<N extends OperationName>(operation: N, body: BodyOf<N>, how: KeepOptions = {}): Promise<Delivery> {
    requireFit(operation, body);
    const entry = this.#entryOf(operation, { ...body }, how.key);
    const fault = faultOfKey(entry.key);
    if (fault !== null) throw new TypeError(`${operation}: ${fault}`);
    return this.#connection.courier.enqueue(entry, how);
  }

  async #keep<N extends OperationName>(operation: N, body: BodyOf<N>, how: KeepOptions = {}): Promise<Attested> {
    this.#requireOpen();
    const { entry, receipt } = await this.#enqueue(operation, body, how);
    return { key: entry.key, receipt };
  }

  /** For tools, which must not fail because their call could not be attested. */
  async #attestAnyhow(record: ToolRecord): Promise<Attested> {
    try {
      const { entry, receipt } = await this.#enqueue('tool', { ...this.#ids, ...record });
      return { key: entry.key, receipt };
    } catch (error) {
      const message = error instanceof Error ? error.message : 'unknown';
      this.#tell('refused', `A call of ${record.tool_name} is not attested: ${message}`);
      const receipt = Promise.reject(
        error instanceof MissingReceipt ? error : new MissingReceipt('refused', message, { cause: error }),
      );
      receipt.catch(() => undefined);
      return { key: '', receipt };
    }
  }

  async #answered<N extends OperationName>(operation: N, options: WaitOptions, body: BodyOf<N>): Promise<AgentReceipt> {
    this.#requireOpen();
    const { entry, receipt, letPass } = await this.#enqueue(operation, body);
    try {
      return await this.#within(receipt, options, entry.key);
    } catch (error) {
      letPass();
      throw error;
    }
  }

  async #within<T>(promise: Promise<T>, options: WaitOptions, key: string | null): Promise<T> {
    const { waitMs = this.#connection.timeoutMs, signal } = options;
    const limit = { waitMs, ...(signal === undefined ? {} : { signal }), key };
    return within(this.#connection.platform, promise, limit);
  }

  #requireOpen(): void {
    if (this.#ending !== null) throw new MissingReceipt('ended', 'The session was stopped.');
  }

  /** Throws TypeError where the server would refuse the metadata. */
  #metadataOf(stated: unknown): Readonly<Record<string, string>> | undefined {
    if (stated === undefined) return undefined;
    const texts = Object.fromEntries(Object.entries(Object(stated)).map(([name, value]) => [name, String(value)]));
    const request_hash = toHex(sha256(new Uint8Array()));
    requireFit('tool', { ...this.#ids, tool_name: 'x', request_hash, metadata: texts });
    return texts;
  }

  #tell(kind: Problem['kind'], message: string): void {
    this.#connection.report({ kind, message, sessionId: this.sessionId, key: null });
  }

  async #firstNodeId(options: WaitOptions): Promise<string> {
    const page = await ask(this.#connection, options, (call) =>
      this.#connection.client.sessions.nodes({ params: { id: this.sessionId }, query: { limit: 1 } }, call),
    );
    const [first] = page.items;
    if (first === undefined) throw new MissingReceipt('unreachable', 'The session has no nodes.');
    return first.node_id;
  }
}

function requireFit(operation: OperationName, body: unknown): void {
  const fault = faultOf(operation, body);
  if (fault !== null) throw new TypeError(`${operation}: ${fault}`);
}
