// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of this grid are reached through aria-activedescendant.
// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by themselves; table elements cannot be.
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the role of the frame is a grid's, or a tree grid's.
// biome-ignore-all lint/a11y/noStaticElementInteractions: the same.
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { copiesRow, rowAfterKey } from './grid-keys.ts';
import { FIRST_INDEX, LONG_LIST } from './long-list.ts';
import type { CurrentRow } from './row-window.ts';
import type { RowScrollHandle } from './use-row-scroll.ts';

export interface GridFrameProps {
  readonly label: string;
  readonly role?: 'grid' | 'treegrid';
  /** Of useRowWindow or useRecycledRows. */
  readonly list: RowScrollHandle;
  readonly current: CurrentRow;
  readonly onCurrent: (row: number) => void;
  /** What Enter does with the current row, and a click with any, unless `onClick` is given. */
  readonly onOpen: (row: number) => void;
  readonly onClick?: (row: number, target: Element, keys: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>) => void;
  /** What the copy key (Ctrl or ⌘ and C) does with the current row. */
  readonly onCopy?: (row: number) => void;
  /** Asked before the frame about keys of the grid's own; true where nothing is left to do. */
  readonly onKey?: ((event: KeyboardEvent) => boolean) | undefined;
  /** Whether several rows can be selected. */
  readonly isMultiple?: boolean;
  readonly columnCount: number;
  /** The heads of the columns. */
  readonly heads: ReactNode;
  /** Of the row of heads. */
  readonly headLook: string;
  /** Sets the widths of the columns and of a row, `--row-width`. */
  readonly style?: CSSProperties;
  readonly look?: string;
  readonly 'data-takes-focus'?: string | undefined;
  /** The rows that exist. */
  readonly children: ReactNode;
  /** Stands in the place of rows where there are none. */
  readonly emptyText?: string | undefined;
}

/**
 * The frame of every virtual table: its heads, and a window on its rows. It has the focus itself: arrows move the current row,
 * Enter opens it, the copy key copies it.
 */
export function GridFrame(props: GridFrameProps) {
  const { list, current, onCurrent, onOpen, onClick = onOpen, onCopy } = props;
  const { count, rowHeight, scroller } = list;
  const { row } = current;
  const handleKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (onCopy !== undefined && row >= 0 && copiesRow(event)) onCopy(row);
    else if (props.onKey?.(event) === true) return;
    else {
      const height = scroller.current?.clientHeight;
      const next = rowAfterKey(event.key, { current: row, count, rowHeight, height });
      if (next !== undefined && next >= 0) {
        onCurrent(next);
        // Only a key moves the list: where a row gets another place, the list stays where the person looks.
        list.scrollTo(next, 'nearest');
      } else if (event.key === 'Enter' && row >= 0) onOpen(row);
      else if (next === undefined) return;
    }
    event.preventDefault();
  };
  const handleClick = (event: MouseEvent) => {
    const target = list.targetOf(event);
    const index = target?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex');
    const clicked = Number(index) - FIRST_INDEX;
    if (target !== null && clicked >= 0 && clicked < count) onClick(clicked, target, event);
  };
  return (
    <div
      ref={scroller}
      role={props.role ?? 'grid'}
      aria-label={props.label}
      aria-rowcount={count + 1}
      aria-colcount={props.columnCount}
      aria-readonly
      aria-multiselectable={props.isMultiple === true ? true : undefined}
      aria-activedescendant={row < 0 ? undefined : current.id}
      data-takes-focus={props['data-takes-focus']}
      tabIndex={0}
      onKeyDown={handleKey}
      style={props.style}
      className={`${LONG_LIST} ${props.look ?? ''}`}
    >
      <div role="rowgroup" className="sticky top-0 z-10">
        <div
          role="row"
          aria-rowindex={1}
          className={`${props.headLook} border-b border-line bg-page text-12 text-muted`}
        >
          {props.heads}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and handles the keys for its rows. */}
      <div
        role="rowgroup"
        onClick={handleClick}
        className="relative min-w-(--row-width)"
        style={{ height: count * rowHeight }}
      >
        {props.children}
        <div ref={list.cover} hidden aria-hidden="true" className="absolute inset-0 z-[2]" />
      </div>
      {props.emptyText !== undefined && <p className="px-4 py-6 text-muted">{props.emptyText}</p>}
    </div>
  );
}
