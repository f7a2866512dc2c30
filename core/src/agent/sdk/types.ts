/**
 * The public types of the SDK. This file imports nothing: the package `@touchstone/agent` publishes it as it is, so that
 * a script is checked without any other package. Options are written in camel case; what the server answers keeps the
 * names of the documents.
 */

export type AgentType = 'autonomous' | 'supervised' | 'tool_only' | 'sub_agent' | 'human_in_loop';
export type RedactionLevel = 'full' | 'metadata_only' | 'hash_only' | 'redacted';
export type ToolCallStatus = 'success' | 'failure' | 'timeout' | 'denied' | 'pending';
export type ExposureStatus = 'clean' | 'exposed' | 'quarantined' | 'unknown';
export type ApprovalState = 'pending' | 'approved' | 'denied' | 'expired';

/** What is used of the platform's `AbortSignal`. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The limits of a session as they are enforced; null is unrestricted, an empty list of tools allows none. */
export interface SessionScope {
  readonly allowed_tools: readonly string[] | null;
  readonly forbidden_data_classes: readonly string[] | null;
  readonly jurisdiction: string | null;
  readonly max_value: number | null;
}

/** Where something comes from that was recorded elsewhere; kept in the receipt, whose time is that of the import. */
export interface Origin {
  readonly source: 'otel';
  readonly trace_id?: string;
  readonly span_id?: string;
  readonly started_at?: string;
  readonly ended_at?: string;
}

/** The members of `details` that the kinds of receipts have. */
export interface ReceiptDetails {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly imported?: Readonly<Record<string, unknown>>;
  readonly value?: number;
  readonly jurisdiction?: string;
  readonly status?: ToolCallStatus | ExposureStatus;
  readonly allowed?: boolean;
  readonly rule?: string | null;
  readonly approval_id?: string;
  readonly state?: ApprovalState;
  readonly child_session_id?: string;
  readonly scope?: SessionScope;
  readonly root?: string;
  readonly count?: number;
  readonly [name: string]: unknown;
}

/** What every attested act answers: a node of the session's chain. */
export interface AgentReceipt {
  readonly node_id: string;
  readonly agent_id: string;
  readonly session_id: string | null;
  readonly timestamp: string;
  readonly action_type: string;
  readonly action_summary: string;
  readonly input_hash: string;
  readonly output_hash: string;
  readonly parent_hash: string | null;
  readonly signature_status: 'valid' | 'invalid' | 'unsigned' | 'expired';
  readonly svc_74_status: 'anchored' | 'pending' | 'unavailable';
  readonly verification_url: string;
  readonly details: ReceiptDetails;
}

/** Something that the agent should know but that does not stop it. Problems hold no payload and no key. */
export interface Problem {
  /**
   * `waiting`: the server is away or busy, the receipt is sent again. `refused`: the server refuses the receipt for good.
   * `halted`: the key is refused or the credits are used up; receipts are kept. `not-durable`: the outbox could not be
   * written. `unhashable`: a payload could not be read, a mark is attested in its place. `metadata`: metadata was left out.
   */
  readonly kind: 'waiting' | 'refused' | 'halted' | 'not-durable' | 'unhashable' | 'metadata';
  readonly message: string;
  readonly sessionId: string;
  /** Idempotency key of the receipt concerned; null where it is not about one. */
  readonly key: string | null;
}

/** What has to be sent: one operation with its body and idempotency key. Holds hashes, names and texts, never payloads or API keys. */
export interface OutboxEntry {
  readonly key: string;
  readonly sessionId: string;
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970 at which the entry was made. */
  readonly createdAt: number;
}

/** An entry that the server refuses for good (a dead letter). */
export interface RefusedEntry {
  readonly entry: OutboxEntry;
  readonly code: string;
  readonly status: number;
  readonly message: string;
}

/** Where entries wait until they are delivered. One outbox is used by one process and for one server at a time. */
export interface Outbox {
  /** Entries that are not delivered yet, the oldest first. */
  pending(): readonly OutboxEntry[];
  /** The dead letters, the oldest first. */
  refused(): readonly RefusedEntry[];
  /** Keeps an entry; durable when the promise resolves. Entries keep the order of the calls. */
  add(entry: OutboxEntry): Promise<void>;
  /** Forgets a delivered entry. */
  done(key: string): Promise<void>;
  /** Moves an entry to the dead letters. */
  refuse(key: string, refusal: Omit<RefusedEntry, 'entry'>): Promise<void>;
  /** Forgets the dead letters, after somebody has read them. */
  clearRefused(): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  /** Origin of the server; else the variable TOUCHSTONE_URL, else `http://127.0.0.1:7433`. */
  readonly url?: string;
  /** API key with the scope `agents`; else the variable TOUCHSTONE_API_KEY. Public reads send none. */
  readonly apiKey?: string;
  /** Milliseconds for each request; 30,000 unless stated. */
  readonly timeoutMs?: number;
  /** False: nothing is sent, tools run unchanged. True unless stated. */
  readonly attestation?: boolean;
  /** Where receipts wait for the server; memory unless stated. */
  readonly outbox?: Outbox;
  /** Told about problems; a warning of the process unless stated. Must not throw. */
  readonly onProblem?: (problem: Problem) => void;
  /** Lets the key travel by plain http to another machine. False unless stated. */
  readonly allowPlainHttp?: boolean;
}

export interface Registration {
  readonly name: string;
  /** `svc.agent.<org>.<domain>.<role>.<env>.<seq>`. */
  readonly canonicalName: string;
  readonly tenant: string;
  /** `autonomous` unless stated. */
  readonly agentType?: AgentType;
  /** `execute`, `use_tools` and `read_memory` unless stated. */
  readonly capabilities?: readonly string[];
  /** `metadata_only` unless stated. */
  readonly redactionLevel?: RedactionLevel;
}

export interface SessionOptions {
  /** Seconds; 3,600 unless stated. */
  readonly durationSeconds?: number;
  /** Empty, which it is unless stated: all tools. */
  readonly allowedTools?: readonly string[];
  /** Empty unless stated. */
  readonly forbiddenDataClasses?: readonly string[];
  /** Highest value of one action; 0, which it is unless stated: unlimited. */
  readonly maxTransactionValue?: number;
  /** Empty, which it is unless stated: any. */
  readonly jurisdiction?: string;
  /** A checkpoint of the receipt chain after so many acts; 10 unless stated, 0 for none. */
  readonly memoryCheckpointInterval?: number;
  /** Refuse tools that are not allowed before they run. True unless stated. */
  readonly enforceScope?: boolean;
  /** For sessions that were recorded elsewhere. */
  readonly imported?: Origin;
}

/** A registered agent, or the registration of a new one. */
export type WhichAgent = { readonly agentId: string } | (Registration & { readonly agentId?: undefined });

/** For calls that need the server's answer. */
export interface WaitOptions {
  readonly signal?: AbortSignalLike;
  /** Milliseconds to wait for the server; 30,000 unless stated. What is given up on is still delivered later. */
  readonly waitMs?: number;
}

/** An act that is kept in the outbox. */
export interface Attested {
  /** Idempotency key of the receipt; empty where none is kept. */
  readonly key: string;
  /** The receipt once the server has recorded the act; null where attestation is off. Rejects with NotAttested. */
  readonly receipt: Promise<AgentReceipt | null>;
}

/** Names and texts that travel and are recorded as they are. `value` and `jurisdiction` are judged. */
export type Metadata = Readonly<Record<string, string | number | boolean>>;

export interface ToolOptions<Args extends readonly unknown[], Result> {
  /** The call fails with ToolTimeout after so many milliseconds and is attested as `timeout`. No limit unless stated. */
  readonly timeoutMs?: number;
  readonly metadata?: Metadata | ((...args: Args) => Metadata);
  /** What is hashed as the input; the only argument, else the list of all, unless stated. */
  readonly input?: (...args: Args) => unknown;
  /** What is hashed as the output; the result unless stated. */
  readonly output?: (result: Result) => unknown;
}

/** A tool whose calls are attested. */
export interface AttestedTool<Args extends readonly unknown[], Result> {
  (...args: Args): Promise<Result>;
  /** As a call, but answers the result together with the receipt's promise. */
  attested(...args: Args): Promise<{ readonly result: Result } & Attested>;
}

export interface ActionInput {
  readonly actionType: string;
  /** For people; travels as it is. */
  readonly summary: string;
  /** The payload: hashed here. Give it, or `inputHash`. */
  readonly input?: unknown;
  readonly inputHash?: string;
  /** The result: hashed here. Leave both out where there is none. */
  readonly output?: unknown;
  readonly outputHash?: string;
  readonly metadata?: Metadata;
  readonly imported?: Origin;
}

/** A tool call that somebody else made, for proxies and imports; wrap your own tools with `tool`. */
export interface ToolCallInput {
  readonly name: string;
  readonly input?: unknown;
  readonly inputHash?: string;
  readonly output?: unknown;
  readonly outputHash?: string;
  readonly status: ToolCallStatus;
  readonly metadata?: Metadata;
  readonly imported?: Origin;
  /** The idempotency key; a fresh one unless stated. The receipt takes the place of an entry of the outbox that has it. */
  readonly key?: string;
}

export interface Message {
  readonly role: string;
  /** Text as it is; anything else as its canonical JSON. */
  readonly content: unknown;
}

export interface MemoryInput {
  /** The memory: hashed here. Give it, or `memoryHash` and `sizeBytes`. */
  readonly memory?: unknown;
  readonly memoryHash?: string;
  /** Bytes; those of the canonical JSON of `memory` unless stated. */
  readonly sizeBytes?: number;
  /** The context window, in order; the last one that was stated unless given, else the empty one. */
  readonly context?: readonly Message[];
}

export interface PolicyInput {
  readonly actionType: string;
  readonly targetResource: string;
  /** Travel as they are; `value` and `jurisdiction` are judged. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

export interface PolicyDecision {
  readonly allowed: boolean;
  /** The rule that refused; null where none did. */
  readonly rule: string | null;
  readonly receipt: AgentReceipt;
}

export interface ExposureInput {
  readonly dataClass: string;
  readonly operation: string;
}

export interface ExposureResult {
  readonly status: ExposureStatus;
  readonly receipt: AgentReceipt;
}

export interface ApprovalInput {
  readonly summary: string;
  readonly approvers: readonly string[];
  /** 1 unless stated. */
  readonly threshold?: number;
  /** Seconds; 300 unless stated. */
  readonly timeoutSeconds?: number;
}

export interface ApprovalResult {
  readonly approved: boolean;
  readonly state: Exclude<ApprovalState, 'pending'>;
  readonly approvalId: string;
  readonly decisions: readonly {
    readonly approver: string;
    readonly decision: 'approve' | 'deny';
    readonly decided_at: string;
    readonly node_id: string;
  }[];
  /** Of the request; decisions have receipts of their own. */
  readonly receipt: AgentReceipt;
}

export interface DelegateInput {
  /** The agent that gets the child session. */
  readonly agent: string | { readonly agentId: string };
  /** Left out or empty: the parent's. */
  readonly allowedTools?: readonly string[];
  /** Seconds; 3,600 unless stated. A child never outlives its parent. */
  readonly durationSeconds?: number;
  /** Left out or 0: the parent's. */
  readonly maxTransactionValue?: number;
  /** 10 unless stated, 0 for none. */
  readonly memoryCheckpointInterval?: number;
}

export interface VerificationCheck {
  readonly id: string;
  readonly status: 'passed' | 'failed' | 'pending' | 'not_performed';
  readonly reason?: string;
}

export interface Verification {
  /** Everything below holds. Trust in the service's keys is not judged here: that is what the command does, offline. */
  readonly valid: boolean;
  readonly integrity: {
    /** The server finds every hash, link and signature of the session intact. */
    readonly chain: boolean;
    /** The agent key's signature over the node, checked here. */
    readonly signatures: boolean;
    /** The node's hash, computed here from the receipt, leads through the Merkle path to the stated root. */
    readonly replay: boolean;
  };
  /**
   * The line that verifies the session's bundle independently and offline, once bundle and key sets are saved. It runs the
   * verifier that stands in this package; elsewhere that is the file `pq-verify.mjs`, copied there.
   */
  readonly command: string;
  /** Whether a seal fixes the number of nodes; before that completeness cannot be concluded. */
  readonly sealed: boolean;
  /** How many nodes the server checked. */
  readonly nodes: number;
  readonly checks: readonly VerificationCheck[];
}

/** The public proof of a node, as `GET /api/v1/agents/proof/:id` answers it. Saved as it is, `pq-verify node` checks it. */
export interface Proof {
  readonly valid: boolean;
  readonly merkle_proof: readonly { readonly hash: string; readonly side: 'left' | 'right' }[];
  readonly root: string;
  readonly tree_size: number;
  readonly receipt: AgentReceipt;
  readonly svc_74_attestation: string | null;
  readonly checks: readonly VerificationCheck[];
  readonly signature: string;
  readonly agent_public_key: string;
  /** Seal and log, for `pq-verify node`. */
  readonly [name: string]: unknown;
}

export interface StopOptions extends WaitOptions {
  readonly summary?: string;
}

export interface StopReport {
  /** The end node's receipt; null where attestation is off. */
  readonly receipt: AgentReceipt | null;
  /** Receipts of this session that this object was given, start and end included. */
  readonly delivered: number;
  /** What the server refused for good. Look at it: these acts are not attested. */
  readonly refused: readonly RefusedEntry[];
}

/** For the delivery of what an outbox holds. */
export interface DeliverOptions extends Omit<ConnectionOptions, 'attestation'>, WaitOptions {
  /** One that no session uses: a session delivers its own. */
  readonly outbox: Outbox;
}

export interface DeliveryReport {
  /** Receipts that the server has now. */
  readonly delivered: number;
  /** What the server refused for good this time. These acts are not attested. */
  readonly refused: readonly RefusedEntry[];
}

export interface AgentSession {
  readonly agentId: string;
  /** Empty where attestation is off. */
  readonly sessionId: string;
  /** What is enforced here; of a delegated session what is left of its parent. */
  readonly scope: SessionScope;
  /** The receipt of the first node, where this object opened the session. */
  readonly startReceipt: AgentReceipt | null;
  readonly attestation: boolean;

  /** Wraps a tool: its input is hashed, it runs, its output is hashed, the call is attested. */
  tool<Args extends readonly unknown[], Result>(
    name: string,
    run: (...args: Args) => Result,
    options?: ToolOptions<Args, Awaited<Result>>,
  ): AttestedTool<Args, Awaited<Result>>;
  /** Attests a tool call that was made elsewhere. */
  toolCall(call: ToolCallInput): Promise<Attested>;
  action(action: ActionInput): Promise<Attested>;
  memory(memory: MemoryInput): Promise<Attested>;
  /** States the context window for checkpoints to come; only its hash is kept. */
  context(messages: readonly Message[]): void;
  policy(question: PolicyInput, options?: WaitOptions): Promise<PolicyDecision>;
  exposure(question: ExposureInput, options?: WaitOptions): Promise<ExposureResult>;
  /** Asks and waits until it is decided or expired. */
  approval(request: ApprovalInput, options?: WaitOptions): Promise<ApprovalResult>;
  /** Opens a child session, never wider than this one. */
  delegate(request: DelegateInput, options?: WaitOptions): Promise<AgentSession>;
  /** Waits until everything that was attested so far is recorded or refused. */
  flush(options?: WaitOptions): Promise<void>;
  /** Verifies a node of the session, the latest one known unless stated. */
  verify(nodeId?: string, options?: WaitOptions): Promise<Verification>;
  proof(nodeId: string, options?: WaitOptions): Promise<Proof>;
  /** The session as a `*.pqs.json` document, for `pq-verify session`. */
  bundle(options?: WaitOptions): Promise<Readonly<Record<string, unknown>>>;
  /** Writes the bundle to a file; `<session id>.pqs.json` unless stated. Answers its path. */
  saveBundle(path?: string, options?: WaitOptions): Promise<string>;
  /**
   * Delivers what is left, then ends and seals the session. Nothing can be attested afterwards. Called again, it waits again
   * for the same end.
   */
  stop(options?: StopOptions): Promise<StopReport>;
  /** Leaves without ending: sending stops, the outbox keeps what is not delivered. Closes for all sessions of the connection. */
  close(): Promise<void>;
}

export interface RegisteredAgent {
  readonly agentId: string;
  /** Null where the agent was named by its id, or attestation is off. */
  readonly registration: AgentReceipt | null;
  start(options?: SessionOptions & WaitOptions): Promise<AgentSession>;
  /** Goes on with a session that is open, for example after a restart of the agent. */
  resume(
    sessionId: string,
    options?: Pick<SessionOptions, 'memoryCheckpointInterval' | 'enforceScope'> & WaitOptions,
  ): Promise<AgentSession>;
  close(): Promise<void>;
}

/** Document 3, client rule 5, and its limits. */
export interface AgentDefaults {
  readonly attestation: boolean;
  readonly agentType: AgentType;
  readonly capabilities: readonly string[];
  readonly durationSeconds: number;
  readonly allowedTools: readonly string[];
  readonly forbiddenDataClasses: readonly string[];
  readonly maxTransactionValue: number;
  readonly jurisdiction: string;
  readonly redactionLevel: RedactionLevel;
  readonly memoryCheckpointInterval: number;
  readonly timeoutMs: number;
  readonly approvalThreshold: number;
  readonly approvalTimeoutSeconds: number;
}

export interface AgentEntry {
  /** Registers an agent. Registering again makes another agent: keep `agentId` and name it at the next start. */
  register(options: Registration & ConnectionOptions & WaitOptions): Promise<RegisteredAgent>;
  /** The agent that has this id. Sends nothing but what waits in the outbox. */
  withId(agentId: string, options?: ConnectionOptions): RegisteredAgent;
  /** Registers the agent unless `agentId` is given, and opens a session. */
  start(options: WhichAgent & SessionOptions & ConnectionOptions & WaitOptions): Promise<AgentSession>;
  /** Goes on with a session that is open. */
  resume(
    options: { readonly agentId: string; readonly sessionId: string } & Pick<
      SessionOptions,
      'memoryCheckpointInterval' | 'enforceScope'
    > &
      ConnectionOptions &
      WaitOptions,
  ): Promise<AgentSession>;
  /**
   * Delivers what an outbox holds, for example that of an agent that will not run again; it opens and ends no session.
   * Rejects with NotAttested where that takes longer than `waitMs`, or where the key is refused; the outbox keeps the rest.
   */
  deliver(options: DeliverOptions): Promise<DeliveryReport>;
  /** Verifies a node without a key. */
  verify(nodeId: string, options?: Pick<ConnectionOptions, 'url' | 'timeoutMs'> & WaitOptions): Promise<Verification>;
  /**
   * Writes the service's public key sets to a file, without a key; `service.pqkeys.json` unless stated. Answers its path.
   * A verifier compares the fingerprints with what the service's operator told him on another way.
   */
  saveKeySets(path?: string, options?: Pick<ConnectionOptions, 'url' | 'timeoutMs'> & WaitOptions): Promise<string>;
  /** The public proof of a node, without a key. */
  proof(nodeId: string, options?: Pick<ConnectionOptions, 'url' | 'timeoutMs'> & WaitOptions): Promise<Proof>;
}

/** The tool was given up on after its `timeoutMs`. It may still be running. */
export interface ToolTimeout extends Error {
  readonly name: 'ToolTimeout';
  readonly tool: string;
}

/** The session's scope does not allow the tool, so it was not run. */
export interface ToolDenied extends Error {
  readonly name: 'ToolDenied';
  readonly tool: string;
}

/** The server's answer is missing. */
export interface NotAttested extends Error {
  readonly name: 'NotAttested';
  /**
   * `refused`: for good, the entry is a dead letter. `halted`: the key or the credits, the entry is kept. `waiting`: the
   * time to wait is over, the entry is kept and still delivered. `aborted`: the caller gave up, the same. `closed`: the
   * connection was closed, the entry is kept by the outbox. `unreachable`: the server is away, and what was asked for is
   * not kept (registration, start, reads). `off`: attestation is off. `ended`: the session was stopped.
   */
  readonly reason: 'refused' | 'halted' | 'waiting' | 'aborted' | 'closed' | 'unreachable' | 'off' | 'ended';
  /** The server's error code where it answered. */
  readonly code: string | null;
  /** Idempotency key of the entry; null where there is none. */
  readonly key: string | null;
}
