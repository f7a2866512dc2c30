/** What may import what, and where SQL may stand (layout). */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { MEMORIES } from '../src/store/memories.ts';

const SERVER = fileURLToPath(new URL('../src', import.meta.url));
const API = fileURLToPath(new URL('../../core/src/api', import.meta.url));

function filesOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  expect(names.length).toBeGreaterThan(0);
  return names.map((name) => join(folder, name));
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

/** Imports of a file within its own package, as absolute paths. */
function relativeImports(file: string): string[] {
  return importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => resolve(dirname(file), name));
}

/** The database frame, and the `store.ts` or `store/` and the `tables.ts` of each room. */
const mayHoldSql = (file: string) =>
  /(?:^|\/)store\/|\/(?:store|tables)\.ts$/.test(relative(SERVER, file).split(sep).join('/'));

/** What only SQLite says (scale.md): another engine has its own words for it. */
const ONLY_IN_SQLITE =
  /SQLITE_|\bSqlite[A-Z]|better-sqlite3|\b(?:pragma|PRAGMA|rowid)\b|\bsqlite_(?:schema|master)\b|['`}]-(?:wal|shm)\b|\) STRICT\b|\bRAISE\(|'touchstone\.db'/;

/** Transactions and numbers are given by `engine.ts` alone. */
const ONLY_IN_THE_STORE = /\.transaction\(\)|\.connection\(\)|\bmax\(\s*'?\w*position|\?\.position \?\? 0\) \+ 1/;

const inside = (file: string, folder: string) => file.startsWith(join(SERVER, folder) + sep);

/**
 * Three floors: handlers import rooms and the frame, rooms import rooms and the frame, the frame imports itself. These folders
 * are the frame; beside them, `handlers` and `http`, every folder is a room.
 */
const FRAME = ['crypto', 'frame', 'outbound', 'store', 'vault', 'workers'];

/** What composes the rooms, and lists of what stands in them. No work is done here. */
const ROOT = ['app.ts', 'handlers.ts', 'main.ts', 'service.ts', 'sweeps.ts'];

/** Lists that the frame has of what stands in rooms: who keeps each, and which files it may name. */
const LISTS: Readonly<Record<string, RegExp>> = {
  'store/inspect.ts': /^accounts\/store\/accounts\.ts$/,
  'store/tables.ts': /^[^/]+\/tables\.ts$/,
  'workers/body-checks.ts': /./,
  'workers/jobs.ts': /./,
};

type Floor = 'root' | 'http' | 'handlers' | 'rooms' | 'frame';

/** On which floor a file stands, told from its path below `src`. */
function floorOf(file: string): Floor {
  const [folder = '', ...rest] = file.split('/');
  if (rest.length === 0) return 'root';
  if (folder === 'http' || folder === 'handlers') return folder;
  return FRAME.includes(folder) ? 'frame' : 'rooms';
}

const MAY_IMPORT: Readonly<Record<Floor, readonly Floor[]>> = {
  root: ['root', 'handlers', 'rooms', 'frame'],
  http: ['http', 'frame'],
  handlers: ['rooms', 'frame'],
  rooms: ['rooms', 'frame'],
  frame: ['frame'],
};

/** Why a file of `src` may not import another; null where it may. */
function importFault(file: string, target: string): string | null {
  const [from, to] = [floorOf(file), floorOf(target)];
  const isDoor = file === 'app.ts' && to === 'http';
  const isListed = LISTS[file]?.test(target) === true && to === 'rooms';
  return MAY_IMPORT[from].includes(to) || isDoor || isListed ? null : `${file} imports ${target}`;
}

const nameOf = (path: string) => relative(SERVER, path).split(sep).join('/');

describe('contracts', () => {
  test.each(filesOf(API).map((file) => [relative(API, file), file]))(
    '%s imports contracts and TypeBox only',
    (_name, file) => {
      for (const name of importsOf(file)) if (!name.startsWith('.')) expect(name).toBe('typebox');
      for (const path of relativeImports(file)) expect(path.startsWith(API + sep)).toBe(true);
    },
  );
});

describe('server', () => {
  test.each(filesOf(SERVER).map((file) => [relative(SERVER, file), file]))('%s keeps to its layer', (_name, file) => {
    const imports = importsOf(file);
    if (!mayHoldSql(file)) {
      for (const name of imports) expect(['better-sqlite3', 'kysely']).not.toContain(name);
      expect(readFileSync(file, 'utf8')).not.toMatch(
        /\b(?:SELECT .* FROM|INSERT INTO|DELETE FROM|UPDATE \w+ SET|selectFrom|insertInto|updateTable|deleteFrom)\b/,
      );
    }
    for (const path of relativeImports(file)) {
      expect(importFault(nameOf(file), nameOf(path))).toBe(null);
      if (inside(file, 'vault')) expect(inside(path, 'store')).toBe(false);
    }
    const reachesFastify = imports.includes('fastify');
    if (reachesFastify) expect(inside(file, 'http') || nameOf(file) === 'app.ts').toBe(true);
    for (const name of imports) expect(name).not.toMatch(/^\.\.\/.*(?:core|cli|renderer|electron)\//);
  });

  test.each(filesOf(SERVER).map((file) => [relative(SERVER, file), file]))(
    '%s leaves to the store what depends on the database',
    (_name, file) => {
      if (inside(file, 'store/sqlite')) return;
      const text = readFileSync(file, 'utf8').replace(/^import [^;]*;$/gm, '');
      expect(text).not.toMatch(ONLY_IN_SQLITE);
      if (inside(file, 'store')) return;
      expect(text).not.toMatch(ONLY_IN_THE_STORE);
      const opensFiles = ['backup', 'data-folder', 'doctor', 'workers'].some((room) => inside(file, room));
      for (const path of relativeImports(file)) expect(inside(path, 'store/sqlite') && !opensFiles).toBe(false);
    },
  );

  test('every memory of a process has one maker, and none is kept by database', () => {
    const texts = filesOf(SERVER).map((file) => readFileSync(file, 'utf8'));
    const made = texts.flatMap((text) => [...text.matchAll(/createMemory\(\s*'([^']+)'/g)].map(([, name]) => name));
    expect(made.toSorted()).toEqual(Object.keys(MEMORIES).toSorted());
    for (const text of texts) expect(text).not.toMatch(/new Weak(?:Map|Set)<(?:Db|Deps|Vault)\b/);
  });

  test('composes at its root, and does nothing else there', () => {
    expect(readdirSync(SERVER).filter((name) => name.endsWith('.ts'))).toEqual(ROOT);
  });

  test('has every folder of the frame', () => {
    const files = filesOf(SERVER).map(nameOf);
    for (const folder of FRAME) expect(files.some((file) => file.startsWith(`${folder}/`))).toBe(true);
  });

  test.each([
    ['frame/caller.ts', 'accounts/identity.ts'],
    ['store/tables.ts', 'accounts/credits.ts'],
    ['workers/pool.ts', 'accounts/credits.ts'],
    ['workers/jobs.ts', 'handlers/crypto/key.ts'],
    ['accounts/credits.ts', 'handlers/admin/accounts.ts'],
    ['accounts/credits.ts', 'http/bind.ts'],
    ['accounts/credits.ts', 'service.ts'],
    ['handlers/crypto/key.ts', 'handlers/crypto/keys.ts'],
    ['handlers/crypto/key.ts', 'http/bind.ts'],
    ['handlers/crypto/key.ts', 'service.ts'],
    ['http/bind.ts', 'accounts/credits.ts'],
    ['http/bind.ts', 'handlers.ts'],
    ['main.ts', 'http/loopback.ts'],
  ])('%s may not import %s', (file, target) => {
    expect(importFault(file, target)).not.toBe(null);
  });

  test('every contract file has its handler file, and the reverse', () => {
    // Beside the groups that the tree names, the folders hold schemas that contracts share.
    const contracts = relativeImports(join(API, 'api.ts'))
      .map((file) => relative(API, file))
      .sort();
    const folder = join(SERVER, 'handlers');
    const handlers = filesOf(folder)
      .map((file) => relative(folder, file))
      .filter((name) => name.includes(sep))
      .sort();
    expect(handlers).toEqual(contracts);
  });
});
