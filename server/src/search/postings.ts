/** What the index knows of a word in a field: which field and piece, how often, and how long the field is. */
import { wordsOf } from '@touchstone/core/search/words.ts';
import type { Postings } from './cells.ts';

/** A field of a document, its text in pieces. */
export interface FieldText {
  readonly name: string;
  readonly pieces: readonly string[];
}

export const MOST_FIELDS = 255;
const MOST_TIMES = 15;

/** A posting without its document: field 8 bits, piece 16, how often 4, length of the field 4. */
export interface Meta {
  readonly field: number;
  /** Counted through all fields of the document. */
  readonly piece: number;
  readonly times: number;
  /** The number of words as a power of two. */
  readonly lengthClass: number;
}

function packed({ field, piece, times, lengthClass }: Meta): number {
  return ((field << 24) | (piece << 8) | (Math.min(times, MOST_TIMES) << 4) | lengthClass) >>> 0;
}

export function metaOf(meta: number): Meta {
  return {
    field: meta >>> 24,
    piece: (meta >>> 8) & 0xffff,
    times: (meta >>> 4) & 15,
    lengthClass: meta & 15,
  };
}

/** Adds a document to the index of its segment. */
export function addDocument(index: Map<string, Postings>, number: number, fields: readonly FieldText[]): void {
  let firstPiece = 0;
  for (const [field, { pieces }] of fields.entries()) {
    const found = new Map<string, { piece: number; times: number }>();
    let words = 0;
    let [piece, end] = [0, pieces[0]?.length ?? 0];
    for (const { word, at } of wordsOf(pieces.join(''))) {
      words++;
      while (at >= end && piece + 1 < pieces.length) end += pieces[++piece]?.length ?? 0;
      const known = found.get(word);
      if (known === undefined) found.set(word, { piece: firstPiece + piece, times: 1 });
      else known.times++;
    }
    const lengthClass = Math.min(15, Math.floor(Math.log2(Math.max(1, words))));
    for (const [word, place] of found) {
      const postings = index.get(word) ?? [];
      if (postings.length === 0) index.set(word, postings);
      postings.push(number, packed({ field, lengthClass, ...place }));
    }
    firstPiece += pieces.length;
  }
}
