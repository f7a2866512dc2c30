/** What pq-verify makes of a machine that is set up in an unusual way. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultDataFolder } from '@touchstone/core/data-folder.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EXAMPLE_FOLDER, programs } from '../programs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-surroundings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As for a user id without an entry among the users of the system, and without HOME. */
const NOBODY = `import os from 'node:os';
import { syncBuiltinESMExports } from 'node:module';
const refuse = () => { throw Object.assign(new Error('no such user'), { code: 'ERR_SYSTEM_ERROR' }); };
Object.assign(os, { homedir: refuse, userInfo: refuse });
syncBuiltinESMExports();`;

function verifyAsNobody(args: readonly string[], dataFolder = '') {
  const { node, pqVerify } = programs();
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(NOBODY)}`];
  const file = path.join(EXAMPLE_FOLDER, 'verified.pqv.json');
  const { XDG_DATA_HOME: _, LOCALAPPDATA: __, ...inherited } = process.env;
  const env = { ...inherited, TOUCHSTONE_DATA_DIR: dataFolder };
  return spawnSync(node, [...preload, pqVerify, 'artifact', ...args, file], { encoding: 'utf8', env, cwd: folder });
}

it('verifies for a user whom the system does not know', () => {
  const report = path.join(folder, 'report.json');
  const keys = ['--keys', path.join(EXAMPLE_FOLDER, 'keys')];
  const verified = verifyAsNobody([...keys, '--report', report]);
  expect(verified.stdout + verified.stderr).toContain('Verified  ');
  expect(verified.status).toBe(0);
  const operator = process.getuid === undefined ? 'unknown' : `user id ${process.getuid()}`;
  expect(readFileSync(report, 'utf8')).toContain(JSON.stringify(operator));
  const untrusted = verifyAsNobody([]);
  expect(untrusted.stdout).toContain('Inconclusive, SIGNER_NOT_TRUSTED');
});

it('takes no trust store of the working folder for the one at home', () => {
  const local = defaultDataFolder({ env: {}, platform: process.platform, home: folder, path });
  mkdirSync(local, { recursive: true });
  writeFileSync(path.join(local, 'trust-store.json'), 'no trust store');
  expect(verifyAsNobody([]).stdout).toContain('Inconclusive, SIGNER_NOT_TRUSTED');
  const named = verifyAsNobody([], local);
  expect(named.stderr).toContain('trust-store.json, line 1');
  expect(named.status).toBe(2);
});
