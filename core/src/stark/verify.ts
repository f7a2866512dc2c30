/**
 * Verification of a STARK, from top to bottom as the protocol goes (docs/formats.md, "STARK proofs"). It is total: whatever
 * bytes it is given, it answers with a value. It knows nothing of how proofs are made.
 */
import { equalBytes } from '../bytes.ts';
import type { Instance } from './air.ts';
import { decodeProof, outOfDomainBytes, type Proof, profileCodeOf, quotientWidthOf, type RowOpening } from './codec.ts';
import { batchAtPoints, batchTermsOf } from './deep.ts';
import { pointOf } from './domain.ts';
import { combineAtPoint, constraintDegreeOf, zerofierAt } from './evaluate.ts';
import {
  addExtension,
  DEGREE,
  type Extension,
  elementAt,
  equal,
  multiplyExtension,
  powerExtension,
  subtractExtension,
} from './extension.ts';
import { checkLayers } from './fri.ts';
import { leafMessage, rootOf } from './merkle.ts';
import { type ProfileName, profileOfCode } from './options.ts';
import { SHIFT, type Shape, shapeOf } from './shape.ts';
import { beginTranscript } from './statement-transcript.ts';

export type StarkVerdict =
  | { readonly ok: true; readonly profile: ProfileName; readonly provenBits: number }
  | { readonly ok: false; readonly code: 'undecodable' | 'invalid'; readonly reason: string };

export interface VerifyOptions {
  /** The profiles that this verifier accepts. */
  readonly accept: readonly ProfileName[];
}

/**
 * Whether the bytes prove that somebody knows a trace of this instance. `publicBytes` are the canonical bytes of all public inputs;
 * a proof holds for them alone.
 */
export function verify(
  instance: Instance,
  publicBytes: Uint8Array,
  proofBytes: Uint8Array,
  { accept }: VerifyOptions,
): StarkVerdict {
  // 1. The profile is one that the verifier knows and accepts; all lengths follow from it and from the statement.
  const code = profileCodeOf(proofBytes);
  const profile = code === null ? null : profileOfCode(code);
  if (profile === null) return undecodable('no proof of a known version and profile');
  if (!accept.includes(profile.name)) return invalid(`the profile ${profile.name} is not accepted`);
  const { air } = instance;
  const shape = shapeOf(air.rows, air.width, constraintDegreeOf(air), profile);
  const proof = decodeProof(proofBytes, shape);
  if (proof === null) return undecodable('the bytes are no proof of this statement and profile');

  // 2. The challenges: each is drawn from everything that was said before it.
  const transcript = beginTranscript(instance, publicBytes, shape);
  transcript.absorb('trace root', proof.traceRoot);
  const alpha = transcript.drawExtensions('constraint coefficients', air.constraints.length);
  transcript.absorb('quotient root', proof.quotientRoot);
  const point = transcript.drawOutOfDomainPoint();
  transcript.absorb('out-of-domain values', outOfDomainBytes(proof.outOfDomain));
  const gamma = transcript.drawExtensions('batch coefficients', batchTermsOf(shape));
  const layers = proof.layers.map((opening, i) => {
    const root = proof.layerRoots[i] as Uint8Array;
    transcript.absorb('layer root', root);
    return { root, beta: transcript.drawExtensions('folding challenge', 1), opening };
  });
  transcript.absorbNumbers('final polynomial', proof.finalPolynomial);
  if (transcript.grindingBitsOf(proof.nonce) < profile.grindingBits) return invalid('the proof of work is missing');
  transcript.absorbNumbers('grinding nonce', [proof.nonce]);
  const indices = transcript.drawIndices(profile.queries, shape.domainSize);

  // 3. Outside the domain the constraints, combined, are the quotient times the zerofier.
  const { current, next } = proof.outOfDomain;
  const constraints = combineAtPoint(instance, point, current, next, alpha);
  const quotient = multiplyExtension(quotientAt(proof, shape, point), zerofierAt(shape.rows, point));
  if (!equal(constraints, quotient)) return invalid('the constraints do not hold at the out-of-domain point');

  // 4. The rows at the queried places are those that were committed to.
  if (!holdsRows(proof.traceRoot, proof.trace, air.width, indices, shape))
    return invalid('the rows of the trace are not those of its root');
  if (!holdsRows(proof.quotientRoot, proof.quotient, quotientWidthOf(shape), indices, shape))
    return invalid('the rows of the quotient are not those of its root');

  // 5. What they give is batched at each place.
  const points = indices.map((index) => pointOf(SHIFT, shape.domainSize, index));
  const { trace, quotient: opened } = proof;
  const batch = batchAtPoints(shape, points, trace.rows, opened.rows, proof.outOfDomain, point, gamma);
  // 6 and 7. The batch is close to a polynomial of low degree.
  const queried = new Map(indices.map((index, i) => [index, batch[i] as Extension]));
  const failure = checkLayers(shape, queried, layers, proof.finalPolynomial);
  if (failure !== null) return invalid(failure);

  return { ok: true, profile: profile.name, provenBits: profile.provenBits };
}

/** The quotient at z: Σ z^(i·step) · segment_i(z) − mask(MASK_SHIFT · z). */
function quotientAt({ outOfDomain }: Proof, shape: Shape, point: Extension): Extension {
  const step = powerExtension(point, shape.segmentStep);
  let sum: Extension = new Uint32Array(DEGREE);
  for (let i = shape.profile.quotientSegments - 1; i >= 0; i--) {
    sum = addExtension(multiplyExtension(sum, step), elementAt(outOfDomain.segments, i));
  }
  return subtractExtension(sum, outOfDomain.mask);
}

function holdsRows(
  root: Uint8Array,
  { rows, salts, siblings }: RowOpening,
  width: number,
  indices: readonly number[],
  { domainSize, profile }: Shape,
): boolean {
  const leaves = indices.map((_, i) =>
    leafMessage(
      salts.subarray(i * profile.saltBytes, (i + 1) * profile.saltBytes),
      rows.subarray(i * width, (i + 1) * width),
    ),
  );
  const computed = rootOf(domainSize, indices, leaves, siblings);
  return computed !== null && equalBytes(computed, root);
}

function undecodable(reason: string): StarkVerdict {
  return { ok: false, code: 'undecodable', reason };
}

function invalid(reason: string): StarkVerdict {
  return { ok: false, code: 'invalid', reason };
}
