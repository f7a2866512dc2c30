import { adviceFor } from '@touchstone/core/fhe/advice.ts';
import { fitCostModel } from '@touchstone/core/fhe/cost-model.ts';
import { LIMITS_2024, mostBits } from '@touchstone/core/fhe/security-tables.ts';
import { expect, it } from 'vitest';
import { SOME_SETS } from '../../../../../core/test/fhe/measured-sets.ts';
import { nearestTo } from '../../../../src/pages/compute/encrypted-compute/advice/asked.ts';
import { readBits } from '../../../../src/pages/compute/encrypted-compute/advice/primes.ts';
import { deepest, tradeOff } from '../../../../src/pages/compute/encrypted-compute/advice/trade-off.ts';

const cost = fitCostModel(SOME_SETS);

it.each(['BFV', 'CKKS'] as const)(
  '%s: everything is inside the tables, and more depth or security never comes cheaper',
  (scheme) => {
    const found = tradeOff(scheme, cost);
    for (const [level, choices] of found.byLevel) {
      expect(choices).toHaveLength(found.depths.length);
      const there = choices.filter((choice) => choice !== null);
      for (const { n, bits } of there) expect(bits).toBeLessThanOrEqual(mostBits(LIMITS_2024, n, level));
      expect(there.map(({ milliseconds }) => milliseconds)).toEqual(
        there.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b),
      );
    }
    const ends = deepest(found).map(([, depth]) => depth);
    expect(ends).toEqual(ends.toSorted((a, b) => b - a));
    expect(ends[0]).toBe(found.depths.length);
    expect(ends[2]).toBeGreaterThan(5);
  },
);

it('the nearest to an impossible demand is the fastest at its level, or at the highest that there is', () => {
  const others = adviceFor('general', 128, cost);
  const demand = { workload: 'general', security_level: 192, max_latency_ms: 0.01 } as const;
  const nearest = nearestTo({ demand, others });
  expect(nearest?.level).toBeGreaterThanOrEqual(192);
  expect(nearest).toEqual(adviceFor('general', 192, cost)[0]);
  const weak = others.filter(({ level }) => level < 192);
  expect(nearestTo({ demand, others: weak })).toEqual(weak[0] ?? null);
  expect(nearestTo({ demand, others: [] })).toBe(null);
});

it('reads bits of Q as the contract takes them', () => {
  expect([readBits('438'), readBits(' 56 56,60 ')]).toEqual([438, [56, 56, 60]]);
  expect(['', '0', '3841', '1,024', '56,,56', '56 61', '4.5', 'x', '1 '.repeat(65)].map(readBits)).toEqual(
    Array.from({ length: 9 }, () => null),
  );
});
