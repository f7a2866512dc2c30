import { formatUtcCell } from '../../../lib/format.ts';
import { consoleState } from '../../../lib/state/live-state.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
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
    look: 'font-mono text-xs',
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

/** A row without its name and its rotation says nothing. */
export const FIXED_COLUMNS: readonly SortKey[] = ['name', 'rotation'];
const DEFAULT_COLUMNS: readonly SortKey[] = ['name', 'vault', 'environment', 'provider', 'value', 'status', 'rotation'];

/** The columns that the console shows; the usual ones where nothing readable is kept. */
export function loadColumns(): readonly SortKey[] {
  const stored = consoleState.getItem('secrets_columns');
  if (stored === null) return DEFAULT_COLUMNS;
  const wanted = stored.split(',');
  return COLUMNS.map(({ id }) => id).filter((id) => FIXED_COLUMNS.includes(id) || wanted.includes(id));
}

export function storeColumns(chosen: readonly SortKey[]): void {
  consoleState.setItem('secrets_columns', chosen.join(','));
}
