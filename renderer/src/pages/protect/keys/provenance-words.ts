/** The history of a key in words, and what each look beside an event means. */
import type { key } from '@touchstone/core/api/crypto/key.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { ProvenanceFault, ProvenancePageVerdict } from '@touchstone/core/keys/provenance.ts';
import type { StatusLook } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/protect/keys.ts';

const { history } = words;

export type ProvenanceAnswer = OutputOf<typeof key.provenance>;
export type ProvenanceEvent = ProvenanceAnswer['chain'][number];

/** Events of a page. */
export const PAGE_EVENTS = 100;

export const EVENT_WORDS: Readonly<Record<ProvenanceEvent['event'], string>> = history.event;

export const FAULT_WORDS: Readonly<Record<ProvenanceFault, string>> = history.faults;

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
  const count = isWhole ? history.whole(events) : history.part(offset + 1, offset + length, events);
  if (verdict.ok) return { look: 'verified', label: history.valid(count) };
  if (verdict.brokenAt !== null) return { look: 'failed', label: history.broken(verdict.brokenAt + 1, events) };
  if (verdict.reason === 'SIGNER_UNKNOWN') return { look: 'inconclusive', label: history.headUnknown };
  return { look: 'failed', label: verdict.reason === 'HEAD' ? history.headOther : history.headInvalid };
}

/** What a page that holds does not show by itself; null where there is no such thing. */
export function pageLimits(verdict: ProvenancePageVerdict): string | null {
  if (!verdict.ok || (verdict.isLinked && verdict.reachesHead)) return null;
  return verdict.isLinked ? history.linked : history.unlinked;
}
