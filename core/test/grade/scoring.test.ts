import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOfPoints } from '../../src/grade/points.ts';
import { DIMENSIONS, type Dimensions, letterOf, scoreOf } from '../../src/stark/statements/code-grade/scoring.ts';

const all = (points: number) =>
  Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, points])) as unknown as Dimensions;

describe('decisions 10: the arithmetic of a grade', () => {
  it('the score is the weighted sum, a half rounded up', () => {
    expect([scoreOf(all(0)), scoreOf(all(100)), scoreOf(all(73))]).toEqual([0, 100, 73]);
    expect(scoreOf({ ...all(0), code_quality: 1, maintenance_risk: 3 })).toBe(1);
    expect(scoreOf({ ...all(0), code_quality: 1, maintenance_risk: 2 })).toBe(0);
    expect(scoreOf({ ...all(0), security_posture: 2 })).toBe(1);
  });

  it.each([
    [95, 'A+'],
    [94, 'A'],
    [90, 'A'],
    [89, 'A-'],
    [85, 'A-'],
    [84, 'B+'],
    [80, 'B+'],
    [79, 'B'],
    [75, 'B'],
    [74, 'B-'],
    [70, 'B-'],
    [69, 'C+'],
    [65, 'C+'],
    [64, 'C'],
    [60, 'C'],
    [59, 'D'],
    [50, 'D'],
    [49, 'F'],
    [0, 'F'],
  ])('a score of %i is %s', (score, letter) => expect(letterOf(score, 100)).toBe(letter));

  it.each([
    [100, 70, 'A+'],
    [100, 69, 'C+'],
    [66, 69, 'C+'],
    [61, 69, 'C'],
    [100, 50, 'C+'],
    [100, 49, 'F'],
    [66, 49, 'F'],
    [55, 0, 'F'],
  ])('a score of %i with a security posture of %i is %s', (score, security, letter) =>
    expect(letterOf(score, security)).toBe(letter),
  );

  it('points of a share grow with it, never exceed the rule, and round a half up', () => {
    expect(shareOfPoints(25, 1, 1_000, 20)).toBe(0);
    expect(shareOfPoints(10, 1, 100, 20)).toBe(1);
    expect(shareOfPoints(20, 20, 100, 20)).toBe(20);
    expect(shareOfPoints(20, 90, 100, 20)).toBe(20);
    expect(shareOfPoints(20, 0, 0, 20)).toBe(0);
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.nat(1_000),
        fc.nat(1_000),
        fc.constantFrom(10, 20, 50, 100),
        (points, found, of, full) => {
          const lost = shareOfPoints(points, Math.min(found, of), of, full);
          expect(Number.isInteger(lost) && lost >= 0 && lost <= points).toBe(true);
          expect(shareOfPoints(points, Math.min(found + 1, of), of, full)).toBeGreaterThanOrEqual(lost);
        },
      ),
    );
  });
});
