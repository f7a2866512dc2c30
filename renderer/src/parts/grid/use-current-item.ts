import { useId, useMemo, useState } from 'react';
import type { CurrentRow } from './row-window.ts';

/**
 * The current row of a list that may be put into another order: it goes with its item.
 *
 * @param first id of the item that is current at first
 */
export function useCurrentItem<T, I extends string | number>(
  items: readonly T[],
  idOf: (item: T) => I,
  first: I | null = null,
): readonly [current: CurrentRow, setCurrent: (row: number) => void] {
  const gridId = useId();
  const [currentId, setCurrentId] = useState(first);
  const row = useMemo(
    () => (currentId === null ? -1 : items.findIndex((item) => idOf(item) === currentId)),
    [items, currentId, idOf],
  );
  const setCurrent = (wanted: number) => {
    const item = items[wanted];
    if (item !== undefined) setCurrentId(idOf(item));
  };
  return [{ row, id: `${gridId}-${currentId}` }, setCurrent];
}
