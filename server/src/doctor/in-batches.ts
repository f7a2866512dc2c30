/** Rows in batches, so that a check of a large table stays small in memory. */
const BATCH = 200;

/** All rows of a table that `read` answers in the order of their ids. */
export function inBatches<T extends { readonly id: string }>(
  read: (after: string, limit: number) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  return batches(read, '', ({ id }) => id);
}

/** The same for rows in the order of their positions. */
export function inPositions<T extends { readonly position: number }>(
  read: (after: number, limit: number) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  return batches(read, 0, ({ position }) => position);
}

async function* batches<K, T>(
  read: (after: K, limit: number) => Promise<readonly T[]>,
  first: K,
  keyOf: (row: T) => K,
): AsyncGenerator<T> {
  for (let after = first; ; ) {
    const batch = await read(after, BATCH);
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined) return;
    after = keyOf(last);
  }
}
