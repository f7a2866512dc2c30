/** Rows that a person has chosen, to act on several at once: what keys and clicks make of the choice. */

/** A list whose rows can be chosen. */
export interface Choosing {
  /** Ids of the chosen items. */
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  /** How the boxes are heard: of one row, and of all rows that are listed. */
  readonly labels: { readonly all: string };
}

export function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** With all ids between two places in the list, both included, whichever comes first. */
export function withRange(
  chosen: ReadonlySet<string>,
  ids: readonly string[],
  from: number,
  to: number,
): ReadonlySet<string> {
  return new Set([...chosen, ...ids.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1)]);
}

/** Whether none, some or all of the listed ids are chosen. */
export function extentOf(chosen: ReadonlySet<string>, ids: readonly string[]): 'none' | 'some' | 'all' {
  const count = ids.filter((id) => chosen.has(id)).length;
  if (count === 0) return 'none';
  return count === ids.length ? 'all' : 'some';
}

/** What a key does with the choice; null where it has nothing to do with it. `range` is as far as the row that is current then. */
export function choiceKey(
  { key, ctrlKey, metaKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  hasChosen: boolean,
): 'toggle' | 'all' | 'none' | 'range' | null {
  const isCommand = ctrlKey || metaKey;
  if (key === ' ' && !isCommand) return shiftKey ? 'range' : 'toggle';
  if (isCommand && key.toLowerCase() === 'a') return 'all';
  if (key === 'Escape' && hasChosen) return 'none';
  if (shiftKey && !isCommand && (key === 'ArrowDown' || key === 'ArrowUp')) return 'range';
  return null;
}
