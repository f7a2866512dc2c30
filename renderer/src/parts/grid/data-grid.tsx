// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of this grid are reached through aria-activedescendant.
// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by themselves; table elements cannot be.
import { Check, Minus } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useMemo, useRef } from 'react';
import { type Density, usePreferences } from '../../lib/state/preferences.ts';
import { type Choosing, choiceKey, extentOf, toggled, withRange } from './choice.ts';
import { ColumnHeads, type ColumnHeadsProps, type ColumnShape, columnWidths, HEAD_HEIGHT } from './column-heads.tsx';
import { DrawnRows } from './drawn-rows.tsx';
import { GridFrame } from './grid-frame.tsx';
import { rowAfterKey } from './grid-keys.ts';
import { FIRST_INDEX, GRID_ROW, ROW_BOX } from './long-list.ts';
import { useCurrentItem } from './use-current-item.ts';
import type { RowScrollHandle } from './use-row-scroll.ts';
import { useRowWindow } from './use-row-window.ts';
import { useShownColumns } from './use-shown-columns.ts';

/** Of a row with its line, pixels. */
const ROW_HEIGHTS: Readonly<Record<Density, number>> = { comfortable: 41, compact: 33 };

export interface GridColumn<T, K extends string> extends ColumnShape<K> {
  readonly cell: (item: T) => ReactNode;
}

/**
 * What a row offers beside being opened: by Shift and Enter, and for the pointer where a cell has an element with `data-row-verb`.
 */
export interface RowVerb<T> {
  readonly isOffered: (item: T) => boolean;
  readonly run: (item: T) => void;
}

export interface DataGridProps<T, K extends string> extends Omit<ColumnHeadsProps<K>, 'columns'> {
  readonly label: string;
  /** Null while they are put in order for the first time. */
  readonly items: readonly T[] | null;
  readonly columns: readonly GridColumn<T, K>[];
  readonly idOf: (item: T) => string;
  readonly onOpen: (item: T) => void;
  /** What the copy key (Ctrl or ⌘ and C) does with the current row. */
  readonly onCopy: (item: T) => void;
  /** Shown where no item is left. */
  readonly emptyText: string;
  /** Where several rows can be chosen: a box in front of each, and keys (Space, Shift with arrows, Ctrl or ⌘ and A, Esc). */
  readonly choosing?: Choosing | undefined;
  readonly verb?: RowVerb<T> | undefined;
}

/** The column of the boxes, pixels. */
const CHOICE_SHAPE: ColumnShape = { id: 'choice', title: '', width: 36, grows: 0 };

/** A virtual table whose rows are drawn by React. */
export function DataGrid<T, K extends string>(props: DataGridProps<T, K>) {
  const { idOf, onOpen, onCopy } = props;
  const columns = useShownColumns(props.columns);
  const items = props.items ?? [];
  const [current, setCurrent] = useCurrentItem(items, idOf);
  const height = ROW_HEIGHTS[usePreferences().density];
  const list = useRowWindow({ count: items.length, rowHeight: height, headHeight: HEAD_HEIGHT });
  const ids = useMemo(() => items.map(idOf), [items, idOf]);
  const choice = useChoice(props.choosing, ids, current.row, setCurrent, list);
  const withItem = (act: (item: T) => void) => (row: number) => {
    const item = items[row];
    if (item !== undefined) act(item);
  };
  const open = withItem(onOpen);
  const runVerb = withItem((item) => props.verb?.isOffered(item) === true && props.verb.run(item));
  return (
    <GridFrame
      label={props.label}
      list={list}
      current={current}
      onCurrent={setCurrent}
      onOpen={open}
      onClick={(row, target, keys) => {
        if (target.closest('[data-row-verb]') !== null) runVerb(row);
        else if (choice?.onClick(row, target, keys) !== true) open(row);
      }}
      onKey={(event) => {
        if (props.verb === undefined || event.key !== 'Enter' || !event.shiftKey) return choice?.onKey(event) === true;
        event.preventDefault();
        runVerb(current.row);
        return true;
      }}
      isMultiple={choice !== null}
      onCopy={withItem(onCopy)}
      columnCount={columns.length + (choice === null ? 0 : 1)}
      heads={
        <>
          {choice?.head}
          <ColumnHeads columns={columns} sort={props.sort} onSort={props.onSort} />
        </>
      }
      headLook={GRID_ROW}
      style={columnWidths(choice === null ? columns : [CHOICE_SHAPE, ...columns])}
      emptyText={props.items?.length === 0 ? props.emptyText : undefined}
    >
      <DrawnRows list={list} current={current}>
        {(row, top) => {
          const item = items[row];
          if (item === undefined) return null;
          const isCurrent = row === current.row;
          const elementId = isCurrent ? current.id : undefined;
          const id = idOf(item);
          const isChosen = props.choosing?.chosen.has(id) ?? null;
          return <GridRow {...{ id, item, columns, elementId, row, top, height, isCurrent, isChosen }} />;
        }}
      </DrawnRows>
    </GridFrame>
  );
}

/** What the boxes, clicks and keys of a grid do with the choice of its rows; null where none can be chosen. */
function useChoice(
  choosing: Choosing | undefined,
  ids: readonly string[],
  current: number,
  setCurrent: (row: number) => void,
  { count, rowHeight, scroller, scrollTo }: Pick<RowScrollHandle, 'count' | 'rowHeight' | 'scroller' | 'scrollTo'>,
) {
  /** Where the last row was chosen alone: a range begins there. */
  const anchor = useRef(0);
  if (choosing === undefined) return null;
  const { chosen, onChange, labels } = choosing;
  const extent = extentOf(chosen, ids);
  const toggle = (row: number) => {
    const id = ids[row];
    if (id === undefined) return;
    anchor.current = row;
    onChange(toggled(chosen, id));
  };
  const chooseAll = () => onChange(extent === 'all' ? new Set<string>() : new Set([...chosen, ...ids]));
  return {
    onClick(row: number, target: Element, keys: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): boolean {
      const isBox = target.closest('[data-choice]') !== null;
      if (!isBox && !keys.ctrlKey && !keys.metaKey && !keys.shiftKey) return false;
      setCurrent(row);
      if (keys.shiftKey) onChange(withRange(chosen, ids, anchor.current, row));
      else toggle(row);
      return true;
    },
    onKey(event: KeyboardEvent): boolean {
      const act = choiceKey(event, chosen.size > 0);
      if (act === null) return false;
      event.preventDefault();
      if (act === 'none') onChange(new Set());
      else if (act === 'all') onChange(new Set([...chosen, ...ids]));
      else if (act === 'toggle') toggle(current);
      else {
        const height = scroller.current?.clientHeight;
        const next = rowAfterKey(event.key, { current, count, rowHeight, height }) ?? current;
        if (next < 0) return true;
        setCurrent(next);
        scrollTo(next, 'nearest');
        onChange(withRange(chosen, ids, anchor.current, next));
      }
      return true;
    },
    head: (
      <div role="columnheader" className="flex items-center justify-center">
        <button
          type="button"
          role="checkbox"
          aria-checked={extent === 'some' ? 'mixed' : extent === 'all'}
          aria-label={labels.all}
          onClick={chooseAll}
          className="flex size-6 items-center justify-center"
        >
          <ChoiceBox look={extent} />
        </button>
      </div>
    ),
  };
}

const CHOICE_ICONS = { none: null, some: Minus, all: Check } as const;

function ChoiceBox({ look }: { readonly look: keyof typeof CHOICE_ICONS }) {
  const Icon = CHOICE_ICONS[look];
  return (
    <span
      aria-hidden="true"
      className={`flex size-4 items-center justify-center rounded-sm border ${look === 'none' ? 'border-line-strong bg-surface' : 'border-accent bg-accent text-on-accent'} forced-colors:border-[ButtonText]`}
    >
      {Icon !== null && <Icon size={12} strokeWidth={3} />}
    </span>
  );
}

interface GridRowProps<T, K extends string> {
  readonly item: T;
  readonly id: string;
  readonly columns: readonly GridColumn<T, K>[];
  /** Of the current row alone: no other one is ever named. */
  readonly elementId: string | undefined;
  readonly row: number;
  readonly top: number;
  readonly height: number;
  readonly isCurrent: boolean;
  /** Null where rows cannot be chosen. */
  readonly isChosen: boolean | null;
}

/**
 * One row; drawn anew only when something about it changed. Cells clip: each one that hides what overflows could scroll,
 * which costs more while a list of them is scrolled.
 */
const GridRow = memo(function GridRow<T, K extends string>(props: GridRowProps<T, K>) {
  const { item, id, columns, elementId, row, top, height, isCurrent, isChosen } = props;
  return (
    <div
      role="row"
      id={elementId}
      aria-rowindex={row + FIRST_INDEX}
      aria-selected={isChosen ?? isCurrent}
      data-id={id}
      style={{ top, height }}
      className={`${GRID_ROW} ${ROW_BOX} cursor-pointer items-center ${isCurrent ? 'marked-current bg-accent-soft' : 'hover:bg-sunken'}`}
    >
      {isChosen !== null && (
        <div role="gridcell" data-choice className="flex h-full items-center justify-center">
          <ChoiceBox look={isChosen ? 'all' : 'none'} />
        </div>
      )}
      {columns.map(({ id: column, look = '', cell }) => (
        <div key={column} role="gridcell" className={`overflow-clip px-2 text-ellipsis whitespace-nowrap ${look}`}>
          {cell(item)}
        </div>
      ))}
    </div>
  );
}) as <T, K extends string>(props: GridRowProps<T, K>) => ReactNode;
