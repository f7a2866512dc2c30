/** Counts of the messages that pass without a receipt of their own, by sender and method. */

export type Sender = 'client' | 'server';

/** Methods are named by the two sides, so there is a limit to how many are told apart. */
const MOST_METHODS = 60;
const MOST_NAME_LENGTH = 80;

export function createPassedCounts(): {
  add(sender: Sender, method: string): void;
  /** By `<sender>:<method>`, in the order of their first message; `<sender>:(other)` holds those beyond the limit. */
  counts(): ReadonlyMap<string, number>;
} {
  const found = new Map<string, number>();
  return {
    add(sender, method) {
      const name = `${sender}:${method.slice(0, MOST_NAME_LENGTH).toWellFormed()}`;
      const key = found.has(name) || found.size < MOST_METHODS ? name : `${sender}:(other)`;
      found.set(key, (found.get(key) ?? 0) + 1);
    },
    counts: () => found,
  };
}
