/** How many points a rule costs, in whole numbers, so that every machine computes the same. */

/**
 * The points of a rule that a share costs, rounded half up: all of them from `fullPercent` per cent on.
 *
 * @param found how many of `of` are at fault
 */
export function shareOfPoints(points: number, found: number, of: number, fullPercent: number): number {
  if (of === 0 || found === 0) return 0;
  const lost = Math.floor((2 * points * found * 100 + of * fullPercent) / (2 * of * fullPercent));
  return Math.min(points, lost);
}
