/** The contract's check of base64 takes exactly what `fromBase64` takes: one spelling for each value. */
import { randomBytes } from 'node:crypto';
import { base64, object } from '@touchstone/core/api/common.ts';
import { endpoint } from '@touchstone/core/api/endpoint.ts';
import { fromBase64 } from '@touchstone/core/bytes.ts';
import { expect, test } from 'vitest';
import { readBody } from '../../src/frame/contract.ts';

const operation = endpoint({
  id: 'crypto.test.base64',
  service: 'crypto',
  method: 'POST',
  path: '/test/base64',
  body: object({ data: base64('Bytes.') }),
  response: object({}),
  auth: 'none',
  scope: null,
  minTier: null,
  units: 0,
  errors: [],
  summary: 'Take bytes.',
  description: 'Takes bytes.',
  example: {},
});

function isTaken(data: string): boolean {
  try {
    readBody(operation, Buffer.from(JSON.stringify({ data })));
    return true;
  } catch {
    return false;
  }
}

test.each([
  ['', true],
  ['AAAA', true],
  ['AA==', true],
  ['AAA=', true],
  // Bits that no byte takes.
  ['AB==', false],
  ['AAB=', false],
  // Padding that is missing, too long, alone or in the middle.
  ['AA', false],
  ['AA=', false],
  ['AAA==', false],
  ['====', false],
  ['AA==AAAA', false],
  // The other alphabet, white space, and letters whose lowest byte is one of base64's.
  ['-_-_', false],
  ['AAAA\n', false],
  ['AA AA', false],
  ['\u0141\u0141\u0141\u0141', false],
])('%j', (text, expected) => {
  expect(isTaken(text)).toBe(expected);
  expect(fromBase64(text) !== null).toBe(expected);
});

test('texts with one character changed', () => {
  const characters = 'ABab01+/=-_ .\n\u0000\u00e9\u0141';
  for (let run = 0; run < 2_000; run++) {
    const text = randomBytes(1 + (run % 40)).toString('base64');
    const at = Math.floor(Math.random() * text.length);
    const other = characters.charAt(Math.floor(Math.random() * characters.length));
    const changed = text.slice(0, at) + other + text.slice(at + 1);
    expect(isTaken(changed), JSON.stringify(changed)).toBe(fromBase64(changed) !== null);
  }
});
