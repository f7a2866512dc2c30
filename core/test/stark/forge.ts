/**
 * A prover that cheats: the protocol of prove.ts, where a test replaces what it likes and nothing is checked. Everything later
 * follows from what was replaced, transcript included, so that a verifier finds the one mistake and not a broken chain.
 * Polynomials have twice the degree bound here, for the sake of those that are too high.
 */
import type { Instance } from '@touchstone/core/stark/air.ts';
import { valuesOutside } from '@touchstone/core/stark/batch.ts';
import { encodeProof, type OutOfDomain, outOfDomainBytes, type Proof } from '@touchstone/core/stark/codec.ts';
import { commitColumns, openRows } from '@touchstone/core/stark/columns.ts';
import { batchAtPoints, batchTermsOf, pointsOf } from '@touchstone/core/stark/deep.ts';
import { pointOf } from '@touchstone/core/stark/domain.ts';
import { constraintDegreeOf } from '@touchstone/core/stark/evaluate.ts';
import { combineOnDomain } from '@touchstone/core/stark/evaluate-domain.ts';
import { DEGREE, type Extension } from '@touchstone/core/stark/extension.ts';
import { invertAll, multiply, power, powersOfBase, subtract } from '@touchstone/core/stark/field.ts';
import { ARITY, fold } from '@touchstone/core/stark/fri.ts';
import { maskedColumn, maskedSegments, randomElements } from '@touchstone/core/stark/mask.ts';
import { MerkleTree } from '@touchstone/core/stark/merkle-tree.ts';
import { evaluateOnCoset, interpolateOnCoset } from '@touchstone/core/stark/ntt.ts';
import { PROFILES } from '@touchstone/core/stark/options.ts';
import { SHIFT, type Shape, shapeOf } from '@touchstone/core/stark/shape.ts';
import { beginTranscript } from '@touchstone/core/stark/statement-transcript.ts';
import { Transcript } from '@touchstone/core/stark/transcript.ts';
import { seededRandom } from './random.ts';
import { PUBLIC_BYTES } from './toy.ts';

export interface Forgery {
  /** What the prover takes for the shape. */
  readonly shape?: (shape: Shape) => Shape;
  /** The masked columns of the trace, as coefficients. */
  readonly columns?: (columns: readonly Uint32Array[], shape: Shape) => readonly Uint32Array[];
  /** The segments of the quotient, each in five columns of coefficients, after alpha was drawn and before z is. */
  readonly segments?: (
    segments: readonly (readonly Uint32Array[])[],
    context: SegmentContext,
  ) => readonly (readonly Uint32Array[])[];
  /** The claimed values outside the domain. */
  readonly outOfDomain?: (claimed: OutOfDomain, context: Context) => OutOfDomain;
  /** The values of the batch on the whole domain, before they are committed. */
  readonly batch?: (values: readonly Extension[], shape: Shape) => readonly Extension[];
  /** The last polynomial, as a flat array. */
  readonly finalPolynomial?: (coefficients: Uint32Array) => Uint32Array;
  /** Whether a nonce will do, by the bits that it has. */
  readonly nonce?: (bits: number) => boolean;
  /** What is left to change when everything was drawn. */
  readonly proof?: (proof: Proof, context: { readonly indices: readonly number[] }) => Proof;
  readonly seed?: number;
  /** Instead of the toy's. */
  readonly publicBytes?: Uint8Array;
}

export interface Context {
  readonly shape: Shape;
  readonly alpha: Uint32Array;
  readonly point: Extension;
}

/** What a prover who knows the out-of-domain point beforehand knows of it. */
export interface SegmentContext extends Omit<Context, 'point'> {
  readonly current: Uint32Array;
  readonly next: Uint32Array;
  readonly mask: Uint32Array;
}

export function shapeFor(instance: Instance): Shape {
  return shapeOf(instance.air.rows, instance.air.width, constraintDegreeOf(instance.air), PROFILES.STANDARD);
}

export function forge(instance: Instance, trace: readonly Uint32Array[], forgery: Forgery = {}): Uint8Array {
  const random = seededRandom(forgery.seed ?? 1);
  const honest = shapeFor(instance);
  const shape = forgery.shape?.(honest) ?? honest;
  const { profile } = shape;
  const wide = { ...shape, degreeBound: 2 * shape.degreeBound };
  const transcript = beginTranscript(instance, forgery.publicBytes ?? PUBLIC_BYTES, shape);

  const masked = trace.map((values) =>
    maskedColumn(interpolateOnCoset(values, 1), randomElements(random, shape.maskCoefficients), wide),
  );
  const columns = forgery.columns?.(masked, shape) ?? masked;
  const committedTrace = commitColumns(columns, wide, random);
  transcript.absorb('trace root', committedTrace.tree.root);

  const alpha = transcript.drawExtensions('constraint coefficients', instance.air.constraints.length);
  const quotient = uncheckedQuotient(instance, committedTrace.values, alpha, shape);
  const masks = Array.from({ length: 2 }, () =>
    Array.from({ length: DEGREE }, () => widened(randomElements(random, shape.degreeBound), wide)),
  );
  const [quotientMask = [], batchMask = []] = masks;
  const byCoordinate = quotient.map((coordinate, k) =>
    maskedSegments(coordinate, (quotientMask[k] as Uint32Array).slice(0, shape.degreeBound), random, shape),
  );
  const honestSegments = Array.from({ length: profile.quotientSegments }, (_, s) =>
    byCoordinate.map((coordinate) => widened(coordinate[s] as Uint32Array, wide)),
  );
  const segments = forgery.segments?.(honestSegments, { shape, alpha, ...foreseen() }) ?? honestSegments;
  const committedQuotient = commitColumns([...segments.flat(), ...quotientMask, ...batchMask], wide, random);
  transcript.absorb('quotient root', committedQuotient.tree.root);

  /** Values at the point as the transcript of the moment gives it: the real one only where a test has programmed it. */
  function foreseen() {
    const foreseenPoints = pointsOf(shape, new Transcript().drawOutOfDomainPoint());
    return valuesOutside(foreseenPoints, columns, [], quotientMask, wide);
  }

  const point = transcript.drawOutOfDomainPoint();
  const points = pointsOf(shape, point);
  const values = valuesOutside(points, columns, segments, quotientMask, wide);
  const outOfDomain = forgery.outOfDomain?.(values, { shape, alpha, point }) ?? values;
  transcript.absorb('out-of-domain values', outOfDomainBytes(outOfDomain));

  const gamma = transcript.drawExtensions('batch coefficients', batchTermsOf(shape));
  const places = Array.from({ length: shape.domainSize }, (_, i) => i);
  const onDomain = batchAtPoints(
    shape,
    places.map((i) => pointOf(SHIFT, shape.domainSize, i)),
    openRows(committedTrace, places, shape).rows,
    openRows(committedQuotient, places, shape).rows,
    outOfDomain,
    point,
    gamma,
  );
  const { layers, finalPolynomial } = commitValues(
    forgery.batch?.(onDomain, shape) ?? onDomain,
    shape,
    transcript,
    forgery.finalPolynomial ?? ((coefficients) => coefficients),
  );
  const isEnough = forgery.nonce ?? ((bits: number) => bits >= profile.grindingBits);
  let nonce = 0;
  while (!isEnough(transcript.grindingBitsOf(nonce))) nonce++;
  transcript.absorbNumbers('grinding nonce', [nonce]);
  const indices = transcript.drawIndices(profile.queries, shape.domainSize);
  const proof: Proof = {
    traceRoot: committedTrace.tree.root,
    quotientRoot: committedQuotient.tree.root,
    outOfDomain,
    layerRoots: layers.map(({ tree }) => tree.root),
    finalPolynomial,
    nonce,
    trace: openRows(committedTrace, indices, shape),
    quotient: openRows(committedQuotient, indices, shape),
    layers: openValues(layers, indices),
  };
  return encodeProof(forgery.proof?.(proof, { indices }) ?? proof, shape);
}

function widened(coefficients: Uint32Array, { degreeBound }: Shape): Uint32Array {
  const wide = new Uint32Array(degreeBound);
  wide.set(coefficients);
  return wide;
}

function evaluated(coefficients: Uint32Array, size: number): Uint32Array {
  const target = new Uint32Array(size);
  evaluateOnCoset(coefficients, powersOfBase(SHIFT, coefficients.length), target);
  return target;
}

function elementsOf(columns: readonly Uint32Array[]): Extension[] {
  return Array.from({ length: columns[0]?.length ?? 0 }, (_, i) =>
    Uint32Array.from(columns, (column) => column[i] as number),
  );
}

/** As `quotientOf`, on the whole evaluation domain, where any quotient up to 16 degree bounds is found; a rest is left in it. */
function uncheckedQuotient(instance: Instance, trace: readonly Uint32Array[], alpha: Uint32Array, shape: Shape) {
  const { domainSize: size, rows } = shape;
  const fixed = [...instance.air.periodic, ...instance.publicColumns].map((values) =>
    evaluated(interpolateOnCoset(Uint32Array.from(values), 1), size),
  );
  const sums = combineOnDomain(instance, { size, stride: size / rows, trace, fixed }, alpha);
  const zerofier = Uint32Array.from({ length: size }, (_, i) => subtract(power(pointOf(SHIFT, size, i), rows), 1));
  invertAll(zerofier);
  return sums.map((sum) =>
    interpolateOnCoset(
      sum.map((value, i) => multiply(value, zerofier[i] as number)),
      SHIFT,
    ),
  );
}

interface Layer {
  readonly values: readonly Extension[];
  readonly tree: MerkleTree;
}

/** Commits any values, folds them point by point, and interpolates the last, of which it shows as much as there is room for. */
function commitValues(
  first: readonly Extension[],
  shape: Shape,
  transcript: Transcript,
  changed: (coefficients: Uint32Array) => Uint32Array,
) {
  const layers: Layer[] = [];
  let values = first;
  let shift = SHIFT;
  for (let i = 0; i < shape.layers; i++) {
    const leaves = values.length / ARITY;
    const columns = Array.from({ length: ARITY * DEGREE }, (_, at) =>
      Uint32Array.from({ length: leaves }, (_, j) => {
        const value = values[j + Math.floor(at / DEGREE) * leaves] as Extension;
        return value[at % DEGREE] as number;
      }),
    );
    const tree = new MerkleTree(columns, leaves, new Uint8Array(0));
    layers.push({ values, tree });
    transcript.absorb('layer root', tree.root);
    const beta = transcript.drawExtensions('folding challenge', 1);
    const folded = values;
    const [size, from] = [values.length, shift];
    values = Array.from({ length: leaves }, (_, j) =>
      fold(
        [0, 1, 2, 3].map((k) => folded[j + k * leaves] as Extension),
        pointOf(from, size, j),
        beta,
      ),
    );
    shift = power(shift, ARITY);
  }
  const columns = Array.from({ length: DEGREE }, (_, k) =>
    interpolateOnCoset(
      Uint32Array.from(values, (value) => value[k] as number),
      shift,
    ),
  );
  const coefficients = elementsOf(columns).slice(0, shape.finalCoefficients);
  const finalPolynomial = changed(Uint32Array.from(coefficients.flatMap((element) => [...element])));
  transcript.absorbNumbers('final polynomial', finalPolynomial);
  return { layers, finalPolynomial };
}

function openValues(layers: readonly Layer[], indices: readonly number[]) {
  let places = indices;
  return layers.map(({ values, tree }) => {
    const leaves = values.length / ARITY;
    const known = new Set(places);
    const opened = [...new Set(places.map((place) => place % leaves))].sort((one, other) => one - other);
    const missing = opened.flatMap((leaf) => [0, 1, 2, 3].map((k) => leaf + k * leaves)).filter((at) => !known.has(at));
    places = opened;
    return {
      others: Uint32Array.from(missing.flatMap((place) => [...(values[place] as Extension)])),
      siblings: tree.open(opened),
    };
  });
}
