import { toHex } from '../bytes.ts';
import type { Random } from '../random.ts';

/** A new id of a report, wherever it is made: `rep_` and 16 hexadecimal digits. */
export function newReportId(random: Random): string {
  return `rep_${toHex(random(8))}`;
}
