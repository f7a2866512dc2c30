/**
 * Constraints as data: an algebraic intermediate representation (AIR) is a list of expressions over a trace of `rows` × `width`
 * field elements, each of which must be 0 on every row. The prover evaluates the same expressions column by column, the
 * verifier once at a point; no code is generated.
 */
import { concat, utf8 } from '../bytes.ts';
import { sha256 } from '../hash.ts';
import { add, isElement, MOST_PRODUCTS, multiply, P, subtract } from './field.ts';

export type Expression =
  /** The cell of this row, or of the next one; the first row follows the last. */
  | { readonly op: 'current' | 'next'; readonly column: number }
  /** A fixed column of the statement; from `periodic.length` on a public column. */
  | { readonly op: 'periodic'; readonly column: number }
  | { readonly op: 'public'; readonly index: number }
  | { readonly op: 'constant'; readonly value: number }
  | { readonly op: 'add' | 'subtract' | 'multiply'; readonly left: Expression; readonly right: Expression };

/** What holds only on some rows is multiplied by a column that selects them. */
export interface Constraint {
  readonly name: string;
  readonly expression: Expression;
}

export interface Air {
  /** Such as `age_threshold/v1`. */
  readonly id: string;
  /** A power of two from 32 to 128. */
  readonly rows: number;
  readonly width: number;
  /** Fixed columns: round constants, selectors of rows. Each has `rows` values. */
  readonly periodic: readonly (readonly number[])[];
  /** Columns of `rows` values that the public inputs give; they follow the fixed ones. */
  readonly publicColumns: number;
  readonly publicValues: number;
  readonly constraints: readonly Constraint[];
  /** SHA-256 of the serialisation of all of the above. */
  readonly digest: Uint8Array;
}

/** An AIR together with what the public inputs fill in. */
export interface Instance {
  readonly air: Air;
  readonly publicValues: readonly number[];
  readonly publicColumns: readonly (readonly number[])[];
}

/** Four quotient segments of the trace's degree bound hold a quotient of this degree. */
export const MAX_CONSTRAINT_DEGREE = 4;
const ROWS = [32, 64, 128];
const FIELD_OPERATIONS = { add, subtract, multiply };

type Term = Expression | number;

export function current(column: number): Expression {
  return { op: 'current', column };
}

export function next(column: number): Expression {
  return { op: 'next', column };
}

export function periodic(column: number): Expression {
  return { op: 'periodic', column };
}

export function publicValue(index: number): Expression {
  return { op: 'public', index };
}

/** Any integer, taken modulo p. */
export function constant(value: number): Expression {
  return { op: 'constant', value: ((value % P) + P) % P };
}

function isConstant(expression: Expression, value: number): boolean {
  return expression.op === 'constant' && expression.value === value;
}

function asExpression(term: Term): Expression {
  return typeof term === 'number' ? constant(term) : term;
}

/** The sum; zeros are left out. */
export function plus(...terms: readonly Term[]): Expression {
  const all = terms.map(asExpression).filter((term) => !isConstant(term, 0));
  const [first = constant(0), ...others] = all;
  return others.reduce((left, right) => ({ op: 'add', left, right }), first);
}

export function minus(left: Term, right: Term): Expression {
  if (isConstant(asExpression(right), 0)) return asExpression(left);
  return { op: 'subtract', left: asExpression(left), right: asExpression(right) };
}

/** The product; ones are left out, and a zero makes it zero. */
export function times(...factors: readonly Term[]): Expression {
  const all = factors.map(asExpression).filter((factor) => !isConstant(factor, 1));
  if (all.some((factor) => isConstant(factor, 0))) return constant(0);
  const [first = constant(1), ...others] = all;
  return others.reduce((left, right) => ({ op: 'multiply', left, right }), first);
}

/** One node of the graph, whose operands are the numbers of earlier nodes. */
export type GraphNode =
  | Exclude<Expression, { readonly left: Expression }>
  | { readonly op: 'add' | 'subtract' | 'multiply'; readonly left: number; readonly right: number };

/** The expressions of all constraints as one graph: equal expressions are one node, operands stand before what uses them. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  /** The node of each constraint. */
  readonly roots: readonly number[];
}

function leafKey(leaf: Exclude<Expression, { readonly left: Expression }>): string {
  if (leaf.op === 'constant') return `constant ${leaf.value}`;
  return `${leaf.op} ${leaf.op === 'public' ? leaf.index : leaf.column}`;
}

const graphs = new WeakMap<readonly Constraint[], Graph>();

/** The graph of an AIR's constraints, made once for each list. */
export function graphOf(constraints: readonly Constraint[]): Graph {
  const known = graphs.get(constraints);
  if (known !== undefined) return known;
  const graph = makeGraph(constraints);
  graphs.set(constraints, graph);
  return graph;
}

/** Numbers nodes in the order of a walk that visits the left operand, the right one, then the node itself. */
function makeGraph(constraints: readonly Constraint[]): Graph {
  const nodes: GraphNode[] = [];
  const numbers = new Map<string, number>();
  const visited = new Map<Expression, number>();
  function place(key: string, node: GraphNode): number {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, nodes.length);
    return nodes.push(node) - 1;
  }
  function visit(expression: Expression): number {
    const known = visited.get(expression);
    if (known !== undefined) return known;
    let number: number;
    if ('left' in expression) {
      const { op } = expression;
      const left = visit(expression.left);
      const right = visit(expression.right);
      number = place(`${op} ${left} ${right}`, { op, left, right });
    } else {
      number = place(leafKey(expression), expression);
    }
    visited.set(expression, number);
    return number;
  }
  const roots = constraints.map(({ expression }) => visit(expression));
  return { nodes, roots };
}

/** The degree of every node, where a trace cell and a periodic column count 1, and public values and constants 0. */
export function degreesOf({ nodes }: Graph): number[] {
  const degrees: number[] = [];
  const degreeOf = (node: number) => degrees[node] ?? 0;
  for (const node of nodes) {
    if (node.op === 'public' || node.op === 'constant') degrees.push(0);
    else if (!('left' in node)) degrees.push(1);
    else if (node.op === 'multiply') degrees.push(degreeOf(node.left) + degreeOf(node.right));
    else degrees.push(Math.max(degreeOf(node.left), degreeOf(node.right)));
  }
  return degrees;
}

/** The degree of a constraint in columns of the trace's degree. */
export function degreeOf(constraint: Constraint): number {
  const graph = graphOf([constraint]);
  return degreesOf(graph)[graph.roots[0] ?? 0] ?? 0;
}

const OPERATIONS = ['current', 'next', 'periodic', 'public', 'constant', 'add', 'subtract', 'multiply'] as const;

/** Bytes one after the other; numbers are 32-bit big-endian. */
function byteWriter() {
  const bytes: number[] = [];
  return {
    byte: (value: number) => {
      bytes.push(value);
    },
    number: (value: number) => {
      bytes.push(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
    },
    text(text: string) {
      const encoded = utf8(text);
      this.number(encoded.length);
      bytes.push(...encoded);
    },
    finish: () => concat(utf8('svc-stark-air/v1'), new Uint8Array(1), Uint8Array.from(bytes)),
  };
}

/** The canonical bytes of an AIR (docs/formats.md, "The digest of a statement"). */
export function serialiseAir(air: Omit<Air, 'digest'>): Uint8Array {
  const { nodes, roots } = graphOf(air.constraints);
  const writer = byteWriter();
  writer.text(air.id);
  for (const count of [air.rows, air.width, air.publicColumns, air.publicValues, air.periodic.length]) {
    writer.number(count);
  }
  for (const value of air.periodic.flat()) writer.number(value);
  writer.number(nodes.length);
  for (const node of nodes) {
    writer.byte(OPERATIONS.indexOf(node.op));
    if ('left' in node) {
      writer.number(node.left);
      writer.number(node.right);
    } else if (node.op === 'constant') {
      writer.number(node.value);
    } else {
      writer.number(node.op === 'public' ? node.index : node.column);
    }
  }
  writer.number(roots.length);
  for (const [i, { name }] of air.constraints.entries()) {
    writer.text(name);
    writer.number(roots[i] ?? 0);
  }
  return writer.finish();
}

function isIndex(value: number, end: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < end;
}

function isWithin(node: GraphNode, air: Omit<Air, 'digest'>): boolean {
  switch (node.op) {
    case 'current':
    case 'next':
      return isIndex(node.column, air.width);
    case 'periodic':
      return isIndex(node.column, air.periodic.length + air.publicColumns);
    case 'public':
      return isIndex(node.index, air.publicValues);
    case 'constant':
      return isElement(node.value);
    default:
      return true;
  }
}

/** Throws RangeError where the AIR is not one: a statement that is written wrongly must not come to a proof. */
function assertWellFormed(air: Omit<Air, 'digest'>): void {
  if (!ROWS.includes(air.rows)) throw new RangeError(`${air.id}: ${air.rows} rows`);
  // A verifier sums the products of a row in one go.
  if (air.width > MOST_PRODUCTS) throw new RangeError(`${air.id}: ${air.width} columns`);
  const isColumn = (column: readonly number[]) => column.length === air.rows && column.every(isElement);
  if (!air.periodic.every(isColumn)) throw new RangeError(`${air.id}: a periodic column is none`);
  const names = air.constraints.map(({ name }) => name);
  if (new Set(names).size !== names.length) throw new RangeError(`${air.id}: two constraints have one name`);
  const graph = graphOf(air.constraints);
  const foreign = graph.nodes.find((node) => !isWithin(node, air));
  if (foreign !== undefined) throw new RangeError(`${air.id}: no such operand: ${JSON.stringify(foreign)}`);
  const degrees = degreesOf(graph);
  for (const [i, root] of graph.roots.entries()) {
    const degree = degrees[root] ?? 0;
    if (degree < 1 || degree > MAX_CONSTRAINT_DEGREE)
      throw new RangeError(`${air.id}: ${names[i]} has degree ${degree}`);
  }
}

/** Completes an AIR with its digest. Throws RangeError where it is not well formed. */
export function defineAir(air: Omit<Air, 'digest'>): Air {
  assertWellFormed(air);
  return { ...air, digest: sha256(serialiseAir(air)) };
}

/** An AIR with public inputs. Throws RangeError where their number or form is not the AIR's. */
export function instantiate(
  air: Air,
  publicValues: readonly number[],
  publicColumns: readonly (readonly number[])[] = [],
): Instance {
  const isRight =
    publicValues.length === air.publicValues &&
    publicValues.every(isElement) &&
    publicColumns.length === air.publicColumns &&
    publicColumns.every((column) => column.length === air.rows && column.every(isElement));
  if (!isRight) throw new RangeError(`${air.id}: public inputs of another shape`);
  return { air, publicValues, publicColumns };
}

export interface BrokenConstraint {
  readonly name: string;
  readonly row: number;
}

/**
 * Every constraint that is not 0 on some row, once, with its first row.
 * @param trace `width` columns of `rows` elements
 * @param rows those to look at; all of them where none are given
 */
export function brokenConstraints(
  instance: Instance,
  trace: readonly Uint32Array[],
  rows: Iterable<number> = Array(instance.air.rows).keys(),
): BrokenConstraint[] {
  const { air, publicValues } = instance;
  if (trace.length !== air.width || !trace.every(({ length }) => length === air.rows)) {
    throw new RangeError(`${air.id}: a trace of another shape`);
  }
  const { nodes, roots } = graphOf(air.constraints);
  const fixed = [...air.periodic, ...instance.publicColumns];
  const values = new Uint32Array(nodes.length);
  const firstRows = new Map<number, number>();
  for (const row of rows) {
    for (const [i, node] of nodes.entries()) values[i] = valueAt(node, row);
    for (const [i, root] of roots.entries()) {
      if (values[root] !== 0 && !firstRows.has(i)) firstRows.set(i, row);
    }
  }
  return air.constraints.flatMap(({ name }, i) => {
    const row = firstRows.get(i);
    return row === undefined ? [] : [{ name, row }];
  });

  function valueAt(node: GraphNode, row: number): number {
    switch (node.op) {
      case 'current':
        return trace[node.column]?.[row] ?? 0;
      case 'next':
        return trace[node.column]?.[(row + 1) % air.rows] ?? 0;
      case 'periodic':
        return fixed[node.column]?.[row] ?? 0;
      case 'public':
        return publicValues[node.index] ?? 0;
      case 'constant':
        return node.value;
      default:
        return FIELD_OPERATIONS[node.op](values[node.left] ?? 0, values[node.right] ?? 0);
    }
  }
}

/** The first constraint that a trace breaks, or null: the prover asks before it proves, so that no false claim is proven. */
export function firstBrokenConstraint(instance: Instance, trace: readonly Uint32Array[]): BrokenConstraint | null {
  return brokenConstraints(instance, trace)[0] ?? null;
}
