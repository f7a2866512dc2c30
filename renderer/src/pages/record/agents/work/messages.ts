/** What the Agents page and its worker say to each other. */
import type { ChainBreak } from '@touchstone/core/agent/chain.ts';
import type { ErrorCode } from '@touchstone/core/api/errors.ts';
import type { NodeColumns } from '../data/columns.ts';
import type { NodeProof, Receipt } from '../data/queries.ts';
import type { ForkAnswer, ReplayAnswer } from '../fork/fork-answer.ts';
import type { Policy } from '../policies/policy-draft.ts';

/** With what the worker asks the server; it cannot open sessions by itself. */
export interface WorkerAccess {
  readonly token: string | null;
  readonly project: string | null;
}

/** Which requests stand in a bundle. */
export type BundleOpenings = 'all' | 'beginning';

export type AgentTask =
  /** Reads the receipts behind the first `after` ones, to the end. */
  | { readonly kind: 'load'; readonly sessionId: string; readonly after: number }
  /** Reads a whole session and recomputes every hash and link; stops at the first that does not hold. */
  | { readonly kind: 'chain'; readonly sessionId: string }
  /** Fetches the bundle of a session as the server writes it. */
  | { readonly kind: 'bundle'; readonly sessionId: string; readonly openings: BundleOpenings }
  /** Replays a session up to a moment, ISO 8601 UTC. */
  | { readonly kind: 'replay'; readonly sessionId: string; readonly timestamp: string }
  /** Decides a session again under a policy, from a receipt on. */
  | { readonly kind: 'fork'; readonly sessionId: string; readonly forkAt: string; readonly policy: Policy }
  /** Opens a fork that was made before. */
  | { readonly kind: 'fork-again'; readonly forkId: string }
  /** Recomputes what the proof of one receipt states. */
  | { readonly kind: 'proof'; readonly proof: NodeProof };

export type AgentNews =
  | { readonly kind: 'page'; readonly columns: NodeColumns }
  | { readonly kind: 'checked'; readonly nodes: number }
  | { readonly kind: 'fetched'; readonly bytes: number };

export interface ChainReport {
  /** Receipts that were looked at: all of them, or up to the first that does not hold. */
  readonly nodes: number;
  readonly broken: ChainBreak | null;
  /** Where the chain breaks: that receipt and the one before it, as they were answered. */
  readonly around: { readonly before: Receipt | null; readonly itself: Receipt } | null;
  /** Merkle root over the receipts before the end node, hexadecimal; null where the chain is broken or empty. */
  readonly root: string | null;
  /** How many receipts the root covers. */
  readonly covered: number;
  /** What the end node states of the root and the number of receipts; null while there is none. */
  readonly end: { readonly root: string | null; readonly count: number | null } | null;
  /** Hash of the last receipt that holds, hexadecimal; to be kept elsewhere. */
  readonly head: string | null;
}

export interface ProofReport {
  /** Hash of the receipt as it was answered, hexadecimal. */
  readonly hash: string;
  /** Whether the agent's key, as the proof states it, signed exactly this receipt. */
  readonly isSigned: boolean;
  /** Root to which the stated path leads from the recomputed hash, hexadecimal. */
  readonly root: string;
}

export type AgentResult =
  | { readonly kind: 'ended' }
  | { readonly kind: 'chain'; readonly report: ChainReport }
  | { readonly kind: 'proof'; readonly report: ProofReport }
  | { readonly kind: 'bundle'; readonly file: Blob }
  | { readonly kind: 'replay'; readonly answer: ReplayAnswer }
  | { readonly kind: 'fork'; readonly answer: ForkAnswer };

export type WorkerFailure =
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode | 'UNKNOWN';
      readonly message: string;
      readonly status: number;
    }
  | { readonly kind: 'unreachable' | 'timeout' | 'aborted'; readonly message: string }
  /** The worker itself broke. Never a verdict. */
  | { readonly kind: 'broke'; readonly message: string };

export type ToAgentWorker =
  | { readonly type: 'run'; readonly id: number; readonly task: AgentTask; readonly access: WorkerAccess }
  | { readonly type: 'cancel'; readonly id: number };

export type FromAgentWorker = { readonly id: number } & (
  | { readonly type: 'news'; readonly news: AgentNews }
  | { readonly type: 'done'; readonly result: AgentResult }
  | { readonly type: 'failed'; readonly failure: WorkerFailure }
);
