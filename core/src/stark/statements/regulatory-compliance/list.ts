/**
 * The published demo list: hashes that stand for entities that fail the checks. It is no sanctions list; it exists so that a
 * false claim can be shown. `list_root` of the public inputs names this edition of it.
 */
import { concat, toHex, utf8 } from '../../../bytes.ts';
import { sha3_256, tagged } from '../../../hash.ts';

const ENTRIES = 16;

/** SHA3-256 of `touchstone-demo-entity-01` to `-16`, in ascending order. */
export const LISTED_HASHES: readonly string[] = Array.from({ length: ENTRIES }, (_, i) =>
  toHex(sha3_256(utf8(`touchstone-demo-entity-${`${i + 1}`.padStart(2, '0')}`))),
).sort();

/** SHA3-256 of `svc-compliance-list/v1`, a zero byte and the hashes one after the other as they are listed, in hexadecimal. */
export const LIST_ROOT: string = toHex(sha3_256(tagged('compliance-list', concat(utf8(LISTED_HASHES.join(''))))));
