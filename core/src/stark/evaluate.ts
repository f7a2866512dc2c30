/**
 * The constraints, evaluated from one graph: on many points of the base field at once for the prover, node by node over blocks
 * of points, and once in the extension for the verifier.
 */
import { type Air, degreesOf, type GraphNode, graphOf, type Instance } from './air.ts';
import type { Extension } from './extension.ts';
import {
  DEGREE,
  elementAt,
  fromBase,
  invertAllExtensions,
  multiplyAt,
  powerExtension,
  scale,
  subtractExtension,
} from './extension.ts';
import { add, inverse, multiply, subtract, twoAdicGenerator } from './field.ts';
import { bitsOf } from './ntt.ts';
import { ProductSums } from './product-sums.ts';

/** Points that the prover evaluates at a time: all nodes of a block stay in the processor's cache. */
const BLOCK = 128;

const degrees = new WeakMap<Air, number>();

/** The highest degree of an AIR's constraints. */
export function constraintDegreeOf(air: Air): number {
  const known = degrees.get(air);
  if (known !== undefined) return known;
  const graph = graphOf(air.constraints);
  const ofNodes = degreesOf(graph);
  const degree = Math.max(0, ...graph.roots.map((root) => ofNodes[root] ?? 0));
  degrees.set(air, degree);
  return degree;
}

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

/**
 * The sum of all constraints, each times its coefficient, at a point outside the domain: `current` and `next` hold the trace's
 * columns there and one row ahead, as flat arrays.
 */
export function combineAtPoint(
  instance: Instance,
  point: Extension,
  current: Uint32Array,
  next: Uint32Array,
  coefficients: Uint32Array,
): Extension {
  const { nodes, roots } = graphOf(instance.air.constraints);
  const fixed = fixedAtPoint(instance, point);
  const values = new Uint32Array(nodes.length * DEGREE);
  nodes.forEach((node, i) => {
    writeValue(values, i, node, { current, next, fixed, publicValues: instance.publicValues });
  });
  const sum = new Uint32Array(DEGREE);
  const product = new Uint32Array(DEGREE);
  roots.forEach((root, i) => {
    multiplyAt(product, 0, values, root * DEGREE, coefficients, i * DEGREE);
    for (let k = 0; k < DEGREE; k++) sum[k] = add(sum[k] as number, product[k] as number);
  });
  return sum;
}

interface PointColumns {
  readonly current: Uint32Array;
  readonly next: Uint32Array;
  readonly fixed: Uint32Array;
  readonly publicValues: readonly number[];
}

function writeValue(values: Uint32Array, index: number, node: GraphNode, columns: PointColumns): void {
  const at = index * DEGREE;
  if ('left' in node) {
    const [left, right] = [node.left * DEGREE, node.right * DEGREE];
    if (node.op === 'multiply') {
      multiplyAt(values, at, values, left, values, right);
      return;
    }
    const operation = node.op === 'add' ? add : subtract;
    for (let k = 0; k < DEGREE; k++)
      values[at + k] = operation(values[left + k] as number, values[right + k] as number);
  } else if (node.op === 'constant') values[at] = node.value;
  else if (node.op === 'public') values[at] = columns.publicValues[node.index] as number;
  else if (node.op === 'periodic') values.set(elementAt(columns.fixed, node.column), at);
  else values.set(elementAt(columns[node.op], node.column), at);
}

/**
 * The fixed and the public columns at a point: each is the polynomial through its values on the trace's domain H, so its value is
 * Σ v_i · L_i with the Lagrange polynomials L_i = gⁱ·(zᴺ − 1) / (N·(z − gⁱ)).
 */
function fixedAtPoint({ air, publicColumns }: Instance, point: Extension): Uint32Array {
  const weights = lagrangeWeights(air.rows, point);
  const columns = [...air.periodic, ...publicColumns];
  const values = new Uint32Array(columns.length * DEGREE);
  columns.forEach((column, c) => {
    column.forEach((value, i) => {
      if (value === 0) return;
      for (let k = 0; k < DEGREE; k++) {
        const term = multiply(weights[i * DEGREE + k] as number, value);
        values[c * DEGREE + k] = add(values[c * DEGREE + k] as number, term);
      }
    });
  });
  return values;
}

function lagrangeWeights(rows: number, point: Extension): Uint32Array {
  const generator = twoAdicGenerator(bitsOf(rows));
  const weights = new Uint32Array(rows * DEGREE);
  for (let i = 0, root = 1; i < rows; i++, root = multiply(root, generator)) {
    weights.set(subtractExtension(point, fromBase(root)), i * DEGREE);
  }
  invertAllExtensions(weights);
  const scaled = scale(zerofierAt(rows, point), inverse(rows));
  for (let i = 0, root = 1; i < rows; i++, root = multiply(root, generator)) {
    multiplyAt(weights, i * DEGREE, weights, i * DEGREE, scale(scaled, root), 0);
  }
  return weights;
}

/** zᴺ − 1, which is 0 on the trace's domain and nowhere else. */
export function zerofierAt(rows: number, point: Extension): Extension {
  return subtractExtension(powerExtension(point, rows), fromBase(1));
}
