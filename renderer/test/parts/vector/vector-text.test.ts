import { fromBase64 } from '@touchstone/core/bytes.ts';
import { expect, it } from 'vitest';
import { dimensionsOf, readVector, sampleVector } from '../../../src/parts/vector/vector-text.ts';

const NUMBERS = Array.from({ length: 64 }, (_, at) => (at - 31.5) / 64);

it('reads a vector in each form in which people have one', () => {
  const vector = readVector(NUMBERS.join(', '));
  const bytes = fromBase64(vector ?? '') ?? new Uint8Array();
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  expect(NUMBERS.map((_, at) => view.getFloat32(4 * at, true))).toEqual(NUMBERS.map(Math.fround));
  for (const text of [
    NUMBERS.join(' '),
    NUMBERS.join(';\n'),
    JSON.stringify(NUMBERS),
    JSON.stringify({ model: 'some', embedding: NUMBERS }, null, 2),
    ` ${vector} \n`,
    String(vector).replace(/.{76}/g, '$&\n'),
  ]) {
    expect(readVector(text)).toBe(vector);
  }
  expect(dimensionsOf(String(vector))).toBe(64);
});

it('takes nothing else, and no other number of values where that is known', () => {
  const other = (change: number | string | null) => JSON.stringify({ embedding: [change, ...NUMBERS.slice(1)] });
  for (const text of [
    '',
    'a vector',
    NUMBERS.slice(1).join(' '),
    Array.from({ length: 1_025 }, () => 1).join(' '),
    NUMBERS.map(() => 0).join(' '),
    `${NUMBERS.join(' ')} NaN`,
    // A value is missing, and all that follow would move.
    NUMBERS.join(', ').replace(', ', ',, '),
    other('1'),
    other(null),
    JSON.stringify({ vector: NUMBERS }),
    JSON.stringify({ embedding: NUMBERS }).slice(0, -1),
  ]) {
    expect([text.slice(0, 40), readVector(text)]).toEqual([text.slice(0, 40), null]);
  }
  expect([readVector(NUMBERS.join(' '), 65), readVector(NUMBERS.join(' '), 64)]).toEqual([null, expect.any(String)]);
});

it('offers examples of the length that is wanted', () => {
  expect([dimensionsOf(sampleVector()), dimensionsOf(sampleVector(0.2, 512))]).toEqual([128, 512]);
  expect(sampleVector()).not.toBe(sampleVector(0.2));
});
