/** What an agent does and asks in a session. */
import type { AgentReceipt, ApprovalState, ExposureStatus, Origin, ToolCallStatus } from './receipt.ts';

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
  readonly metadata?: Metadata | ((...args: Args) => Metadata | Promise<Metadata>);
  /** What is hashed as the input, or its promise; the only argument, else the list of all, unless stated. */
  readonly input?: (...args: Args) => unknown;
  /** What is hashed as the output, or its promise; the result unless stated. */
  readonly output?: (result: Result) => unknown;
}

/** A tool whose calls are attested. */
export interface AttestedTool<Args extends readonly unknown[], Result> {
  (...args: Args): Promise<Result>;
  /** Like calling the tool, but answers the result together with a promise of the receipt. */
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
  /**
   * The idempotency key, 1 to 200 printable ASCII characters without spaces; a fresh one unless stated. The receipt
   * takes the place of an entry of the outbox that has it.
   */
  readonly key?: string;
  /** Later acts of the session may be recorded before it, where it has to wait for the server. False unless stated. */
  readonly letsPass?: boolean;
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
  /** The receipt of the request; decisions have receipts of their own. */
  readonly receipt: AgentReceipt;
}
