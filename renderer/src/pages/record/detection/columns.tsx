import type { Severity } from '@touchstone/core/detection/finding.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import type { ColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { words } from '../../../words/record/detection.ts';
import type { FindingItem } from './finding-items.ts';
import type { SortKey } from './search.ts';

const TONES: Readonly<Record<Severity, BadgeTone>> = {
  critical: 'failed',
  high: 'failed',
  medium: 'pending',
  low: 'inconclusive',
  info: 'neutral',
};

export function SeverityBadge({ severity }: { readonly severity: Severity }) {
  return <Badge tone={TONES[severity]}>{words.severities[severity]}</Badge>;
}

const { columns: titles } = words.list;

export const COLUMNS: readonly GridColumn<FindingItem, SortKey>[] = [
  {
    id: 'finding',
    title: titles.finding,
    width: 320,
    grows: 4,
    look: 'font-medium',
    isVital: true,
    cell: ({ finding }) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="finding" />
        <span className="min-w-0 truncate [&_*]:whitespace-nowrap">
          <FileText text={finding} isLine limit={200} />
        </span>
      </span>
    ),
  },
  {
    id: 'severity',
    title: titles.severity,
    width: 90,
    grows: 0,
    isVital: true,
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    id: 'evidence',
    title: titles.evidence,
    width: 260,
    grows: 3,
    look: 'text-muted',
    cell: ({ evidence }) => <FileText text={evidence} isLine limit={200} />,
  },
  {
    id: 'subject',
    title: titles.subject,
    width: 180,
    grows: 2,
    look: 'text-muted',
    cell: ({ subject }) => <FileText text={subject} isLine limit={100} />,
  },
  {
    id: 'kind',
    title: titles.kind,
    width: 150,
    grows: 0,
    look: 'text-muted',
    cell: ({ kind }) => words.kinds[kind],
  },
  {
    id: 'at',
    title: titles.at,
    width: 120,
    grows: 0,
    look: 'text-muted',
    cell: ({ at }) => <AgoText value={new Date(at).toISOString()} now={Date.now()} />,
  },
];

export const COLUMN_CHOICE: ColumnChoice<SortKey> = {
  name: 'detection_columns',
  fixed: ['finding', 'severity'],
  usual: ['finding', 'severity', 'evidence', 'subject', 'kind', 'at'],
};
