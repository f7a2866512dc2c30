import { toHex } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';

/** Accounts, projects, API keys, requests, receipts and wrapped keys; the prefix says what an id names. */
export type IdPrefix = 'acc' | 'prj' | 'ak' | 'req' | 'rcp' | 'wk';

/** `<prefix>_<16 hex digits>`. */
export function newId(prefix: IdPrefix, random: Random): string {
  return `${prefix}_${toHex(random(8))}`;
}
