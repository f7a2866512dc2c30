/** No change of a byte of a code grade or a privacy proof among the examples is VERIFIED, unless it says the same. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { canonicalJson, isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withByteChanged } from '../../../core/test/artifact/changes.ts';
import { EXAMPLE_FOLDER, programs } from '../programs.ts';
import { verifyAll } from './verify-all.ts';

const RUNS = process.env.SOAK === undefined ? 200 : 20_000;
/** Files of one run of the program. */
const FILES_AT_ONCE = 200;
const GRADE_KEYS = ['grades/demo-grades.pqkeys.json', 'grades/demo-grades-3key.pqkeys.json'];

/** What counts in a file: a privacy proof may lack its format, as answers do, and have members that the report names. */
function counted(bytes: Uint8Array, notCovered: readonly string[]): string | null {
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  const members = Object.entries(parsed.value).filter(([name]) => name !== 'format' && !notCovered.includes(name));
  return canonicalJson(Object.fromEntries(members));
}

it.each([
  ['grade', '.pqgrade.json', 'grades/verified', GRADE_KEYS],
  ['grade', '.pqgrade.json', 'grades/recorded', GRADE_KEYS],
  ['proof', '.pqp.json', 'proofs/age', ['proofs/demo-privacy.pqkeys.json']],
] as const)(
  `a %s%s (%s): ${RUNS} changes of a byte`,
  (kind, extension, name, keySets) => {
    const keys = keySets.map((one) => path.join(EXAMPLE_FOLDER, one));
    const run = { node: programs().node, kind, extension, keys };
    const bytes = new Uint8Array(readFileSync(path.join(EXAMPLE_FOLDER, name + extension)));
    const document = JSON.parse(new TextDecoder().decode(bytes)) as JsonObject;
    expect(verifyAll(run, [bytes]).map(({ outcome }) => outcome)).toEqual(['VERIFIED']);
    // Half of the changes are outside of the proof, which is nearly all of a file.
    const proof = `${document.proof}`;
    const begin = new TextDecoder().decode(bytes).indexOf(proof);
    const outside = bytes.length - proof.length;
    const place = fc.oneof(
      fc.nat(bytes.length - 1),
      fc.nat(outside - 1).map((at) => (at < begin ? at : at + proof.length)),
    );
    const change = fc.tuple(place, fc.integer({ min: 1, max: 255 }));
    for (let done = 0; done < RUNS; done += FILES_AT_ONCE) {
      const changes = fc.sample(change, Math.min(FILES_AT_ONCE, RUNS - done));
      const files = changes.map(([position, difference]) => withByteChanged(bytes, position, difference));
      for (const [at, { outcome, not_covered }] of verifyAll(run, files).entries()) {
        const isHarmless = () => counted(files[at] ?? bytes, not_covered) === counted(bytes, []);
        expect(outcome !== 'VERIFIED' || isHarmless(), `byte and difference: ${changes[at]}`).toBe(true);
      }
    }
  },
  60_000 + 60 * RUNS,
);
