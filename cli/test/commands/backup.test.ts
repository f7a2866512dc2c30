/** `touchstone backup`, `restore` and `doctor` as a person calls them. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openService } from '@touchstone/server/service.ts';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { documentIn } from '../documents.ts';

const TOUCHSTONE = fileURLToPath(new URL('../../bin/touchstone.mjs', import.meta.url));

let root: string;
let data: string;
let out: string;
let passphrase: string;

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'touchstone-'));
  data = path.join(root, 'data');
  out = path.join(root, 'saved.backup');
  passphrase = path.join(root, 'passphrase.txt');
  writeFileSync(passphrase, 'correct horse battery\n');
  await (await serviceOn(data)).close();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function serviceOn(dataDir: string) {
  return openService({
    dataDir,
    log: pino({ level: 'silent' }),
    masterKey: { kind: 'key-file' },
    anonymousKeys: true,
    consoleDir: null,
    checkAnswers: false,
    allowedHosts: () => new Set(),
    onStartTokenSpent: () => undefined,
  });
}

function environment() {
  const { TOUCHSTONE_PASSPHRASE: _, TOUCHSTONE_DATA_DIR: __, ...env } = process.env;
  return env;
}

function touchstone(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [TOUCHSTONE, ...args], {
    encoding: 'utf8',
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status, stdout, stderr };
}

const save = (...more: readonly string[]) =>
  touchstone('backup', '--data-dir', data, '--out', out, '--passphrase-file', passphrase, ...more);
const restore = (target: string, ...more: readonly string[]) =>
  touchstone('restore', '--data-dir', target, '--file', out, '--passphrase-file', passphrase, ...more);

describe('backup and restore', () => {
  test('into a new folder, and in place of the present one', () => {
    const saved = save();
    expect(saved).toMatchObject({ status: 0, stderr: '' });
    expect(saved.stdout).toContain(`Wrote ${out}`);
    expect(statSync(out).mode & 0o777).toBe(0o600);

    const target = path.join(root, 'new');
    const restored = restore(target);
    expect(restored).toMatchObject({ status: 0, stderr: '' });
    expect(restored.stdout).toMatch(/Restored .* as it was at \d{4}-/);
    expect(restored.stdout).toContain('whoever copies the folder');
    expect(readFileSync(path.join(target, 'master-key.json'))).toEqual(
      readFileSync(path.join(data, 'master-key.json')),
    );

    const again = restore(target);
    expect(again).toMatchObject({ status: 1 });
    expect(again.stderr).toContain('holds data already');
    expect(restore(target, '--replace')).toMatchObject({ status: 0 });
  });

  test('while a server runs: saving works, replacing is refused', async () => {
    const service = await serviceOn(data);
    try {
      expect(save()).toMatchObject({ status: 0 });
      const refused = restore(data, '--replace');
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain('Stop it first');
    } finally {
      await service.close();
    }
  });

  test('refuse what is wrong with the command line or the files', () => {
    expect(touchstone('backup', '--data-dir', data)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--out'),
    });
    expect(save('--nonsense')).toMatchObject({ status: 2 });
    const unasked = touchstone('backup', '--data-dir', data, '--out', out);
    expect(unasked).toMatchObject({ status: 2, stderr: expect.stringContaining('--passphrase-file') });
    expect(existsSync(out)).toBe(false);
    writeFileSync(out, 'precious');
    expect(save()).toMatchObject({ status: 2, stderr: expect.stringContaining('--force') });
    expect(readFileSync(out, 'utf8')).toBe('precious');
    expect(restore(path.join(root, 'new'))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is no Touchstone backup'),
    });
    expect(save('--force')).toMatchObject({ status: 0 });
    writeFileSync(passphrase, 'wrong horse battery');
    const wrong = restore(path.join(root, 'new'));
    expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('passphrase is wrong') });
    expect(existsSync(path.join(root, 'new'))).toBe(false);
    expect(
      touchstone(
        'restore',
        '--file',
        path.join(root, 'none'),
        '--data-dir',
        path.join(root, 'new'),
        '--passphrase-file',
        passphrase,
      ).status,
    ).toBe(2);
    // security LOW-3: as long as the console asks for.
    for (const short of ['short', 'short678', '11 letters!']) {
      writeFileSync(passphrase, short);
      expect(save('--force')).toMatchObject({ status: 2, stderr: expect.stringContaining('at least 12') });
    }
    const nowhere = touchstone(
      'backup',
      '--data-dir',
      path.join(root, 'nowhere'),
      '--out',
      `${out}2`,
      '--passphrase-file',
      passphrase,
    );
    expect(nowhere).toMatchObject({ status: 2, stderr: expect.stringContaining('not a Touchstone data folder') });
  });

  test('say that the keychain has the key, unless it is supplied', () => {
    const { key } = JSON.parse(readFileSync(path.join(data, 'master-key.json'), 'utf8'));
    rmSync(path.join(data, 'master-key.json'));
    writeFileSync(path.join(data, 'master-key.keychain'), 'sealed', { mode: 0o600 });
    expect(save()).toMatchObject({ status: 1, stderr: expect.stringContaining('keychain of the desktop app') });
    const keyFile = path.join(root, 'key.txt');
    writeFileSync(keyFile, 'no key');
    expect(save('--master-key-file', keyFile)).toMatchObject({ status: 2 });
    writeFileSync(keyFile, `${key}\n`);
    expect(save('--master-key-file', keyFile)).toMatchObject({ status: 0 });
  });

  test('interrupted, a backup leaves nothing behind', async () => {
    // Holes, which take no place: too much to be saved before the signal comes.
    mkdirSync(path.join(data, 'keys'), { recursive: true, mode: 0o700 });
    for (let at = 0; at < 100; at++) {
      const file = path.join(data, 'keys', `${at}.pqsecret.json`);
      writeFileSync(file, '', { mode: 0o600 });
      truncateSync(file, 64 * 1024 ** 2);
    }
    const before = readdirSync(data).sort();
    const args = [TOUCHSTONE, 'backup', '--data-dir', data, '--out', out, '--passphrase-file', passphrase];
    const child = spawn(process.execPath, args, { env: environment(), stdio: 'ignore' });
    const ended = once(child, 'exit');
    const isWriting = () => readdirSync(root).some((name) => name.endsWith('.new'));
    try {
      while (child.exitCode === null && !isWriting()) await setTimeout(5);
      child.kill('SIGINT');
      expect(await ended).toEqual([1, null]);
    } finally {
      child.kill('SIGKILL');
    }
    expect(readdirSync(data).sort()).toEqual(before);
    expect(readdirSync(root).sort()).toEqual(['data', 'passphrase.txt']);
  });
});

describe('doctor', () => {
  const doctor = (...more: readonly string[]) => touchstone('doctor', '--data-dir', data, ...more);

  test('has an exit code for programs: 0, 1 with a problem, 3 with --strict and a warning', () => {
    const healthy = doctor();
    expect(healthy).toMatchObject({ status: 0, stderr: '' });
    expect(healthy.stdout).toContain('Problems: 0.');
    expect(healthy.stdout).toContain('whoever copies the folder');
    expect(doctor('--strict')).toMatchObject({ status: 3 });
    chmodSync(data, 0o755);
    const sick = doctor();
    expect(sick).toMatchObject({ status: 1 });
    expect(sick.stdout).toContain(`chmod 700 ${data}`);
    expect(touchstone('doctor', '--data-dir', path.join(root, 'nowhere'))).toMatchObject({ status: 2 });
  });

  test('--json has a stable form', () => {
    const { status, stdout } = doctor('--json');
    expect(status).toBe(0);
    const report = documentIn('commands/doctor', stdout);
    expect(Object.keys(report)).toEqual(['data_dir', 'checked_at', 'status', 'summary', 'findings']);
    expect(report).toMatchObject({ data_dir: data, status: 'warning', summary: { problem: 0 } });
    expect(report.checked_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    for (const finding of report.findings) {
      expect(Object.keys(finding)).toEqual(['check', 'status', 'message', 'action']);
      expect(['ok', 'warning', 'problem']).toContain(finding.status);
    }
    const { ok, warning, problem } = report.summary;
    expect(ok + warning + problem).toBe(report.findings.length);
  });
});
