/**
 * The arithmetic of a code grade (decisions, section 10): six dimensions, their weights, the ladder of letters and the caps of
 * the security posture. Whole numbers only, so that every machine computes the same.
 */

export const DIMENSIONS = [
  'code_quality',
  'security_posture',
  'architecture',
  'performance',
  'compliance',
  'maintenance_risk',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** From 0 to 100; `maintenance_risk` of 100 is a low risk. */
export type Dimensions = Readonly<Record<Dimension, number>>;

/** Per cent of the score; together 100. */
export const WEIGHTS: Dimensions = {
  code_quality: 20,
  security_posture: 25,
  architecture: 15,
  performance: 15,
  compliance: 15,
  maintenance_risk: 10,
};

/** The least score of each letter, the best first. */
export const LADDER = [
  ['A+', 95],
  ['A', 90],
  ['A-', 85],
  ['B+', 80],
  ['B', 75],
  ['B-', 70],
  ['C+', 65],
  ['C', 60],
  ['D', 50],
  ['F', 0],
] as const;

export const LETTERS = LADDER.map(([letter]) => letter);
export type Letter = (typeof LADDER)[number][0];

/** Below this security posture no letter is better than C+. */
export const CAPPED_BELOW = 70;
export const CAP: Letter = 'C+';
/** Below this one every letter is F. */
export const FAILED_BELOW = 50;

/** The weighted sum, rounded half up. */
export function scoreOf(dimensions: Dimensions): number {
  const hundredfold = DIMENSIONS.reduce((sum, dimension) => sum + WEIGHTS[dimension] * dimensions[dimension], 0);
  return Math.floor((hundredfold + 50) / 100);
}

/** The letter of a score; a weak security posture changes the letter, never the score. */
export function letterOf(score: number, securityPosture: number): Letter {
  if (securityPosture < FAILED_BELOW) return 'F';
  const letter = LADDER.find(([, least]) => score >= least)?.[0] ?? 'F';
  const isBetter = LETTERS.indexOf(letter) < LETTERS.indexOf(CAP);
  return securityPosture < CAPPED_BELOW && isBetter ? CAP : letter;
}
