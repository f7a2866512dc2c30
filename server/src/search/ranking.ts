/** Which documents a boolean query finds, and their order: BM25 over the words that must or may occur. */
import type { Postings } from './cells.ts';
import { metaOf } from './postings.ts';

/** A query whose terms are words: a term counts where a document has all of its words. */
export interface BooleanTerms {
  readonly must: readonly (readonly string[])[];
  readonly should: readonly (readonly string[])[];
  readonly mustNot: readonly (readonly string[])[];
}

/** The usual constants of BM25. */
const K1 = 1.2;
const B = 0.75;
/** Fields of so many words are of the usual length. */
const USUAL_LENGTH = 64;

/** What a word gives each document that has it. */
export interface WordHits {
  /** By the number of the document. */
  readonly scores: ReadonlyMap<number, number>;
  readonly postings: Postings;
}

/** @param total how many documents the collection has */
export function hitsOf(postings: Postings, total: number): WordHits {
  const weights = new Map<number, number>();
  for (let at = 0; at < postings.length; at += 2) {
    const number = postings[at] ?? 0;
    const { times, lengthClass } = metaOf(postings[at + 1] ?? 0);
    const length = 1.5 * 2 ** lengthClass;
    const weight = (times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / USUAL_LENGTH));
    weights.set(number, (weights.get(number) ?? 0) + weight);
  }
  const found = weights.size;
  const rarity = Math.log(1 + (Math.max(0, total - found) + 0.5) / (found + 0.5));
  for (const [number, weight] of weights) weights.set(number, weight * rarity);
  return { scores: weights, postings };
}

export interface Ranked {
  readonly number: number;
  readonly score: number;
}

/** The documents that a query finds, in no order. */
export function matches(
  { must, should, mustNot }: BooleanTerms,
  hits: ReadonlyMap<string, WordHits>,
): readonly Ranked[] {
  const scoresOf = (term: readonly string[]) => allOf(term.map((word) => hits.get(word)?.scores ?? NONE));
  const excluded = mustNot.map(scoresOf);
  const raising = should.map(scoresOf);
  const required = must.map(scoresOf);
  const found: ReadonlyMap<number, number> = required.length > 0 ? allOf(required) : anyOf(raising);
  const ranked: Ranked[] = [];
  for (const [number, own] of found) {
    if (excluded.some((documents) => documents.has(number))) continue;
    let score = own;
    if (required.length > 0) for (const more of raising) score += more.get(number) ?? 0;
    ranked.push({ number, score });
  }
  return ranked;
}

const NONE: ReadonlyMap<number, number> = new Map();

/** Documents that all have, with the sum of their scores. */
function allOf(sets: readonly ReadonlyMap<number, number>[]): ReadonlyMap<number, number> {
  const [smallest, ...others] = sets.toSorted((a, b) => a.size - b.size);
  if (smallest === undefined) return NONE;
  if (others.length === 0) return smallest;
  const found = new Map<number, number>();
  for (const [number, own] of smallest) {
    let score = own;
    const isInAll = others.every((other) => {
      const more = other.get(number);
      score += more ?? 0;
      return more !== undefined;
    });
    if (isInAll) found.set(number, score);
  }
  return found;
}

function anyOf(sets: readonly ReadonlyMap<number, number>[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const set of sets) for (const [number, score] of set) found.set(number, (found.get(number) ?? 0) + score);
  return found;
}

/** The best, the highest score first; of equal ones the document that was there first. */
export function best(ranked: readonly Ranked[], count: number): readonly Ranked[] {
  return ranked.toSorted((a, b) => b.score - a.score || a.number - b.number).slice(0, count);
}

/** Where the words occur in a document: its fields, and the piece that is shown. */
export function placesIn(
  number: number,
  words: readonly string[],
  hits: ReadonlyMap<string, WordHits>,
): { readonly fields: readonly number[]; readonly piece: number } {
  const fields = new Set<number>();
  let piece: number | null = null;
  for (const word of words) {
    const postings = hits.get(word)?.postings ?? [];
    for (let at = firstOf(postings, number); postings[at] === number; at += 2) {
      const meta = metaOf(postings[at + 1] ?? 0);
      fields.add(meta.field);
      piece ??= meta.piece;
    }
  }
  return { fields: [...fields].toSorted((a, b) => a - b), piece: piece ?? 0 };
}

/** Postings stand in the order of their documents. */
function firstOf(postings: Postings, number: number): number {
  let [low, high] = [0, postings.length / 2];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((postings[2 * middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return 2 * low;
}
