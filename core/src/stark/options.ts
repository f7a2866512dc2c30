/**
 * The parameter sets. A verifier knows them and says which it accepts; a proof names one by a byte and can change nothing in it.
 * How the bits come about: soundness.ts.
 */

export type ProfileName = 'STANDARD' | 'STRONG';

export interface Profile {
  readonly name: ProfileName;
  /** Its byte in a proof. */
  readonly code: number;
  /** Points of the evaluation domain for each coefficient of the degree bound: the inverse of the code's rate. */
  readonly blowUp: number;
  /** Places at which the proof opens its columns; all different. */
  readonly queries: number;
  /** Leading zero bits of the hash that has to be found before the places are known. */
  readonly grindingBits: number;
  /** Values of one layer that are folded into one of the next. */
  readonly foldingArity: number;
  /** Folding ends as soon as no more coefficients are left, which then stand in the proof. */
  readonly finalCoefficients: number;
  /** Polynomials into which the quotient is split. */
  readonly quotientSegments: number;
  /** Highest degree of a constraint in trace and fixed columns. */
  readonly constraintDegree: number;
  /** Random bytes of its own in every leaf of the columns' trees. */
  readonly saltBytes: number;
  /**
   * Proven bits of soundness of every shape, round by round: the lower of what two calculators of others give (soundcalc 107 and
   * 121, Plonky3's 106 and 120; ours gives the former).
   */
  readonly provenBits: number;
  /** Bits by the usual conjecture, capped by collisions of SHA-256. */
  readonly conjecturedBits: number;
}

const common = {
  blowUp: 16,
  grindingBits: 12,
  foldingArity: 4,
  finalCoefficients: 64,
  quotientSegments: 4,
  constraintDegree: 4,
  saltBytes: 16,
  conjecturedBits: 128,
};

/** What everything is proven with. */
const STANDARD: Profile = { ...common, name: 'STANDARD', code: 1, queries: 48, provenBits: 106 };
/** By command only. */
const STRONG: Profile = { ...common, name: 'STRONG', code: 2, queries: 57, provenBits: 120 };

export const PROFILES: Readonly<Record<ProfileName, Profile>> = { STANDARD, STRONG };

export function profileOfCode(code: number): Profile | null {
  return Object.values(PROFILES).find((profile) => profile.code === code) ?? null;
}

/** How strong a proof of this profile is, and why. */
export function strengthOf({ name, provenBits, queries, blowUp, grindingBits, conjecturedBits }: Profile): string {
  return `${provenBits} proven bits (profile ${name}: ${queries} queries at rate 1/${blowUp} and ${grindingBits} bits of work, in the Johnson radius of eprint 2025/2055; ${conjecturedBits} by conjecture)`;
}
