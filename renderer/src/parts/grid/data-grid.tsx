// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of this grid are reached through aria-activedescendant.
// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by themselves; table elements cannot be.
import { memo, type ReactNode, useMemo } from 'react';
import { type Density, usePreferences } from '../../lib/state/preferences.ts';
import { useNarrow } from '../../ui/use-narrow.ts';
import { ColumnHeads, type ColumnHeadsProps, type ColumnShape, columnWidths, HEAD_HEIGHT } from './column-heads.tsx';
import { DrawnRows } from './drawn-rows.tsx';
import { GridFrame } from './grid-frame.tsx';
import { FIRST_INDEX, GRID_ROW, ROW_BOX } from './long-list.ts';
import { useCurrentItem } from './use-current-item.ts';
import { useRowWindow } from './use-row-window.ts';

/** Of a row with its line, pixels. */
const ROW_HEIGHTS: Readonly<Record<Density, number>> = { comfortable: 41, compact: 33 };

export interface GridColumn<T, K extends string> extends ColumnShape<K> {
  /** Where a list has such columns, a narrow window shows these alone: a row says there what it is and how it is. */
  readonly isVital?: boolean;
  readonly cell: (item: T) => ReactNode;
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
}

/** A virtual table whose rows are drawn by React. */
export function DataGrid<T, K extends string>(props: DataGridProps<T, K>) {
  const { idOf, onOpen, onCopy } = props;
  const columns = useShownColumns(props.columns);
  const items = props.items ?? [];
  const [current, setCurrent] = useCurrentItem(items, idOf);
  const height = ROW_HEIGHTS[usePreferences().density];
  const list = useRowWindow({ count: items.length, rowHeight: height, headHeight: HEAD_HEIGHT });
  const withItem = (act: (item: T) => void) => (row: number) => {
    const item = items[row];
    if (item !== undefined) act(item);
  };
  return (
    <GridFrame
      label={props.label}
      list={list}
      current={current}
      onCurrent={setCurrent}
      onOpen={withItem(onOpen)}
      onCopy={withItem(onCopy)}
      columnCount={columns.length}
      heads={<ColumnHeads columns={columns} sort={props.sort} onSort={props.onSort} />}
      headLook={GRID_ROW}
      style={columnWidths(columns)}
      emptyText={props.items?.length === 0 ? props.emptyText : undefined}
    >
      <DrawnRows list={list} current={current}>
        {(row, top) => {
          const item = items[row];
          if (item === undefined) return null;
          const isCurrent = row === current.row;
          const elementId = isCurrent ? current.id : undefined;
          return <GridRow id={idOf(item)} {...{ item, columns, elementId, row, top, height, isCurrent }} />;
        }}
      </DrawnRows>
    </GridFrame>
  );
}

function useShownColumns<T, K extends string>(columns: readonly GridColumn<T, K>[]): readonly GridColumn<T, K>[] {
  const isNarrow = useNarrow();
  return useMemo(() => {
    const vital = columns.filter(({ isVital }) => isVital === true);
    return isNarrow && vital.length > 0 ? vital : columns;
  }, [columns, isNarrow]);
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
}

/**
 * One row; drawn anew only when something about it changed. Cells clip: each one that hides what overflows could scroll,
 * which costs more while a list of them is scrolled.
 */
const GridRow = memo(function GridRow<T, K extends string>(props: GridRowProps<T, K>) {
  const { item, id, columns, elementId, row, top, height, isCurrent } = props;
  return (
    <div
      role="row"
      id={elementId}
      aria-rowindex={row + FIRST_INDEX}
      aria-selected={isCurrent}
      data-id={id}
      style={{ top, height }}
      className={`${GRID_ROW} ${ROW_BOX} cursor-pointer items-center ${isCurrent ? 'marked-current bg-accent-soft' : 'hover:bg-sunken'}`}
    >
      {columns.map(({ id: column, look = '', cell }) => (
        <div key={column} role="gridcell" className={`overflow-clip px-2 text-ellipsis whitespace-nowrap ${look}`}>
          {cell(item)}
        </div>
      ))}
    </div>
  );
}) as <T, K extends string>(props: GridRowProps<T, K>) => ReactNode;
