import { toHex } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';

/** Accounts, projects, API keys and requests; the prefix says what an id names. */
export type IdPrefix = 'acc' | 'prj' | 'ak' | 'req';

/** `<prefix>_<16 hex digits>`. */
export function newId(prefix: IdPrefix, random: Random): string {
  return `${prefix}_${toHex(random(8))}`;
}
