/**
 * What hides the witness: random coefficients in every column, in the segments of the quotient and in the batch, and the salts of
 * the leaves. All come from the caller's source of random bytes, never from the transcript or the witness, and none is used twice.
 */
import type { Random } from '../random.ts';
import { DEGREE } from './extension.ts';
import { add, multiply, powersOfBase, subtract } from './field.ts';
import { sampleElements } from './sample.ts';
import { MASK_SHIFT, type Shape } from './shape.ts';

const BYTES_AT_A_TIME = 4096;

/** Uniform field elements. */
export function randomElements(random: Random, count: number): Uint32Array {
  return sampleElements(() => random(Math.min(BYTES_AT_A_TIME, 4 * Math.max(count, 1))), count);
}

/** A uniform polynomial over the extension up to the degree bound, in five columns of coefficients. */
export function randomPolynomial(random: Random, { degreeBound }: Shape): Uint32Array[] {
  return Array.from({ length: DEGREE }, () => randomElements(random, degreeBound));
}

/**
 * t + (Xᴺ − 1) · mask, with as many coefficients as the degree bound: on the trace's rows the same values as t, on any
 * `maskCoefficients` other points uniform ones. Throws RangeError where the mask is shorter than the shape asks for.
 */
export function maskedColumn(coefficients: Uint32Array, mask: Uint32Array, shape: Shape): Uint32Array {
  if (mask.length < shape.maskCoefficients) throw new RangeError('too few masks to hide the witness');
  const masked = new Uint32Array(shape.degreeBound);
  masked.set(coefficients);
  for (let i = 0; i < mask.length; i++) {
    const value = mask[i] as number;
    masked[i] = subtract(masked[i] as number, value);
    masked[shape.rows + i] = add(masked[shape.rows + i] as number, value);
  }
  return masked;
}

/**
 * One coordinate of the quotient cut into segments. Two things hide it: mask(MASK_SHIFT · X) is added to the whole, whose value
 * at a place then says nothing, since the mask is shown at other places; and neighbouring segments share random coefficients,
 * which one adds at X^segmentStep and the other subtracts, so that each alone says nothing.
 */
export function maskedSegments(quotient: Uint32Array, mask: Uint32Array, random: Random, shape: Shape): Uint32Array[] {
  const { degreeBound, segmentStep, profile } = shape;
  const count = profile.quotientSegments;
  const whole = new Uint32Array((count - 1) * segmentStep + degreeBound);
  whole.set(quotient.subarray(0, shape.quotientCoefficients));
  const shifts = powersOfBase(MASK_SHIFT, mask.length);
  for (let i = 0; i < mask.length; i++) {
    whole[i] = add(whole[i] as number, multiply(mask[i] as number, shifts[i] as number));
  }
  const segments = Array.from({ length: count }, (_, s) => {
    const segment = new Uint32Array(degreeBound);
    const end = s === count - 1 ? whole.length : (s + 1) * segmentStep;
    segment.set(whole.subarray(s * segmentStep, end));
    return segment;
  });
  for (let s = 0; s + 1 < count; s++) {
    const shared = randomElements(random, degreeBound - segmentStep);
    const [lower, upper] = [segments[s] as Uint32Array, segments[s + 1] as Uint32Array];
    for (let i = 0; i < shared.length; i++) {
      lower[segmentStep + i] = shared[i] as number;
      upper[i] = subtract(upper[i] as number, shared[i] as number);
    }
  }
  return segments;
}
