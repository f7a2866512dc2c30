import { formatUtcCell } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import type { ColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { type Due, dueOf, dueWords, type SecretItem } from '../../../parts/secret/rotation.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import type { SortKey } from './search.ts';
import { type SecretState, STATE_WORDS } from './secret-items.ts';

const STATE_TONES: Readonly<Record<SecretState, BadgeTone>> = {
  active: 'neutral',
  superseded: 'neutral',
  expired: 'skipped',
  deleted: 'inconclusive',
  destroyed: 'failed',
};

export function StateBadge({ state }: { readonly state: SecretState }) {
  return <Badge tone={STATE_TONES[state]}>{STATE_WORDS[state]}</Badge>;
}

/** When a rotation is due: with icon and colour where somebody has to act. */
export function DueMark({ due }: { readonly due: Due }) {
  const words = dueWords(due);
  if (due.kind === 'overdue') return <StatusMark look="failed" size="small" label={words} />;
  if (due.kind === 'soon') return <StatusMark look="pending" size="small" label={words} />;
  return <span className="text-muted">{words}</span>;
}

function text(member: 'name' | 'vault' | 'environment' | 'provider') {
  return (item: SecretItem) => <FileText text={item[member]} isLine limit={200} />;
}

export const COLUMNS: readonly GridColumn<SecretItem, SortKey>[] = [
  { id: 'name', title: 'Name', width: 190, grows: 2, look: 'font-medium', cell: text('name') },
  { id: 'vault', title: 'Vault', width: 120, grows: 1, cell: text('vault') },
  { id: 'environment', title: 'Environment', width: 120, grows: 1, cell: text('environment') },
  { id: 'provider', title: 'Provider', width: 110, grows: 1, cell: text('provider') },
  {
    id: 'value',
    title: 'Value',
    width: 190,
    grows: 0,
    look: 'font-mono text-12',
    cell: ({ masked_display }) => masked_display,
  },
  { id: 'status', title: 'Status', width: 110, grows: 0, cell: ({ status }) => <StateBadge state={status} /> },
  {
    id: 'version',
    title: 'Version',
    width: 90,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ version }) => version,
  },
  {
    id: 'rotation',
    title: 'Rotation',
    width: 180,
    grows: 0,
    cell: (item) => <DueMark due={dueOf(item, Date.now())} />,
  },
  {
    id: 'tags',
    title: 'Tags',
    width: 140,
    grows: 1,
    cell: ({ tags }) => <FileText text={tags.join(', ')} isLine limit={200} />,
  },
  {
    id: 'created',
    title: 'Stored, UTC',
    width: 198,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ created_at }) => formatUtcCell(created_at),
  },
];

export const COLUMN_CHOICE: ColumnChoice<SortKey> = {
  name: 'secrets_columns',
  fixed: ['name', 'rotation'],
  usual: ['name', 'vault', 'environment', 'provider', 'value', 'status', 'rotation'],
};
