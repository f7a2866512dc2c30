/** Bodies with long base64 are read as `readBody` reads them, and refused in the same words. */
import { randomBytes } from 'node:crypto';
import { api } from '@touchstone/core/api/api.ts';
import { fromBase64 } from '@touchstone/core/bytes.ts';
import { describe, expect, test } from 'vitest';
import { readLongBody } from '../../src/fhe/long-body.ts';
import type { Pieces } from '../../src/frame/body.ts';
import { readBody } from '../../src/frame/contract.ts';

const ADD = api.crypto.fhe.bfvAdd;

function pieces(text: string, size = 1_000): Pieces {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => {
    const part = bytes.subarray(at * size, (at + 1) * size);
    const shared = new Uint8Array(new SharedArrayBuffer(part.length));
    shared.set(part);
    return shared;
  });
}

/** The message of the refusal; null where there is none. */
function refusal(action: () => unknown): string | null {
  try {
    action();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const LONG = randomBytes(9_000).toString('base64');

test('what is long comes as bytes, what is short as text', () => {
  const body = readLongBody(ADD, pieces(`{ "ciphertext_a" : "${LONG}",\n"ciphertext_b":"AAAA"}`));
  expect(Buffer.from(body.ciphertext_a as Uint8Array).toString('base64')).toBe(LONG);
  expect(body.ciphertext_b).toBe('AAAA');
});

test('two equal texts are two values', () => {
  const body = readLongBody(ADD, pieces(JSON.stringify({ ciphertext_a: LONG, ciphertext_b: LONG })));
  expect(Object.values(body).map((bytes) => Buffer.from(bytes as Uint8Array).toString('base64'))).toEqual([LONG, LONG]);
});

describe('is refused in the words of `readBody`', () => {
  test.each([
    ['text after it', `{"ciphertext_a":"${LONG}","ciphertext_b":"${LONG}"} x`],
    ['an end that is missing', `{"ciphertext_a":"${LONG}`],
    ['a member twice', `{"ciphertext_a":"${LONG}","ciphertext_a":"${LONG}"}`],
    ['a member that is not known', `{"ciphertext_a":"${LONG}","ciphertext_b":"AAAA","c":"${LONG}"}`],
    ['a long name', `{"ciphertext_a":"${LONG}","ciphertext_b":"AAAA","${LONG}":1}`],
    ['a quotation mark before it', `{"ciphertext_a":"AA\\"${LONG}","ciphertext_b":"AAAA"}`],
    ['a quotation mark after it', `{"ciphertext_a":"${LONG}\\"AAAA","ciphertext_b":"AAAA"}`],
    ['a letter of another alphabet', `{"ciphertext_a":"${LONG.slice(1)}-","ciphertext_b":"AAAA"}`],
    ['a letter that is no ASCII', `{"ciphertext_a":"${LONG.slice(1)}\u00e9","ciphertext_b":"AAAA"}`],
    ['bits that no byte takes', `{"ciphertext_a":"${LONG}AB==","ciphertext_b":"AAAA"}`],
    ['no text', `{"ciphertext_a":["${LONG}"],"ciphertext_b":"AAAA"}`],
    ['a byte that is no UTF-8', `{"ciphertext_a":"${LONG}","ciphertext_b":"\ufffd"}`],
  ])('%s', (_, text) => {
    const expected = refusal(() => readBody(ADD, Buffer.from(text)));
    expect(expected).not.toBe(null);
    expect(refusal(() => readLongBody(ADD, pieces(text)))).toBe(expected);
  });
});

test('an escape means what it says', () => {
  const text = `{"ciphertext_a":"${LONG}","ciphertext_b":"\\u0041AAA"}`;
  expect(readLongBody(ADD, pieces(text)).ciphertext_b).toBe('AAAA');
});

test('what counts as base64 is what the contract counts as base64', () => {
  const characters = 'ABab01+/=-_ .\u00e9';
  let taken = 0;
  for (let run = 0; run < 400; run++) {
    const text = randomBytes(3_100 + (run % 7)).toString('base64');
    // Most often near the end, where padding stands.
    const at = run % 4 === 0 ? Math.floor(Math.random() * text.length) : text.length - 1 - (run % 5);
    const other = characters.charAt(Math.floor(Math.random() * characters.length));
    const changed = text.slice(0, at) + other + text.slice(at + 1);
    const json = JSON.stringify({ ciphertext_a: changed, ciphertext_b: 'AAAA' });
    const expected = fromBase64(changed);
    const read = refusal(() => readLongBody(ADD, pieces(json))) === null ? readLongBody(ADD, pieces(json)) : null;
    if (expected === null) expect(read, changed.slice(-8)).toBe(null);
    else expect(Buffer.from(read?.ciphertext_a as Uint8Array).equals(expected)).toBe(true);
    if (expected !== null) taken++;
  }
  expect(taken).toBeGreaterThan(20);
  expect(taken).toBeLessThan(380);
});
