/** What pq-verify prints of a verification is in the catalogue of the reports, in core. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { textsIn } from '../../../core/test/words/read-texts.ts';

const VERIFIER = path.resolve(import.meta.dirname, '../../src/verifier');

/** What a report has in place of a hash where the file was not read. */
const VALUE = /\d not computed$/;

it('prints the words of the catalogue', () => {
  const texts = textsIn(VERIFIER, (file) => file === 'print.ts', true);
  expect([...texts.values()].flat().filter((text) => !VALUE.test(text))).toEqual([]);
  expect(texts.size).toBe(1);
});
