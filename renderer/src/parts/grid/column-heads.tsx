// biome-ignore-all lint/a11y/useFocusableInteractive: a grid has the focus itself; what can be pressed in a head is a button.
// biome-ignore-all lint/a11y/useSemanticElements: heads of a virtual grid are placed by themselves; table elements cannot be.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, memo } from 'react';

/** Of the row of heads with its line, pixels. */
export const HEAD_HEIGHT = 33;

export interface ColumnShape<K extends string = string> {
  readonly id: K;
  readonly title: string;
  /** Least width, pixels. */
  readonly width: number;
  /** Share of the room that is left over; 0 keeps the least width. */
  readonly grows: number;
  readonly look?: string;
  /** Where a list has such columns, a narrow window shows these alone: a row says there what it is and how it is. */
  readonly isVital?: boolean;
}

/** The widths of columns, for the frame: rows look them up, and scroll sideways under the sum of the least widths. */
export function columnWidths(columns: readonly ColumnShape[]): CSSProperties {
  const template = columns.map(({ width, grows }) => (grows === 0 ? `${width}px` : `minmax(${width}px, ${grows}fr)`));
  const minWidth = columns.reduce((sum, { width }) => sum + width, 0);
  return { '--row-columns': template.join(' '), '--row-width': `${minWidth}px` } as CSSProperties;
}

export interface ColumnHeadsProps<K extends string> {
  readonly columns: readonly ColumnShape<K>[];
  readonly sort: { readonly by: K; readonly descending: boolean };
  readonly onSort: (column: K) => void;
}

/** Heads that sort. Not drawn anew where only the rows are others. */
export const ColumnHeads = memo(function ColumnHeads<K extends string>(props: ColumnHeadsProps<K>) {
  const { columns, sort, onSort } = props;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  return columns.map(({ id, title, look = '' }) => {
    const isSorted = sort.by === id;
    return (
      <div
        key={id}
        role="columnheader"
        aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
        className="px-1"
      >
        <button
          type="button"
          onClick={() => onSort(id)}
          className={`flex h-8 w-full cursor-pointer items-center gap-1 rounded-sm px-1 font-medium whitespace-nowrap hover:text-text focus-visible:outline-offset-[-2px] ${look.includes('text-end') ? 'justify-end' : ''}`}
        >
          {title}
          {isSorted && <Arrow aria-hidden size={14} />}
        </button>
      </div>
    );
  });
}) as <K extends string>(props: ColumnHeadsProps<K>) => React.ReactNode;

/** Heads that only name their columns. */
export function columnTitles(columns: readonly { readonly title: string; readonly look: string }[]) {
  return columns.map(({ title, look }) => (
    <div key={title} role="columnheader" className={`font-medium ${look}`}>
      {title}
    </div>
  ));
}
