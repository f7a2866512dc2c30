/**
 * What core's tests ask of its verifier, asked of the program that people run: the bundle reads base64 and computes hashes
 * by Node, not by core. No change to what the signatures cover is VERIFIED, on the newest Node and on the oldest.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { utf8 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Change,
  sameArtifacts,
  saysTheSame,
  structuredChanges,
  withByteChanged,
} from '../../../core/test/artifact/changes.ts';
import { newArtifact, newKeySet, signed } from '../../../core/test/artifact/fixture.ts';
import { EXAMPLE_FOLDER, programs } from '../programs.ts';
import { verifyAll } from './verify-all.ts';

/** Files of one run of the program. */
const FILES_AT_ONCE = 500;
const RUNS = process.env.SOAK === undefined ? 2_000 : 100_000;
/** Node 20 verifies in JavaScript. */
const OLD_NODE_RUNS = RUNS / 20;

let folder: string;
let keySet: string;
let structured: readonly Change[];
let same: readonly Change[];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-mutation-'));
  const keys = await newKeySet();
  keySet = path.join(folder, 'test.pqkeys.json');
  writeFileSync(keySet, JSON.stringify(keys.keySet));
  const artifact = await signed(await newArtifact(keys.keySet), keys);
  structured = [...structuredChanges(artifact)];
  same = [...sameArtifacts(artifact)];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runBy = (node: string, keys: string) => ({ node, kind: 'artifact', extension: '.pqv.json', keys: [keys] });

function outcomesOf(node: string, changes: readonly Change[]): readonly string[] {
  const reports = verifyAll(
    runBy(node, keySet),
    changes.map(({ text }) => utf8(text)),
  );
  return reports.map(({ outcome }, at) => `${changes[at]?.what}: ${outcome}`);
}

describe.each([
  ['the newest Node', () => programs().node, RUNS],
  ['the oldest Node', () => programs().oldNode, OLD_NODE_RUNS],
] as const)('%s', { timeout: 300_000 + 50 * RUNS }, (_, find, runs) => {
  it('never verifies a structured change', ({ skip }) => {
    const node = find() ?? skip('there is no such Node on this machine');
    expect(structured.length).toBeGreaterThan(500);
    expect(outcomesOf(node, structured).filter((line) => line.endsWith(': VERIFIED'))).toEqual([]);
  });

  it('verifies other spellings of the same', ({ skip }) => {
    const node = find() ?? skip('there is no such Node on this machine');
    expect(outcomesOf(node, same)).toEqual(same.map(({ what }) => `${what}: VERIFIED`));
  });

  it(`${runs} random changes of a byte`, ({ skip }) => {
    const node = find() ?? skip('there is no such Node on this machine');
    const keys = path.join(EXAMPLE_FOLDER, 'keys/demo-office.pqkeys.json');
    const bytes = new Uint8Array(readFileSync(path.join(EXAMPLE_FOLDER, 'verified.pqv.json')));
    const document = JSON.parse(readFileSync(path.join(EXAMPLE_FOLDER, 'verified.pqv.json'), 'utf8')) as JsonObject;
    expect(verifyAll(runBy(node, keys), [bytes]).map(({ outcome }) => outcome)).toEqual(['VERIFIED']);
    const change = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 }));
    for (let done = 0; done < runs; done += FILES_AT_ONCE) {
      const changes = fc.sample(change, Math.min(FILES_AT_ONCE, runs - done));
      const files = changes.map(([position, difference]) => withByteChanged(bytes, position, difference));
      for (const [at, { outcome, not_covered }] of verifyAll(runBy(node, keys), files).entries()) {
        const isHarmless = () => saysTheSame(document, files[at] ?? bytes, not_covered);
        expect(outcome !== 'VERIFIED' || isHarmless(), `byte and difference: ${changes[at]}`).toBe(true);
      }
    }
  });
});
