/**
 * Official test vectors: third-party data, read from `../shared/vectors` beside the checkout and not copied into the
 * repository. Where the folder is absent the sets are skipped with that reason; a set that is there and yields no
 * case is an error. `SOAK=1` runs the slow sets whole instead of a sample.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe } from 'vitest';

const FOLDER = resolve(import.meta.dirname, '../../../shared/vectors');

export const VECTORS_PRESENT = existsSync(FOLDER);
export const SOAK = Boolean(process.env.SOAK);
/** Milliseconds for a test over a sample, which in a soak run covers the whole set. */
export const SET_TIMEOUT_MS = SOAK ? 1_800_000 : 300_000;

/** A describe block over official vectors; skipped, with the reason in its name, where they are absent. */
export function describeVectors(name: string, tests: () => void): void {
  if (VECTORS_PRESENT) describe(name, tests);
  else describe.skip(`${name} (skipped: the official vectors are not in ${FOLDER})`, tests);
}

/** Bytes of a vector file; `.gz` is unpacked. `path` is relative to the vectors folder. */
export function readVectors(path: string): Uint8Array {
  const bytes = readFileSync(join(FOLDER, path));
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

export function readVectorText(path: string): string {
  return new TextDecoder().decode(readVectors(path));
}

/** A JSON vector file. Its shape is the test's claim about trusted test data. */
export function readVectorJson<T>(path: string): T {
  return JSON.parse(readVectorText(path)) as T;
}

/** The cases themselves; throws where there are none, so that an empty set cannot pass. */
export function cases<T>(all: readonly T[], what: string): readonly T[] {
  if (all.length === 0) throw new Error(`the vector set ${what} holds no case`);
  return all;
}

/** All cases in a soak run, else `count` of them evenly spread. Throws where there are none. */
export function sample<T>(all: readonly T[], count: number, what: string): readonly T[] {
  const whole = cases(all, what);
  if (SOAK || whole.length <= count) return whole;
  return Array.from({ length: count }, (_, i) => whole[Math.floor((i * whole.length) / count)] as T);
}

/** Bytes of hexadecimal in either case. Vectors are trusted, so malformed text throws. */
export function hex(text: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Error(`not hexadecimal: ${text.slice(0, 20)}`);
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

/** Records of the `name: value` text files (BoringSSL) and `name = value` response files (NIST), separated by blank lines. */
export function readRecords(path: string): readonly ReadonlyMap<string, string>[] {
  return readVectorText(path)
    .split(/\n\s*\n/)
    .map((block) => {
      const rows = block.split('\n').flatMap((line) => {
        const match = /^([A-Za-z]+)\s*[:=]\s*(.*?)\s*$/.exec(line);
        return match?.[1] === undefined || match[2] === undefined ? [] : [[match[1], match[2]] as const];
      });
      return new Map(rows);
    })
    .filter((record) => record.size > 0);
}

/** A member of a record; throws where the file lacks it. */
export function field(record: ReadonlyMap<string, string>, name: string): string {
  const value = record.get(name);
  if (value === undefined) throw new Error(`the vector record has no ${name}`);
  return value;
}

/** The bytes with one bit changed. */
export function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return changed;
}

/** An ACVP file: groups with their parameter set, and the tests in each. */
export interface AcvpFile<Test, Group = unknown> {
  readonly testGroups: readonly (Group & { readonly parameterSet: string; readonly tests: readonly Test[] })[];
}
