/**
 * No change to what the signatures cover is ever VERIFIED. 300 random single-byte changes in `npm test`, where the program
 * that people run gets 2,000 (cli/test/properties), 100,000 in `npm run soak`, and the structured attacks that a byte rarely hits.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Artifact } from '@touchstone/core/artifact/artifact.ts';
import { artifactText } from '@touchstone/core/artifact/build.ts';
import { fromUtf8, utf8 } from '@touchstone/core/bytes.ts';
import type { JsonObject, JsonValue } from '@touchstone/core/canonical-json.ts';
import { readKeySet } from '@touchstone/core/keys/key-set.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { sameArtifacts, saysTheSame, structuredChanges, withByteChanged } from '../artifact/changes.ts';
import { newArtifact, newKeySet, reportOn, signed, trusting } from '../artifact/fixture.ts';

const RUNS = process.env.SOAK === undefined ? 300 : 100_000;
/** Of a busy machine. */
const TIMEOUT_MS = 300_000 + RUNS * 150;

let artifact: Artifact;
let trust: TrustStore;
/** The artifact of this file and every example that is VERIFIED: their bytes and whom they are judged under. */
let subjects: readonly { readonly bytes: Uint8Array; readonly trust: TrustStore; readonly document: JsonObject }[];

beforeAll(async () => {
  const keys = await newKeySet();
  artifact = await signed(await newArtifact(keys.keySet), keys);
  trust = trusting(keys.keySet);
  const own = { bytes: utf8(artifactText(artifact)), trust, document: artifact as Artifact & JsonObject };
  subjects = [own, ...verifiedExamples()];
  expect(subjects.length).toBeGreaterThan(3);
});

function verifiedExamples(): typeof subjects {
  const folder = path.join(import.meta.dirname, '../../../examples');
  const list = jsonOf(path.join(folder, 'index.json')) as unknown as {
    readonly file: string;
    readonly keys?: readonly string[];
    readonly expected: { readonly outcome: string };
  }[];
  return list
    .filter(({ file, expected }) => file.endsWith('.pqv.json') && expected.outcome === 'VERIFIED')
    .map(({ file, keys = [] }) => {
      const sets = keys.map((name) => readKeySet(jsonOf(path.join(folder, name))));
      const trust = trusting(...sets.flatMap((set) => (set.ok ? [set.keySet] : [])));
      const bytes = new Uint8Array(readFileSync(path.join(folder, file)));
      return { bytes, trust, document: jsonOf(path.join(folder, file)) as JsonObject };
    });
}

function jsonOf(file: string): JsonValue {
  const parsed = parseStrictJson(new Uint8Array(readFileSync(file)));
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

async function expectNotVerifiedUnlessEqual(bytes: Uint8Array, subject: (typeof subjects)[number]): Promise<void> {
  const report = await reportOn(bytes, subject.trust);
  if (report.outcome === 'VERIFIED') expect(saysTheSame(subject.document, bytes, report.not_covered)).toBe(true);
}

/** By number, so that a counterexample is printed as numbers and not as whole files. */
function subjectAt(which: number): (typeof subjects)[number] {
  const subject = subjects[which % subjects.length];
  if (subject === undefined) throw new Error('there are no subjects');
  return subject;
}

describe('single bytes', () => {
  it('every unchanged subject is VERIFIED', async () => {
    for (const { bytes, trust } of subjects) expect((await reportOn(bytes, trust)).outcome).toBe('VERIFIED');
  });

  it('the unsigned copy of the hashes may be renamed, to any name, and is then listed', async () => {
    for (const name of ['attestat.on_hashes', 'attestation hashes', 'attestati\\n_hashes', 'ättestation_hashes', '']) {
      for (const { bytes, trust, document } of subjects) {
        const renamed = utf8((fromUtf8(bytes) ?? '').replace('"attestation_hashes"', `"${name}"`));
        const { outcome, not_covered } = await reportOn(renamed, trust);
        expect(outcome, name).toBe('VERIFIED');
        expect(saysTheSame(document, renamed, not_covered), name).toBe(true);
      }
    }
  });

  it(`${RUNS} random changes`, { timeout: TIMEOUT_MS }, async () => {
    const change = fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(change, async ([which, position, difference]) => {
        const subject = subjectAt(which);
        await expectNotVerifiedUnlessEqual(withByteChanged(subject.bytes, position, difference), subject);
      }),
      { numRuns: RUNS },
    );
  });

  it('random removals and insertions', { timeout: TIMEOUT_MS }, async () => {
    const change = fc.tuple(fc.nat(), fc.nat(), fc.nat(3), fc.uint8Array({ maxLength: 3 }));
    await fc.assert(
      fc.asyncProperty(change, async ([which, position, cut, inserted]) => {
        const subject = subjectAt(which);
        const { bytes } = subject;
        const at = position % bytes.length;
        const changed = new Uint8Array([...bytes.subarray(0, at), ...inserted, ...bytes.subarray(at + cut)]);
        await expectNotVerifiedUnlessEqual(changed, subject);
      }),
      { numRuns: RUNS / 3 },
    );
  });
});

describe('structured changes', () => {
  it('are never VERIFIED', { timeout: 300_000 }, async () => {
    for (const { what, text } of structuredChanges(artifact)) {
      expect((await reportOn(text, trust)).outcome, what).not.toBe('VERIFIED');
    }
  });

  it('other spellings of the same are VERIFIED', async () => {
    for (const { what, text } of sameArtifacts(artifact)) {
      expect((await reportOn(text, trust)).outcome, what).toBe('VERIFIED');
    }
  });

  it('reports agree with a second reading of the same bytes', async () => {
    const text = fromUtf8(utf8(artifactText(artifact))) ?? '';
    expect(parseStrictJson(text)).toMatchObject({ ok: true });
    expect(await reportOn(text, trust)).toEqual(await reportOn(utf8(text), trust));
  });
});
