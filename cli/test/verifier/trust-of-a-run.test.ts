/** Which key sets and revocations one run goes by, through the command line: files, a trust store, exit codes and `--json`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { artifactText } from '@touchstone/core/artifact/build.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { type KeySet, keyThumbprint, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { REVOCATION_KIND } from '@touchstone/core/keys/revocation.ts';
import { endorseKeySet } from '@touchstone/core/keys/sign-endorsement.ts';
import { revocationText, signRevocation } from '@touchstone/core/keys/sign-revocation.ts';
import { revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { trustStoreText } from '@touchstone/core/keys/trust-document.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newArtifact, newKeySet, provider, signed, trusting } from '../../../core/test/artifact/fixture.ts';
import { documentIn } from '../documents.ts';
import { programs } from '../programs.ts';

const DAY = 86_400_000;
const NOW = Date.now();
const VALID = { notBefore: NOW - 30 * DAY, notAfter: NOW + 300 * DAY };

const root = mkdtempSync(path.join(tmpdir(), 'touchstone-run-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const dataDir = path.join(root, 'data');
const STORE = path.join(dataDir, 'trust-store.json');

let first: GeneratedKeySet;
/** Endorsed by the first edition. */
let second: GeneratedKeySet;
/** Says that it is edition 1 as well. */
let rival: GeneratedKeySet;

beforeAll(async () => {
  [first, second, rival] = await Promise.all([
    newKeySet({ keyset_id: 'ks_one', ...VALID }),
    newKeySet({ keyset_id: 'ks_two', serial: 2, ...VALID, notBefore: NOW - 5 * DAY }),
    newKeySet({ keyset_id: 'ks_rival', ...VALID }),
  ]);
  const old = await signed(await newArtifact(first.keySet, {}, NOW - 10 * DAY), first);
  writeFileSync(path.join(root, 'old.pqv.json'), artifactText(old));
  const late = await signed(await newArtifact(second.keySet, {}, NOW - DAY), second);
  writeFileSync(path.join(root, 'late.pqv.json'), artifactText(late));
  const keySet = await endorseKeySet(second.keySet, first.keySet, first.secretKeys, provider);
  save('one.pqkeys.json', first.keySet);
  save('two.pqkeys.json', second.keySet);
  save('two-endorsed.pqkeys.json', keySet);
  save('rival.pqkeys.json', rival.keySet);
});
beforeEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir);
});

function save(name: string, keySet: KeySet): void {
  writeFileSync(path.join(root, name), JSON.stringify(keySet));
}

function start(program: string, ...args: readonly string[]) {
  const { TOUCHSTONE_DATA_DIR: _, ...env } = process.env;
  return spawnSync(programs().node, [program, ...args], { cwd: root, env, encoding: 'utf8' });
}

const verify = (...args: readonly string[]) => start(programs().pqVerify, 'artifact', '--data-dir', dataDir, ...args);
const keysCommand = (action: string, ...args: readonly string[]) =>
  start(programs().touchstone, 'keys', action, '--by', 'Ada', '--data-dir', dataDir, ...args);
const pin = (name: string, { keySet }: GeneratedKeySet) =>
  keysCommand('import', '--fingerprint', keySet.fingerprint, name);
const keys = (...names: readonly string[]) => names.flatMap((name) => ['--keys', name]);

describe('12.5: KEY_SET_CONFLICT', () => {
  it.each([
    ['two on the line', ['one.pqkeys.json', 'two.pqkeys.json'], () => [first, second]],
    ['the same serial', ['one.pqkeys.json', 'rival.pqkeys.json'], () => [first, rival]],
    [
      'the same serial, beside an endorsed one',
      ['one.pqkeys.json', 'two-endorsed.pqkeys.json', 'rival.pqkeys.json'],
      () => [first, rival],
    ],
  ])('%s: nothing is judged, and --json names both', (_what, names, sets) => {
    for (const files of [['old.pqv.json'], ['old.pqv.json', 'late.pqv.json']]) {
      const { status, stdout, stderr } = verify('--json', ...keys(...names), ...files);
      expect(status).toBe(2);
      const { schema, error, ...more } = documentIn('verification', stdout);
      expect(more).toEqual({});
      expect({ schema, code: error.code }).toEqual({ schema: 'svc-verification/v1', code: 'KEY_SET_CONFLICT' });
      const [a, b] = sets();
      expect(error.sets).toEqual([
        { path: names[0], fingerprint: a?.keySet.fingerprint },
        { path: names.at(-1), fingerprint: b?.keySet.fingerprint },
      ]);
      expect(stderr).toContain('No file was checked.');
      // People read both paths and fingerprints too.
      const plain = verify(...keys(...names), ...files);
      expect(plain).toMatchObject({ status: 2, stdout: '' });
      for (const { path: name, fingerprint } of error.sets) {
        expect(plain.stderr).toContain(name);
        expect(plain.stderr).toContain(fingerprint);
      }
    }
  });

  it.each([
    ['another serial that no held edition endorses', 'two.pqkeys.json', () => second],
    ['the same serial', 'rival.pqkeys.json', () => rival],
  ])('a given set against a held line: %s', (_what, name, set) => {
    expect(pin('one.pqkeys.json', first).status).toBe(0);
    const { status, stdout } = verify('--json', ...keys(name), 'old.pqv.json');
    expect(status).toBe(2);
    expect(documentIn('verification', stdout)).toMatchObject({
      error: {
        code: 'KEY_SET_CONFLICT',
        sets: [
          { path: STORE, fingerprint: first.keySet.fingerprint },
          { path: name, fingerprint: set().keySet.fingerprint },
        ],
      },
    });
    expect(JSON.parse(stdout)).not.toHaveProperty('results');
  });

  it('is none where the held or given edition before endorses it', () => {
    expect(verify(...keys('one.pqkeys.json', 'two-endorsed.pqkeys.json'), 'late.pqv.json').status).toBe(0);
    expect(pin('one.pqkeys.json', first).status).toBe(0);
    expect(verify(...keys('two-endorsed.pqkeys.json'), 'late.pqv.json').status).toBe(0);
  });
});

it('12.7: an edition that begins no later than the former leaves it no time, and the import says so', () => {
  const { fingerprint: _, ...document } = rival.keySet;
  const twin = sealKeySet({ ...document, serial: 2, not_before: first.keySet.not_before });
  save('twin.pqkeys.json', twin);
  expect(pin('one.pqkeys.json', first).status).toBe(0);
  expect(verify('old.pqv.json').status).toBe(0);
  const imported = keysCommand('import', '--fingerprint', twin.fingerprint, 'twin.pqkeys.json');
  expect(imported).toMatchObject({ status: 0, stderr: '' });
  expect(imported.stdout).toContain(
    'That is not later than the start of edition 1: every file of edition 1 will be Inconclusive',
  );
  expect(imported.stdout).not.toContain('stay Verified');
  expect(verify('old.pqv.json')).toMatchObject({
    status: 3,
    stdout: expect.stringContaining('Inconclusive, KEY_SUPERSEDED'),
  });
});

describe('12.9: a revocation', () => {
  /** Of all keys of the first edition, signed by the second. */
  async function byTheSecond(): Promise<void> {
    const body = {
      kind: REVOCATION_KIND,
      keyset_fingerprint: first.keySet.fingerprint,
      kids: first.keySet.keys.map(({ kid }) => kid),
      revoked_at: new Date(NOW).toISOString(),
      reason: 'lost',
    } as const;
    const file = await signRevocation(body, second.keySet, second.secretKeys, provider);
    writeFileSync(path.join(root, 'by-two.pqrevoke.json'), revocationText(file));
  }

  it('signed by an edition that is only endorsed revokes no pinned one; one that is pinned does', async () => {
    await byTheSecond();
    expect(pin('one.pqkeys.json', first).status).toBe(0);
    expect(keysCommand('import', '--yes', 'two-endorsed.pqkeys.json').status).toBe(0);
    expect(verify('old.pqv.json').status).toBe(0);
    const sentence = 'is only endorsed and cannot revoke keys of an edition that a person chose';
    const refused = keysCommand('import', 'by-two.pqrevoke.json');
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining(sentence) });
    const given = verify('--revocations', 'by-two.pqrevoke.json', 'old.pqv.json');
    expect(given).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(sentence) });
    expect(verify('old.pqv.json').status).toBe(0);

    expect(pin('two-endorsed.pqkeys.json', second).status).toBe(0);
    const counted = verify('--revocations', 'by-two.pqrevoke.json', 'old.pqv.json');
    expect(counted).toMatchObject({ status: 3, stdout: expect.stringContaining('Inconclusive, KEY_REVOKED') });
    // For this run only, until it is imported.
    expect(verify('old.pqv.json').status).toBe(0);
    expect(keysCommand('import', 'by-two.pqrevoke.json').status).toBe(0);
    expect(verify('old.pqv.json')).toMatchObject({ status: 3, stdout: expect.stringContaining('KEY_REVOKED') });
    // The second edition was pinned on its own, so it stays.
    expect(verify('late.pqv.json').status).toBe(0);
  });

  it('of an edition withdraws what rests on its endorsement alone', () => {
    expect(pin('one.pqkeys.json', first).status).toBe(0);
    expect(keysCommand('import', '--yes', 'two-endorsed.pqkeys.json').status).toBe(0);
    expect(verify('late.pqv.json').status).toBe(0);
    const [key] = first.keySet.keys;
    if (key === undefined) throw new Error('a key expected');
    const revoked = start(
      programs().touchstone,
      ...['keys', 'revoke', '--yes', '--reason', 'lost', '--data-dir', dataDir, keyThumbprint(key)],
    );
    expect(revoked).toMatchObject({ status: 0, stderr: '' });
    expect(verify('late.pqv.json')).toMatchObject({ status: 3, stdout: expect.stringContaining('SIGNER_NOT_TRUSTED') });
    expect(verify('old.pqv.json')).toMatchObject({ status: 3, stdout: expect.stringContaining('KEY_REVOKED') });
  });
});

describe('12.12: the trust store', () => {
  it('that was damaged ends every run with exit 2, and is never taken for an empty one', () => {
    const [key] = first.keySet.keys;
    if (key === undefined) throw new Error('a key expected');
    const change = revokeKey(trusting(first.keySet), keyThumbprint(key), NOW, 'stolen');
    if (!change.ok) throw new Error(change.message);
    const text = trustStoreText(change.store);
    writeFileSync(STORE, text);
    expect(verify('old.pqv.json')).toMatchObject({ status: 3, stdout: expect.stringContaining('KEY_REVOKED') });
    const thumbprint = keyThumbprint(key);
    const otherThumbprint = (thumbprint.startsWith('A') ? 'B' : 'A') + thumbprint.slice(1);
    for (const damaged of [
      text.replaceAll(thumbprint, otherThumbprint),
      JSON.stringify({ ...JSON.parse(text), revocations: [] }),
      text.replace(/,\s*"checksum": "[0-9a-f]+"/, ''),
      text.slice(0, text.length / 2),
      '',
    ]) {
      expect(damaged).not.toBe(text);
      writeFileSync(STORE, damaged);
      const { status, stdout, stderr } = verify('--json', 'old.pqv.json');
      expect({ status, stderr: stderr.includes(STORE) }).toEqual({ status: 2, stderr: true });
      expect(JSON.parse(stdout)).not.toHaveProperty('outcome');
      expect(JSON.parse(stdout)).not.toHaveProperty('results');
      // No command writes over it either.
      expect(pin('two.pqkeys.json', second).status).toBe(2);
      expect(readFileSync(STORE, 'utf8')).toBe(damaged);
    }
  });
});
