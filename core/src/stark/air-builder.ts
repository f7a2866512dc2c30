/** Collects columns and constraints, so that the AIR of a statement reads as the list of what it demands. */
import { type Air, type Constraint, defineAir, type Expression, periodic, publicValue } from './air.ts';

export interface AirBuilder {
  readonly rows: number;
  /** The number of a new trace column. */
  column(): number;
  /** A fixed column; one with the same values is used again. */
  fixed(valueAt: (row: number) => number): Expression;
  /** A column that the public inputs give. Fixed columns come first. */
  publicColumn(): Expression;
  publicValues(count: number): Expression[];
  /** Demands that the expression is 0 on every row. */
  demand(name: string, expression: Expression): void;
  finish(): Air;
}

export function airBuilder(id: string, rows: number): AirBuilder {
  const fixedColumns = new Map<string, { readonly index: number; readonly values: readonly number[] }>();
  const constraints: Constraint[] = [];
  let width = 0;
  let publicColumns = 0;
  let values = 0;
  return {
    rows,
    column: () => width++,
    fixed(valueAt) {
      if (publicColumns > 0) throw new TypeError('fixed columns stand before public ones');
      const column = Array.from({ length: rows }, (_, row) => valueAt(row));
      const key = column.join();
      const { index } = fixedColumns.get(key) ?? { index: fixedColumns.size };
      fixedColumns.set(key, { index, values: column });
      return periodic(index);
    },
    publicColumn: () => periodic(fixedColumns.size + publicColumns++),
    publicValues: (count) => Array.from({ length: count }, () => publicValue(values++)),
    demand: (name, expression) => {
      constraints.push({ name, expression });
    },
    finish: () =>
      defineAir({
        id,
        rows,
        width,
        periodic: [...fixedColumns.values()].map(({ values: column }) => column),
        publicColumns,
        publicValues: values,
        constraints,
      }),
  };
}
