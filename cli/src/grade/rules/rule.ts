/** The two ways in which a rule costs points, and what it answers. */
import { type Loss, type LossPlace, MOST_PLACES } from '@touchstone/core/grade/losses.ts';
import { shareOfPoints } from '@touchstone/core/grade/points.ts';
import { type RuleId, ruleOf } from '@touchstone/core/grade/rules.ts';
import type { TreeFacts } from '../tree-facts.ts';

const LONGEST_REASON = 300;

/** Looks at a tree; null where it costs nothing. */
export type Judge = (tree: TreeFacts) => Loss | null;

/** The rules of a dimension. The compiler asks for each of them in `judges.ts`. */
export type Judges<Id extends RuleId> = Readonly<Record<Id, Judge>>;

export interface Share {
  /** What is at fault, in the order of the tree. */
  readonly places: readonly LossPlace[];
  /** How many there are that could be. */
  readonly of: number;
  /** From this share on, all points are lost. */
  readonly fullPercent: number;
  /** How much the places weigh together, where that is not their number. */
  readonly weight?: number;
}

/** Points by the share that is at fault. */
export function byShare(rule: RuleId, { places, of, fullPercent, weight = places.length }: Share): Loss | null {
  return lossOf(rule, shareOfPoints(ruleOf(rule).points, weight, of, fullPercent), places);
}

/** Points for each place, up to all of them. */
export function byCount(rule: RuleId, places: readonly LossPlace[], pointsEach: number): Loss | null {
  return lossOf(rule, pointsEach * places.length, places);
}

/** Stated points, up to all of them. */
export function lossOf(rule: RuleId, points: number, places: readonly LossPlace[]): Loss | null {
  const lost = Math.min(points, ruleOf(rule).points);
  if (lost === 0 || places.length === 0) return null;
  const named = places.slice(0, MOST_PLACES).map((place) => ({ ...place, reason: shortened(place.reason) }));
  return { rule, points: lost, found: places.length, places: named };
}

/** Names in reasons come from the files: they may be long, or no text at all. */
function shortened(reason: string): string {
  return reason.slice(0, LONGEST_REASON).toWellFormed();
}

/** All points, for what the tree lacks. */
export function missing(rule: RuleId, reason: string, path = '.'): Loss | null {
  return lossOf(rule, ruleOf(rule).points, [{ path, reason }]);
}
