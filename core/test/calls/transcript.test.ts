import { firstBrokenLine, hashLines, transcriptHash } from '@touchstone/core/calls/transcript.ts';
import { expect, test } from 'vitest';

const LINES = [
  { sequence: 1, at: '2026-11-24T10:00:00Z', kind: 'offer', from: 'ada', to: 'grace' },
  { sequence: 2, at: '2026-11-24T10:00:01Z', kind: 'caption', from: 'grace', to: '*', text: 'Good morning.' },
];

test('each line has the hash of itself and of all before', () => {
  const lines = hashLines(LINES);
  // By Python's hashlib, of the bytes that docs/formats.md names.
  expect(lines.map(({ hash }) => hash)).toEqual([
    '288d3ef4bca3911ef61cb0cb718d5874542c7f362e0830b983f4fe5a9295f6c7',
    '3b084da83928b5e73c99e60ee7ca22c5afb643d2e74f77f5554d563e95910f00',
  ]);
  expect(firstBrokenLine(lines)).toBeNull();
  expect(firstBrokenLine([])).toBeNull();
});

test('a line that was changed, taken out, put in, or moved is found', () => {
  const lines = hashLines(LINES);
  const [first, second] = lines;
  if (first === undefined || second === undefined) throw new Error('two lines');
  expect(firstBrokenLine([{ ...first, to: 'eve' }, second])).toBe(0);
  expect(firstBrokenLine([first, { ...second, text: 'Good night.' }])).toBe(1);
  expect(firstBrokenLine([second])).toBe(0);
  expect(firstBrokenLine([second, first])).toBe(0);
  expect(firstBrokenLine([first, first, second])).toBe(1);
  expect(firstBrokenLine([first, 'second'])).toBe(1);
});

test('the hash of a transcript is that of its canonical JSON', () => {
  expect(transcriptHash({ b: 1, a: [] })).toBe(transcriptHash({ a: [], b: 1 }));
  expect(transcriptHash({})).toBe('sha3-256:840eb7aa2a9935de63366bacbe9d97e978a859e93dc792a0334de60ed52f8e99');
});
