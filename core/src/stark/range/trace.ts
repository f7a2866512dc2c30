/** The trace of a range check (air.ts). */
import { P } from '../field.ts';
import { setCell, type Trace } from '../opening/trace.ts';

/** Fills the column for an integer. One outside the range leaves a column that breaks the range check. */
export function fillRange(trace: Trace, column: number, value: number): void {
  let rest = ((value % P) + P) % P;
  for (let row = 0; row < (trace[column]?.length ?? 0); row++) {
    setCell(trace, column, row, rest);
    rest = Math.floor(rest / 2);
  }
}
