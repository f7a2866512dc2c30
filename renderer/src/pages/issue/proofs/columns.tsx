import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import type { ColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { words as claimWords } from '../../../words/issue/proof-claims.ts';
import { words } from '../../../words/issue/proofs.ts';
import { words as chainNames } from '../../../words/parts/chain-names.ts';
import { type ProofItem, stateOf, titleOf } from './proof-items.ts';
import type { ProofState, SortKey } from './search.ts';

/** A claim that does not hold is an answer like others, and no failure. */
const STATE_TONES: Readonly<Record<ProofState, BadgeTone>> = {
  active: 'verified',
  expired: 'skipped',
  unsatisfied: 'neutral',
};

export function StateBadge({ state }: { readonly state: ProofState }) {
  return <Badge tone={STATE_TONES[state]}>{words.states[state]}</Badge>;
}

const { columns: titles } = words.list;

export const COLUMNS: readonly GridColumn<ProofItem, SortKey>[] = [
  {
    id: 'claim',
    title: titles.claim,
    width: 260,
    grows: 3,
    look: 'font-medium',
    isVital: true,
    cell: (item) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="proof" />
        <span className="min-w-0 truncate [&_*]:whitespace-nowrap">
          <FileText text={titleOf(item)} isLine limit={120} />
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    title: titles.state,
    width: 120,
    grows: 0,
    isVital: true,
    cell: (item) => <StateBadge state={stateOf(item, Date.now())} />,
  },
  {
    id: 'kind',
    title: titles.kind,
    width: 150,
    grows: 1,
    look: 'text-muted',
    cell: ({ attestation_type }) => claimWords.kinds[attestation_type],
  },
  {
    id: 'chain',
    title: titles.chain,
    width: 110,
    grows: 0,
    look: 'text-muted',
    cell: ({ chain }) => chainNames[chain],
  },
  {
    id: 'until',
    title: titles.expires,
    width: 120,
    grows: 0,
    look: 'text-muted',
    cell: ({ claim_satisfied, expires_at }) =>
      claim_satisfied ? <AgoText value={expires_at} now={Date.now()} /> : words.list.none,
  },
  {
    id: 'made',
    title: titles.made,
    width: 120,
    grows: 0,
    look: 'text-muted',
    cell: ({ public_inputs }) => <AgoText value={public_inputs.issued_at} now={Date.now()} />,
  },
  {
    id: 'commitment',
    title: titles.commitment,
    width: 220,
    grows: 2,
    look: 'font-mono text-12 text-muted',
    cell: ({ commitment }) => commitment,
  },
];

export const COLUMN_CHOICE: ColumnChoice<SortKey> = {
  name: 'proofs_columns',
  fixed: ['claim', 'state'],
  usual: ['claim', 'state', 'chain', 'until', 'made', 'commitment'],
};
