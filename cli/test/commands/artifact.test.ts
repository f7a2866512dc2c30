import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Artifact } from '@touchstone/core/artifact/artifact.ts';
import { type KeySet, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { sealSecretKeys } from '@touchstone/core/keys/secret-keys.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newKeySet } from '../../../core/test/artifact/fixture.ts';
import { artifact } from '../../src/commands/artifact.ts';
import { ceremony } from '../../src/commands/ceremony.ts';
import { saveKeySet } from '../../src/keys/key-folder.ts';
import { Refusal } from '../../src/terminal/refusal.ts';
import { run } from './run.ts';

let folder: string;
let evidence: string;
const inFolder = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-artifact-'));
  evidence = inFolder('evidence');
  mkdirSync(evidence);
  mkdirSync(inFolder('data'));
  writeFileSync(path.join(evidence, 'report.txt'), 'All tests passed.\n');
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Builds an artifact for `office` in the data folder `data`, and reads it. */
async function build(...options: readonly string[]): Promise<Artifact> {
  const out = inFolder('a.pqv.json');
  const principal = options.includes('--key-set') ? [] : ['--principal', 'office'];
  await run(
    artifact,
    ...['new', '--subject', 'Release', '--category', 'release', '--claim', 'It holds.', '--cycle', '2026-Q4-001'],
    ...['--attestations', evidence, '--out', out, '--data-dir', inFolder('data'), ...principal, ...options],
  );
  return JSON.parse(readFileSync(out, 'utf8'));
}

function supply(pillar: string, bundle: object): void {
  const whole = { schema_version: `pq-verified-artifact/${pillar}/v1`, cycle_id: '2026-Q4-001', ...bundle };
  writeFileSync(path.join(evidence, `${pillar}.json`), JSON.stringify(whole));
}

const evidenceNames = (built: Artifact) =>
  (built.attestations.evidence_attestation.items as { name: string }[]).map(({ name }) => name);

describe('a supplied evidence.json', () => {
  it('stands alone: files beside it, which would not be listed, are refused by name', async () => {
    supply('evidence', { result: 'PASS' });
    await expect(build('--evidence', 'As evidence.json says.')).rejects.toThrow(
      /not be in the artifact: report\.txt\./,
    );
  });

  it('needs a sentence of its own', async () => {
    supply('evidence', { result: 'PASS' });
    rmSync(path.join(evidence, 'report.txt'));
    await expect(build()).rejects.toThrow('--evidence is required');
    const { human_summary, attestations } = await build('--evidence', 'As evidence.json says.');
    expect(human_summary.evidence_summary).toBe('As evidence.json says.');
    expect(attestations.evidence_attestation).toMatchObject({ result: 'PASS' });
  });
});

describe('what no verifier would accept is not written', () => {
  it('a pillar of another cycle, whatever is allowed', async () => {
    supply('privacy', { cycle_id: '2026-Q3-001', result: 'PASS' });
    await expect(build('--allow-fail')).rejects.toThrow('CYCLE_MISMATCH');
  });

  it('a pillar that reports FAIL, unless that is allowed', async () => {
    supply('privacy', { result: 'FAIL' });
    await expect(build()).rejects.toThrow('The pillar privacy reports FAIL');
    expect((await build('--allow-fail')).human_summary.verdict).toBe('FAILED');
  });

  it('a pillar so deep that the artifact or its signing request could not be read', async () => {
    const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
    for (const levels of [61, 62]) {
      supply('privacy', { result: 'PASS', deep: deep(levels) });
      await expect(build()).rejects.toThrow('more than 64 levels');
    }
    supply('privacy', { result: 'PASS', deep: deep(60) });
    const { keySet } = await newKeySet({ principal: 'office' });
    writeFileSync(inFolder('office.pqkeys.json'), JSON.stringify(keySet));
    await build();
    const request = ['request', '--file', inFolder('a.pqv.json'), '--key-set', inFolder('office.pqkeys.json')];
    expect(await run(ceremony, ...request)).toBe(0);
  });
});

it('claims PENDING where a pillar is a placeholder by its status', async () => {
  supply('privacy', { result: 'PASS', _status: 'PENDING_REVIEW' });
  expect((await build()).human_summary.verdict).toBe('PENDING');
});

describe('the key set', () => {
  const kdf = async () => new Uint8Array(32);
  async function own(changes: Parameters<typeof newKeySet>[0]): Promise<KeySet> {
    const made = await newKeySet({ principal: 'office', issuer: 'Anvil', algorithms: ['ML-DSA-87'], ...changes });
    const secret = await sealSecretKeys(made.keySet, made.secretKeys, 'a passphrase', kdf, systemRandom);
    saveKeySet(inFolder('data'), made.keySet, secret);
    return made.keySet;
  }

  it('is the latest edition of the only own one', async () => {
    await own({ keyset_id: 'ks_one', serial: 1 });
    const latest = await own({ keyset_id: 'ks_one', serial: 10 });
    await own({ keyset_id: 'ks_one', serial: 2 });
    const { issuer, attestations } = await build();
    expect(issuer.name).toBe('Anvil');
    expect(attestations.governance_attestation.signer).toMatchObject({ fingerprint: latest.fingerprint, serial: 10 });
  });

  it('must be named where several fit', async () => {
    await own({ keyset_id: 'ks_one' });
    await own({ keyset_id: 'ks_two' });
    await expect(build()).rejects.toMatchObject({
      message: expect.stringMatching(/ Choose one with --key-set FILE:$/),
      choices: [expect.stringMatching(/^ks_one, edition 1, /), expect.stringMatching(/^ks_two, edition 1, /)],
    });
  });

  it('must be one for artifacts', async () => {
    const { keySet } = await newKeySet({ algorithms: ['ML-DSA-87'] });
    const file = inFolder('receipts.pqkeys.json');
    writeFileSync(file, JSON.stringify(sealKeySet({ ...keySet, use: 'receipt' })));
    await expect(build('--key-set', file)).rejects.toThrow('for receipt, not for artifacts');
  });
});

describe.skipIf(process.platform === 'win32')('links in a folder of evidence', () => {
  it('to files are followed', async () => {
    writeFileSync(inFolder('elsewhere.txt'), 'linked');
    symlinkSync('../elsewhere.txt', path.join(evidence, 'linked.txt'));
    expect(evidenceNames(await build())).toEqual(['linked.txt', 'report.txt']);
  });

  it.each([
    ['a folder', '.', 'linked folders are not followed'],
    ['nothing', 'nowhere', 'the link has no target'],
  ])('to %s are refused by name', async (_, target, reason) => {
    const link = path.join(evidence, 'link');
    symlinkSync(target, link);
    await expect(build()).rejects.toThrow(`${link}: ${reason}`);
    await expect(build()).rejects.toThrow(Refusal);
  });
});
