// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of this grid are reached through aria-activedescendant.
// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by themselves; table elements cannot be.
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { formatSize } from '../../lib/format.ts';
import { FileText } from '../../ui/file-text.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { outcomeOf, type Row, type SortKey, type View } from '../../verification/batch.ts';
import { outcomeLook, outcomeWord } from './batch-view.tsx';
import { durationText } from './format.ts';

const ROW_HEIGHT = 34;

interface Column {
  readonly key: SortKey;
  readonly title: string;
  readonly isNumber?: true;
  readonly cell: (row: Row) => ReactNode;
}

const stated = (text: string | null | undefined) =>
  text === null || text === undefined ? '' : <FileText text={text} limit={120} />;

const COLUMNS: readonly Column[] = [
  { key: 'name', title: 'File', cell: ({ name }) => stated(name) },
  {
    key: 'outcome',
    title: 'Outcome',
    cell: (row) => {
      const outcome = outcomeOf(row);
      const word = row.status === 'running' && row.facts === null ? 'Verifying' : outcomeWord(outcome);
      return <StatusMark size="small" look={outcomeLook(outcome)} label={word} />;
    },
  },
  {
    key: 'code',
    title: 'Code',
    cell: ({ facts, message }) => <span className="font-mono text-xs">{facts?.code ?? message ?? ''}</span>,
  },
  { key: 'subject', title: 'Subject', cell: ({ facts }) => stated(facts?.subject) },
  { key: 'issuer', title: 'Issuer', cell: ({ facts }) => stated(facts?.issuer) },
  {
    key: 'cycle',
    title: 'Cycle',
    cell: ({ facts }) => <span className="font-mono text-xs">{facts?.cycle?.slice(0, 24)}</span>,
  },
  { key: 'size', title: 'Size', isNumber: true, cell: ({ size }) => formatSize(size) },
  {
    key: 'time',
    title: 'Time',
    isNumber: true,
    cell: ({ facts }) => (facts === null ? '' : durationText(facts.durationMs)),
  },
];

const GRID =
  'grid min-w-[1110px] grid-cols-[minmax(200px,2fr)_196px_176px_minmax(140px,1.4fr)_minmax(140px,1.2fr)_112px_84px_76px]';

/** The virtual table of many files. The table has the focus; arrows move the current row, Enter opens it. */
export function BatchTable(props: {
  rows: readonly Row[];
  view: View;
  onSort: (key: SortKey) => void;
  onOpen: (row: Row) => void;
}) {
  const { rows, view, onSort, onOpen } = props;
  const [currentId, setCurrentId] = useState<number | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const found = rows.findIndex((row) => row.id === currentId);
  const current = Math.max(0, found);
  useEffect(() => {
    if (currentId !== null) virtual.scrollToIndex(current, { align: 'auto' });
  }, [virtual, current, currentId]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW_HEIGHT) / ROW_HEIGHT) - 2);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: currentId === null ? 0 : current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: rows.length - 1,
    };
    const move = moves[event.key];
    const row = rows[current];
    if (move !== undefined) setCurrentId(rows[Math.min(rows.length - 1, Math.max(0, move))]?.id ?? null);
    else if (event.key === 'Enter' && row !== undefined) onOpen(row);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label="Verified files"
      aria-rowcount={rows.length + 1}
      aria-readonly
      aria-activedescendant={currentId === null || found < 0 ? undefined : `${id}-${currentId}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="max-h-[62vh] min-h-48 overflow-auto rounded border border-line bg-surface text-[0.8125rem]"
    >
      <div role="rowgroup" className="sticky top-0 z-10">
        <div role="row" aria-rowindex={1} className={`${GRID} border-b border-line bg-sunken`}>
          {COLUMNS.map(({ key, title, isNumber }) => {
            const Arrow = view.descending ? ArrowDown : ArrowUp;
            const isSorted = view.sort === key;
            return (
              <div
                key={key}
                role="columnheader"
                aria-sort={isSorted ? (view.descending ? 'descending' : 'ascending') : 'none'}
                className="px-1"
              >
                <button
                  type="button"
                  onClick={() => onSort(key)}
                  className={`flex h-8 w-full cursor-pointer items-center gap-1 rounded-sm px-1 font-semibold hover:underline ${isNumber ? 'justify-end' : ''}`}
                >
                  {title}
                  {isSorted && <Arrow aria-hidden size={14} />}
                </button>
              </div>
            );
          })}
        </div>
      </div>
      <div role="rowgroup" className="relative min-w-[1110px]" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const isCurrent = row.id === currentId;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and handles the keys for its rows.
            <div
              key={row.id}
              role="row"
              id={`${id}-${row.id}`}
              aria-rowindex={index + 2}
              aria-selected={isCurrent}
              data-row={row.name}
              onClick={() => onOpen(row)}
              style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
              className={`${GRID} absolute top-0 left-0 w-full cursor-pointer items-center border-b border-line ${isCurrent ? 'marked-current bg-accent-soft' : 'hover:bg-sunken'}`}
            >
              {COLUMNS.map(({ key, isNumber, cell }) => (
                <div
                  key={key}
                  role="gridcell"
                  className={`truncate px-2 [&_*]:whitespace-nowrap ${isNumber ? 'text-end tabular-nums' : ''}`}
                >
                  {cell(row)}
                </div>
              ))}
            </div>
          );
        })}
      </div>
      {rows.length === 0 && <p className="px-4 py-6 text-muted">No file matches the filters.</p>}
    </div>
  );
}
