import { describe, expect, test } from 'vitest';
import { GREATEST_T, momentsOf, normalShareBelow, varianceOf, welchTest } from '../../src/detection/welch.ts';

const A1 = [27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4];
const A2 = [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 30.4, 24.0];
const B1 = [17.2, 20.9, 22.6, 18.1, 21.7, 21.4, 23.5, 24.2, 14.7, 21.8];
const B2 = [
  21.5, 22.8, 21.0, 23.0, 21.6, 23.6, 22.5, 20.7, 23.4, 21.8, 20.7, 21.7, 21.5, 22.5, 23.6, 21.5, 22.5, 23.5, 21.5,
  21.8,
];

describe("Welch's test", () => {
  // scipy 1.17.1: stats.ttest_ind(a, b, equal_var=False); Cohen's d by numpy.
  test.each([
    ['of equal size', A1, A2, -2.8318141175660383, 27.851726342211897, -1.0340323139016703],
    ['of unequal size', B1, B2, -1.5654335235985037, 9.904741248650831, -0.8133457272674168],
  ])('agrees with scipy: %s', (_name, one, other, t, freedom, effect) => {
    const test = welchTest(momentsOf(one), momentsOf(other));
    expect(test.t).toBeCloseTo(t, 9);
    expect(test.degreesOfFreedom).toBeCloseTo(freedom, 8);
    expect(test.effectSize).toBeCloseTo(effect, 9);
  });

  test('says of constant values that they differ, with a number that JSON has', () => {
    const [one, other] = [momentsOf([5, 5, 5]), momentsOf([7, 7, 7])];
    expect(welchTest(one, other)).toMatchObject({ t: -GREATEST_T, effectSize: -GREATEST_T, difference: -2 });
    expect(welchTest(one, one)).toMatchObject({ t: 0, effectSize: 0, difference: 0 });
  });

  test('is the other way round with the classes exchanged', () => {
    const there = welchTest(momentsOf(A1), momentsOf(A2));
    const back = welchTest(momentsOf(A2), momentsOf(A1));
    expect(back.t).toBeCloseTo(-there.t, 12);
    expect(back.degreesOfFreedom).toBeCloseTo(there.degreesOfFreedom, 12);
  });
});

test('the variance of one value and of none is 0', () => {
  expect([varianceOf(momentsOf([3])), varianceOf(momentsOf([]))]).toEqual([0, 0]);
});

test.each([
  [-5, 2.866515718791933e-7],
  [-1, 0.15865525393145707],
  [0, 0.5],
  [1.5, 0.9331927987311419],
  [5, 0.9999997133484281],
])('the normal distribution below %s', (z, share) => {
  expect(Math.abs(normalShareBelow(z) - share)).toBeLessThan(1.5e-7);
});
