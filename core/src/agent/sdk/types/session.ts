/** The session of an agent. */
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
} from './acts.ts';
import type { WaitOptions } from './connection.ts';
import type { RefusedEntry } from './outbox.ts';
import type { AgentReceipt, Origin, SessionScope } from './receipt.ts';
import type { Proof, Verification } from './verification.ts';

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
  /**
   * Refuse a call of a wrapped tool before the tool runs where the scope forbids it: by its name, by `value`, `jurisdiction`
   * or `data_class` of its metadata, or because the session is over. True unless stated; where false, such a call runs and
   * its receipt says that it ran although forbidden.
   */
  readonly enforceScope?: boolean;
  /** For sessions that were recorded elsewhere. */
  readonly imported?: Origin;
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

/** `waitMs` holds twice: for the calls of tools that have begun, and then for the server. */
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
  /**
   * Names of the tools whose calls had begun and were not waited for to the end, once for each call. Look at it: these
   * calls come too late to be attested.
   */
  readonly unfinished: readonly string[];
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
  tool<Run extends (...args: never[]) => unknown>(
    name: string,
    run: Run,
    options?: ToolOptions<Parameters<Run>, Awaited<ReturnType<Run>>>,
  ): AttestedTool<Parameters<Run>, Awaited<ReturnType<Run>>>;
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
   * Waits for the calls of tools that have begun, delivers what is left, then ends and seals the session. Nothing can
   * be attested afterwards. Called again, it waits again for the same end, also where delivery had halted. A tool must
   * not wait for it: it would wait for itself.
   */
  stop(options?: StopOptions): Promise<StopReport>;
  /** Leaves without ending: sending stops, the outbox keeps what is not delivered. Closes for all sessions of the connection. */
  close(): Promise<void>;
}
