/** The list of proofs: the state of each, what is looked through, how it is ordered and exported. */
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { privacy } from '@touchstone/core/api/privacy/privacy.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { type CsvColumn, csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import type { Sort } from '../../../parts/list-page/sort-codec.ts';
import { words as claimWords } from '../../../words/issue/proof-claims.ts';
import { words } from '../../../words/issue/proofs.ts';
import { words as chainNames } from '../../../words/parts/chain-names.ts';
import { claimTitle } from './claim-title.ts';
import type { ClaimType } from './claims.ts';
import type { ProofState, SortKey } from './search.ts';

export type ProofItem = OutputOf<typeof privacy.list>['items'][number];

/** A proof that expires within an hour is counted by itself. */
const SOON_MS = 3_600_000;

/** A proof is over at its last millisecond. */
export function stateOf(
  { claim_satisfied, expires_at }: Pick<ProofItem, 'claim_satisfied' | 'expires_at'>,
  now: number,
): ProofState {
  if (!claim_satisfied) return 'unsatisfied';
  return now < (parseIsoTime(expires_at) ?? 0) ? 'active' : 'expired';
}

export function expiresSoon(item: ProofItem, now: number): boolean {
  return stateOf(item, now) === 'active' && (parseIsoTime(item.expires_at) ?? 0) - now < SOON_MS;
}

export function titleOf({ attestation_type, public_inputs }: ProofItem): string {
  return claimTitle(attestation_type, public_inputs);
}

/** How much of the time between two instants is over, from 0 to 1. */
export function elapsedShare(from: string, until: string, now: number): number {
  const [start, end] = [parseIsoTime(from), parseIsoTime(until)];
  if (start === null || end === null || end <= start) return 1;
  return Math.min(1, Math.max(0, (now - start) / (end - start)));
}

export interface ProofFilter {
  readonly text: string;
  readonly state: ProofState | null;
  readonly kind: ClaimType | null;
}

export function proofView(
  { text, state, kind }: ProofFilter,
  { by, descending }: Sort<SortKey>,
  now: number,
): ListView<ProofItem> {
  const needle = text.trim().toLowerCase();
  const sortBy: Readonly<Record<SortKey, (item: ProofItem) => string>> = {
    claim: titleOf,
    kind: ({ attestation_type }) => claimWords.kinds[attestation_type],
    state: (item) => words.states[stateOf(item, now)],
    chain: ({ chain }) => chainNames[chain],
    until: ({ expires_at }) => expires_at,
    made: ({ public_inputs }) => public_inputs.issued_at,
    commitment: ({ commitment }) => commitment,
  };
  return {
    matches: (item) =>
      (state === null || stateOf(item, now) === state) &&
      (kind === null || item.attestation_type === kind) &&
      (needle === '' ||
        titleOf(item).toLowerCase().includes(needle) ||
        claimWords.kinds[item.attestation_type].toLowerCase().includes(needle) ||
        item.commitment.startsWith(needle.replaceAll(/\s/g, '')) ||
        item.chain.includes(needle) ||
        (item.public_inputs.subject ?? '').toLowerCase().includes(needle) ||
        item.public_inputs.nonce.toLowerCase().includes(needle)),
    sortBy: sortBy[by],
    descending,
  };
}

function csvColumns(now: number): readonly CsvColumn<ProofItem>[] {
  return [
    ['commitment', ({ commitment }) => commitment],
    ['attestation_type', ({ attestation_type }) => attestation_type],
    ['claim', titleOf],
    ['state', (item) => stateOf(item, now)],
    ['chain', ({ chain }) => chain],
    ['issued_at', ({ public_inputs }) => public_inputs.issued_at],
    ['expires_at', ({ expires_at }) => expires_at],
    ['source', ({ public_inputs }) => public_inputs.source],
    ['nonce', ({ public_inputs }) => public_inputs.nonce],
    ['subject', ({ public_inputs }) => public_inputs.subject ?? ''],
  ];
}

export function proofsCsv(items: readonly ProofItem[]): string {
  return csvText(items, csvColumns(Date.now()));
}

export function proofsJson(items: readonly ProofItem[]): string {
  return `${JSON.stringify(items, null, 2)}\n`;
}
