/**
 * Amounts at the edges of their limbs (ADR 0022, "Amounts"). Every order of two edges is looked at against every trace that
 * there can be: amounts and borrows leave one value for each limb of a difference, and a range check one column for each value.
 */
import { canonicalBytes } from '@touchstone/core/canonical-json.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { type Instance, instantiate } from '@touchstone/core/stark/air.ts';
import { commit, RATE } from '@touchstone/core/stark/commitment.ts';
import { amountLimbs, productLimbs, unitsOf } from '@touchstone/core/stark/encoding.ts';
import { P } from '@touchstone/core/stark/field.ts';
import { openingTrace, type Trace } from '@touchstone/core/stark/opening/trace.ts';
import { prove } from '@touchstone/core/stark/prove.ts';
import { fillRange } from '@touchstone/core/stark/range/trace.ts';
import {
  COLUMNS as BALANCE,
  TAG as BALANCE_TAG,
  balanceRange,
} from '@touchstone/core/stark/statements/balance-range/air.ts';
import { collateralRatioProver } from '@touchstone/core/stark/statements/collateral-ratio/trace.ts';
import {
  COLUMNS as PORTFOLIO,
  TAG as PORTFOLIO_TAG,
  portfolioThreshold,
} from '@touchstone/core/stark/statements/portfolio-threshold/air.ts';
import { verify } from '@touchstone/core/stark/verify.ts';
import { describe, expect, it } from 'vitest';
import { forge } from '../forge.ts';
import { brokenNames, SALT } from './forge.ts';

const LOW = 2 ** 28;
const HIGHEST = 2 ** 53 - 1;
/** About each place where a limb, or the whole, begins or ends. */
const EDGES = [
  0,
  1,
  LOW - 1,
  LOW,
  LOW + 1,
  2 * LOW - 1,
  2 ** 52,
  HIGHEST - LOW,
  HIGHEST - LOW + 1,
  HIGHEST - 1,
  HIGHEST,
];
const FEW = [0, 1, LOW - 1, LOW, HIGHEST - LOW, HIGHEST];
type Limbs = readonly [number, number];
/** What is no amount: 2⁵³, numbers in a second form, and limbs that are negative modulo p. */
const NO_AMOUNTS: readonly Limbs[] = [
  [0, 2 ** 25],
  [LOW, 0],
  [LOW, 2 ** 25 - 1],
  [LOW - 1, 2 ** 26],
  [P - 1, 0],
  [0, P - 1],
  [P - LOW, P - 1],
];
const BORROWS = [0, 1] as const;

const pairs = <A, B>(some: readonly A[], others: readonly B[]) =>
  some.flatMap((a) => others.map((b) => [a, b] as const));

/** Fills the difference of two amounts in the only way in which this borrow does not break it. */
function fillOrder(
  trace: Trace,
  columns: { low: number; high: number },
  [a, b]: readonly [Limbs, Limbs],
  borrow: number,
) {
  fillRange(trace, columns.low, a[0] - b[0] + LOW * borrow);
  fillRange(trace, columns.high, a[1] - b[1] - borrow);
}

/** Every trace about a committed worth that can hold: by the borrow. */
function portfolios(worth: Limbs, minimum: number): { instance: Instance; trace: Trace }[] {
  const value = { tag: PORTFOLIO_TAG, limbs: worth, lanes: null };
  const bound = amountLimbs(minimum);
  const instance = instantiate(portfolioThreshold.air(), [...commit(value, SALT), ...bound], []);
  return BORROWS.map((borrow) => {
    const trace = openingTrace(instance.air, value, SALT);
    fillRange(trace, PORTFOLIO.worth.low, worth[0]);
    fillRange(trace, PORTFOLIO.worth.high, worth[1]);
    fillOrder(trace, PORTFOLIO.above, [worth, bound], borrow);
    return { instance, trace };
  });
}

/** The same of a balance, by its two borrows. */
function balances(balance: Limbs, minimum: number, maximum: number): { instance: Instance; trace: Trace }[] {
  const value = { tag: BALANCE_TAG, limbs: balance, lanes: null };
  const [least, most] = [amountLimbs(minimum), amountLimbs(maximum)];
  const instance = instantiate(balanceRange.air(), [...commit(value, SALT), ...least, ...most], []);
  return pairs(BORROWS, BORROWS).map(([above, below]) => {
    const trace = openingTrace(instance.air, value, SALT);
    fillRange(trace, BALANCE.low, balance[0]);
    fillOrder(trace, BALANCE.above, [balance, least], above);
    fillOrder(trace, BALANCE.below, [most, balance], below);
    return { instance, trace };
  });
}

const holding = (made: { instance: Instance; trace: Trace }[]) =>
  made.filter(({ instance, trace }) => brokenNames({ instance, trace, limits: {} }).length === 0);

describe('12.33: amounts at the edges', () => {
  it('one trace where a worth reaches its bound, none where it does not', () => {
    for (const [worth, minimum] of pairs(EDGES, EDGES)) {
      const found = holding(portfolios(amountLimbs(worth), minimum)).length;
      expect({ worth, minimum, found }).toEqual({ worth, minimum, found: worth >= minimum ? 1 : 0 });
    }
  });

  it('one trace where a balance is between its bounds, none where it is not', () => {
    for (const [balance, [minimum, maximum]] of pairs(FEW, pairs(FEW, FEW))) {
      const found = holding(balances(amountLimbs(balance), minimum, maximum)).length;
      const isBetween = balance >= minimum && balance <= maximum;
      expect({ balance, minimum, maximum, found }).toEqual({ balance, minimum, maximum, found: isBetween ? 1 : 0 });
    }
  });

  it('a ratio holds where the products of whole numbers say so', () => {
    const { air } = collateralRatioProver.statement;
    for (const [collateralUnits, [debtUnits, ratio]] of pairs(FEW, pairs(FEW, [0, 1, 1_000_000, ...FEW.slice(2)]))) {
      const witness = { collateralUnits, debtUnits };
      const value = collateralRatioProver.encode(witness);
      const instance = instantiate(air(), [...commit(value, SALT), ...productLimbs(ratio)], []);
      const trace = openingTrace(instance.air, value, SALT);
      collateralRatioProver.fill(trace, witness, instance);
      const holds = brokenNames({ instance, trace, limits: {} }).length === 0;
      const isTrue = debtUnits > 0 && BigInt(collateralUnits) * 1_000_000n >= BigInt(debtUnits) * BigInt(ratio);
      expect({ ...witness, ratio, holds }).toEqual({ ...witness, ratio, holds: isTrue });
    }
  });

  it.each(NO_AMOUNTS)('limbs %i and %i are no amount, whatever the bounds', (...limbs) => {
    for (const minimum of EDGES) expect(holding(portfolios(limbs, minimum))).toEqual([]);
    for (const [minimum, maximum] of pairs(EDGES, EDGES))
      expect(holding(balances(limbs, minimum, maximum))).toEqual([]);
  });

  it('2⁵³ millionths, and every bound from there on, have no limbs', () => {
    expect(amountLimbs(HIGHEST)).toEqual([LOW - 1, 2 ** 25 - 1]);
    for (const units of [2 ** 53, 2 ** 53 + 2, -1, 0.5, Number.NaN])
      expect(() => amountLimbs(units)).toThrow(RangeError);
    // The greatest double that is an amount, and the next one: their texts say so.
    expect([9_007_199_254.740_99, 9_007_199_254.740_992].map(unitsOf)).toEqual([HIGHEST - 1, null]);
  });

  const publicBytes = canonicalBytes({ about: 'edges' });
  const judge = (instance: Instance, proof: Uint8Array) =>
    verify(instance, publicBytes, proof, { accept: ['STANDARD', 'STRONG'] });

  it.each([0, 1, LOW - 1, LOW, HIGHEST])('the verifier accepts a proof about %i', (units) => {
    const made = [...portfolios(amountLimbs(units), units), ...balances(amountLimbs(units), units, units)];
    const [first, second, ...more] = holding(made).map(({ instance, trace }) =>
      judge(instance, prove(instance, publicBytes, trace, { random: systemRandom, profile: 'STANDARD' })),
    );
    expect([first, second, more]).toEqual([
      expect.objectContaining({ ok: true }),
      expect.objectContaining({ ok: true }),
      [],
    ]);
  });

  it.each(NO_AMOUNTS)('the verifier refuses what a cheating prover proves about limbs %i and %i', (...limbs) => {
    const [portfolio] = portfolios(limbs, 0);
    const [balance] = balances(limbs, 0, HIGHEST);
    for (const made of [portfolio, balance]) {
      if (made === undefined) throw new TypeError('nothing was made');
      const proof = forge(made.instance, made.trace, { publicBytes });
      expect(judge(made.instance, proof)).toMatchObject({ ok: false, code: 'invalid' });
    }
  });

  it('and accepts what the same prover proves of an amount', () => {
    const [honest] = holding(portfolios(amountLimbs(LOW), LOW));
    if (honest === undefined) throw new TypeError('an amount does not hold');
    expect(judge(honest.instance, forge(honest.instance, honest.trace, { publicBytes }))).toMatchObject({ ok: true });
    expect(honest.instance.publicValues.length).toBe(RATE + 2);
  });
});
