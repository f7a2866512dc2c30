/** How outcomes and kinds of anchors are shown. */
import { ANCHOR_KINDS, type AnchorKind } from '@touchstone/core/ledger/anchor.ts';
import type { StatusLook } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/record/ledger.ts';
import type { LedgerOutcome } from './check/report.ts';

export const OUTCOME_LOOKS: Readonly<Record<LedgerOutcome, StatusLook>> = {
  VERIFIED: 'verified',
  PENDING: 'inconclusive',
  FAILED: 'failed',
};

function isKnownKind(kind: string): kind is AnchorKind {
  return Object.hasOwn(ANCHOR_KINDS, kind);
}

/** A short name of what an anchor commits to; the kind itself where this version does not know it. */
export function kindTitle(kind: string): string {
  return isKnownKind(kind) ? words.kinds[kind] : kind;
}

/** What an anchor of a kind is, in a sentence. */
export function kindMeaning(kind: string): string {
  return isKnownKind(kind) ? ANCHOR_KINDS[kind] : words.unknownKind;
}
