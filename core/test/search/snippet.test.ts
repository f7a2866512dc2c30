import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText, PIECE_BYTES, pieceBytes, pieceText } from '../../src/search/pieces.ts';
import { openPiece, openSnippet, SNIPPET_BYTES, sealPiece, snippetBytes, textKeyOf } from '../../src/search/snippet.ts';

const random = (length: number) => new Uint8Array(randomBytes(length));
const text = fc.string({ unit: 'binary', maxLength: 2_000 }).map((value) => value.toWellFormed());

test('pieces of a text, joined, are the text, and each fits', () => {
  fc.assert(
    fc.property(text, (value) => {
      const pieces = cutText(value);
      expect(pieces.join('')).toBe(value);
      for (const piece of pieces) {
        expect(piece).not.toBe('');
        expect(pieceText(pieceBytes(piece))).toBe(piece);
      }
    }),
  );
});

test('a text is cut between words where it can be', () => {
  for (const piece of cutText('word '.repeat(200)).slice(0, -1)) expect(piece.endsWith('word ')).toBe(true);
  expect(() => pieceBytes('x'.repeat(PIECE_BYTES - 1))).toThrow(RangeError);
});

test('bytes that no text makes are no piece', () => {
  const piece = pieceBytes('abc');
  expect(pieceText(piece.subarray(1))).toBe(null);
  expect(pieceText(piece.with(1, 255))).toBe(null);
  expect(pieceText(piece.with(9, 1))).toBe(null);
  expect(pieceText(piece.with(3, 0xff))).toBe(null);
});

test('a snippet opens under its own key as what it is, and with no bit changed', () => {
  const key = textKeyOf(random(32));
  const owner = { project: 'prj_a', collection: 'scl_a', docId: 'c-1' };
  const box = sealPiece(key, owner, { number: 7, place: 2, text: 'The insurer covers' }, random);
  expect(openPiece(key, owner, { number: 7, place: 2, box })).toBe('The insurer covers');
  expect(openPiece(key, owner, { number: 7, place: 1, box })).toBe(null);
  const snippet = snippetBytes(7, 2, box);
  expect(snippet.length).toBe(SNIPPET_BYTES);
  expect(openSnippet(key, owner, snippet)).toBe('The insurer covers');
  for (const other of [
    { ...owner, project: 'prj_b' },
    { ...owner, collection: 'scl_b' },
    { ...owner, docId: 'c-2' },
  ]) {
    expect(openSnippet(key, other, snippet)).toBe(null);
  }
  expect(openSnippet(textKeyOf(random(32)), owner, snippet)).toBe(null);
  expect(openSnippet(key, owner, snippet.subarray(0, -1))).toBe(null);
  for (let bit = 0; bit < 8 * SNIPPET_BYTES; bit++) {
    const at = bit >> 3;
    expect(openSnippet(key, owner, snippet.with(at, (snippet[at] ?? 0) ^ (1 << (bit & 7))))).toBe(null);
  }
});
