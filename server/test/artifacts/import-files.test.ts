/** The first start after the upgrade takes documents from files into the database, and loses nothing, however often it is killed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { concat, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalBytes } from '@touchstone/core/canonical-json.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importDocumentFiles } from '../../src/artifacts/import-files.ts';
import { documentFiles, findPieces, readPieces } from '../../src/artifacts/store.ts';
import { type Entry, entryOf, writeArchive } from '../../src/backup/archive.ts';
import { readFolderKey } from '../../src/backup/folder-key.ts';
import { headerOf, streamKey } from '../../src/backup/format.ts';
import { sealStream } from '../../src/backup/stream.ts';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { LOCAL } from '../../src/frame/caller.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { bringBack, kdf, NOW, PASSPHRASE, remove, save, temporaryFolder, withDatabase } from '../backup/folder.ts';
import { bundled } from '../bundled.ts';
import { rememberedTools } from '../doctor/remembered-tools.ts';
import { openTestServer } from '../harness.ts';
import { IN_FILES, layOutGoldenFolder, SMALL } from './golden-folder.ts';

const [FIRST = '', SECOND = ''] = Object.keys(IN_FILES);

let root: string;
let dataDir: string;
/** The documents by the ids of their artifacts, as the golden folder has them. */
let golden: Map<string, string>;

beforeEach(() => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
  layOutGoldenFolder(dataDir);
  golden = new Map(Object.entries(IN_FILES).map(([file, id]) => [id, readFileSync(at(file), 'utf8')]));
});
afterEach(() => remove(root));

const at = (file: string) => join(dataDir, 'documents', file);

/** Starts the server on the folder; answers how it answers for each artifact, and what it logged. */
async function start() {
  const server = await openTestServer({ dataDir, masterKey: { kind: 'key-file' } });
  try {
    const answers = new Map<string, { readonly status: number; readonly text: string }>();
    for (const id of [SMALL, ...golden.keys()]) {
      answers.set(id, await server.call('GET', `/v1/artifacts/${id}`, { token: server.admin }));
    }
    return { answers, logged: server.logged.join('\n') };
  } finally {
    await server.close();
  }
}

async function expectGolden(): Promise<void> {
  const { answers } = await start();
  expect(answers.get(SMALL)?.status).toBe(200);
  for (const [id, text] of golden) expect(answers.get(id)?.text === text, id).toBe(true);
}

/** The golden folder has no key sets, and its key in a file. */
const ALWAYS: ReadonlySet<string> = new Set(['key-sets', 'master-key-place']);

const tools = rememberedTools();

async function complaints(): Promise<readonly string[]> {
  const { findings } = await examineDataFolder({ dataDir, kdf, random: systemRandom, clock: () => NOW, tools });
  return findings
    .filter(({ status, check }) => status !== 'ok' && !ALWAYS.has(check))
    .map(({ check, status, message }) => `${check} ${status}: ${message}`);
}

test('the upgrade of a folder with files: rows, no files, the same answers, a doctor without complaint', async () => {
  await expectGolden();
  expect(existsSync(join(dataDir, 'documents'))).toBe(false);
  await withDatabase(dataDir, async (db) => {
    expect(await documentFiles(db)).toEqual([]);
    for (const [id, text] of golden) {
      expect((await findPieces(db, LOCAL.projectId, id))?.size).toBe(Buffer.byteLength(text));
    }
  });
  expect(await complaints()).toEqual([]);
  await expectGolden();
});

test('killed after each step: doctor finds no fault, the next start goes on, and every document is there', async () => {
  const steps = [FIRST, SECOND].flatMap((file) => [`${file} in rows`, `${file} removed`]);
  const script = await bundled('import-process');
  for (const step of [...steps, 'names forgotten']) {
    rmSync(dataDir, { recursive: true, force: true });
    layOutGoldenFolder(dataDir);
    expect(spawnSync(process.execPath, [script, dataDir, step], { stdio: 'pipe' }).signal, step).toBe('SIGKILL');
    // Between rows and removal both are there.
    expect(existsSync(at(FIRST)), step).toBe(step === `${FIRST} in rows`);
    expect(existsSync(at(SECOND)), step).toBe([`${SECOND} in rows`, ...steps.slice(0, 2)].includes(step));
    expect(
      (await complaints()).filter((text) => !text.startsWith('documents warning: Rows name files')),
      step,
    ).toEqual([]);
    await expectGolden();
    expect(existsSync(join(dataDir, 'documents')), step).toBe(false);
    expect(await complaints(), step).toEqual([]);
  }
}, 300_000);

test('a document that is missing is told, answered as before, and taken in by a later start once it is back', async () => {
  renameSync(at(FIRST), join(root, 'away'));
  const id = IN_FILES[FIRST] ?? '';
  const { answers } = await start();
  expect(answers.get(id)?.status).toBe(500);
  expect(answers.get(IN_FILES[SECOND] ?? '')?.text).toBe(golden.get(IN_FILES[SECOND] ?? ''));
  expect(await complaints()).toEqual([`documents problem: Documents are missing from the folder: ${FIRST}.`]);
  mkdirSync(join(dataDir, 'documents'), { recursive: true });
  renameSync(join(root, 'away'), at(FIRST));
  await expectGolden();
  expect(await complaints()).toEqual([]);
});

test('a document that was altered as a file is answered as it stands, and doctor names it', async () => {
  const id = IN_FILES[FIRST] ?? '';
  const altered = (golden.get(id) ?? '').replace('éé', 'è');
  writeFileSync(at(FIRST), altered);
  golden.set(id, altered);
  await expectGolden();
  const told = await complaints();
  expect(told.every((text) => text.startsWith(`stated-rows problem: Row ${LOCAL.projectId} ${id} of artifacts`))).toBe(
    true,
  );
  expect(told.join('\n')).toContain('has another size than was signed');
  expect(told.join('\n')).toContain('has another document than the original');
});

test('no start removes what it does not know', async () => {
  const strays = [`${'0'.repeat(32)}.json`, `${'0'.repeat(32)}.json.17.new`, 'notes.json'];
  for (const name of strays) writeFileSync(at(name), '{}', { mode: 0o600 });
  mkdirSync(at(`${'1'.repeat(32)}.json`), { mode: 0o700 });
  for (let round = 0; round < 2; round++) {
    await expectGolden();
    expect(readdirSync(join(dataDir, 'documents'))).toEqual([...strays, `${'1'.repeat(32)}.json`].toSorted());
    expect((await complaints()).join('\n')).toContain(
      `The documents folder contains files that no row names: ${readdirSync(join(dataDir, 'documents')).join(', ')}.`,
    );
  }
});

test('a file that changed after it was taken in stays, is told, and the rows hold what was taken', async () => {
  spawnSync(process.execPath, [await bundled('import-process'), dataDir, `${FIRST} in rows`], { stdio: 'pipe' });
  const original = readFileSync(at(FIRST));
  for (const changed of ['other', Buffer.from(original).fill('x', 500_000, 500_001)]) {
    writeFileSync(at(FIRST), changed);
    await withDatabase(dataDir, (db) =>
      db
        .updateTable('artifacts')
        .set({ file: FIRST })
        .where('id', '=', IN_FILES[FIRST] ?? '')
        .execute(),
    );
    await expectGolden();
    expect(readFileSync(at(FIRST)).equals(Buffer.from(changed))).toBe(true);
    expect((await complaints()).join('\n')).toContain(`files that no row names: ${FIRST}`);
  }
});

test('a name that is none of ours leads nowhere', async () => {
  writeFileSync(join(dataDir, 'letter.json'), '{}');
  for (const file of ['../letter.json', 'letter.json', '']) {
    await withDatabase(dataDir, (db) => db.updateTable('artifacts').set({ file }).where('id', '=', SMALL).execute());
    await expectGolden();
    expect(existsSync(join(dataDir, 'letter.json'))).toBe(true);
    expect(await withDatabase(dataDir, documentFiles)).toMatchObject([{ id: SMALL, file }]);
  }
});

test('a write that runs again takes in the same', async () => {
  const db = openDatabase(join(dataDir, 'touchstone.db'), { rehearsesWrites: true });
  try {
    const log = { info: () => undefined, warn: () => undefined };
    await importDocumentFiles({ db, folder: join(dataDir, 'documents'), log });
    for (const [id, text] of golden) {
      const document = await findPieces(db, LOCAL.projectId, id);
      if (document === null) throw new Error(`${id} is not in rows`);
      const parts: Uint8Array[] = [];
      for await (const bytes of readPieces(db, document)) parts.push(bytes);
      expect(Buffer.concat(parts).toString() === text).toBe(true);
    }
  } finally {
    await db.destroy();
  }
});

/** A backup of the golden folder as the version made it that kept documents in files. */
async function writeBackupOfBefore(out: string): Promise<void> {
  const names = readdirSync(join(dataDir, 'documents')).sort();
  const entries: Entry[] = [
    entryOf('master-key', await readFolderKey(dataDir, {}, systemRandom, kdf)),
    entryOf('touchstone.db', readFileSync(join(dataDir, 'touchstone.db'))),
    entryOf('trust-store.json', utf8('{"version":1,"key_sets":[],"revocations":[]}')),
    ...names.map((name) => entryOf(`documents/${name}`, readFileSync(at(name)))),
  ];
  const manifest = {
    format: 'svc-backup/v1',
    created_at: '2026-04-01T12:00:00.000Z',
    program: 'touchstone 0.1.0',
    schema: 28,
    master_key: 'key-file',
    entries: entries.length,
    missing: [],
  };
  const header = headerOf(systemRandom(16));
  const key = await streamKey(PASSPHRASE, header, kdf);
  const parts: Uint8Array[] = [header];
  const archive = writeArchive([entryOf('manifest.json', canonicalBytes(manifest)), ...entries]);
  for await (const chunk of sealStream(key, archive)) parts.push(chunk);
  writeFileSync(out, concat(...parts));
}

test('a backup of an earlier version comes back with its files, which the next start takes in', async () => {
  await writeBackupOfBefore(join(root, 'before.backup'));
  dataDir = join(root, 'restored');
  expect(await bringBack(join(root, 'before.backup'), dataDir)).toMatchObject({ documents: 2, missing: [] });
  expect(readdirSync(join(dataDir, 'documents'))).toEqual([FIRST, SECOND]);
  expect(await complaints()).toEqual([]);
  await expectGolden();
  expect(existsSync(join(dataDir, 'documents'))).toBe(false);
});

test('what was taken in is saved and comes back', async () => {
  await expectGolden();
  expect(await save(dataDir, join(root, 'saved.backup'))).toMatchObject({ documents: 2, missing: [] });
  dataDir = join(root, 'restored');
  expect(await bringBack(join(root, 'saved.backup'), dataDir)).toMatchObject({ documents: 2 });
  await expectGolden();
});
