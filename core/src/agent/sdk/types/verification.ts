/** What a verification answers, and what it rests on. */
import type { AgentReceipt } from './receipt.ts';

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
