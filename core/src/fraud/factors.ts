import { FRAUD_FACTORS } from '../api/crypto/fraud-factors.ts';

export type FraudFactor = (typeof FRAUD_FACTORS)[number];

/** A factor lies between 0 and this. */
export const FACTOR_RANGE = 1000;

export interface FraudSignal {
  /** 32 bytes in lower-case hexadecimal. */
  readonly entityHash: string;
  /** One for each of `FRAUD_FACTORS`. */
  readonly factors: readonly number[];
}

/** Answers move in steps of one twentieth (S33). */
export const STEPS = 20;

/** What is released of an entity, in steps. */
export interface FraudAggregate {
  readonly signals: number;
  readonly score: number;
  readonly levels: readonly number[];
}

/** Of the weighted sums of the factors of all signals that count; their weights make so many units. */
export function aggregateOf(
  sums: readonly number[],
  { signals, units }: { readonly signals: number; readonly units: number },
): FraudAggregate {
  const most = units * FACTOR_RANGE;
  const total = sums.reduce((sum, value) => sum + value, 0);
  return {
    signals,
    score: Math.round((STEPS * total) / (most * sums.length)),
    levels: sums.map((sum) => Math.round((STEPS * sum) / most)),
  };
}

/** A number of steps as it is answered: 0 to 1. */
export function stepsAsNumber(steps: number): number {
  return (5 * steps) / 100;
}

export type RiskLevel = 'low' | 'medium' | 'high';

/** From which number of steps on a score is called so: 0.35 and 0.65. */
const LEAST_MEDIUM = 7;
const LEAST_HIGH = 13;

export function riskLevelOf({ score }: FraudAggregate): RiskLevel {
  if (score >= LEAST_HIGH) return 'high';
  return score >= LEAST_MEDIUM ? 'medium' : 'low';
}

/** Factors with their steps, the highest first; equal ones in the order of `FRAUD_FACTORS`. */
export function rankedFactors({
  levels,
}: FraudAggregate): readonly { readonly factor: FraudFactor; readonly steps: number }[] {
  return FRAUD_FACTORS.map((factor, at) => ({ factor, steps: levels[at] ?? 0 })).sort((a, b) => b.steps - a.steps);
}
