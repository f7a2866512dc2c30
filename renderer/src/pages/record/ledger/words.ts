/** The words for chains and anchors. */
import type { ChainName } from '@touchstone/core/api/common.ts';
import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { ANCHOR_KINDS, isTransactionId } from '@touchstone/core/ledger/anchor.ts';
import type { StatusLook } from '../../../ui/status-mark.tsx';
import type { LedgerOutcome } from './check/report.ts';

export const CHAIN_TITLES: Readonly<Record<ChainName, string>> = {
  solana: 'Solana',
  ethereum: 'Ethereum',
  bitcoin: 'Bitcoin',
  polygon: 'Polygon',
  arbitrum: 'Arbitrum',
  optimism: 'Optimism',
  base: 'Base',
  avalanche: 'Avalanche',
  zcash: 'Zcash',
  hyperliquid: 'Hyperliquid',
};

export const CHAIN_OPTIONS = CHAIN_NAMES.map((value) => ({ value, label: CHAIN_TITLES[value] }));

export function embeddedSentence(chain: ChainName | null): string {
  const network = chain === null ? 'the public networks of these names' : `the public ${CHAIN_TITLES[chain]} network`;
  return `A ledger of this server, signed by its own keys. The real thing would be a transaction on ${network}, whose time others witness.`;
}

/** What an anchor of a kind is; the kind itself where this version does not know it. */
export function kindWords(kind: string): string {
  return (
    Object.entries(ANCHOR_KINDS).find(([known]) => known === kind)?.[1] ?? 'A kind that this version does not know'
  );
}

export const OUTCOME_WORDS: Readonly<Record<LedgerOutcome, { readonly word: string; readonly look: StatusLook }>> = {
  VERIFIED: { word: 'Verified', look: 'verified' },
  PENDING: { word: 'Inconclusive', look: 'inconclusive' },
  FAILED: { word: 'Failed', look: 'failed' },
};

export type SoughtName =
  | { readonly ok: true; readonly transactionOn: readonly ChainName[]; readonly commitment: string | null }
  | { readonly ok: false; readonly message: string };

/** What a text may name: a transaction on the chains whose ids have its form, a commitment on all of them, or both. */
export function readSought(text: string): SoughtName & { readonly text: string } {
  const compact = text.replaceAll(/\s/g, '');
  if (compact === '') return { ok: false, message: 'Enter a transaction id or a commitment.', text: compact };
  // Hexadecimal has one spelling here; base58 has capitals of its own.
  const name = /^(0x)?[0-9a-f]+$/i.test(compact) ? compact.toLowerCase() : compact;
  const transactionOn = CHAIN_NAMES.filter((chain) => isTransactionId(chain, name));
  const commitment = /^[0-9a-f]{64}$/.test(name) ? name : null;
  if (transactionOn.length > 0 || commitment !== null) return { ok: true, transactionOn, commitment, text: name };
  const message =
    'This has the form of no transaction and no commitment. Enter 64 hexadecimal digits, 0x and 64 digits, or a Solana transaction of 87 or 88 characters.';
  return { ok: false, message, text: compact };
}
