/** The trace of amounts (air.ts). */
import { LOW_BITS } from '../encoding.ts';
import type { Trace } from '../opening/trace.ts';
import { fillRange } from '../range/trace.ts';
import type { AmountColumns } from './air.ts';

/** Fills the limbs of an integer; a negative one has a high limb that breaks its range check. */
export function fillAmount(trace: Trace, columns: AmountColumns, units: number): void {
  const high = Math.floor(units / 2 ** LOW_BITS);
  fillRange(trace, columns.low, units - high * 2 ** LOW_BITS);
  fillRange(trace, columns.high, high);
}
