/** The history of a key in words, and what each look beside an event means. */
import type { key } from '@touchstone/core/api/crypto/key.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { ProvenanceFault, ProvenanceVerdict } from '@touchstone/core/keys/provenance.ts';
import type { StatusLook } from '../../ui/status-mark.tsx';

export type ProvenanceAnswer = OutputOf<typeof key.provenance>;
export type ProvenanceEvent = ProvenanceAnswer['chain'][number];

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

/** What is known of the event at a place. What follows the first broken one was not looked at. */
export function eventLook(place: number, verdict: ProvenanceVerdict | null): StatusLook {
  if (verdict === null) return 'pending';
  if (verdict.ok || verdict.brokenAt === null || place < verdict.brokenAt) return 'verified';
  return place === verdict.brokenAt ? 'failed' : 'skipped';
}

/** The look and the sentence of the whole. */
export function chainWords(
  events: number,
  verdict: ProvenanceVerdict,
): { readonly look: StatusLook; readonly label: string } {
  const count = `${events} ${events === 1 ? 'event' : 'events'}`;
  if (verdict.ok) return { look: 'verified', label: `${count}: every signature and the one over the whole hold` };
  if (verdict.brokenAt !== null)
    return { look: 'failed', label: `Broken at event ${verdict.brokenAt + 1} of ${events}` };
  return verdict.reason === 'SIGNER_UNKNOWN'
    ? { look: 'inconclusive', label: 'The signer of the whole is not known' }
    : { look: 'failed', label: 'The events hold, but the signature over the whole does not' };
}
