/** What depth and security cost: for each the fastest parameters inside the tables of 2024. Computed here, by the rules that the service has. */
import { ASSUMED_T, bfvChain, ckksChain, DEGREES, type Degree, totalBits } from '@touchstone/core/fhe/advice.ts';
import {
  type CostModel,
  dataPrimes,
  type FheScheme,
  fitCostModel,
  type MeasuredSet,
} from '@touchstone/core/fhe/cost-model.ts';
import { LIMITS_2024, mostBits, SECURITY_LEVELS, type SecurityLevel } from '@touchstone/core/fhe/security-tables.ts';
import type { Benchmark } from '../queries.ts';

export interface Choice {
  readonly n: Degree;
  readonly bits: number;
  /** Of a product. */
  readonly milliseconds: number;
  /** Of a fresh ciphertext. */
  readonly bytes: number;
}

export interface TradeOff {
  /** From 1 to the deepest that any level allows. */
  readonly depths: readonly number[];
  /** By depth; null where no n up to 32768 is large enough. */
  readonly byLevel: ReadonlyMap<SecurityLevel, readonly (Choice | null)[]>;
}

/** The model of times of this machine, as the service fits it. */
export function costModelOf({ benchmarks }: Benchmark): CostModel {
  return fitCostModel(
    benchmarks.map(
      ({ params, encrypt_us, decrypt_us, multiply_us, multiply_plain_us, add_us }): MeasuredSet => ({
        scheme: params.scheme,
        n: params.n,
        primeBits: params.prime_bits,
        plainModulus: params.t,
        times: {
          encrypt: encrypt_us,
          decrypt: decrypt_us,
          multiply: multiply_us,
          multiplyPlain: multiply_plain_us,
          add: add_us,
        },
      }),
    ),
  );
}

export function tradeOff(scheme: FheScheme, cost: CostModel): TradeOff {
  const byLevel = new Map(SECURITY_LEVELS.map((level) => [level, [] as (Choice | null)[]]));
  const depths: number[] = [];
  for (let depth = 1; ; depth++) {
    const row = SECURITY_LEVELS.map((level) => [level, fastest(scheme, depth, level, cost)] as const);
    if (row.every(([, choice]) => choice === null)) return { depths, byLevel };
    depths.push(depth);
    for (const [level, choice] of row) byLevel.get(level)?.push(choice);
  }
}

function fastest(scheme: FheScheme, depth: number, level: SecurityLevel, cost: CostModel): Choice | null {
  const choices = DEGREES.flatMap((n): Choice[] => {
    const primeBits = scheme === 'BFV' ? bfvChain(n, ASSUMED_T, depth, 0) : ckksChain(depth, 0);
    if (primeBits === null) return [];
    const bits = totalBits({ primeBits });
    if (bits > mostBits(LIMITS_2024, n, level)) return [];
    const shape = { scheme, n, primeBits };
    return [{ n, bits, milliseconds: cost(shape, 'multiply') / 1_000, bytes: ciphertextBytes(n, primeBits) }];
  });
  return choices.toSorted((a, b) => a.milliseconds - b.milliseconds)[0] ?? null;
}

/** Two polynomials of n coefficients of 8 bytes for each prime but the one for key switching. */
export function ciphertextBytes(n: number, primeBits: readonly number[]): number {
  return 2 * n * dataPrimes({ primeBits }) * 8;
}

/** The deepest for each level that reaches any. */
export function deepest({ byLevel }: TradeOff): readonly (readonly [SecurityLevel, number])[] {
  return [...byLevel].map(
    ([level, choices]) => [level, choices.findLastIndex((choice) => choice !== null) + 1] as const,
  );
}
