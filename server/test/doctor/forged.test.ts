/** Files that are well encrypted under the right passphrase and hold what does not belong together. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { concat, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalBytes, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Entry, entryOf, writeArchive } from '../../src/backup/archive.ts';
import { readFolderKey } from '../../src/backup/folder-key.ts';
import { headerOf, streamKey } from '../../src/backup/format.ts';
import { sealStream } from '../../src/backup/stream.ts';
import { MIGRATIONS } from '../../src/store/sqlite/migrations/migrations.ts';
import {
  addDocumentFile,
  bringBack,
  kdf,
  makeFolder,
  PASSPHRASE,
  remove,
  temporaryFolder,
  withDatabase,
} from '../backup/folder.ts';

let root: string;
let out: string;
let source: string;
let contents: Map<string, Uint8Array>;
let manifest: JsonObject;

beforeAll(async () => {
  root = temporaryFolder();
  out = join(root, 'forged.backup');
  source = join(root, 'source');
  await makeFolder(source);
  // Backups of earlier versions have documents as entries of their own.
  await withDatabase(source, (db) => addDocumentFile(source, db, 'in a file', 300_000));
  await withDatabase(source, (db) => addDocumentFile(source, db, 'in another'));
});
afterAll(() => remove(root));

beforeEach(async () => {
  contents = new Map([
    ['master-key', await readFolderKey(source, {}, systemRandom, kdf)],
    ['touchstone.db', readFileSync(join(source, 'touchstone.db'))],
    ['trust-store.json', utf8('{"version":1,"key_sets":[],"revocations":[]}')],
  ]);
  for (const name of readdirSync(join(source, 'documents')).sort()) {
    contents.set(`documents/${name}`, readFileSync(join(source, 'documents', name)));
  }
  manifest = {
    format: 'svc-backup/v1',
    created_at: '2026-04-01T12:00:00.000Z',
    program: 'test',
    schema: MIGRATIONS.at(-1)?.version ?? 0,
    master_key: 'key-file',
    entries: contents.size,
    missing: [],
  };
});

/** Writes what stands in `manifest` and `contents` now, encrypted as it should be, and restores it. */
async function attempt(): Promise<unknown> {
  const entries: Entry[] = [entryOf('manifest.json', canonicalBytes(manifest))];
  for (const [name, bytes] of contents) entries.push(entryOf(name, bytes));
  const header = headerOf(systemRandom(16));
  const key = await streamKey(PASSPHRASE, header, kdf);
  const parts: Uint8Array[] = [header];
  for await (const chunk of sealStream(key, writeArchive(entries))) parts.push(chunk);
  writeFileSync(out, concat(...parts));
  const target = join(root, 'target');
  try {
    return await bringBack(out, target);
  } finally {
    // Only what was restored whole is there.
    expect(existsSync(target)).toBe(existsSync(join(target, 'touchstone.db')));
    remove(target);
  }
}

/** Changes the database that is in the backup. */
function sql(text: string): void {
  const file = join(root, 'changed.db');
  writeFileSync(file, contents.get('touchstone.db') ?? '');
  const sqlite = new SqliteDatabase(file);
  sqlite.pragma('foreign_keys = OFF');
  sqlite.exec(text);
  sqlite.close();
  contents.set('touchstone.db', readFileSync(file));
}

/** Overwrites the page at which an index begins. */
function damage(index: string): void {
  const sqlite = new SqliteDatabase(join(source, 'touchstone.db'), { readonly: true });
  const { rootpage } = sqlite.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(index) as {
    readonly rootpage: number;
  };
  sqlite.close();
  contents
    .get('touchstone.db')
    ?.subarray((rootpage - 1) * 4096, rootpage * 4096)
    .fill(65);
}

test('what belongs together is taken', async () => {
  expect(await attempt()).toMatchObject({ documents: 4 });
});

const firstDocument = () => [...contents.keys()].find((name) => name.startsWith('documents/')) ?? '';

test.each<[string, string, () => unknown]>([
  ['a master key of another folder', 'master key', () => contents.set('master-key', systemRandom(32))],
  ['a document too few', 'missing', () => drop(firstDocument())],
  ['a document of another size', 'another size', () => contents.set(firstDocument(), utf8('{}'))],
  ['a document that no row names', 'does not know', () => add(`documents/${'f'.repeat(32)}.json`)],
  ['a database that is none', 'cannot be opened', () => contents.set('touchstone.db', new Uint8Array(4096).fill(65))],
  ['a damaged database', 'damaged', () => damage('api_keys_by_project')],
  [
    'a foreign trigger',
    'damaged',
    () => sql('CREATE TRIGGER spy AFTER INSERT ON api_keys BEGIN DELETE FROM usage; END'),
  ],
  ['a view in place of a table', 'damaged', () => sql('DROP TABLE cycles; CREATE VIEW cycles AS SELECT 1')],
  [
    'a row that refers to nothing',
    'damaged',
    () => sql("INSERT INTO projects (id, account_id, created_at) VALUES ('prj_x', 'gone', 1)"),
  ],
  [
    'a schema of the future',
    'newer version',
    () => sql("INSERT INTO schema_migrations (version, name, sha256) VALUES (9999, 'x', 'x')"),
  ],
  ['a sealed key that does not open', 'does not open', () => sql('UPDATE wrapping_keys SET envelope = zeroblob(93)')],
  [
    'a trust store that cannot be understood',
    'trust store',
    () => contents.set('trust-store.json', utf8('{"version":2}')),
  ],
  ['no trust store', 'does not hold', () => drop('trust-store.json')],
  ['no master key', 'does not hold', () => drop('master-key')],
  ['no database', 'does not hold', () => drop('touchstone.db')],
  ['a key box that was not announced', 'does not hold', () => announce('master-key.json', '{}')],
  ['another count of entries', 'does not hold', () => set({ entries: 99 })],
  ['another format', 'table of contents', () => set({ format: 'svc-backup/v2' })],
  ['an unknown member', 'table of contents', () => set({ more: 1 })],
  ['an impossible time', 'table of contents', () => set({ created_at: '2026-02-30T00:00:00Z' })],
  ['an unknown place of the key', 'table of contents', () => set({ master_key: 'pocket' })],
])('%s is refused and nothing is left behind', async (_what, message, change) => {
  change();
  await expect(attempt()).rejects.toThrow(message);
});

function set(members: JsonObject): void {
  manifest = { ...manifest, ...members };
}

function recount(): void {
  set({ entries: contents.size });
}

function drop(name: string): void {
  contents.delete(name);
  recount();
}

function add(name: string): void {
  contents.set(name, utf8('{}'));
  recount();
}

function announce(name: string, text: string): void {
  const [key, ...rest] = [...contents];
  if (key === undefined) throw new Error('no entries');
  contents = new Map([key, [name, utf8(text)], ...rest]);
  recount();
}
