/** The constraints on many points of the base field at once, where the prover needs them: node by node over blocks of points. */
import { graphOf, type Instance } from './air.ts';
import { DEGREE } from './extension.ts';
import { add, multiply, subtract } from './field.ts';
import { ProductSums } from './product-sums.ts';

/** Points that the prover evaluates at a time: all nodes of a block stay in the processor's cache. */
const BLOCK = 128;

/** Columns over a domain in natural order on which the next row is `stride` points ahead. */
export interface DomainColumns {
  readonly size: number;
  readonly stride: number;
  readonly trace: readonly Uint32Array[];
  /** The fixed columns and behind them the public ones. */
  readonly fixed: readonly Uint32Array[];
}

/**
 * The sum of all constraints, each times its coefficient (a flat array), on every point of the domain: five columns, one for each
 * number of the extension. Nothing is allocated for a point.
 */
export function combineOnDomain(instance: Instance, columns: DomainColumns, coefficients: Uint32Array): Uint32Array[] {
  const { nodes, roots } = graphOf(instance.air.constraints);
  const { size, stride } = columns;
  const block = Math.min(BLOCK, size);
  const following = columns.trace.map((column) => rotated(column, stride));
  const scratch = new Uint32Array(nodes.length * block);
  const values: Uint32Array[] = nodes.map((_, i) => scratch.subarray(i * block, (i + 1) * block));
  nodes.forEach((node, i) => {
    if (node.op === 'constant') values[i]?.fill(node.value);
    if (node.op === 'public') values[i]?.fill(instance.publicValues[node.index] as number);
  });
  const sums = Array.from({ length: DEGREE }, () => new Uint32Array(size));
  const products = sums.map(() => new ProductSums(block));
  for (let start = 0; start < size; start += block) {
    nodes.forEach((node, i) => {
      if ('left' in node) operate(node.op, values[node.left], values[node.right], values[i]);
      else if (node.op === 'current') values[i] = window(columns.trace, node.column, start, block);
      else if (node.op === 'next') values[i] = window(following, node.column, start, block);
      else if (node.op === 'periodic') values[i] = window(columns.fixed, node.column, start, block);
    });
    products.forEach((product, k) => {
      roots.forEach((root, i) => {
        product.add(values[root] as Uint32Array, coefficients[i * DEGREE + k] as number);
      });
      product.take((sums[k] as Uint32Array).subarray(start, start + block));
    });
  }
  return sums;
}

function rotated(column: Uint32Array, stride: number): Uint32Array {
  const following = new Uint32Array(column.length);
  following.set(column.subarray(stride));
  following.set(column.subarray(0, stride), column.length - stride);
  return following;
}

function window(columns: readonly Uint32Array[], column: number, start: number, length: number): Uint32Array {
  return (columns[column] as Uint32Array).subarray(start, start + length);
}

type Operation = 'add' | 'subtract' | 'multiply';

function operate(op: Operation, left?: Uint32Array, right?: Uint32Array, target?: Uint32Array): void {
  if (left === undefined || right === undefined || target === undefined) throw new RangeError('no such node');
  const { length } = target;
  if (op === 'add') {
    for (let i = 0; i < length; i++) target[i] = add(left[i] as number, right[i] as number);
  } else if (op === 'subtract') {
    for (let i = 0; i < length; i++) target[i] = subtract(left[i] as number, right[i] as number);
  } else {
    for (let i = 0; i < length; i++) target[i] = multiply(left[i] as number, right[i] as number);
  }
}
