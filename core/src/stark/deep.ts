/**
 * The batch: one function that is a polynomial of low degree only where all columns are, and where they take the values at the
 * out-of-domain point that the proof claims:
 *
 *   R(x) + Σ_j γ_j · (f_j(x) − f_j(z_j)) / (x − z_j).
 *
 * The terms are in this order: each trace column at z, each trace column at g·z, each segment of the quotient at z, the quotient's
 * mask at MASK_SHIFT · z. Each has a coefficient of its own; the mask R of the batch has 1.
 */
import type { OutOfDomain } from './codec.ts';
import {
  addExtension,
  DEGREE,
  dot,
  dotBase,
  type Extension,
  elementAt,
  fromBase,
  invertAllExtensions,
  multiplyExtension,
  scale,
  subtractExtension,
} from './extension.ts';
import { add } from './field.ts';
import { MASK_SHIFT, type Shape } from './shape.ts';

/** Coefficients of the batch that are drawn. */
export function batchTermsOf({ width, profile }: Shape): number {
  return 2 * width + profile.quotientSegments + 1;
}

/** z, g·z and MASK_SHIFT · z. */
export function pointsOf(shape: Shape, point: Extension): readonly [Extension, Extension, Extension] {
  return [point, scale(point, shape.rowStep), scale(point, MASK_SHIFT)];
}

/** The coefficients γ cut into those of the four kinds of terms. */
export function batchCoefficientsOf({ width, profile }: Shape, drawn: Uint32Array) {
  const atNext = width * DEGREE;
  const atSegments = 2 * atNext;
  const atMask = atSegments + profile.quotientSegments * DEGREE;
  return {
    current: drawn.subarray(0, atNext),
    next: drawn.subarray(atNext, atSegments),
    segments: drawn.subarray(atSegments, atMask),
    mask: drawn.subarray(atMask),
  };
}

/**
 * The batch at each queried point x of the evaluation domain, from the opened rows of both trees. The values that the proof
 * claims enter once, as Σ γ_j · f_j(z_j) for each of the three points.
 */
export function batchAtPoints(
  shape: Shape,
  points: readonly number[],
  traceRows: Uint32Array,
  quotientRows: Uint32Array,
  claimed: OutOfDomain,
  point: Extension,
  drawn: Uint32Array,
): Extension[] {
  const { width, profile } = shape;
  const gamma = batchCoefficientsOf(shape, drawn);
  const segmentNumbers = profile.quotientSegments * DEGREE;
  const quotientWidth = quotientRows.length / points.length;
  const claims = [
    addExtension(dot(gamma.current, claimed.current), dot(gamma.segments, claimed.segments)),
    dot(gamma.next, claimed.next),
    dot(gamma.mask, claimed.mask),
  ];
  const denominators = inverseDistances(points, pointsOf(shape, point));
  return points.map((_, i) => {
    const row = traceRows.subarray(i * width, (i + 1) * width);
    const quotientRow = quotientRows.subarray(i * quotientWidth, (i + 1) * quotientWidth);
    const mask = quotientRow.subarray(segmentNumbers, segmentNumbers + DEGREE);
    const sums = [
      addExtension(dotBase(gamma.current, row), dot(gamma.segments, quotientRow.subarray(0, segmentNumbers))),
      dotBase(gamma.next, row),
      dot(gamma.mask, mask),
    ];
    let value: Extension = quotientRow.slice(segmentNumbers + DEGREE);
    sums.forEach((sum, k) => {
      const difference = subtractExtension(sum, claims[k] as Extension);
      value = addExtension(value, multiplyExtension(difference, elementAt(denominators, 3 * i + k)));
    });
    return value;
  });
}

/** 1 / (x − z) for each x and each of the three z, in a flat array. */
function inverseDistances(points: readonly number[], outside: readonly Extension[]): Uint32Array {
  const distances = new Uint32Array(points.length * outside.length * DEGREE);
  const negated = outside.map((z) => subtractExtension(fromBase(0), z));
  points.forEach((x, i) => {
    negated.forEach((opposite, k) => {
      const at = (i * outside.length + k) * DEGREE;
      distances.set(opposite, at);
      distances[at] = add(x, opposite[0] as number);
    });
  });
  invertAllExtensions(distances);
  return distances;
}
