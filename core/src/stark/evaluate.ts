/** The constraints at a point outside the domain, where a verifier looks at them: each node of their graph once, in the extension. */
import { type Air, degreesOf, type GraphNode, graphOf, type Instance } from './air.ts';
import { bitsOf } from './domain.ts';
import {
  DEGREE,
  type Extension,
  elementAt,
  fromBase,
  invertAllExtensions,
  multiplyAt,
  powerExtension,
  scale,
  subtractExtension,
} from './extension.ts';
import { add, inverse, multiply, subtract, twoAdicGenerator } from './field.ts';

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
