import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/issue/artifacts.ts';
import { type ArtifactItem, signaturesOf } from './artifact-items.ts';
import type { SortKey } from './search.ts';

/** How many signatures there are: plain where that is all, for whether they are valid was not checked. */
export function SignatureCount({ artifact }: { readonly artifact: ArtifactItem }) {
  const { filled, all } = signaturesOf(artifact);
  const text = words.signing.count(filled, all);
  return filled < all ? <StatusMark look="pending" size="small" label={text} /> : <span>{text}</span>;
}

const { columns: titles } = words.list;

export const COLUMNS: readonly GridColumn<ArtifactItem, SortKey>[] = [
  {
    id: 'subject',
    title: titles.subject,
    width: 160,
    grows: 3,
    look: 'font-medium',
    isVital: true,
    cell: ({ subject }) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="artifact" />
        <span className="min-w-0 truncate">
          <FileText text={subject.name} isLine limit={200} />
        </span>
      </span>
    ),
  },
  {
    id: 'category',
    title: titles.category,
    width: 160,
    grows: 1,
    cell: ({ subject }) => words.categories[subject.category],
  },
  {
    id: 'signatures',
    title: titles.signatures,
    width: 140,
    grows: 0,
    isVital: true,
    cell: (artifact) => <SignatureCount artifact={artifact} />,
  },
  {
    id: 'id',
    title: titles.id,
    width: 260,
    grows: 1,
    look: 'font-mono text-12 text-muted',
    cell: ({ artifact_id }) => artifact_id,
  },
  {
    id: 'issued',
    title: titles.issued,
    width: 110,
    grows: 0,
    look: 'text-muted',
    cell: ({ issued_at }) => <AgoText value={issued_at} now={Date.now()} />,
  },
];
