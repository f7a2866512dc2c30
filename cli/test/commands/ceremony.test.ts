import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Artifact, isPendingSlot, SLOTS, type Slot } from '@touchstone/core/artifact/artifact.ts';
import { MAX_FILE_BYTES, parseStrictJson } from '@touchstone/core/strict-json.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newArtifact, newKeySet, signatureFor } from '../../../core/test/artifact/fixture.ts';
import { ceremony } from '../../src/commands/ceremony.ts';
import { EXAMPLE_FOLDER } from '../programs.ts';
import { run } from './run.ts';

const KEY_SET = path.join(EXAMPLE_FOLDER, 'keys/demo-office.pqkeys.json');
// The same artifact, unsigned and signed, so that answers can be made without a secret key.
const UNSIGNED = path.join(EXAMPLE_FOLDER, 'not-signed.pqv.json');
const SIGNED = path.join(EXAMPLE_FOLDER, 'verified.pqv.json');

let folder: string;
const inFolder = (name: string) => path.join(folder, name);
const read = (file: string): Artifact => JSON.parse(readFileSync(file, 'utf8'));

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-ceremony-'));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function answerFile(slot: Slot): string {
  const file = inFolder(`${slot}.pqsigned.json`);
  const { manifest_hash, signatures } = read(SIGNED);
  writeAnswer(file, manifest_hash, JSON.parse(readFileSync(KEY_SET, 'utf8')).fingerprint, {
    [slot]: signatures[slot],
  });
  return file;
}

function writeAnswer(file: string, manifest_hash: string, key_set_fingerprint: string, signatures: object): void {
  const answer = { schema_version: 'svc-signing-answer/v1', manifest_hash, key_set_fingerprint, signatures };
  writeFileSync(file, JSON.stringify({ ...answer, signed_at: '2026-10-05T09:00:00.000Z' }));
}

const apply = (file: string, answer: string, keySet = KEY_SET) =>
  run(ceremony, 'apply', '--file', file, '--answer', answer, '--key-set', keySet);

describe('ceremony apply', () => {
  it('loses no signature where several are applied at once, and leaves nothing beside the file', async () => {
    const file = inFolder('a.pqv.json');
    copyFileSync(UNSIGNED, file);
    const answers = SLOTS.map(answerFile);
    const before = readdirSync(folder).sort();
    expect(await Promise.all(answers.map((answer) => apply(file, answer)))).toEqual([0, 0, 0]);
    const { signatures, human_summary } = read(file);
    expect(SLOTS.filter((slot) => isPendingSlot(signatures[slot]))).toEqual([]);
    expect(human_summary.verdict).toBe('VERIFIED');
    expect(readdirSync(folder).sort()).toEqual(before);
  });

  it('refuses the second of two answers for the same slot', async () => {
    const file = inFolder('a.pqv.json');
    copyFileSync(UNSIGNED, file);
    const answer = answerFile('ml_dsa_87');
    const results = await Promise.allSettled([apply(file, answer), apply(file, answer)]);
    const [refused, ...others] = results.filter(({ status }) => status === 'rejected');
    expect(others).toEqual([]);
    expect(refused).toMatchObject({ reason: { message: expect.stringContaining('is filled already'), exitCode: 1 } });
  });

  it.skipIf(process.platform === 'win32')('follows a link to the file and keeps its mode', async () => {
    const file = inFolder('a.pqv.json');
    const link = inFolder('link.pqv.json');
    copyFileSync(UNSIGNED, file);
    chmodSync(file, 0o660);
    symlinkSync('a.pqv.json', link);
    expect(await apply(link, answerFile('falcon_1024'))).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o660);
    expect(isPendingSlot(read(file).signatures.falcon_1024)).toBe(false);
  });

  it('writes compactly what could not be read again if it were indented, as ceremony request does', async () => {
    const keys = await newKeySet({ algorithms: ['ML-DSA-87'] });
    let items: unknown = Array(560_000).fill(0);
    for (let depth = 0; depth < 56; depth++) items = [items];
    const bundle = { schema_version: 'pq-verified-artifact/privacy/v1', result: 'PASS', items };
    const artifact = await newArtifact(keys.keySet, { privacy: bundle as never });
    expect(Buffer.byteLength(JSON.stringify(artifact, null, 2))).toBeGreaterThan(MAX_FILE_BYTES);
    const [file, answer, keySet] = [inFolder('a.pqv.json'), inFolder('a.pqsigned.json'), inFolder('a.pqkeys.json')];
    writeFileSync(file, JSON.stringify(artifact));
    writeFileSync(keySet, JSON.stringify(keys.keySet));
    const signatures = { ml_dsa_87: await signatureFor(artifact, 'ml_dsa_87', keys) };
    writeAnswer(answer, artifact.manifest_hash, keys.keySet.fingerprint, signatures);
    const request = inFolder('a.pqsign.json');
    const named = ['--file', file, '--key-set', keySet, '--slots', 'ml_dsa_87', '--out', request];
    expect(await run(ceremony, 'request', ...named)).toBe(0);
    expect(await apply(file, answer, keySet)).toBe(0);
    for (const written of [request, file]) expect(parseStrictJson(readFileSync(written)).ok).toBe(true);
    expect(read(file).signatures.ml_dsa_87).toBe(signatures.ml_dsa_87);
  });
});

describe('a named data folder that does not exist', () => {
  it.each(['--data-dir', 'TOUCHSTONE_DATA_DIR'])('is refused by %s, since it knows no revocations', async (how) => {
    const request = inFolder('a.pqsign.json');
    await run(ceremony, 'request', '--file', UNSIGNED, '--key-set', KEY_SET, '--out', request);
    const missing = inFolder('typo');
    if (how === 'TOUCHSTONE_DATA_DIR') vi.stubEnv(how, missing);
    const signing = run(
      ceremony,
      ...['sign', '--request', request, '--secret', inFolder('none'), '--yes'],
      ...(how === '--data-dir' ? [how, missing] : []),
    );
    await expect(signing).rejects.toThrow(`${missing}: there is no such folder.`);
  });
});
