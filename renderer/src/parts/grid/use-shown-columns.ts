import { useMemo } from 'react';
import { useNarrow } from '../../ui/use-narrow.ts';
import type { ColumnShape } from './column-heads.tsx';

/** Least width of the column that names a row in a narrow window, pixels. */
const LEAST_NARROW = 100;

/** The columns that there is room for: in a narrow window the vital ones alone, and the first that grows can be smaller. */
export function useShownColumns<C extends ColumnShape>(columns: readonly C[]): readonly C[] {
  const isNarrow = useNarrow();
  return useMemo(() => {
    const vital = columns.filter(({ isVital }) => isVital === true);
    if (!isNarrow || vital.length === 0) return columns;
    const name = vital.find(({ grows }) => grows > 0);
    return vital.map((column) =>
      column === name ? { ...column, width: Math.min(column.width, LEAST_NARROW) } : column,
    );
  }, [columns, isNarrow]);
}
