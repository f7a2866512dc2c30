/** How a list's order stands in the address: the column's name, with a minus sign before it where it is descending. */
export interface Sort<K extends string> {
  readonly by: K;
  readonly descending: boolean;
}

/** The order that a press on the head of a column asks for: by it, and turned where it is by it already. */
export function nextSort<K extends string>(sort: Sort<K>, by: K): Sort<K> {
  return { by, descending: sort.by === by && !sort.descending };
}

export interface SortCodec<K extends string> {
  /** The usual order for text that names no column. */
  readonly readSort: (text: string | undefined) => Sort<K>;
  /** Undefined for the usual order, which needs no place in the address. */
  readonly sortText: (sort: Sort<K>) => string | undefined;
}

/** Reads and writes orders by these columns. */
export function sortCodec<const K extends string>(columns: readonly K[], usual: Sort<K>): SortCodec<K> {
  return {
    readSort(text) {
      const descending = text?.startsWith('-') === true;
      const by = columns.find((column) => column === (descending ? text?.slice(1) : text));
      return by === undefined ? usual : { by, descending };
    },
    sortText({ by, descending }) {
      if (by === usual.by && descending === usual.descending) return undefined;
      return descending ? `-${by}` : by;
    },
  };
}
