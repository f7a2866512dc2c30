import { RotateCw } from 'lucide-react';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { RowVerbSign } from '../../../parts/grid/row-verb-sign.tsx';
import type { ColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { type Due, dueOf, dueWords, type SecretItem } from '../../../parts/secret/rotation.ts';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/protect/secrets.ts';
import type { SortKey } from './search.ts';
import type { SecretState } from './secret-items.ts';

const STATE_TONES: Readonly<Record<SecretState, BadgeTone>> = {
  active: 'verified',
  superseded: 'neutral',
  expired: 'skipped',
  deleted: 'inconclusive',
  destroyed: 'failed',
};

export function StateBadge({ state }: { readonly state: SecretState }) {
  return <Badge tone={STATE_TONES[state]}>{words.states[state]}</Badge>;
}

/** When a rotation is due: with icon and colour where somebody has to act. */
export function DueMark({ due }: { readonly due: Due }) {
  const text = dueWords(due);
  if (due.kind === 'overdue') return <StatusMark look="failed" size="small" label={text} />;
  if (due.kind === 'soon') return <StatusMark look="pending" size="small" label={text} />;
  return <span>{text}</span>;
}

/** Of a version, whether a newer one may follow it. */
export function canRotate({ status }: SecretItem): boolean {
  return status === 'active';
}

function text(member: 'vault' | 'environment' | 'provider') {
  return (item: SecretItem) => <FileText text={item[member]} isLine limit={200} />;
}

const { columns: titles } = words.list;

export const COLUMNS: readonly GridColumn<SecretItem, SortKey>[] = [
  {
    id: 'name',
    title: titles.name,
    width: 160,
    isVital: true,
    grows: 6,
    look: 'font-medium',
    cell: ({ name }) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="secret" />
        <span className="min-w-0 truncate">
          <FileText text={name} isLine limit={200} />
        </span>
      </span>
    ),
  },
  { id: 'vault', title: titles.vault, width: 96, grows: 1, cell: text('vault') },
  { id: 'environment', title: titles.environment, width: 104, grows: 1, cell: text('environment') },
  { id: 'provider', title: titles.provider, width: 96, grows: 1, cell: text('provider') },
  {
    id: 'value',
    title: titles.value,
    width: 168,
    grows: 0,
    look: 'font-mono text-12 text-muted',
    cell: ({ masked_display }) => masked_display,
  },
  {
    id: 'status',
    title: titles.status,
    width: 110,
    grows: 0,
    cell: ({ status }) => <StateBadge state={status} />,
  },
  { id: 'version', title: titles.version, width: 90, grows: 0, look: 'text-end', cell: ({ version }) => version },
  {
    id: 'rotation',
    title: titles.rotation,
    width: 184,
    grows: 1,
    isVital: true,
    look: 'text-muted',
    cell: (item) => (
      <span className="flex items-center gap-2">
        <span className="min-w-0 truncate">
          <DueMark due={dueOf(item, Date.now())} />
        </span>
        {canRotate(item) && (
          <RowVerbSign label={words.list.rotate(item.name)} icon={<RotateCw aria-hidden size={14} />} />
        )}
      </span>
    ),
  },
  {
    id: 'tags',
    title: titles.tags,
    width: 140,
    grows: 1,
    cell: ({ tags }) => <FileText text={tags.join(', ')} isLine limit={200} />,
  },
  {
    id: 'created',
    title: titles.created,
    width: 110,
    grows: 0,
    look: 'text-muted',
    cell: ({ created_at }) => <AgoText value={created_at} now={Date.now()} />,
  },
];

export const COLUMN_CHOICE: ColumnChoice<SortKey> = {
  name: 'secrets_columns',
  fixed: ['name', 'rotation'],
  usual: ['name', 'vault', 'environment', 'provider', 'value', 'rotation', 'created'],
};
