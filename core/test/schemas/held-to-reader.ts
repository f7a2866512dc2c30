/**
 * A schema against the reader of its format, over changes of the structure of examples: what the reader takes is valid, and what
 * it refuses for its form is not, but for what a schema cannot say.
 */
import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { NO_DAY, type StructuralChange, structuralChanges } from './changes.ts';
import { schemaFaults } from './validator.ts';

/** Changes of each document. */
const CHANGES = process.env.SOAK === undefined ? 100 : 100_000;

export interface Held {
  readonly schema: string;
  readonly documents: () => readonly JsonValue[];
  /** Whether the reader takes the form of a document. */
  readonly reads: (value: JsonValue) => boolean | Promise<boolean>;
  /** Makes hashes fit again, so that the form alone is judged. */
  readonly refit?: (value: JsonValue) => JsonValue;
  /** Changes that the reader refuses and no schema can: members that must fit another one. Beside `NO_DAY`, everywhere. */
  readonly unsaid?: RegExp;
}

export async function expectHeld({ schema, documents, reads, refit, unsaid }: Held): Promise<void> {
  const refusedBySchema: string[] = [];
  const takenBySchema: string[] = [];
  let refused = 0;
  for (const document of documents()) {
    expect(await reads(document)).toBe(true);
    expect(schemaFaults(schema, document)).toEqual([]);
    for (const { what, make } of some(structuralChanges(document))) {
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

function some(changes: readonly StructuralChange[]): readonly StructuralChange[] {
  if (changes.length <= CHANGES) return changes;
  return fc.sample(fc.constantFrom(...changes), { numRuns: CHANGES, seed: 1 });
}
