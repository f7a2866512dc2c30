/**
 * What people read is in the catalogue (`src/words/`), one file for each page. This reads every other file of the console and
 * refuses text.
 */
import path from 'node:path';
import { expect, it } from 'vitest';
import { textsIn } from '../../core/test/words/read-texts.ts';

const SOURCES = path.resolve(import.meta.dirname, '../src');

/** The names of pages are a catalogue themselves; names of typefaces and of browser calls are no words; the kit is for developers. */
const NO_TEXTS =
  /^words\/|^parts\/navigation\/page-names\.ts$|^ui\/typefaces\.ts$|^lib\/window\/trusted-types\.ts$|^pages\/developers\//;

const TEXTS = textsIn(SOURCES, (file) => !NO_TEXTS.test(file));

it('what people read is in the catalogue of words', () => {
  expect([...TEXTS.values()].flat()).toEqual([]);
});
