/** What a letter says of two numbers, the overall score and the security posture, as rectangles that a circuit can check. */
import { CAP, CAPPED_BELOW, FAILED_BELOW, LADDER, LETTERS, type Letter } from './scoring.ts';

const BEST_SCORE = 100;

/** A rectangle of overall scores and security postures, both ends included. */
export interface Region {
  readonly score: readonly [number, number];
  readonly security: readonly [number, number];
}

/** The scores and postures that give a letter: one rectangle, or two, of which the second holds what a cap brings down to it. */
export function regionsOf(letter: Letter): readonly Region[] {
  const place = LETTERS.indexOf(letter);
  const least = LADDER[place]?.[1] ?? 0;
  const most = (LADDER[place - 1]?.[1] ?? BEST_SCORE + 1) - 1;
  if (letter === 'F') {
    return [
      { score: [least, most], security: [0, BEST_SCORE] },
      { score: [0, BEST_SCORE], security: [0, FAILED_BELOW - 1] },
    ];
  }
  const isAboveCap = place < LETTERS.indexOf(CAP);
  const own: Region = { score: [least, most], security: [isAboveCap ? CAPPED_BELOW : FAILED_BELOW, BEST_SCORE] };
  const lowered: Region = { score: [least, BEST_SCORE], security: [FAILED_BELOW, CAPPED_BELOW - 1] };
  return letter === CAP ? [own, lowered] : [own];
}
