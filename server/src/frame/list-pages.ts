/** Pages of lists: what is read is one more than asked for, so that it shows whether there is a next page. */
import { invalid } from './errors.ts';

export const PAGE_ITEMS = 50;

/** The page, and the cursor of the next one, made of its last item; null on the last page. */
export function cutPage<T>(found: readonly T[], limit: number, cursorFor: (last: T) => string) {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: found.length > limit && last !== undefined ? cursorFor(last) : null };
}

/** The parts of a cursor; null without one. Throws INVALID_REQUEST for one that this list has not made. */
export function cursorParts(cursor: string | undefined, form: RegExp): readonly string[] | null {
  if (cursor === undefined) return null;
  const [whole, ...parts] = form.exec(cursor) ?? [];
  if (whole === undefined) throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
  return parts;
}
