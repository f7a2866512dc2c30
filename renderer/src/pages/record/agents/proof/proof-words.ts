/** What stands stated beside what this window recomputes, and what follows from the two. */
import { kindOf } from '@touchstone/core/agent/node.ts';
import type { StatusLook } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents-session-proof.ts';
import type { Agent, AgentSession, NodeProof, Receipt } from '../data/queries.ts';
import type { ProofReport } from '../work/messages.ts';

export interface Comparison {
  readonly id: 'signature' | 'hash' | 'link' | 'root' | 'seal';
  readonly title: string;
  readonly stated: string;
  readonly recomputed: string;
  readonly look: StatusLook;
}

const { comparisons: texts } = words;

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
      title: texts.signature,
      stated: words.signatures[receipt.signature_status],
      recomputed: report.isSigned ? texts.signed : texts.notSigned,
      look: !report.isSigned ? 'failed' : isOutside ? 'inconclusive' : 'verified',
    },
    {
      id: 'hash',
      title: texts.hash,
      stated: statedHash ?? texts.unknown,
      recomputed: report.hash,
      look: statedHash === null ? 'skipped' : statedHash === report.hash ? 'verified' : 'failed',
    },
    {
      id: 'link',
      title: texts.link,
      stated: receipt.parent_hash ?? texts.noParent,
      recomputed: beforeHash ?? texts.unknown,
      look: beforeHash === null ? 'skipped' : beforeHash === receipt.parent_hash ? 'verified' : 'failed',
    },
    {
      id: 'root',
      title: isSession ? texts.rootOfSession : texts.rootOfLog,
      stated: proof.root,
      recomputed: report.root,
      look: report.root === proof.root ? 'verified' : 'failed',
    },
    {
      id: 'seal',
      title: texts.seal,
      stated: words.commitments[receipt.svc_74_status],
      recomputed: proof.svc_74_attestation === null ? texts.noHandle : texts.byHandle,
      look: 'skipped',
    },
  ];
}

/** The verdict over all comparisons of one receipt. */
export function proofVerdict(found: readonly Comparison[]): { readonly look: StatusLook; readonly word: string } {
  const failed = found.filter(({ look }) => look === 'failed');
  if (failed.length > 0) return { look: 'failed', word: words.fails };
  if (found.some(({ id, look }) => id === 'signature' && look === 'inconclusive')) {
    return { look: 'inconclusive', word: words.outside };
  }
  return { look: 'verified', word: words.holds };
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
      return kindOf(action_type) === 'policy' ? words.redactions.parameters : null;
    case 'hash_only':
      return words.redactions.hashOnly;
    case 'redacted':
      return words.redactions.redacted;
    case null:
      return action_summary === '' && details.metadata === undefined ? words.redactions.unknown : null;
  }
}
