/** What a report says is in its catalogue (`src/report/words/`). */
import path from 'node:path';
import { expect, it } from 'vitest';
import { textsIn } from '../words/read-texts.ts';

const SOURCES = path.resolve(import.meta.dirname, '../../src/report');

/** Values of the report's JSON form that look like words. */
const VALUES = /\d not concluded$/;

it('holds all words of reports', () => {
  // The style sheet is no text.
  const texts = textsIn(SOURCES, (file) => !/^words\/|^style\.ts$/.test(file), true);
  expect(texts.size).toBeGreaterThan(5);
  expect([...texts.values()].flat().filter((text) => !VALUES.test(text))).toEqual([]);
});
