/** What a grade lost, and where: the part of a grade that stays with its owner. Others are given only its hash. */
import { toHex } from '../bytes.ts';
import { canonicalBytes, type JsonValue } from '../canonical-json.ts';
import { sha3_256, tagged } from '../hash.ts';
import { DIMENSIONS, type Dimensions } from '../stark/statements/code-grade/scoring.ts';
import { count, exactly, listOf, oneOf, text, Unreadable } from '../strict-members.ts';
import { RULE_IDS, type RuleId, ruleOf } from './rules.ts';

/** Where points were lost. */
export interface LossPlace {
  /** From the root of the tree, with `/`; `.` where something is missing from the whole tree. */
  readonly path: string;
  /** From 1. */
  readonly line?: number;
  readonly reason: string;
}

export interface Loss {
  readonly rule: RuleId;
  /** At least 1. */
  readonly points: number;
  /** How many places there are; `places` names the first `MOST_PLACES` of them. */
  readonly found: number;
  readonly places: readonly LossPlace[];
}

/** Places that a loss names: enough to work on, and a file that can be read. */
export const MOST_PLACES = 100;

/** What is left of each dimension. */
export function dimensionsAfter(losses: readonly Loss[]): Dimensions {
  const left = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, 100])) as Record<keyof Dimensions, number>;
  for (const { rule, points } of losses) left[ruleOf(rule).dimension] -= points;
  return left;
}

/** What a record carries of its losses: 64 hex digits. */
export function lossesHash(losses: readonly Loss[]): string {
  const plain = losses.map(({ places, ...loss }) => ({ ...loss, places: places.map((place) => ({ ...place })) }));
  return toHex(sha3_256(tagged('grade-losses', canonicalBytes(plain))));
}

/** Reads losses strictly: rules in their order, each once and within its points. Throws Unreadable. */
export function readLosses(value: JsonValue | undefined, field: string): readonly Loss[] {
  const losses = listOf(value, field, readLoss);
  for (const [at, { rule }] of losses.entries()) {
    const before = losses[at - 1];
    if (before !== undefined && RULE_IDS.indexOf(before.rule) >= RULE_IDS.indexOf(rule)) {
      throw new Unreadable(`${field}[${at}].rule`, 'The rules are not in their order, each once.');
    }
  }
  return losses;
}

function readLoss(value: JsonValue, field: string): Loss {
  const { rule: id, points, found, places } = exactly(value, field, ['rule', 'points', 'found', 'places']);
  const rule = oneOf(id, `${field}.rule`, RULE_IDS);
  const lost = count(points, `${field}.points`, 1);
  if (lost > ruleOf(rule).points) {
    throw new Unreadable(`${field}.points`, `${rule} costs at most ${ruleOf(rule).points} points.`);
  }
  const named = listOf(places, `${field}.places`, readPlace);
  const total = count(found, `${field}.found`, 1);
  if (named.length !== Math.min(total, MOST_PLACES)) {
    throw new Unreadable(`${field}.places`, `It does not name the first ${MOST_PLACES} of the places found.`);
  }
  return { rule, points: lost, found: total, places: named };
}

function readPlace(value: JsonValue, field: string): LossPlace {
  const { path, line, reason } = exactly(value, field, ['path', 'reason'], ['line']);
  const place = { path: text(path, `${field}.path`), reason: text(reason, `${field}.reason`) };
  return line === undefined ? place : { ...place, line: count(line, `${field}.line`, 1) };
}
