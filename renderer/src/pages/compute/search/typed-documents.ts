/** Documents as they are typed, a line each, and what the server will see and store of them: computed here, before anything is sent. */
import { cutText } from '@touchstone/core/search/pieces.ts';
import { BOX_BYTES } from '@touchstone/core/search/snippet.ts';
import { wordsOf } from '@touchstone/core/search/words.ts';
import { dimensionsOf, readVector } from '../../../parts/vector/vector-text.ts';

export interface TypedDocument {
  readonly doc_id: string;
  /** A text, or a vector as the server takes it. */
  readonly fields: { readonly text: string } | { readonly embedding_b64: string };
}

export type TypedDocuments =
  | { readonly ok: true; readonly documents: readonly TypedDocument[] }
  | { readonly ok: false; readonly line: number };

const MOST_NAME = 256;

/** `name: text` lines; empty ones do not count. */
export function readDocuments(typed: string): TypedDocuments {
  return readLines(typed, (text) => (text === '' ? null : { text }));
}

/** `name: vector` lines. All have as many values as the index, or as the first one where it has none yet. */
export function readVectors(typed: string, dimensions: number | null): TypedDocuments {
  let wanted = dimensions;
  return readLines(typed, (text) => {
    const embedding_b64 = readVector(text, wanted);
    if (embedding_b64 === null) return null;
    wanted ??= dimensionsOf(embedding_b64);
    return { embedding_b64 };
  });
}

function readLines(typed: string, read: (text: string) => TypedDocument['fields'] | null): TypedDocuments {
  const documents: TypedDocument[] = [];
  for (const [at, line] of typed.split('\n').entries()) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    const [name, text] = [line.slice(0, Math.max(0, colon)).trim(), line.slice(colon + 1).trim()];
    const fields = name === '' || [...name].length > MOST_NAME ? null : read(text);
    if (fields === null) return { ok: false, line: at + 1 };
    documents.push({ doc_id: name, fields });
  }
  return { ok: true, documents };
}

/** Postings of an entry of the index. */
const POSTINGS = 16;

export interface ServerView {
  readonly documents: number;
  readonly words: number;
  readonly pieces: number;
  readonly bytes: number;
  readonly entries: number;
}

export function serverView(typed: readonly TypedDocument[]): ServerView {
  const byName = new Map(typed.map(({ doc_id, fields }) => [doc_id, 'text' in fields ? fields.text : '']));
  const found = new Map<string, number>();
  let pieces = 0;
  for (const text of byName.values()) {
    pieces += cutText(text).length;
    for (const word of new Set([...wordsOf(text)].map((one) => one.word))) found.set(word, (found.get(word) ?? 0) + 1);
  }
  const entries = [...found.values()].reduce((sum, count) => sum + Math.ceil(count / POSTINGS), 0);
  return { documents: byName.size, words: found.size, pieces, bytes: pieces * BOX_BYTES, entries };
}

/** Terms as typed, separated by blanks. */
export function readTerms(typed: string): readonly string[] {
  return typed.split(/\s+/).filter((term) => term !== '');
}

/** The first term without a word; null where each has one. */
export function wordless(terms: readonly string[]): string | null {
  return terms.find((term) => [...wordsOf(term)].length === 0) ?? null;
}
