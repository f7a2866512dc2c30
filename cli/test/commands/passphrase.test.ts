import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentIn } from '../documents.ts';
import { programs } from '../programs.ts';

const { TOUCHSTONE_PASSPHRASE: _, TOUCHSTONE_DATA_DIR: __, ...env } = process.env;

let root: string;
let dataDir: string;
let running: ChildProcess | null = null;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'touchstone-passphrase-'));
  dataDir = path.join(root, 'data');
});
afterEach(() => {
  running?.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

function touchstone(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [programs().touchstone, ...args, '--data-dir', dataDir],
    {
      encoding: 'utf8',
      env,
      input: '',
    },
  );
  return { status, stdout, stderr };
}

/** A file with a passphrase. */
function file(name: string, text: string): string {
  const place = path.join(root, name);
  writeFileSync(place, `${text}\n`, { mode: 0o600 });
  return place;
}

/** Starts the server; its line, or what it wrote and its exit code where it ends before. */
async function started(...args: string[]): Promise<string> {
  const words = [programs().touchstone, 'serve', '--port', '0', '--json', '--data-dir', dataDir, ...args];
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running = child;
  let text = '';
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  return new Promise((resolve) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk)));
    child.once('close', (code) => resolve(`exit ${code}: ${text}`));
  });
}

async function stopped(): Promise<void> {
  const ended = running === null ? null : once(running, 'close');
  running?.kill('SIGTERM');
  await ended;
  running = null;
}

test('12.29: a data folder gets a passphrase, needs it to start, and loses it again', async () => {
  const [one, other] = [file('one', 'the one passphrase'), file('other', 'the other passphrase')];
  expect(await started()).toContain('console_url');
  expect(touchstone('passphrase', 'set', '--new-passphrase-file', one)).toMatchObject({ status: 4 });
  await stopped();
  const clear = readFileSync(path.join(dataDir, 'master-key.json'), 'utf8');

  for (const short of ['', 'short', '11 letters!']) {
    const refused = touchstone('passphrase', 'set', '--new-passphrase-file', file('short', short));
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('at least 12') });
  }
  expect(touchstone('passphrase', 'change', '--passphrase-file', one, '--new-passphrase-file', other).status).toBe(2);
  expect(touchstone('passphrase', 'set', '--new-passphrase-file', one)).toMatchObject({ status: 0 });
  expect(touchstone('passphrase', 'set', '--new-passphrase-file', one).status).toBe(2);
  const key = JSON.parse(clear).key;
  expect(readFileSync(path.join(dataDir, 'master-key.json'), 'utf8')).not.toContain(key);

  const locked = documentIn('commands/serve', await started());
  expect((await fetch(`${locked.url}/v1/artifacts`)).status).toBe(503);
  await stopped();
  expect(await started('--passphrase-file', other)).toMatch(/^exit 4: .*passphrase is wrong/s);
  expect(await started('--passphrase-file', one)).toContain('console_url');
  await stopped();

  expect(touchstone('passphrase', 'change', '--passphrase-file', other, '--new-passphrase-file', one)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('wrong'),
  });
  expect(touchstone('passphrase', 'change', '--passphrase-file', one, '--new-passphrase-file', other).status).toBe(0);
  expect(await started('--passphrase-file', other)).toContain('console_url');
  await stopped();
  expect(touchstone('passphrase', 'remove', '--passphrase-file', other).status).toBe(0);
  expect(JSON.parse(readFileSync(path.join(dataDir, 'master-key.json'), 'utf8')).key).toBe(key);
  expect(await started('--passphrase-file', other)).toMatch(/^exit 4: .*not protected by a passphrase/s);
  expect(await started()).toContain('console_url');
  await stopped();
});

test('12.29: a new folder is made under the passphrase, and never without a long enough one or a terminal to ask at', async () => {
  expect(await started('--passphrase-file', file('short', 'short'))).toMatch(/^exit 2: .*at least 12/s);
  expect(await started('--ask-passphrase')).toMatch(/^exit 2: .*terminal/s);
  expect(existsSync(path.join(dataDir, 'master-key.json'))).toBe(false);
  expect(await started('--passphrase-file', file('one', 'the one passphrase'))).toContain('console_url');
  await stopped();
  expect(JSON.parse(readFileSync(path.join(dataDir, 'master-key.json'), 'utf8')).kind).toBe('passphrase');
});

test('12.29: passphrase takes one of three words, and a data folder', () => {
  for (const words of [[], ['lock'], ['set', 'change'], ['--set']]) {
    expect(touchstone('passphrase', ...words).status, words.join()).toBe(2);
  }
  expect(touchstone('passphrase', 'set', '--new-passphrase-file', file('one', 'the one passphrase')).status).toBe(2);
});
