import { useMemo } from 'react';
import { useNarrow } from '../../ui/use-narrow.ts';
import type { ColumnShape } from './column-heads.tsx';

/** Least width of a growing column in a narrow window, pixels. */
const LEAST_NARROW = 100;

/** The columns that there is room for: in a narrow window the vital ones alone, and of them those that grow can be smaller. */
export function useShownColumns<C extends ColumnShape>(columns: readonly C[]): readonly C[] {
  const isNarrow = useNarrow();
  return useMemo(() => {
    const vital = columns.filter(({ isVital }) => isVital === true);
    if (!isNarrow || vital.length === 0) return columns;
    return vital.map((column) =>
      column.grows > 0 ? { ...column, width: Math.min(column.width, LEAST_NARROW) } : column,
    );
  }, [columns, isNarrow]);
}
