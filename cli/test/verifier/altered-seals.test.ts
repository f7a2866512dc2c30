/** agents HIGH 1: whatever is altered in the receipt of a seal is FAILED, and every other file is judged all the same. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXAMPLE_FOLDER, programs } from '../programs.ts';

const SESSIONS = path.join(EXAMPLE_FOLDER, 'sessions');
const ANOTHER = '2026-01-01T00:00:00.000Z';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const example = (name: string) => JSON.parse(readFileSync(path.join(SESSIONS, name), 'utf8'));
const put = (name: string, document: object) => writeFileSync(path.join(folder, name), JSON.stringify(document));

function run(kind: 'session' | 'node') {
  const options = ['--keys', path.join(SESSIONS, 'demo-service.pqkeys.json'), '--json', '--data-dir', folder];
  const { status, stdout } = spawnSync(programs().node, [programs().pqVerify, kind, ...options, folder], {
    encoding: 'utf8',
  });
  const { results, summary } = JSON.parse(stdout) as {
    results: { outcome: string; code?: string; file: { name: string } }[];
    summary: { total: number };
  };
  const judged = results.map(({ outcome, code, file }) => [path.basename(file.name), outcome, code]);
  return { status, total: summary.total, judged: Object.fromEntries(judged.map(([name, ...rest]) => [name, rest])) };
}

test('agents HIGH 1: in a folder of sessions', () => {
  const sealed = example('verified.pqs.json');
  const other = sealed.registration.seal.receipt;
  const altered = (change: object) => ({ ...sealed.seal, receipt: { ...sealed.seal.receipt, ...change } });
  put('1.pqs.json', sealed);
  put('2.pqs.json', { ...sealed, seal: altered({ issued_at: ANOTHER }) });
  const seal = { ...sealed.registration.seal, receipt: { ...other, issued_at: ANOTHER } };
  put('3.pqs.json', { ...sealed, registration: { ...sealed.registration, seal } });
  put('4.pqs.json', { ...sealed, seal: altered({ receipt_hex: other.receipt_hex }) });
  put('5.pqs.json', { ...sealed, seal: altered({ substrate_hex: other.substrate_hex }) });
  put('6.pqs.json', sealed);
  const { status, total, judged } = run('session');
  expect(status).toBe(1);
  expect(total).toBe(6);
  expect(Object.keys(judged).sort()).toEqual([1, 2, 3, 4, 5, 6].map((at) => `${at}.pqs.json`));
  expect(judged).toMatchObject({
    '1.pqs.json': ['VERIFIED', undefined],
    '2.pqs.json': ['FAILED', 'ISSUED_AT_MISMATCH'],
    '3.pqs.json': ['FAILED', 'ISSUED_AT_MISMATCH'],
    '4.pqs.json': ['FAILED', expect.any(String)],
    '5.pqs.json': ['FAILED', expect.any(String)],
    '6.pqs.json': ['VERIFIED', undefined],
  });
});

test('agents HIGH 1: in a folder of node proofs', () => {
  const proof = example('verified.pqnode.json');
  put('1.pqnode.json', proof);
  const receipt = { ...proof.seal.receipt, issued_at: ANOTHER };
  put('2.pqnode.json', { ...proof, seal: { ...proof.seal, receipt } });
  put('3.pqnode.json', proof);
  const { status, judged } = run('node');
  expect(status).toBe(1);
  expect(judged).toMatchObject({
    '1.pqnode.json': ['VERIFIED', undefined],
    '2.pqnode.json': ['FAILED', 'ISSUED_AT_MISMATCH'],
    '3.pqnode.json': ['VERIFIED', undefined],
  });
});
