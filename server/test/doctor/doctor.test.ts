import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { toBase64 } from '@touchstone/core/bytes.ts';
import { keyThumbprint } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { trustStoreText } from '@touchstone/core/keys/trust-document.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Status } from '../../src/doctor/check.ts';
import { CHECKS, type DoctorOptions, examineDataFolder } from '../../src/doctor/doctor.ts';
import { secretKeyPlace } from '../../src/key-sets/secret-keys.ts';
import { findSecret } from '../../src/key-sets/store.ts';
import {
  addDocument,
  addDocumentFile,
  addKeySet,
  kdf,
  makeFolder,
  NOW,
  remove,
  serviceOn,
  type TestFolder,
  temporaryFolder,
  withDatabase,
} from '../backup/folder.ts';
import { copyDataFolder } from '../started-folder.ts';

const DAY_MS = 86_400_000;
const PLENTY = 100 * 1024 ** 3;

let root: string;
let sound: TestFolder;
let dataDir: string;

beforeAll(async () => {
  root = temporaryFolder();
  sound = await makeFolder(join(root, 'sound'));
});
afterAll(() => remove(root));
beforeEach(() => {
  dataDir = join(root, 'patient');
  copyDataFolder(sound.dataDir, dataDir);
});
afterEach(() => remove(dataDir));

function examine(options: Partial<DoctorOptions> = {}) {
  return examineDataFolder({
    dataDir,
    kdf,
    random: systemRandom,
    clock: () => NOW,
    freeBytes: () => PLENTY,
    ...options,
  });
}

/** What is not in order, as `check status`. */
async function complaints(options: Partial<DoctorOptions> = {}): Promise<readonly string[]> {
  const { findings } = await examine(options);
  return findings.filter(({ status }) => status !== 'ok').map(({ check, status }) => `${check} ${status}`);
}

/** What cannot be looked into without the master key. */
const LOCKED = [
  'sealed-values warning',
  'row-seals warning',
  'rollback-mark warning',
  'key-pairs warning',
  'project-keys warning',
  'secret-values warning',
  'managed-keys warning',
  'wrapped-keys warning',
  'storage-keys warning',
] as const;

/** Of every folder whose key stands in a key file (S27). */
const ALWAYS = 'master-key-place warning';

/** Damages the database as no program of ours would. */
function sql(text: string): void {
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
  sqlite.pragma('foreign_keys = OFF');
  sqlite.pragma('ignore_check_constraints = ON');
  sqlite.exec(text);
  sqlite.close();
}

test('a sound folder has one warning: the key file beside the database (S27)', async () => {
  const report = await examine();
  expect(report.status).toBe('warning');
  expect(await complaints()).toEqual([ALWAYS]);
  const sealed = report.findings.find(({ check }) => check === 'sealed-values');
  expect(sealed?.message).toContain('(11)'); // Nine keys of key sets, a signing key, a wrapping key.
  expect(new Set(report.findings.map(({ check }) => check))).toEqual(
    new Set(['database', ...CHECKS.map(({ id }) => id)]),
  );
  for (const { message, action, status } of report.findings) {
    expect(message).toMatch(/\.$/);
    if (status === 'problem') expect(action).not.toBeNull();
  }
});

test('ids of checks are unique', () => {
  expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length);
});

test('changes nothing', async () => {
  const contents = () =>
    ['touchstone.db', 'master-key.json'].map((name) => readFileSync(join(dataDir, name)).toString('base64'));
  const before = contents();
  await examine();
  expect(contents()).toEqual(before);
  // SQLite may leave its empty journal files, which the next start takes away.
  if (existsSync(join(dataDir, 'touchstone.db-wal'))) expect(statSync(join(dataDir, 'touchstone.db-wal')).size).toBe(0);
  await (await serviceOn(dataDir)).close();
});

test('works while a server runs on the folder', async () => {
  const service = await serviceOn(dataDir);
  expect(await complaints()).toEqual([ALWAYS]);
  await service.close();
});

const kid = (use: '3key' | 'artifact') => sound.sets.get(use)?.keys[0]?.kid ?? '';

interface Damage {
  readonly what: string;
  readonly make: () => unknown;
  readonly finds: readonly `${string} ${Status}`[];
  /** What the message names. */
  readonly names?: string;
  readonly options?: Partial<DoctorOptions>;
}

/** A document as an earlier version kept it. Answers its file. */
async function documentFile(): Promise<string> {
  return join(dataDir, 'documents', await withDatabase(dataDir, (db) => addDocumentFile(dataDir, db, 'in a file')));
}

const DAMAGES: readonly Damage[] = [
  { what: 'a folder that others can enter', make: () => chmodSync(dataDir, 0o755), finds: ['permissions problem'] },
  {
    what: 'a master key that others can read',
    make: () => chmodSync(join(dataDir, 'master-key.json'), 0o640),
    finds: ['permissions problem'],
    names: 'master-key.json',
  },
  {
    what: 'a document that others can read',
    make: async () => chmodSync(await documentFile(), 0o604),
    finds: ['permissions problem'],
    names: 'documents/',
  },
  {
    what: 'an interrupted restore',
    make: () => writeFileSync(join(dataDir, 'restore-journal.json'), '{}'),
    finds: [
      'database warning',
      'interrupted-restore problem',
      ...CHECKS.filter(({ needs }) => needs !== 'folder').map(({ id }) => `${id} warning` as const),
    ],
  },
  {
    what: 'a temporary folder of a backup that was killed',
    make: () => mkdirSync(join(dataDir, '.backup-4194303-0123456789abcdef'), { mode: 0o700 }),
    finds: ['temporary-files warning'],
    names: '.backup-4194303-0123456789abcdef',
  },
  {
    what: 'a half-written document',
    make: async () => writeFileSync(`${await documentFile()}.4194303.new`, 'half', { mode: 0o600 }),
    finds: ['temporary-files warning', 'documents warning'],
    names: '.4194303.new',
  },
  { what: 'a full disk', make: () => undefined, options: { freeBytes: () => 1024 }, finds: ['free-space problem'] },
  { what: 'a small disk', make: () => undefined, options: { freeBytes: () => 2 ** 25 }, finds: ['free-space warning'] },
  {
    what: 'a database that is none',
    make: () => writeFileSync(join(dataDir, 'touchstone.db'), 'text '.repeat(1000)),
    finds: [
      'database problem',
      ...CHECKS.filter(({ needs }) => needs !== 'folder').map(({ id }) => `${id} warning` as const),
    ],
  },
  {
    what: 'a damaged index',
    make: () => {
      const { rootpage } = pageOf('api_keys_by_project');
      overwrite((rootpage - 1) * 4096, 64);
    },
    // Of keys that were put there by hand the audit does not tell.
    finds: ['database-integrity problem', 'row-seals problem', 'administration warning'],
  },
  {
    what: 'a row that refers to nothing',
    make: () => sql("INSERT INTO projects (id, account_id, created_at) VALUES ('prj_x', 'acc_gone', 1)"),
    finds: ['database-references problem', 'row-seals problem'],
    names: 'projects',
  },
  {
    what: 'a table that is gone',
    make: () => sql('DROP TABLE cycles'),
    finds: [
      'database-schema problem',
      ...CHECKS.filter(({ needs }) => needs === 'schema').map(({ id }) => `${id} warning` as const),
    ],
    names: 'cycles',
  },
  {
    what: 'a foreign trigger',
    make: () => sql('CREATE TRIGGER spy AFTER INSERT ON api_keys BEGIN DELETE FROM usage; END'),
    finds: ['database-schema problem'],
    names: 'trigger spy',
  },
  {
    what: 'a schema of the future',
    make: () => sql("INSERT INTO schema_migrations (version, name, sha256) VALUES (9999, 'later', 'x')"),
    finds: [
      'database-schema problem',
      ...CHECKS.filter(({ needs }) => needs === 'schema').map(({ id }) => `${id} warning` as const),
    ],
  },
  {
    what: 'an edited schema step',
    make: () => sql("UPDATE schema_migrations SET sha256 = 'x' WHERE version = 1"),
    finds: [
      'database-schema problem',
      ...CHECKS.filter(({ needs }) => needs === 'schema').map(({ id }) => `${id} warning` as const),
    ],
  },
  {
    what: 'the master key of another folder',
    make: () =>
      writeFileSync(
        join(dataDir, 'master-key.json'),
        JSON.stringify({ version: 1, kind: 'key-file', key: toBase64(systemRandom(32)) }),
        { mode: 0o600 },
      ),
    finds: ['master-key problem', 'sealed-values problem'],
  },
  {
    what: 'a lost master key',
    make: () => rmSync(join(dataDir, 'master-key.json')),
    finds: ['master-key problem', ...LOCKED],
  },
  {
    what: 'a damaged master key file',
    make: () => writeFileSync(join(dataDir, 'master-key.json'), 'damaged', { mode: 0o600 }),
    finds: ['master-key-place problem', 'master-key problem', ...LOCKED],
  },
  {
    what: 'a sealed key that was changed',
    make: () => sql(`UPDATE key_set_secrets SET envelope = zeroblob(80) WHERE kid = '${kid('3key')}'`),
    finds: ['sealed-values problem'],
    names: 'key',
  },
  {
    what: "a project's signing key that was moved to another project's",
    make: () => sql("UPDATE signing_keys SET scheme = 'ML-DSA-65'"),
    finds: ['sealed-values problem'],
    names: 'signing key key_1',
  },
  {
    what: "a project's wrapping key that was changed",
    make: () => sql('UPDATE wrapping_keys SET envelope = zeroblob(93)'),
    finds: ['sealed-values problem'],
    names: 'ML-KEM-768 key of project',
  },
  {
    what: 'a sealed key that is gone',
    make: () => sql(`DELETE FROM key_set_secrets WHERE kid = '${kid('artifact')}'`),
    finds: ['key-pairs problem'],
    names: 'has no secret key',
  },
  {
    what: 'a secret key that belongs to another public key',
    make: () =>
      withDatabase(dataDir, async (db, vault) => {
        const set = sound.sets.get('3key');
        const other = sound.sets.get('artifact');
        const jwk = set?.keys.find(({ kty }) => kty === 'OKP');
        const foreign = other?.keys.find(({ kty }) => kty === 'OKP');
        if (set === undefined || other === undefined || jwk === undefined || foreign === undefined) throw new Error();
        const box = await findSecret(db, other.fingerprint, foreign.kid);
        const secret = vault.open(secretKeyPlace(other.fingerprint, foreign.kid), box ?? new Uint8Array(0));
        const envelope = vault.seal(secretKeyPlace(set.fingerprint, jwk.kid), secret ?? new Uint8Array(0));
        await db.updateTable('key_set_secrets').set({ envelope }).where('kid', '=', jwk.kid).execute();
      }),
    finds: ['key-pairs problem'],
    names: 'another public key',
  },
  {
    what: 'a key set whose document was changed',
    make: () => sql(`UPDATE key_sets SET document = replace(document, '"test"', '"tset"') WHERE keyset_use = '3key'`),
    finds: ['key-sets problem'],
  },
  {
    what: 'a key set under the name of another',
    make: () => sql(`UPDATE key_sets SET serial = 7 WHERE keyset_use = '3key'`),
    finds: ['key-sets problem'],
    names: 'the document of another set',
  },
  {
    what: 'a use without a current set',
    make: () => sql(`UPDATE key_sets SET state = 'retired' WHERE keyset_use = 'receipt'`),
    // The audit knows of no set that follows.
    finds: ['key-sets warning', 'administration problem'],
    names: 'receipt',
  },
  {
    what: 'an expired set',
    make: () => undefined,
    options: { clock: () => NOW + 400 * DAY_MS },
    finds: ['key-sets problem'],
    names: 'expired on',
  },
  {
    what: 'a set that expires soon',
    make: () => undefined,
    options: { clock: () => NOW + 350 * DAY_MS },
    finds: ['key-sets warning'],
    names: 'expires on',
  },
  {
    what: 'a clock that is behind',
    make: () => undefined,
    options: { clock: () => NOW - 10 * DAY_MS },
    finds: ['key-sets problem', 'future-times warning'],
    names: 'is not valid before',
  },
  {
    what: 'a current set with a revoked key',
    make: () => {
      const key = sound.sets.get('3key')?.keys[0];
      const change = key === undefined ? null : revokeKey(EMPTY_TRUST_STORE, keyThumbprint(key), NOW, 'lost');
      if (change?.ok !== true) throw new Error('not revoked');
      writeFileSync(join(dataDir, 'trust-store.json'), trustStoreText(change.store), { mode: 0o600 });
    },
    finds: ['key-sets problem'],
    names: 'revoked key',
  },
  {
    what: 'a document that was lost as a file',
    make: async () => rmSync(await documentFile()),
    finds: ['documents problem'],
    names: 'missing',
  },
  {
    what: 'a row that names what is no file of a document',
    make: async () => {
      await documentFile();
      sql("UPDATE artifacts SET file = '../touchstone.db' WHERE file IS NOT NULL");
    },
    finds: ['documents problem', 'documents warning'],
    names: 'missing from the folder: ../touchstone.db',
  },
  {
    what: 'a file that was taken into the database and is still named',
    make: () => sql(`UPDATE artifacts SET file = '${'a'.repeat(32)}.json' WHERE position = 1`),
    finds: ['documents warning'],
    names: 'a'.repeat(32),
  },
  {
    what: 'a document that was cut',
    make: async () => truncateSync(await documentFile(), 10),
    finds: ['documents problem'],
    names: 'another size',
  },
  {
    what: 'a document that no row names',
    make: () => {
      mkdirSync(join(dataDir, 'documents'), { mode: 0o700 });
      writeFileSync(join(dataDir, 'documents', `${'e'.repeat(32)}.json`), '{}', { mode: 0o600 });
    },
    finds: ['documents warning'],
    names: 'e'.repeat(32),
  },
  {
    what: 'an account that owes',
    make: () =>
      sql(
        "UPDATE accounts SET credits = -5; INSERT INTO credit_grants SELECT id, 2, -5 - (SELECT units FROM credit_grants WHERE account_id = accounts.id), 'x', 1 FROM accounts",
      ),
    finds: ['account-balances problem', 'administration problem'],
    names: 'remaining -5',
  },
  {
    what: 'an account that was given units behind the back of its grants',
    make: () => sql('UPDATE accounts SET credits = credits + 1'),
    finds: ['account-balances problem'],
    names: 'granted',
  },
  {
    what: 'a broken trust store',
    make: () => writeFileSync(join(dataDir, 'trust-store.json'), '{"version":1', { mode: 0o600 }),
    finds: ['trust-store problem'],
  },
];

function pageOf(index: string): { rootpage: number } {
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
  for (let i = 0; i < 5; i++) {
    sqlite.exec(
      `INSERT INTO api_keys (id, project_id, salt, secret_hash, scopes, created_at) VALUES ('ak_${i}', (SELECT id FROM projects), x'00', x'00', '"*"', 1)`,
    );
  }
  const row = sqlite.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(index) as { rootpage: number };
  sqlite.close();
  return row;
}

function overwrite(at: number, length: number): void {
  const file = openSync(join(dataDir, 'touchstone.db'), 'r+');
  // The end of a page holds its oldest cells.
  writeSync(file, Buffer.alloc(length, 0x41), 0, length, at + 4096 - length);
}

describe('finds', () => {
  test.each(DAMAGES)('$what', async ({ make, finds, names, options = {} }) => {
    await make();
    const report = await examine(options);
    const found = report.findings.filter(({ status }) => status !== 'ok');
    const hasKeyFile = found.some(({ check, status }) => `${check} ${status}` === ALWAYS);
    expect(new Set(found.map(({ check, status }) => `${check} ${status}`))).toEqual(
      new Set([...finds, ...(hasKeyFile ? [ALWAYS] : [])]),
    );
    expect(report.status).toBe(finds.some((text) => text.endsWith('problem')) ? 'problem' : 'warning');
    if (names !== undefined) {
      const messages = found.filter(({ check }) => check !== 'master-key-place').map(({ message }) => message);
      expect(messages.join('\n')).toContain(names);
    }
  });

  test('nothing wrong with a document in a file that the next start takes in', async () => {
    await documentFile();
    expect(await complaints()).toEqual([ALWAYS]);
  });

  test('nothing wrong with retired and revoked sets, nor with new documents', async () => {
    await withDatabase(dataDir, async (db, vault) => {
      await addKeySet(db, vault, '3key', { serial: 2 });
      await addKeySet(db, vault, 'receipt', { serial: 2, notAfter: NOW + 300 * DAY_MS });
      await addDocument(db, 'another');
    });
    sql("UPDATE key_sets SET state = 'revoked' WHERE keyset_use = 'receipt' AND serial = 1");
    sql("DELETE FROM key_set_secrets WHERE fingerprint IN (SELECT fingerprint FROM key_sets WHERE state = 'revoked')");
    expect(await complaints()).toEqual([ALWAYS]);
  });

  test('that a folder with a keychain was not looked into, unless the key is given', async () => {
    const key = await withDatabase(
      dataDir,
      async () => JSON.parse(readFileSync(join(dataDir, 'master-key.json'), 'utf8')).key,
    );
    rmSync(join(dataDir, 'master-key.json'));
    writeFileSync(join(dataDir, 'master-key.keychain'), 'sealed', { mode: 0o600 });
    expect(new Set(await complaints())).toEqual(new Set(['master-key warning', ...LOCKED]));
    const masterKey = new Uint8Array(Buffer.from(key, 'base64'));
    expect(await complaints({ keyHelp: { masterKey } })).toEqual([]);
  });
});

test('a folder without a database, and no folder', async () => {
  const empty = join(root, 'empty');
  mkdirSync(empty, { mode: 0o700 });
  const { status, findings } = await examine({ dataDir: empty });
  expect(status).toBe('warning');
  expect(findings[0]).toMatchObject({ check: 'database', status: 'warning' });
  await expect(examine({ dataDir: join(root, 'nowhere') })).rejects.toMatchObject({ fault: 'REFUSED' });
});
