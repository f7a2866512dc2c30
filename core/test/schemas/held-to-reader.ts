/**
 * A schema against the reader of its format, over changes of the structure of examples: what the reader takes is valid, and what
 * it refuses for its form is not, but for what a schema cannot say.
 */
import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { NO_DAY, type StructuralChange, structuralChanges } from './changes.ts';
import { schemaFaults } from './validator.ts';

/** How many bytes the changed documents of each document have together: all changes of small ones, some of large ones. */
const MOST_BYTES = process.env.SOAK === undefined ? 12_000_000 : Number.POSITIVE_INFINITY;

export interface Held {
  readonly schema: string;
  readonly documents: () => readonly JsonValue[];
  /** Whether the reader takes the form of a document. */
  readonly reads: (value: JsonValue) => boolean | Promise<boolean>;
  /** Makes hashes fit again, so that the form alone is judged. */
  readonly refit?: (value: JsonValue) => JsonValue;
  /** Places with a format of their own, which is held by itself. */
  readonly elsewhere?: RegExp;
  /** Changes that the reader refuses and no schema can: members that must fit another one. Beside `NO_DAY`, everywhere. */
  readonly unsaid?: RegExp;
}

export async function expectHeld({ schema, documents, reads, refit, elsewhere, unsaid }: Held): Promise<void> {
  const refusedBySchema: string[] = [];
  const takenBySchema: string[] = [];
  let refused = 0;
  for (const document of documents()) {
    expect(await reads(document)).toBe(true);
    expect(schemaFaults(schema, document)).toEqual([]);
    const changes = structuralChanges(document).filter(({ what }) => elsewhere?.test(what) !== true);
    for (const { what, make } of some(changes, JSON.stringify(document).length)) {
      const changed = refit === undefined ? make() : refit(make());
      const [fault] = schemaFaults(schema, changed);
      if (await reads(changed)) {
        if (fault !== undefined) refusedBySchema.push(`${what}; ${fault}`);
        continue;
      }
      refused++;
      const isUnsaid = unsaid?.test(what) === true || what.includes(NO_DAY);
      if (fault === undefined && !isUnsaid) takenBySchema.push(what);
    }
  }
  expect(refused).toBeGreaterThan(10);
  expect({ refusedBySchema, takenBySchema }).toEqual({ refusedBySchema: [], takenBySchema: [] });
}

function some(changes: readonly StructuralChange[], bytes: number): readonly StructuralChange[] {
  const count = Math.floor(MOST_BYTES / bytes);
  if (changes.length <= count) return changes;
  const picked = fc.shuffledSubarray([...changes], { minLength: count, maxLength: count });
  return fc.sample(picked, { numRuns: 1, seed: 1 })[0] ?? [];
}
