/** S36: what vanished from a data folder is not silently replaced, and doctor calls it a problem. */
import { chmodSync, closeSync, existsSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { ROLLBACK_MARK_FILE } from '../../src/rollback-mark/mark.ts';
import { openService } from '../../src/service.ts';
import { kdf, NOW, serviceOn } from '../backup/folder.ts';
import { folderOfEachTest } from '../backup/folder-of-each-test.ts';
import { rememberedTools } from '../doctor/remembered-tools.ts';
import { startProcess } from '../process.ts';

const folder = folderOfEachTest();
const { at } = folder;

const tools = rememberedTools();
const doctor = () => {
  const { dataDir } = folder;
  const freeBytes = () => 2 ** 40;
  return examineDataFolder({ dataDir, kdf, random: systemRandom, clock: () => NOW, freeBytes, tools });
};

/** What the process of a refused start says, and the finding of doctor about the database. */
async function refused(): Promise<string> {
  const start = startProcess({ dataDir: folder.dataDir }).then(
    async (server) => {
      await server.end('SIGTERM');
      return 'it started';
    },
    (error: Error) => error.message,
  );
  const said = await start;
  expect(said).toMatch(/^exit code 4: /);
  const report = await doctor();
  expect(report.status).toBe('problem');
  const finding = report.findings.find(({ check }) => check === 'database');
  expect(finding).toMatchObject({ status: 'problem', action: expect.any(String) });
  return `${said} | ${finding?.message} ${finding?.action}`;
}

test('reliability 2: a folder that lost its database is refused and left as it is', async () => {
  rmSync(at('touchstone.db'));
  const said = await refused();
  expect(said.match(/holds master-key\.json, but no touchstone\.db\./g)).toHaveLength(2);
  expect(said.match(/restore a backup with touchstone restore/g)).toHaveLength(2);
  expect(existsSync(at('touchstone.db'))).toBe(false);
});

test('S36: each of the files that tell of a database is enough, and an empty database is none', async () => {
  rmSync(at('touchstone.db'));
  rmSync(at('master-key.json'));
  for (const name of ['touchstone.db-wal', 'touchstone.db-shm', 'master-key.keychain', 'master-key.json']) {
    writeFileSync(at(name), 'anything');
    expect(await refused()).toContain(`holds ${name}, but no touchstone.db`);
    closeSync(openSync(at('touchstone.db'), 'w', 0o600));
    expect(await refused()).toContain(`holds ${name}, but an empty touchstone.db`);
    rmSync(at('touchstone.db'));
    rmSync(at(name));
  }
});

test('S36: a database that was emptied or whose journal with all tables is gone is refused beside a key', async () => {
  truncateSync(at('touchstone.db'), 0);
  expect(await refused()).toContain('holds master-key.json, but an empty touchstone.db');
  rmSync(at('touchstone.db'));
  // What a first start leaves on the disk whose journal somebody removes before it was folded in.
  const sqlite = new SqliteDatabase(at('touchstone.db'));
  sqlite.pragma('journal_mode = WAL');
  sqlite.close();
  expect(await refused()).toContain('holds no tables, but the folder has a master key');
});

test('reliability 10: a database of another program is refused and stays as it is, byte for byte', async () => {
  const foreign = ['CREATE TABLE t (a)', 'CREATE TABLE schema_migrations (version); CREATE TABLE users (id)'];
  for (const keyIsThere of [true, false]) {
    if (!keyIsThere) rmSync(at('master-key.json'));
    for (const sql of foreign) {
      rmSync(at('touchstone.db'), { force: true });
      const sqlite = new SqliteDatabase(at('touchstone.db'));
      sqlite.exec(sql);
      sqlite.close();
      const before = readFileSync(at('touchstone.db'));
      expect(await refused()).toContain('is a database of another program');
      expect(readFileSync(at('touchstone.db')).equals(before)).toBe(true);
    }
  }
  writeFileSync(at('touchstone.db'), 'x'.repeat(9_000));
  expect(await refused()).toContain('is not a database');
});

test('S36: a first start that was interrupted goes on, with a journal and without', async () => {
  for (const prepare of [
    () => closeSync(openSync(at('touchstone.db'), 'w', 0o600)),
    () => {
      const sqlite = new SqliteDatabase(at('touchstone.db'));
      sqlite.pragma('journal_mode = WAL');
      sqlite.close();
      chmodSync(at('touchstone.db'), 0o600);
    },
    () => {
      const sqlite = new SqliteDatabase(at('touchstone.db'));
      sqlite.pragma('journal_mode = WAL');
      sqlite.exec(
        'CREATE TABLE schema_migrations (version INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL) STRICT',
      );
      const [db, wal] = ['', '-wal'].map((end) => readFileSync(at(`touchstone.db${end}`)));
      sqlite.close();
      rmSync(at('touchstone.db'));
      writeFileSync(at('touchstone.db'), db ?? '', { mode: 0o600 });
      writeFileSync(at('touchstone.db-wal'), wal ?? '', { mode: 0o600 });
    },
  ]) {
    folder.renew();
    for (const name of ['touchstone.db', 'master-key.json', ROLLBACK_MARK_FILE]) rmSync(at(name));
    prepare();
    chmodSync(folder.dataDir, 0o700);
    const report = await doctor();
    expect(report.findings.filter(({ status }) => status === 'problem')).toEqual([]);
    expect(report.findings[0]?.message).toContain('was interrupted');
    await (await serviceOn(folder.dataDir)).close();
    expect((await doctor()).findings[0]?.status).toBe('ok');
  }
});

test('S36: the first start of the desktop shell has its key before the database; a later one has both', async () => {
  for (const name of ['touchstone.db', 'master-key.json', ROLLBACK_MARK_FILE]) rmSync(at(name));
  writeFileSync(at('master-key.keychain'), 'sealed', { mode: 0o600 });
  const options = {
    dataDir: folder.dataDir,
    log: (await import('pino')).default({ level: 'silent' }),
    masterKey: { kind: 'supplied', key: new Uint8Array(32).fill(7) },
    anonymousKeys: true,
    consoleDir: null,
    checkAnswers: true,
    allowedHosts: () => new Set<string>(),
    onStartTokenSpent: () => undefined,
    sweeps: [],
  } as const;
  await (await openService(options)).close();
  await (await openService(options)).close();
  rmSync(at('touchstone.db'));
  await expect(openService(options)).rejects.toThrow('holds master-key.keychain, but no touchstone.db');
});

test('reliability 14: without its lock file a folder is still that of the server that runs on it', async () => {
  const server = await startProcess({ dataDir: folder.dataDir });
  try {
    for (let tries = 0; tries < 2; tries++) {
      rmSync(at('server.lock'));
      await expect(startProcess({ dataDir: folder.dataDir })).rejects.toThrow(
        /exit code 4: Another program has the database/,
      );
    }
    // The file that the refused one left says nothing either.
    await expect(startProcess({ dataDir: folder.dataDir })).rejects.toThrow(
      /exit code 4: Another program has the database/,
    );
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  } finally {
    await server.end('SIGKILL');
  }
  const next = await startProcess({ dataDir: folder.dataDir });
  await expect(startProcess({ dataDir: folder.dataDir })).rejects.toThrow(/exit code 4: Another Touchstone server/);
  expect(await next.end('SIGTERM')).toEqual([0, null]);
});
