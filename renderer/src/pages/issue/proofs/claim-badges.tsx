import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { words } from '../../../words/issue/proofs.ts';
import { type ClaimType, isFromLedger } from './claims.ts';

const { badges } = words;

/** What stands for something else in a proof: the ledger, the word of whoever makes the claim, a review of the proof system. */
export function ClaimBadges({ type }: { readonly type: ClaimType }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <EmbeddedBadge word={badges.embedded}>{badges.embeddedText}</EmbeddedBadge>
      {!isFromLedger(type) && <EmbeddedBadge word={badges.selfAsserted}>{badges.selfAssertedText}</EmbeddedBadge>}
      <EmbeddedBadge word={badges.notAudited}>{badges.notAuditedText}</EmbeddedBadge>
    </span>
  );
}
