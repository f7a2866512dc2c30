/** Official vectors beside the checkout; tests over them are skipped, with the reason, where they are absent. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { toBase64 } from '@touchstone/core/bytes.ts';
import { describe } from 'vitest';

const FOLDER = resolve(import.meta.dirname, '../../../../../shared/vectors/pqc');

export function describeVectors(name: string, tests: () => void): void {
  if (existsSync(FOLDER)) describe(name, tests);
  else describe.skip(`${name} (skipped: the official vectors are not in ${FOLDER})`, tests);
}

export interface AcvpGroup<Row> {
  readonly parameterSet: string;
  readonly tests: readonly Row[];
}

/** The groups of an ACVP file; throws where there are none. */
export function acvpGroups<G>(name: string): readonly G[] {
  const text = gunzipSync(readFileSync(join(FOLDER, 'acvp', name, 'internalProjection.json.gz'))).toString();
  const { testGroups } = JSON.parse(text) as { readonly testGroups: readonly G[] };
  if (testGroups.length === 0) throw new Error(`${name} holds no case`);
  return testGroups;
}

export function base64OfHex(hex: string): string {
  return toBase64(new Uint8Array(Buffer.from(hex, 'hex')));
}
