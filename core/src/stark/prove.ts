/** The prover: the protocol of verify.ts from the other side. It runs where the witness is and nowhere else. */
import type { Random } from '../random.ts';
import type { Instance } from './air.ts';
import { encodeProof, type OutOfDomain, outOfDomainBytes, type RowOpening } from './codec.ts';
import { batchCoefficientsOf, batchTermsOf, pointsOf } from './deep.ts';
import { digest } from './digest.ts';
import { combineOnDomain, constraintDegreeOf } from './evaluate.ts';
import { DEGREE, type Extension, elementAt, multiplyAt, powersOf } from './extension.ts';
import { add, invertAll, multiply, power, reduce, subtract, twoAdicGenerator } from './field.ts';
import { addProducts, commitLayers, openLayers, taken } from './fri-prove.ts';
import { maskedColumn, maskedSegments, randomElements } from './mask.ts';
import { MerkleTree } from './merkle.ts';
import { bitsOf, evaluateOnCoset, interpolateOnCoset, powersOfBase } from './ntt.ts';
import { PROFILES, type ProfileName } from './options.ts';
import { ProductSums } from './product-sums.ts';
import { SHIFT, type Shape, shapeOf } from './shape.ts';
import { beginTranscript } from './statement-transcript.ts';
import { leadingZeroBits, type Transcript } from './transcript.ts';

export interface ProveOptions {
  /** A cryptographically secure source; every mask and salt comes from it. */
  readonly random: Random;
  readonly profile: ProfileName;
}

/**
 * A proof that the prover knows this trace of the instance: its columns, `rows` elements each. Throws RangeError where the trace
 * has another shape or does not keep the constraints: nothing false is proven.
 */
export function prove(
  instance: Instance,
  publicBytes: Uint8Array,
  trace: readonly Uint32Array[],
  { random, profile: profileName }: ProveOptions,
): Uint8Array {
  const { air } = instance;
  const profile = PROFILES[profileName];
  const shape = shapeOf(air.rows, air.width, constraintDegreeOf(air), profile);
  if (trace.length !== air.width || trace.some(({ length }) => length !== air.rows))
    throw new RangeError('the trace has another shape');
  const transcript = beginTranscript(instance, publicBytes, shape);

  // The columns, masked, and their values on the evaluation domain.
  const columns = trace.map((values) =>
    maskedColumn(interpolateOnCoset(values, 1), randomElements(random, shape.maskCoefficients), shape),
  );
  const committedTrace = commitColumns(columns, shape, random);
  transcript.absorb('trace root', committedTrace.tree.root);

  // The quotient of the combined constraints by the zerofier, in masked segments, and the two masks beside them.
  const alpha = transcript.drawExtensions('constraint coefficients', air.constraints.length);
  const quotient = quotientOf(instance, committedTrace.values, alpha, shape);
  const quotientMask = randomPolynomial(random, shape);
  const batchMask = randomPolynomial(random, shape);
  const byCoordinate = quotient.map((coordinate, k) =>
    maskedSegments(coordinate, quotientMask[k] as Uint32Array, random, shape),
  );
  const segments = Array.from({ length: profile.quotientSegments }, (_, s) =>
    byCoordinate.map((coordinate) => coordinate[s] as Uint32Array),
  );
  const committedQuotient = commitColumns([...segments.flat(), ...quotientMask, ...batchMask], shape, random);
  transcript.absorb('quotient root', committedQuotient.tree.root);

  // All columns at the out-of-domain point.
  const point = transcript.drawOutOfDomainPoint();
  const points = pointsOf(shape, point);
  const outOfDomain = valuesOutside(points, columns, segments, quotientMask, shape);
  transcript.absorb('out-of-domain values', outOfDomainBytes(outOfDomain));

  // The batch, its layers, and the places where everything is opened.
  const gamma = transcript.drawExtensions('batch coefficients', batchTermsOf(shape));
  const batch = batchOf(points, gamma, { columns, segments, quotientMask, batchMask }, shape);
  const committedLayers = commitLayers(shape, batch, transcript);
  const nonce = grind(transcript, profile.grindingBits);
  transcript.absorbNumbers('grinding nonce', [nonce]);
  const indices = transcript.drawIndices(profile.queries, shape.domainSize);

  return encodeProof(
    {
      traceRoot: committedTrace.tree.root,
      quotientRoot: committedQuotient.tree.root,
      outOfDomain,
      layerRoots: committedLayers.layers.map(({ tree }) => tree.root),
      finalPolynomial: committedLayers.finalPolynomial,
      nonce,
      trace: openRows(committedTrace, indices, shape),
      quotient: openRows(committedQuotient, indices, shape),
      layers: openLayers(committedLayers, indices),
    },
    shape,
  );
}

/** A polynomial over the extension, in five columns of coefficients. */
type Polynomial = readonly Uint32Array[];

function randomPolynomial(random: Random, { degreeBound }: Shape): Polynomial {
  return Array.from({ length: DEGREE }, () => randomElements(random, degreeBound));
}

interface Committed {
  readonly values: readonly Uint32Array[];
  readonly salts: Uint8Array;
  readonly tree: MerkleTree;
}

/** Values on the evaluation domain in a tree with a fresh salt for every row. */
function commitColumns(columns: readonly Uint32Array[], shape: Shape, random: Random): Committed {
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

/**
 * The coefficients of Σ α_j · C_j / (Xᴺ − 1), five columns. A quotient of so many coefficients is known by its values on a coset of
 * as many points, which is a part of the evaluation domain. Throws RangeError where the division leaves a rest.
 */
function quotientOf(
  instance: Instance,
  trace: readonly Uint32Array[],
  alpha: Uint32Array,
  shape: Shape,
): Uint32Array[] {
  const { rows, profile, degreeBound, domainSize } = shape;
  const size = profile.quotientSegments * degreeBound;
  const every = domainSize / size;
  const shifts = powersOfBase(SHIFT, rows);
  const fixed = [...instance.air.periodic, ...instance.publicColumns].map((values) => {
    const target = new Uint32Array(size);
    evaluateOnCoset(interpolateOnCoset(Uint32Array.from(values), 1), shifts, target);
    return target;
  });
  const thinned = trace.map((column) => {
    const target = new Uint32Array(size);
    for (let i = 0; i < size; i++) target[i] = column[i * every] as number;
    return target;
  });
  const sums = combineOnDomain(instance, { size, stride: size / rows, trace: thinned, fixed }, alpha);
  const zerofier = inverseZerofier(rows, size);
  return sums.map((sum) => {
    for (let i = 0; i < size; i++) sum[i] = multiply(sum[i] as number, zerofier[i % zerofier.length] as number);
    const coefficients = interpolateOnCoset(sum, SHIFT);
    if (coefficients.subarray(shape.quotientCoefficients).some((coefficient) => coefficient !== 0)) {
      throw new RangeError('the trace does not keep the constraints');
    }
    return coefficients;
  });
}

/** 1 / (xᴺ − 1) on the coset, where it takes size / rows different values in turn. */
function inverseZerofier(rows: number, size: number): Uint32Array {
  const generator = twoAdicGenerator(bitsOf(size / rows));
  const values = powersOfBase(generator, size / rows);
  const first = power(SHIFT, rows);
  for (let i = 0; i < values.length; i++) values[i] = subtract(multiply(first, values[i] as number), 1);
  invertAll(values);
  return values;
}

function valuesOutside(
  points: ReturnType<typeof pointsOf>,
  columns: readonly Uint32Array[],
  segments: readonly Polynomial[],
  quotientMask: Polynomial,
  shape: Shape,
): OutOfDomain {
  const [here, ahead, shifted] = points.map((point) => powerColumns(point, shape.degreeBound));
  if (here === undefined || ahead === undefined || shifted === undefined) throw new RangeError('three points');
  return {
    current: flat(columns.map((column) => valueOf([column], here))),
    next: flat(columns.map((column) => valueOf([column], ahead))),
    segments: flat(segments.map((segment) => valueOf(segment, here))),
    mask: valueOf(quotientMask, shifted),
  };
}

/** The powers of a point, one column for each number of the extension. */
function powerColumns(point: Extension, count: number): Uint32Array[] {
  const powers = powersOf(point, count);
  return Array.from({ length: DEGREE }, (_, k) =>
    Uint32Array.from({ length: count }, (_, i) => powers[i * DEGREE + k] as number),
  );
}

/** The value of a polynomial, over the base field (one column) or over the extension (five), from the powers of the point. */
function valueOf(polynomial: Polynomial, powers: readonly Uint32Array[]): Extension {
  const value = new Uint32Array(DEGREE);
  polynomial.forEach((part, i) => {
    powers.forEach((column, j) => {
      const product = sumOfProducts(part, column);
      const k = (i + j) % DEGREE;
      value[k] = add(value[k] as number, i + j >= DEGREE ? add(product, product) : product);
    });
  });
  return value;
}

/** Of columns of at most 512 elements, which `reduce` asks for: degree bounds are smaller. */
function sumOfProducts(a: Uint32Array, b: Uint32Array): number {
  let low = 0;
  let approximate = 0;
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] as number, b[i] as number];
    low = (low + Math.imul(x, y)) | 0;
    approximate += x * y;
  }
  return reduce(low, approximate);
}

function flat(elements: readonly Extension[]): Uint32Array {
  const all = new Uint32Array(elements.length * DEGREE);
  elements.forEach((element, i) => {
    all.set(element, i * DEGREE);
  });
  return all;
}

/** What is batched: the columns of the trace and polynomials over the extension. */
interface Batched {
  readonly columns: readonly Uint32Array[];
  readonly segments: readonly Polynomial[];
  readonly quotientMask: Polynomial;
  readonly batchMask: Polynomial;
}

/** The batch as a polynomial: the terms of each point are summed, then divided by X − point once; the rest is the claimed value. */
function batchOf(
  points: ReturnType<typeof pointsOf>,
  drawn: Uint32Array,
  batched: Batched,
  shape: Shape,
): Uint32Array[] {
  const { degreeBound } = shape;
  const gamma = batchCoefficientsOf(shape, drawn);
  const sums = Array.from({ length: DEGREE }, () => new ProductSums(degreeBound));
  const addColumns = (coefficients: Uint32Array) => {
    batched.columns.forEach((column, j) => {
      sums.forEach((sum, k) => {
        sum.add(column, coefficients[j * DEGREE + k] as number);
      });
    });
  };
  addColumns(gamma.current);
  batched.segments.forEach((segment, s) => {
    addProducts(sums, segment, elementAt(gamma.segments, s));
  });
  const here = taken(sums, degreeBound);
  addColumns(gamma.next);
  const ahead = taken(sums, degreeBound);
  addProducts(sums, batched.quotientMask, gamma.mask);
  const shifted = taken(sums, degreeBound);
  const batch = batched.batchMask.map((column) => column.slice());
  [here, ahead, shifted].forEach((polynomial, k) => {
    addQuotient(batch, polynomial, points[k] as Extension);
  });
  return batch;
}

/** batch += (polynomial − its value at the point) / (X − point), by Horner's scheme. */
function addQuotient(batch: readonly Uint32Array[], polynomial: Polynomial, point: Extension): void {
  const carry = new Uint32Array(DEGREE);
  for (let i = (polynomial[0]?.length ?? 0) - 1; i >= 1; i--) {
    multiplyAt(carry, 0, carry, 0, point, 0);
    for (let k = 0; k < DEGREE; k++) {
      const value = add(carry[k] as number, polynomial[k]?.[i] as number);
      carry[k] = value;
      const column = batch[k] as Uint32Array;
      column[i - 1] = add(column[i - 1] as number, value);
    }
  }
}

/** The first nonce whose hash has enough leading zero bits. */
function grind(transcript: Transcript, bits: number): number {
  const message = transcript.grindingMessage(0);
  const view = new DataView(message.buffer, message.length - 4);
  for (let nonce = 0; nonce < 2 ** 32; nonce++) {
    view.setUint32(0, nonce, true);
    if (leadingZeroBits(digest(message)) >= bits) return nonce;
  }
  throw new RangeError('no nonce has such a hash');
}

function openRows({ values, salts, tree }: Committed, indices: readonly number[], { profile }: Shape): RowOpening {
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
