/** The history of a key in words, and what each look beside an event means. */
import type { key } from '@touchstone/core/api/crypto/key.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { ProvenanceFault, ProvenancePageVerdict } from '@touchstone/core/keys/provenance.ts';
import type { StatusLook } from '../../../ui/status-mark.tsx';

export type ProvenanceAnswer = OutputOf<typeof key.provenance>;
export type ProvenanceEvent = ProvenanceAnswer['chain'][number];

/** Events of a page. */
export const PAGE_EVENTS = 100;

export const EVENT_WORDS: Record<ProvenanceEvent['event'], string> = {
  created: 'Created',
  decrypted: 'Decrypted',
  gateway_bound: 'Bound to a gateway target',
  rotated: 'Rotated',
  revoked: 'Revoked',
  envelope_rotated: 'Envelope rotated',
  restored: 'Restored from a backup',
};

export const FAULT_WORDS: Record<ProvenanceFault, string> = {
  MALFORMED: 'It does not have the members of an event.',
  FOREIGN: 'It belongs to another key.',
  LINK: 'It does not name the hash of the event before: that one was changed, or one was removed or inserted here.',
  SIGNER_UNKNOWN: 'It names a key set that this service does not publish.',
  SIGNATURE: 'Its signature does not hold: it was changed after it was signed.',
};

/** What is known of the event at a place in the chain. What follows the first broken one was not looked at. */
export function eventLook(place: number, verdict: ProvenancePageVerdict | null): StatusLook {
  if (verdict === null) return 'pending';
  if (verdict.ok || verdict.brokenAt === null || place < verdict.brokenAt) return 'verified';
  return place === verdict.brokenAt ? 'failed' : 'skipped';
}

/** Which events of a chain a page holds. */
export interface PagePlace {
  readonly offset: number;
  readonly length: number;
  /** Of the whole chain, as its signed head says. */
  readonly events: number;
}

/** The look and the sentence of a page; that of a chain which fits into one speaks of the whole. */
export function chainWords(
  { offset, length, events }: PagePlace,
  verdict: ProvenancePageVerdict,
): { readonly look: StatusLook; readonly label: string } {
  const isWhole = offset === 0 && length === events;
  const count = isWhole
    ? `${events} ${events === 1 ? 'event' : 'events'}`
    : `Events ${offset + 1} to ${offset + length} of ${events}`;
  if (verdict.ok) return { look: 'verified', label: `${count}: every signature and the signed head hold` };
  if (verdict.brokenAt !== null)
    return { look: 'failed', label: `Broken at event ${verdict.brokenAt + 1} of ${events}` };
  if (verdict.reason === 'SIGNER_UNKNOWN')
    return { look: 'inconclusive', label: 'The signer of the head is not known' };
  return verdict.reason === 'HEAD'
    ? { look: 'failed', label: 'The events hold, but they do not end at the signed head' }
    : { look: 'failed', label: 'The events hold, but the signature of the head does not' };
}

/** What a page that holds does not show by itself; null where there is no such thing. */
export function pageLimits(verdict: ProvenancePageVerdict): string | null {
  if (!verdict.ok || (verdict.isLinked && verdict.reachesHead)) return null;
  if (verdict.isLinked) return 'Held against the page before it. The events that follow are shown by the next pages.';
  return 'This page was not held against the one before it, which has not been read here: read them in their order from the first.';
}
