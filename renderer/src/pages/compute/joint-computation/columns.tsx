import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import type { ColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { words } from '../../../words/compute/joint-computation.ts';
import type { SessionState, SortKey } from './search.ts';
import { nameOf, type SessionItem } from './session-items.ts';

const STATE_TONES: Readonly<Record<SessionState, BadgeTone>> = {
  collecting: 'pending',
  ready: 'neutral',
  computed: 'verified',
  expired: 'skipped',
};

export function StateBadge({ state }: { readonly state: SessionState }) {
  return <Badge tone={STATE_TONES[state]}>{words.states[state]}</Badge>;
}

const { columns: titles } = words.list;

export const COLUMNS: readonly GridColumn<SessionItem, SortKey>[] = [
  {
    id: 'name',
    title: titles.name,
    width: 240,
    grows: 3,
    look: 'font-medium',
    isVital: true,
    cell: (item) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="computation" />
        <span className="min-w-0 truncate">{nameOf(item)}</span>
      </span>
    ),
  },
  {
    id: 'state',
    title: titles.state,
    width: 120,
    grows: 0,
    isVital: true,
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    id: 'contributions',
    title: titles.contributions,
    width: 130,
    grows: 0,
    look: 'text-muted',
    cell: ({ contributions, participants }) => words.list.of(contributions, participants),
  },
  {
    id: 'opened',
    title: titles.opened,
    width: 120,
    grows: 0,
    look: 'text-muted',
    cell: ({ created_at }) => <AgoText value={created_at} now={Date.now()} />,
  },
  {
    id: 'until',
    title: titles.until,
    width: 120,
    grows: 0,
    look: 'text-muted',
    cell: ({ expires_at }) => <AgoText value={expires_at} now={Date.now()} />,
  },
  {
    id: 'id',
    title: titles.id,
    width: 220,
    grows: 2,
    look: 'font-mono text-12 text-muted',
    cell: ({ session_id }) => session_id,
  },
];

export const COLUMN_CHOICE: ColumnChoice<SortKey> = {
  name: 'mpc_columns',
  fixed: ['name', 'state'],
  usual: ['name', 'state', 'contributions', 'opened', 'until', 'id'],
};
