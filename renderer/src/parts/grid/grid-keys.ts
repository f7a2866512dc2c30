/** What keys do in a grid of rows of one height that has the focus itself. */

export interface GridExtent {
  /** Of the row that keys act on; -1 for none. */
  readonly current: number;
  readonly count: number;
  readonly rowHeight: number;
  /** Pixels of the grid that are in sight; undefined where it is not drawn yet. */
  readonly height: number | undefined;
}

/** The row that a key goes to: -1 where there is none, undefined where the key goes nowhere. */
export function rowAfterKey(key: string, { current, count, rowHeight, height }: GridExtent): number | undefined {
  const page = Math.max(1, Math.floor((height ?? rowHeight) / rowHeight) - 2);
  const within = (row: number) => Math.min(count - 1, Math.max(0, row));
  switch (key) {
    case 'ArrowDown':
      return within(current + 1);
    case 'ArrowUp':
      return within(current - 1);
    case 'PageDown':
      return within(current + page);
    case 'PageUp':
      return within(current - page);
    case 'Home':
      return within(0);
    case 'End':
      return within(count - 1);
    default:
      return undefined;
  }
}

/** Whether a key press is for copying the current row. Where a person has selected text, that is what they copy. */
export function copiesRow({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean {
  return key.toLowerCase() === 'c' && (ctrlKey || metaKey) && window.getSelection()?.isCollapsed !== false;
}
