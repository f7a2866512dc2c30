/**
 * What people read is in the catalogue (`src/words/`), one file for each page. This reads every other file of the console and
 * refuses text.
 */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { textsIn } from '../../core/test/words/read-texts.ts';

const SOURCES = path.resolve(import.meta.dirname, '../src');

/** Not moved into the catalogue yet. A folder that holds no text any more is taken out; at the end the list goes. */
const NOT_MOVED: readonly string[] = ['pages/record/agents/lineage', 'pages/record/agents/policies'];

/** The names of pages are a catalogue themselves; names of typefaces and of browser calls are no words; the kit is for developers. */
const NO_TEXTS =
  /^words\/|^parts\/navigation\/page-names\.ts$|^ui\/typefaces\.ts$|^lib\/window\/trusted-types\.ts$|^pages\/developers\//;

const TEXTS = textsIn(SOURCES, (file) => !NO_TEXTS.test(file));
const isIn = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);

describe('the catalogue of words', () => {
  it('holds what people read', () => {
    const outside = [...TEXTS].filter(([file]) => !NOT_MOVED.some((folder) => isIn(file, folder)));
    expect(outside.flatMap(([, texts]) => texts)).toEqual([]);
  });

  it('is missed by no folder that is said to be not moved yet', () => {
    const done = NOT_MOVED.filter((folder) =>
      [...TEXTS].every(([file, texts]) => !isIn(file, folder) || texts.length === 0),
    );
    expect(done).toEqual([]);
  });
});
