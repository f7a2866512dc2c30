import { CHAIN_NAMES, type ChainName } from '@touchstone/core/api/common.ts';
import { isTransactionId } from '@touchstone/core/ledger/anchor.ts';
import { words } from '../../../words/record/ledger.ts';

export type SoughtName =
  | { readonly ok: true; readonly transactionOn: readonly ChainName[]; readonly commitment: string | null }
  | { readonly ok: false; readonly message: string };

/** What a text may name: a transaction on the chains whose ids have its form, a commitment on all of them, or both. */
export function readSought(text: string): SoughtName & { readonly text: string } {
  const compact = text.replaceAll(/\s/g, '');
  if (compact === '') return { ok: false, message: words.find.empty, text: compact };
  // Hexadecimal has one spelling here; base58 has capitals of its own.
  const name = /^(0x)?[0-9a-f]+$/i.test(compact) ? compact.toLowerCase() : compact;
  const transactionOn = CHAIN_NAMES.filter((chain) => isTransactionId(chain, name));
  const commitment = /^[0-9a-f]{64}$/.test(name) ? name : null;
  if (transactionOn.length > 0 || commitment !== null) return { ok: true, transactionOn, commitment, text: name };
  return { ok: false, message: words.find.badForm, text: compact };
}
