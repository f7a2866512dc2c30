/**
 * Changes of a data folder by somebody who has the database file and no master key: each is made on a copy of one filled
 * folder, and `touchstone doctor` has to name the row, or the guide has to say why it cannot.
 */
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DoctorReport, examineDataFolder } from '../../src/doctor/doctor.ts';
import { fillFolder } from '../backup/filled.ts';
import { kdf, remove, temporaryFolder } from '../backup/folder.ts';
import { CHAINS } from './hand-edits/chains.ts';
import { DOORS } from './hand-edits/doors.ts';
import type { Edit, Place } from './hand-edits/edit.ts';
import { VALUES } from './hand-edits/values.ts';
import { rememberedTools } from './remembered-tools.ts';

const EDITS: readonly Edit[] = [...CHAINS, ...DOORS, ...VALUES];

let root: string;
let dataDir: string;
let sound: string;
let now: number;

beforeAll(async () => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
  sound = join(root, 'sound.db');
  now = await fillFolder(dataDir);
  // What the journal holds goes into the file, so that one file is the whole database.
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
  copyFileSync(join(dataDir, 'touchstone.db'), sound);
}, 300_000);
afterAll(() => remove(root));

const tools = rememberedTools();
function examine(): Promise<DoctorReport> {
  const options = { dataDir, kdf, random: systemRandom, clock: () => now, freeBytes: () => 100 * 1024 ** 3, tools };
  return examineDataFolder(options);
}

const complaintsOf = ({ findings }: DoctorReport) =>
  findings
    .filter(({ status, check }) => status !== 'ok' && check !== 'master-key-place')
    .map(({ status, message }) => `${status}: ${message}`);

const file = () => join(dataDir, 'touchstone.db');

function putSoundBack(): void {
  for (const suffix of ['-wal', '-shm']) rmSync(`${file()}${suffix}`, { force: true });
  copyFileSync(sound, file());
}

/** Changes the database behind the program's back. Answers what the row is called. */
function apply({ row, sql }: Edit): string {
  const sqlite = new SqliteDatabase(file());
  try {
    sqlite.pragma('foreign_keys = OFF');
    sqlite.pragma('ignore_check_constraints = ON');
    const triggers = sqlite.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
      readonly name: string;
      readonly sql: string;
    }[];
    for (const { name } of triggers) sqlite.exec(`DROP TRIGGER ${name}`);
    const place = sqlite.prepare(row).get() as Place | undefined;
    if (place === undefined) throw new Error('the folder has no such row');
    let changes = 0;
    for (const statement of sql) changes += sqlite.prepare(statement).run(place).changes;
    expect(changes).toBeGreaterThan(0);
    for (const trigger of triggers) sqlite.exec(trigger.sql);
    return place.name;
  } finally {
    sqlite.close();
  }
}

test('the control: where nothing was changed there is no complaint', async () => {
  const report = await examine();
  expect(complaintsOf(report)).toEqual([]);
});

/** What an edit is about, as its id begins. */
const subjectOf = ({ id }: Edit) => id.split(':')[0];

/**
 * An examination takes half a second, so in each are several edits, no two of one subject, and those that are seen apart from
 * those that are not. The soak examines each edit alone.
 */
function rounds(): readonly (readonly Edit[])[] {
  if (process.env.SOAK === '1') return EDITS.map((edit) => [edit]);
  const made: Edit[][] = [];
  for (const edit of EDITS) {
    const fits = (others: readonly Edit[]) =>
      others.every((other) => subjectOf(other) !== subjectOf(edit) && 'unseen' in other === 'unseen' in edit);
    const round = made.find(fits);
    if (round === undefined) made.push([edit]);
    else round.push(edit);
  }
  return made;
}

test.each(rounds().map((edits) => [edits.map(({ id }) => id).join('; '), edits] as const))(
  'reliability, changes by hand: %s',
  async (_ids, edits) => {
    putSoundBack();
    const applied = edits.map((edit) => ({ edit, name: apply(edit) }));
    const report = await examine();
    const complaints = complaintsOf(report);
    const severities = edits.map((edit) => ('unseen' in edit ? 'ok' : (edit.severity ?? 'problem')));
    if (severities.includes('ok')) expect(complaints).toEqual([]);
    // The command ends with 1 where there is a problem, and with 0 where there are warnings only.
    else expect(report.status, complaints.join('\n')).toBe(severities.includes('problem') ? 'problem' : 'warning');
    for (const { edit, name } of applied) {
      if ('unseen' in edit) continue;
      const named = edit.found.replaceAll('ROW', name);
      const ofItsKind = complaints.filter((text) => text.startsWith(edit.severity ?? 'problem'));
      expect(ofItsKind.join('\n'), edit.id).toContain(named);
    }
  },
);

test('the guide states every change that is not seen, with a reason, and no other', () => {
  const guide = readFileSync(new URL('../../../docs/user-guide/doctor.md', import.meta.url), 'utf8');
  const table = guide.slice(guide.indexOf('| Change | Why |'));
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(2);
  const stated = rows.map((line) => line.split('|').map((cell) => cell.trim()));
  for (const [, , reason] of stated) expect(reason).toMatch(/^[A-Z].{30,}\.$/);
  const unseen = EDITS.flatMap((edit) => ('unseen' in edit ? [edit.unseen] : []));
  expect(stated.map(([, id]) => id).toSorted()).toEqual([...new Set(unseen)].toSorted());
});
