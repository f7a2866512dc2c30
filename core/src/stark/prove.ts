/** The prover: the protocol of verify.ts from the other side. It runs where the witness is and nowhere else. */
import type { Random } from '../random.ts';
import type { Instance } from './air.ts';
import { batchOf, valuesOutside } from './batch.ts';
import { encodeProof, outOfDomainBytes } from './codec.ts';
import { commitColumns, openRows } from './columns.ts';
import { batchTermsOf, pointsOf } from './deep.ts';
import { DIGEST_BYTES, digestSlots, slotsFor } from './digest.ts';
import { constraintDegreeOf } from './evaluate.ts';
import { commitLayers, openLayers } from './fri-prove.ts';
import { maskedColumn, maskedSegments, randomElements, randomPolynomial } from './mask.ts';
import { interpolateOnCoset } from './ntt.ts';
import { PROFILES, type Profile, type ProfileName } from './options.ts';
import { quotientOf } from './quotient.ts';
import { shapeOf } from './shape.ts';
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
  { random, profile }: ProveOptions,
): Uint8Array {
  const secrets: Uint32Array[] = [];
  try {
    return proveBy(instance, publicBytes, trace, random, PROFILES[profile], secrets);
  } finally {
    // What the witness could be computed from, as far as JavaScript lets us.
    for (const secret of secrets) secret.fill(0);
  }
}

/** Adds to `secrets` what is to be wiped. */
function proveBy(
  instance: Instance,
  publicBytes: Uint8Array,
  trace: readonly Uint32Array[],
  random: Random,
  profile: Profile,
  secrets: Uint32Array[],
): Uint8Array {
  const { air } = instance;
  const shape = shapeOf(air.rows, air.width, constraintDegreeOf(air), profile);
  if (trace.length !== air.width || trace.some(({ length }) => length !== air.rows))
    throw new RangeError('the trace has another shape');
  const transcript = beginTranscript(instance, publicBytes, shape);

  // The columns, masked, and their values on the evaluation domain.
  const columns = trace.map((values) => {
    const coefficients = interpolateOnCoset(values, 1);
    const mask = randomElements(random, shape.maskCoefficients);
    const masked = maskedColumn(coefficients, mask, shape);
    secrets.push(coefficients, mask, masked);
    return masked;
  });
  const committedTrace = commitColumns(columns, shape, random);
  secrets.push(...committedTrace.values);
  transcript.absorb('trace root', committedTrace.tree.root);

  // The quotient of the combined constraints by the zerofier, in masked segments, and the two masks beside them.
  const alpha = transcript.drawExtensions('constraint coefficients', air.constraints.length);
  const quotient = quotientOf(instance, committedTrace.values, alpha, shape);
  const quotientMask = randomPolynomial(random, shape);
  const batchMask = randomPolynomial(random, shape);
  secrets.push(...quotientMask, ...batchMask);
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

/** So many are hashed at once. */
export const NONCES_AT_ONCE = 64;

/** The first nonce whose hash has enough leading zero bits. */
function grind(transcript: Transcript, bits: number): number {
  const message = transcript.grindingMessage(0);
  const slots = slotsFor(NONCES_AT_ONCE, message.length);
  const { bytes, size } = slots;
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < NONCES_AT_ONCE; i++) bytes.set(message, i * size);
  for (let first = 0; first < 2 ** 32; first += NONCES_AT_ONCE) {
    for (let i = 0; i < NONCES_AT_ONCE; i++) view.setUint32(i * size + message.length - 4, first + i, true);
    const digests = digestSlots(slots);
    for (let i = 0; i < NONCES_AT_ONCE; i++) {
      if (leadingZeroBits(digests.subarray(i * DIGEST_BYTES, (i + 1) * DIGEST_BYTES)) >= bits) return first + i;
    }
  }
  throw new RangeError('no nonce has such a hash');
}
