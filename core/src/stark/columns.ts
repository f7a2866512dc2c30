/** Columns of coefficients, committed by their values on the evaluation domain: the prover's side of a tree. */

import type { Random } from '../random.ts';
import type { RowOpening } from './codec.ts';
import { powersOfBase } from './field.ts';
import { MerkleTree } from './merkle-tree.ts';
import { evaluateOnCoset } from './ntt.ts';
import { SHIFT, type Shape } from './shape.ts';

export interface Committed {
  readonly values: readonly Uint32Array[];
  readonly salts: Uint8Array;
  readonly tree: MerkleTree;
}

/** Values on the evaluation domain in a tree with a fresh salt for every row. */
export function commitColumns(columns: readonly Uint32Array[], shape: Shape, random: Random): Committed {
  const { domainSize, degreeBound, profile } = shape;
  const shifts = powersOfBase(SHIFT, degreeBound);
  const values = columns.map((coefficients) => {
    const target = new Uint32Array(domainSize);
    evaluateOnCoset(coefficients, shifts, target);
    return target;
  });
  const salts = random(domainSize * profile.saltBytes);
  return { values, salts, tree: new MerkleTree(values, domainSize, salts) };
}

/** What a proof shows of these rows. */
export function openRows(
  { values, salts, tree }: Committed,
  indices: readonly number[],
  { profile }: Shape,
): RowOpening {
  const { saltBytes } = profile;
  const rows = new Uint32Array(indices.length * values.length);
  const opened = new Uint8Array(indices.length * saltBytes);
  indices.forEach((index, i) => {
    values.forEach((column, k) => {
      rows[i * values.length + k] = column[index] as number;
    });
    opened.set(salts.subarray(index * saltBytes, (index + 1) * saltBytes), i * saltBytes);
  });
  return { rows, salts: opened, siblings: tree.open(indices) };
}
