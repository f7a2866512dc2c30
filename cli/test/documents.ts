/** What commands print under `--json`, held to `docs/schemas`. */
import { expect } from 'vitest';
import { schemaFaults } from '../../core/test/schemas/validator.ts';

/** The document on standard output, which must be what its schema says, without further members. */
export function documentIn(schema: string, text: string): ReturnType<typeof JSON.parse> {
  const document = JSON.parse(text);
  expect(schemaFaults(schema, document)).toEqual([]);
  return document;
}
