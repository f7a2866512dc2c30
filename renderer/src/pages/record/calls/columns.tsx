import { formatSpan } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import type { ColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { words } from '../../../words/record/calls.ts';
import { type CallItem, type CallStatus, callName, statusNow } from './call-items.ts';
import type { SortKey } from './search.ts';

const STATE_TONES: Readonly<Record<CallStatus, BadgeTone>> = { open: 'accent', ended: 'neutral', expired: 'skipped' };

export function StateBadge({ state }: { readonly state: CallStatus }) {
  return <Badge tone={STATE_TONES[state]}>{words.states[state]}</Badge>;
}

const { columns: titles } = words.list;

export const COLUMNS: readonly GridColumn<CallItem, SortKey>[] = [
  {
    id: 'participants',
    title: titles.participants,
    width: 240,
    grows: 3,
    look: 'font-medium',
    isVital: true,
    cell: (item) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="call" />
        <span className="min-w-0 truncate [&_*]:whitespace-nowrap">
          <FileText text={callName(item)} limit={120} />
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    title: titles.state,
    width: 110,
    grows: 0,
    isVital: true,
    cell: (item) => <StateBadge state={statusNow(item, Date.now())} />,
  },
  {
    id: 'duration',
    title: titles.duration,
    width: 120,
    grows: 0,
    look: 'tabular-nums text-muted',
    cell: ({ duration_seconds }) => formatSpan(Math.round(duration_seconds)),
  },
  {
    id: 'made',
    title: titles.made,
    width: 120,
    grows: 0,
    look: 'text-muted',
    cell: ({ created_at }) => <AgoText value={created_at} now={Date.now()} />,
  },
  {
    id: 'id',
    title: titles.id,
    width: 190,
    grows: 1,
    look: 'font-mono text-12 text-muted',
    cell: ({ session_id }) => session_id,
  },
];

export const COLUMN_CHOICE: ColumnChoice<SortKey> = {
  name: 'calls_columns',
  fixed: ['participants', 'state'],
  usual: ['participants', 'state', 'duration', 'made', 'id'],
};
