/** What stands stated beside what this window recomputes, and what follows from the two. */
import { kindOf } from '@touchstone/core/agent/node.ts';
import type { StatusLook } from '../../../../ui/status-mark.tsx';
import type { Agent, AgentSession, NodeProof, Receipt } from '../data/queries.ts';
import type { ProofReport } from '../work/messages.ts';

export interface Comparison {
  readonly id: 'signature' | 'hash' | 'link' | 'root' | 'seal';
  readonly title: string;
  readonly stated: string;
  readonly recomputed: string;
  readonly look: StatusLook;
}

export const SIGNATURE_WORDS: Readonly<Record<Receipt['signature_status'], string>> = {
  valid: 'Valid',
  invalid: 'Invalid',
  unsigned: 'Not signed',
  expired: 'Outside its session',
};

export const COMMITMENT_WORDS: Readonly<Record<Receipt['svc_74_status'], string>> = {
  anchored: 'Anchored',
  pending: 'Pending',
  unavailable: 'Not available',
};

export interface ProofContext {
  /** Recomputed hash of the receipt before; null where it is not known. */
  readonly beforeHash: string | null;
  /** The hash that the service has stored for this receipt; null where it is not at hand. */
  readonly statedHash: string | null;
  /** The session, where it is at hand. */
  readonly session: Pick<AgentSession, 'root'> | null;
}

/** The comparisons in the order in which they are shown. */
export function comparisons(proof: NodeProof, report: ProofReport, context: ProofContext): readonly Comparison[] {
  const { receipt } = proof;
  const { beforeHash, statedHash, session } = context;
  const isOutside = receipt.signature_status === 'expired';
  // The end of a session, and what is not sealed yet, is proven by the log of the service.
  const isSession = session !== null && session.root === proof.root;
  return [
    {
      id: 'signature',
      title: 'Signature, ML-DSA-65',
      stated: SIGNATURE_WORDS[receipt.signature_status],
      recomputed: report.isSigned ? "Holds under the agent's key that the proof names" : 'Does not hold',
      look: !report.isSigned ? 'failed' : isOutside ? 'inconclusive' : 'verified',
    },
    {
      id: 'hash',
      title: 'Hash of the receipt',
      stated: statedHash ?? 'Not at hand here',
      recomputed: report.hash,
      look: statedHash === null ? 'skipped' : statedHash === report.hash ? 'verified' : 'failed',
    },
    {
      id: 'link',
      title: 'Hash of the receipt before',
      stated: receipt.parent_hash ?? 'None: this begins a chain',
      recomputed: beforeHash ?? 'Not at hand here',
      look: beforeHash === null ? 'skipped' : beforeHash === receipt.parent_hash ? 'verified' : 'failed',
    },
    {
      id: 'root',
      title: isSession ? 'Merkle root of the session' : 'Merkle root of the log',
      stated: proof.root,
      recomputed: report.root,
      look: report.root === proof.root ? 'verified' : 'failed',
    },
    {
      id: 'seal',
      title: '74-byte commitment',
      stated: COMMITMENT_WORDS[receipt.svc_74_status],
      recomputed:
        proof.svc_74_attestation === null
          ? 'There is no handle yet'
          : 'Verify the receipt of the seal by its handle, below',
      look: 'skipped',
    },
  ];
}

/** The verdict over all comparisons of one receipt. */
export function proofVerdict(found: readonly Comparison[]): { readonly look: StatusLook; readonly word: string } {
  const failed = found.filter(({ look }) => look === 'failed');
  if (failed.length > 0) return { look: 'failed', word: 'Does not hold' };
  if (found.some(({ id, look }) => id === 'signature' && look === 'inconclusive')) {
    return { look: 'inconclusive', word: 'Holds, but lies outside its session' };
  }
  return { look: 'verified', word: 'Holds as recorded' };
}

/** What is missing in a receipt and why, by the level at which its agent is recorded; null where nothing is. */
export function redactionSentence(
  { action_summary, action_type, details }: Receipt,
  level: Agent['redaction_level'] | null,
): string | null {
  switch (level) {
    case 'full':
      return null;
    case 'metadata_only':
      // Only policy requests have parameters.
      return kindOf(action_type) === 'policy'
        ? 'Recorded at level "metadata only": the parameters of the request were dropped before anything was hashed.'
        : null;
    case 'hash_only':
      return 'Recorded at level "hash only": summary, metadata and parameters were dropped before anything was hashed. They were never stored and cannot be had back.';
    case 'redacted':
      return 'Recorded at level "redacted": only ids, hashes, times and outcomes were kept, before anything was hashed. The rest was never stored and cannot be had back.';
    case null:
      return action_summary === '' && details.metadata === undefined
        ? 'There is no summary and no metadata: they were dropped before anything was hashed, or none were given.'
        : null;
  }
}
