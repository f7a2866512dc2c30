/**
 * Changes one value of nearly every column of a data folder that has rows in its tables, and expects `touchstone doctor` to
 * name the row. What doctor cannot see is stated, with reasons, in `unseen.ts` and in the guide.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFolderKey } from '../../src/backup/folder-key.ts';
import type { Check, ReadablePatient } from '../../src/doctor/check.ts';
import { CHECKS, examineDataFolder } from '../../src/doctor/doctor.ts';
import { kyselyOver } from '../../src/store/sqlite/connection.ts';
import { inspectDatabase } from '../../src/store/sqlite/inspect.ts';
import { type Change, type Column, type Tampering, tamperWith } from '../backup/columns.ts';
import { fillFolder } from '../backup/filled.ts';
import { kdf, remove, temporaryFolder } from '../backup/folder.ts';
import { rememberedTools } from './remembered-tools.ts';
import { BOUND, EMPTY, UNSEEN, UNSEEN_REMOVALS } from './unseen.ts';

/** They look at the file as a whole, and their findings do not come from what a table holds. */
const OF_THE_FILE: ReadonlySet<string> = new Set(['database-integrity']);

let root: string;
let tampering: Tampering;
/** What is to be closed at the end, also where the beginning failed. */
const opened: (() => Promise<void>)[] = [];
let patient: ReadablePatient;
/** What each check complains of where nothing was changed, and the tables that it reads. */
const sound = new Map<Check, { readonly complaints: string; readonly tables: ReadonlySet<string> }>();

beforeAll(async () => {
  root = temporaryFolder();
  const dataDir = join(root, 'data');
  const now = await fillFolder(dataDir);
  const options = { dataDir, kdf, random: systemRandom, clock: () => now, freeBytes: () => 100 * 1024 ** 3 };
  const { findings } = await examineDataFolder(options);
  const complaints = findings.filter(({ status }) => status !== 'ok').map(({ check, message }) => [check, message]);
  expect(complaints.map(([check]) => check)).toEqual(['master-key-place']);
  const file = join(dataDir, 'touchstone.db');
  tampering = tamperWith(file);
  const inspection = inspectDatabase(file);
  opened.push(() => inspection.close());
  const asked = new Set<string>();
  const sqlite = new SqliteDatabase(file, { readonly: true });
  opened.push(async () => void sqlite.close());
  patient = {
    dataDir,
    inspection,
    masterKey: await readFolderKey(dataDir, {}, systemRandom, kdf),
    masterKeyFault: null,
    ...rememberedTools(),
    random: systemRandom,
    now,
    freeBytes: () => 100 * 1024 ** 3,
    hasPermissions: true,
  };
  for (const check of CHECKS) {
    if (check.needs === 'folder' || OF_THE_FILE.has(check.id)) continue;
    asked.clear();
    // Each has a connection without statements that another one has prepared.
    patient = { ...patient, inspection: { ...inspection, db: kyselyOver(watched(sqlite, asked)) } };
    const complaints = await complaintsOf(check);
    sound.set(check, { complaints, tables: new Set([...asked, ...alwaysOf(check)]) });
  }
}, 300_000);
afterAll(async () => {
  for (const close of opened) await close();
  remove(root);
});

/** A connection that notes the tables of the queries that it prepares. */
function watched(sqlite: SqliteDatabase.Database, asked: Set<string>): SqliteDatabase.Database {
  return new Proxy(sqlite, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]) => {
        const [text] = given;
        const tables = name === 'prepare' && typeof text === 'string' ? text.matchAll(/\b(?:from|join) "(\w+)"/gi) : [];
        for (const [, table] of tables) asked.add(String(table));
        return member.apply(target, given);
      };
    },
  });
}

/** Tables that a check asks for in other words than queries. */
function alwaysOf({ id }: Check): readonly string[] {
  if (id === 'database-references') return tampering.columns.map(({ table }) => table);
  return id === 'database-schema' ? ['schema_migrations'] : [];
}

async function complaintsOf(check: Check): Promise<string> {
  const findings = await check.run(patient);
  return findings
    .filter(({ status }) => status !== 'ok')
    .map(({ message }) => message)
    .join('\n');
}

const nameOf = ({ table, name }: Column) => `${table}.${name}`;

function mentions(text: string, name: string): boolean {
  return /^\d+$/.test(name) ? text.split(/\D+/).includes(name) : text.includes(name);
}

/** The check that tells of a change and names the row; null where none does. */
async function seen(change: Pick<Change, 'table' | 'names'>): Promise<string | null> {
  for (const [check, { complaints, tables }] of sound) {
    if (!tables.has(change.table)) continue;
    const found = await complaintsOf(check);
    if (found !== complaints && change.names.some((name) => mentions(found, name))) return check.id;
  }
  return null;
}

test('doctor names every row of which one value was changed, but for the columns that are stated', async () => {
  const unseen: string[] = [];
  const bound: string[] = [];
  const empty = new Set<string>();
  for (const column of tampering.columns) {
    const change = tampering.change(column);
    if (change === 'empty') empty.add(column.table);
    else if (change === 'bound') bound.push(nameOf(column));
    else {
      if ((await seen(change)) === null) unseen.push(nameOf(column));
      change.undo();
    }
  }
  const stated = UNSEEN.flatMap(({ table, columns }) => columns.map((name) => nameOf({ table, name })));
  expect(unseen.toSorted()).toEqual(stated.toSorted());
  expect(new Set(bound)).toEqual(BOUND);
  expect(empty).toEqual(EMPTY);
  // Every change was taken back.
  for (const [check, { complaints }] of sound)
    expect([check.id, await complaintsOf(check)]).toEqual([check.id, complaints]);
}, 300_000);

test('doctor sees that the newest row of a table is gone, but for the tables that are stated', async () => {
  const unseen: string[] = [];
  for (const table of new Set(tampering.columns.map((column) => column.table))) {
    const removal = tampering.removeNewest(table);
    if (removal === 'empty') continue;
    if (!(await isComplainedOf(table))) unseen.push(table);
    removal.undo();
  }
  expect(unseen.toSorted()).toEqual([...UNSEEN_REMOVALS].toSorted());
}, 300_000);

/** Whether any check says something else than where nothing was changed: what is gone may be missed under another name. */
async function isComplainedOf(table: string): Promise<boolean> {
  for (const [check, { complaints, tables }] of sound) {
    if (tables.has(table) && (await complaintsOf(check)) !== complaints) return true;
  }
  return false;
}

test('the guide states the same columns with the same reasons', () => {
  const guide = readFileSync(new URL('../../../docs/user-guide/doctor.md', import.meta.url), 'utf8');
  const printed = guide.split('\n').filter((line) => line.startsWith('| `'));
  const expected = UNSEEN.map(({ table, columns, reason }) => {
    return `| \`${table}\` | ${columns.map((name) => `\`${name}\``).join(', ')} | ${reason} |`;
  });
  expect(printed).toEqual(expected);
  const removals = guide.slice(
    guide.indexOf('That the newest row is gone'),
    guide.indexOf('Of documents of artifacts'),
  );
  expect([...removals.matchAll(/`(\w+)`/g)].map(([, table]) => table)).toEqual([...UNSEEN_REMOVALS]);
});
