/** A document's hash as a person types or pastes it. */
import type { ChainName } from '@touchstone/core/api/common.ts';
import type { vault } from '@touchstone/core/api/crypto/vault.ts';
import type { DraftOf } from '../../../parts/form/use-draft.ts';
import { words } from '../../../words/record/ledger.ts';

const { documents: texts } = words;

/** What is asked of one document: its hash as both operations name it, the chain for it, and the days to look at. */
export function newHashDraft() {
  const today = new Date().toISOString().slice(0, 10);
  return {
    ...oneHash(''),
    chain: 'ethereum' as ChainName,
    from: `${today.slice(0, 4)}-01-01`,
    to: today,
  } satisfies DraftOf<typeof vault.attest> & DraftOf<typeof vault.audit>;
}
export type HashDraft = ReturnType<typeof newHashDraft>;

export function oneHash(hash: string) {
  return { hash, document_hash: hash };
}

/** What is wrong with a period, under the names of its fields. Days are UTC, and both ends are included. */
export function periodFaults(from: string, to: string): { readonly from?: string; readonly to?: string } {
  const wrong = texts.dayTrouble;
  const faults = {
    ...(isDay(from) ? {} : { from: wrong }),
    ...(isDay(to) ? {} : { to: wrong }),
  };
  if (Object.keys(faults).length > 0) return faults;
  return from > to ? { from: texts.orderTrouble } : {};
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}
