/** 12.16: `--evidence DIR` compares files with the hashes that the evidence attestation lists. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { artifactText } from '@touchstone/core/artifact/build.ts';
import { evidenceItem } from '@touchstone/core/artifact/pillars.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newArtifact, newKeySet, signed } from '../../../core/test/artifact/fixture.ts';
import { EXAMPLE_FOLDER, programs } from '../programs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-evidence-'));
const inside = (name: string) => path.join(folder, name);
let signer: GeneratedKeySet;

beforeAll(async () => {
  signer = await newKeySet();
  writeFileSync(inside('own.pqkeys.json'), JSON.stringify(signer.keySet));
  writeFileSync(inside('own.pqv.json'), artifactText(await signed(await newArtifact(signer.keySet), signer)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder of evidence with these files. */
function evidence(files: Readonly<Record<string, string>>): string {
  const at = mkdtempSync(inside('evidence-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(at, name)), { recursive: true });
    writeFileSync(path.join(at, name), text);
  }
  return at;
}

function run(args: readonly string[], input?: string) {
  const { node, pqVerify } = programs();
  const env = { ...process.env, TOUCHSTONE_DATA_DIR: folder };
  const keys = ['--keys', inside('own.pqkeys.json')];
  const [first = ''] = args;
  const line = /^[a-z]+$/.test(first) ? [first, ...keys, ...args.slice(1)] : [...keys, ...args];
  return spawnSync(node, [pqVerify, ...line], {
    cwd: folder,
    env,
    encoding: 'utf8',
    ...(input === undefined ? {} : { input }),
  });
}

const check = (stdout: string, id: string) =>
  JSON.parse(stdout).checks.find((one: { readonly id: string }) => one.id === id);

it('12.16: files that are the attested ones are compared, and no longer stand among what was not checked', () => {
  const given = evidence({ 'report.txt': 'all good', 'not-listed.txt': 'no matter' });
  const { status, stdout } = run(['artifact', '--evidence', given, 'own.pqv.json']);
  expect(stdout).toMatch(/Not checked: +revocation, independent time/i);
  expect(stdout).not.toContain('evidence files');
  expect(status).toBe(0);
  expect(run(['artifact', 'own.pqv.json']).stdout).toContain('evidence files');
});

it.each([
  ['another length', 'all good!'],
  ['the same length', 'all gooD'],
  ['nothing', ''],
])('12.16: a file that holds %s fails the run and is named', (_what, text) => {
  const { status, stdout } = run(['--json', '--evidence', evidence({ 'report.txt': text }), 'own.pqv.json']);
  expect(JSON.parse(stdout)).toMatchObject({
    outcome: 'FAILED',
    code: 'HASH_MISMATCH',
    sentence: '1 of 1 listed files differs from what was attested: report.txt.',
  });
  expect(status).toBe(1);
});

it('12.16: a file that is missing is said not to be compared, beside Verified', () => {
  const { status, stdout } = run(['--json', '--evidence', evidence({}), 'own.pqv.json']);
  expect(check(stdout, 'scope.evidence')).toMatchObject({
    status: 'not_performed',
    sentence: '1 of 1 listed files was not compared.',
    reason: 'Not found: report.txt (there is no such file or folder).',
  });
  expect(check(stdout, 'integrity.evidence_files')).toBeUndefined();
  expect([status, JSON.parse(stdout).outcome]).toEqual([0, 'VERIFIED']);
});

it('12.16: a listed name opens nothing outside of the folder', async () => {
  const given = evidence({ 'in/side.txt': 'mine' });
  const secret = evidence({ 'secret.txt': 'mine' });
  symlinkSync(secret, path.join(given, 'linked'));
  symlinkSync(path.join(secret, 'secret.txt'), path.join(given, 'file-link.txt'));
  const up = `../${path.basename(secret)}/secret.txt`;
  symlinkSync('in/side.txt', path.join(given, 'inner-link.txt'));
  const bad = ['in\\side.txt', '', 'in', '../', 'a\0b'];
  const outside = [up, path.join(secret, 'secret.txt'), 'linked/secret.txt', 'file-link.txt', ...bad];
  const items = ['in/side.txt', 'inner-link.txt', ...outside].map((name) => ({ ...evidenceItem(name, utf8('mine')) }));
  const supplied = { evidence: { result: 'PASS', items } satisfies JsonObject };
  writeFileSync(
    inside('wide.pqv.json'),
    artifactText(await signed(await newArtifact(signer.keySet, supplied), signer)),
  );
  const { status, stdout } = run(['--json', '--evidence', given, 'wide.pqv.json']);
  expect(check(stdout, 'integrity.evidence_files')).toMatchObject({
    status: 'passed',
    sentence: `2 of ${items.length} listed files have the attested size and hashes.`,
  });
  const { sentence } = check(stdout, 'scope.evidence');
  expect(sentence).toBe(`${outside.length} of ${items.length} listed files were not compared.`);
  expect(status).toBe(0);
});

it.each([
  ['no list', { result: 'PASS' }],
  ['an empty list', { result: 'PASS', items: [] }],
  ['a list of another form', { result: 'PASS', items: ['report.txt'] }],
  [
    'a size that is no whole number',
    { result: 'PASS', items: [{ ...evidenceItem('report.txt', utf8('all good')), size: 8.5 }] },
  ],
  [
    'hashes in capitals',
    { result: 'PASS', items: [{ name: 'report.txt', size: 8, sha256: 'AB'.repeat(32), sha3_384: 'ab'.repeat(48) }] },
  ],
])('12.16: with %s nothing is said to be compared', async (_what, bundle) => {
  const artifact = await signed(await newArtifact(signer.keySet, { evidence: bundle }), signer);
  const { stdout } = run(['--json', '--evidence', evidence({ 'report.txt': 'all good' }), '-'], artifactText(artifact));
  expect(check(stdout, 'scope.evidence')).toMatchObject({ sentence: 'The files given were not compared.' });
});

it('12.16: the report repeats the folder, so that its command repeats the outcome', () => {
  const given = evidence({ 'report.txt': 'changed' });
  const report = inside('out.json');
  run(['artifact', '--evidence', given, '--report', report, 'own.pqv.json']);
  expect(readFileSync(report, 'utf8')).toContain(`--evidence ${given}`);
});

it('12.16: no report stands in the folder of evidence', () => {
  const given = evidence({ 'report.txt': 'all good' });
  const { status, stderr } = run([
    'artifact',
    '--evidence',
    given,
    '--report',
    path.join(given, 'out.json'),
    'own.pqv.json',
  ]);
  expect([status, stderr]).toEqual([2, expect.stringContaining('this file is in the folder given with --evidence')]);
});

it.each([
  ['another command', ['receipt', '--evidence', '.', 'own.pqv.json'], 'works only with the command artifact'],
  ['another kind', ['--evidence', '.', path.join(EXAMPLE_FOLDER, 'receipts/verified.pqr.json')], 'cannot be used here'],
  ['several files', ['--evidence', '.', 'own.pqv.json', 'own.pqv.json'], 'exactly one file'],
  ['a file in place of the folder', ['--evidence', 'own.pqv.json', 'own.pqv.json'], 'There is no such folder'],
  ['no folder', ['--evidence', 'gone', 'own.pqv.json'], 'There is no such folder'],
  ['a payload for an artifact', ['--data', 'own.pqkeys.json', 'own.pqv.json'], '--data cannot be used here'],
])('12.16: refuses %s', (_what, args, message) => {
  const { status, stderr } = run(args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});
