/**
 * No change to what the signatures cover is ever VERIFIED. 2,000 random single-byte changes in `npm test`, 100,000 in
 * `npm run soak`, and the structured attacks that a byte rarely hits.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Artifact, PILLARS, SLOTS } from '@touchstone/core/artifact/artifact.ts';
import { artifactText } from '@touchstone/core/artifact/build.ts';
import { fromUtf8, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalJson, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { readKeySet } from '@touchstone/core/keys/key-set.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { newArtifact, newKeySet, reportOn, signed, trusting, verify } from '../artifact/fixture.ts';

const RUNS = process.env.SOAK === undefined ? 2_000 : 100_000;

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

/**
 * The value of a file without the members that its report lists as not covered, and without attestation_hashes: it may
 * be absent (or renamed away), because the manifest hash is made of recomputed hashes.
 */
function coveredPart(document: JsonObject, notCovered: readonly string[]): string {
  const { verdict: _, ...summary } = document.human_summary as JsonObject;
  const covered: Record<string, JsonValue> = { ...document, human_summary: summary };
  delete covered.attestation_hashes;
  for (const path of notCovered) if (!path.includes('.')) delete covered[path];
  return canonicalJson(covered);
}

async function expectNotVerifiedUnlessEqual(bytes: Uint8Array, subject: (typeof subjects)[number]): Promise<void> {
  const { report, document } = await verify(bytes, subject.trust);
  if (report.outcome !== 'VERIFIED') return;
  const original = coveredPart(subject.document, report.not_covered);
  expect(document !== null && coveredPart(document, report.not_covered) === original).toBe(true);
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

  it(`${RUNS} random changes`, { timeout: RUNS * 150 }, async () => {
    const change = fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(change, async ([which, position, difference]) => {
        const subject = subjectAt(which);
        const at = position % subject.bytes.length;
        const changed = Uint8Array.from(subject.bytes);
        changed[at] = (changed[at] ?? 0) ^ difference;
        await expectNotVerifiedUnlessEqual(changed, subject);
      }),
      { numRuns: RUNS },
    );
  });

  it('random removals and insertions', { timeout: RUNS * 150 }, async () => {
    const change = fc.tuple(fc.nat(), fc.nat(), fc.nat(3), fc.uint8Array({ maxLength: 3 }));
    await fc.assert(
      fc.asyncProperty(change, async ([which, position, cut, inserted]) => {
        const subject = subjectAt(which);
        const { bytes } = subject;
        const at = position % bytes.length;
        const changed = new Uint8Array([...bytes.subarray(0, at), ...inserted, ...bytes.subarray(at + cut)]);
        await expectNotVerifiedUnlessEqual(changed, subject);
      }),
      { numRuns: RUNS / 10 },
    );
  });
});

describe('structured changes', () => {
  const neverVerified = async (changed: unknown) => {
    const text = typeof changed === 'string' ? changed : JSON.stringify(changed);
    expect((await reportOn(text, trust)).outcome).not.toBe('VERIFIED');
  };

  it('the unchanged file is VERIFIED, also in other spacing and member order', async () => {
    expect((await reportOn(artifact, trust)).outcome).toBe('VERIFIED');
    expect((await reportOn(canonicalJson(artifact as Artifact & JsonObject), trust)).outcome).toBe('VERIFIED');
  });

  it('swapped slots', async () => {
    for (const a of SLOTS) {
      for (const b of SLOTS.filter((slot) => slot !== a)) {
        await neverVerified({
          ...artifact,
          signatures: { ...artifact.signatures, [a]: artifact.signatures[b], [b]: artifact.signatures[a] },
        });
        await neverVerified({ ...artifact, signatures: { ...artifact.signatures, [a]: artifact.signatures[b] } });
      }
    }
  });

  it('swapped attestations, with and without their hashes', async () => {
    for (const [index, a] of PILLARS.entries()) {
      const b = PILLARS[(index + 1) % PILLARS.length] ?? a;
      const [left, right] = [`${a}_attestation`, `${b}_attestation`] as const;
      const attestations = {
        ...artifact.attestations,
        [left]: artifact.attestations[right],
        [right]: artifact.attestations[left],
      };
      await neverVerified({ ...artifact, attestations });
      const { attestation_hashes: _, ...bare } = { ...artifact, attestations };
      await neverVerified(bare);
    }
  });

  it('every member removed, at the top and one level down', async () => {
    const free = new Set(['attestation_hashes', 'human_summary.load_bearing_pillars']);
    for (const name of Object.keys(artifact) as (keyof Artifact)[]) {
      const { [name]: member, ...rest } = artifact;
      if (!free.has(name)) await neverVerified(rest);
      if (typeof member !== 'object') continue;
      for (const inner of Object.keys(member)) {
        const kept = Object.fromEntries(Object.entries(member).filter(([other]) => other !== inner));
        await neverVerified({ ...artifact, [name]: kept });
      }
    }
  });

  it('duplicate members, plain and escaped', async () => {
    const text = artifactText(artifact);
    for (const name of ['subject', 'manifest_hash', 'signatures', 'result']) {
      await neverVerified(text.replace(`"${name}":`, `"${name}": null, "${name}":`));
      const escaped = `\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
      await neverVerified(text.replace(`"${name}":`, `"${escaped}": null, "${name}":`));
    }
  });

  it('unicode look-alikes and other normal forms', async () => {
    const text = artifactText(artifact);
    await neverVerified(text.replace('Touchstone Authority', 'Touchstone \u0410uthority'));
    await neverVerified(text.replace('release-office', 'release\u2010office'));
    await neverVerified(text.replace('Example subject', 'Example\u00a0subject'));
    await neverVerified(text.replace('Example subject', 'Example subject\u200b'));
  });

  it('numbers: another value fails, another spelling of the same value does not', async () => {
    const text = artifactText(artifact);
    expect(text).toContain('"count": 1,');
    for (const number of ['2', '-1', '"1"', '01', '+1', '0x1', '1.', '1e400', '1.00000000000000000001']) {
      await neverVerified(text.replace('"count": 1,', `"count": ${number},`));
    }
    for (const number of ['1.0', '1e0', '10e-1']) {
      expect((await reportOn(text.replace('"count": 1,', `"count": ${number},`), trust)).outcome).toBe('VERIFIED');
    }
  });

  it('reports agree with a second reading of the same bytes', async () => {
    const text = fromUtf8(utf8(artifactText(artifact))) ?? '';
    expect(parseStrictJson(text)).toMatchObject({ ok: true });
    expect(await reportOn(text, trust)).toEqual(await reportOn(utf8(text), trust));
  });
});
