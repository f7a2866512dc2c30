/** Every length of a proof: what follows from the statement's size and the parameter set alone, never from the proof. */

import { bitsOf } from './domain.ts';
import { DEGREE } from './extension.ts';
import { GENERATOR, twoAdicGenerator } from './field.ts';
import type { Profile } from './options.ts';

/** Rows that a constraint reads: its own and the next. */
const ROWS_READ = 2;

/** The values are on SHIFT · ⟨generator⟩, which meets neither the trace's domain nor MASK_SHIFT times itself. */
export const SHIFT = GENERATOR;
/** The mask of the quotient is added as mask(MASK_SHIFT · X): at a point that no opening of the mask shows. */
export const MASK_SHIFT = GENERATOR;

export interface Shape {
  readonly profile: Profile;
  /** Rows of the trace, and a generator of their domain. */
  readonly rows: number;
  readonly rowStep: number;
  readonly width: number;
  /** Random coefficients in each column of the trace. */
  readonly maskCoefficients: number;
  /** Columns, segments and masks have at most so many coefficients; a power of two. */
  readonly degreeBound: number;
  readonly domainSize: number;
  /** Coefficients of the quotient, and powers of X between the beginnings of its segments. */
  readonly quotientCoefficients: number;
  readonly segmentStep: number;
  /** Layers that are folded. */
  readonly layers: number;
  readonly finalCoefficients: number;
}

/**
 * The masks that zero knowledge needs: t + k·e·f + 1, with t the rows that the queries open, k the quotient's segments, e the
 * degree of the extension and f the rows that a constraint reads (Triton VM's specification counts so; our own argument in
 * docs/formats.md needs t + e·f).
 */
export function maskCoefficientsOf(profile: Profile): number {
  return profile.queries + profile.quotientSegments * DEGREE * ROWS_READ + 1;
}

/**
 * The degree bound is the smallest power of two that holds the masked trace, and in whose segments the quotient has room beside
 * the masks between them. `constraintDegree` is the highest of the statement's constraints.
 */
export function shapeOf(rows: number, width: number, constraintDegree: number, profile: Profile): Shape {
  bitsOf(rows);
  if (constraintDegree > profile.constraintDegree) throw new RangeError('a constraint has too high a degree');
  const maskCoefficients = maskCoefficientsOf(profile);
  const traceCoefficients = rows + maskCoefficients;
  const quotientCoefficients = Math.max(1, Math.max(1, constraintDegree) * (traceCoefficients - 1) - rows + 1);
  let degreeBound = 1;
  while (!fits(degreeBound, traceCoefficients, quotientCoefficients, profile)) degreeBound *= 2;
  let layers = 0;
  let finalCoefficients = degreeBound;
  while (finalCoefficients > profile.finalCoefficients) {
    finalCoefficients /= profile.foldingArity;
    layers++;
  }
  return {
    profile,
    rows,
    rowStep: twoAdicGenerator(bitsOf(rows)),
    width,
    maskCoefficients,
    degreeBound,
    domainSize: degreeBound * profile.blowUp,
    quotientCoefficients,
    segmentStep: segmentStepOf(degreeBound, profile),
    layers,
    finalCoefficients,
  };
}

/** Coefficients that two neighbouring segments share: one for each value of a segment that a proof shows. */
function sharedCoefficientsOf(profile: Profile): number {
  return profile.queries + 1;
}

function segmentStepOf(degreeBound: number, profile: Profile): number {
  return degreeBound - sharedCoefficientsOf(profile);
}

function fits(degreeBound: number, trace: number, quotient: number, profile: Profile): boolean {
  const segmentStep = segmentStepOf(degreeBound, profile);
  const quotientRoom = (profile.quotientSegments - 1) * segmentStep + degreeBound;
  // The mask of the quotient shows a value at each query and is read at as many other points and once outside the domain.
  const maskRoom = 2 * profile.queries + 1;
  return degreeBound >= trace && segmentStep > 0 && quotientRoom >= quotient && degreeBound >= maskRoom;
}
