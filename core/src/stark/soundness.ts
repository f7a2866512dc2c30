/**
 * How many bits of soundness a parameter set has. Proven: in the Johnson radius, where correlated agreement holds with an error
 * that grows linearly with the domain (Ben-Sasson, Carmon, Haböck, Kopparty, Saraf, eprint 2025/2055, theorem 1.5; before it,
 * eprint 2020/654 with larger errors). Conjectured: as if nothing did better than random words (Diamond and Gruen, 2025/2010).
 * Each term is the chance to pass one round of the protocol wrongly; the smallest number of bits counts where a prover may try
 * a round again and again (round-by-round soundness), their sum where he may not.
 */

import { DEGREE } from './extension.ts';
import { P } from './field.ts';
import type { Shape } from './shape.ts';

export interface SoundnessParameters {
  /** log₂ of the size of the field of the challenges. */
  readonly fieldBits: number;
  /** Coefficients of the batched polynomials. */
  readonly degreeBound: number;
  readonly blowUp: number;
  readonly queries: number;
  readonly grindingBits: number;
  /** Arities of the layers in order. */
  readonly foldings: readonly number[];
  /** Functions that are batched, by coefficients of their own (affine) or by the powers of one. */
  readonly batched: number;
  readonly batching: 'affine' | 'powers';
  /**
   * Degree of the identity that is tested at the out-of-domain point; without it the terms of the constraints are left out, as
   * calculators of the degree test alone do.
   */
  readonly identityDegree?: number;
}

export interface SoundnessTerm {
  readonly name: string;
  readonly bits: number;
}

export interface Soundness {
  /** The integer that fixes the radius 1 − √ρ·(1 + 1/2m). */
  readonly m: number;
  readonly terms: readonly SoundnessTerm[];
  /** Of the weakest term. */
  readonly bits: number;
  /** Of the sum of all terms. */
  readonly totalBits: number;
}

/** Of SHA-256's collisions. */
const HASH_BITS = 128;
const SMALLEST_M = 3;
const LARGEST_M = 1000;

/** The parameters of our own proofs of this shape. */
export function soundnessParametersOf(shape: Shape): SoundnessParameters {
  const { profile, width, degreeBound, layers } = shape;
  return {
    fieldBits: DEGREE * Math.log2(P),
    degreeBound,
    blowUp: profile.blowUp,
    queries: profile.queries,
    grindingBits: profile.grindingBits,
    foldings: Array.from({ length: layers }, () => profile.foldingArity),
    batched: 2 * width + profile.quotientSegments + 2,
    batching: 'affine',
    // Columns, segments and mask have at most degreeBound + 1 coefficients: the zerofier times the last segment has the most.
    identityDegree: (profile.quotientSegments + 1) * degreeBound,
  };
}

/** The terms for one m. */
export function soundnessAt(parameters: SoundnessParameters, m: number): Soundness {
  const { fieldBits, degreeBound, blowUp, queries, grindingBits, foldings, batched, batching } = parameters;
  const rate = 1 / blowUp;
  const agreement = Math.sqrt(rate) * (1 + 1 / (2 * m));
  const half = m + 0.5;
  const correlatedAgreement = (size: number) => {
    const slope = (2 * half ** 5 + 3 * half * (1 - agreement) * rate) / (3 * rate ** 1.5);
    return fieldBits - Math.log2(slope * size + half / Math.sqrt(rate));
  };
  let size = degreeBound * blowUp;
  const terms: SoundnessTerm[] = [
    { name: 'batching', bits: correlatedAgreement(size) - (batching === 'powers' ? Math.log2(batched - 1) : 0) },
  ];
  foldings.forEach((arity, i) => {
    size /= arity;
    terms.push({ name: `commit round ${i + 1}`, bits: correlatedAgreement(size) - Math.log2(arity - 1) });
  });
  terms.push({ name: 'query phase', bits: -queries * Math.log2(agreement) + grindingBits });
  if (parameters.identityDegree !== undefined) {
    // Each list of columns that the commitments admit may hold a wrong one that the challenge happens to hit.
    const list = Math.log2(half / Math.sqrt(rate));
    terms.push({ name: 'constraints', bits: fieldBits - list });
    terms.push({ name: 'out-of-domain point', bits: fieldBits - list - Math.log2(parameters.identityDegree) });
  }
  const bits = Math.min(...terms.map((term) => term.bits));
  return { m, terms, bits, totalBits: -Math.log2(terms.reduce((sum, term) => sum + 2 ** -term.bits, 0)) };
}

/** The proven soundness: the smallest m that gives the most whole bits. */
export function provenSoundness(parameters: SoundnessParameters): Soundness {
  let best = soundnessAt(parameters, SMALLEST_M);
  for (let m = SMALLEST_M + 1; m <= LARGEST_M; m++) {
    const other = soundnessAt(parameters, m);
    if (Math.floor(other.bits) > Math.floor(best.bits)) best = other;
  }
  return best;
}

/** The bits by the conjecture: a query passes with the chance that a random word agrees with some codeword, a bit above the rate. */
export function conjecturedBits(parameters: SoundnessParameters): number {
  const { fieldBits, degreeBound, blowUp, queries, grindingBits, foldings } = parameters;
  const rate = 1 / blowUp;
  const entropy = -rate * Math.log2(rate) - (1 - rate) * Math.log2(1 - rate);
  const agreement = rate + entropy / fieldBits;
  const query = -queries * Math.log2(agreement) + grindingBits;
  const commit = fieldBits - Math.log2(degreeBound * blowUp * Math.max(1, ...foldings));
  return Math.min(HASH_BITS, query, commit);
}
