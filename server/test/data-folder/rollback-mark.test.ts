/** S36: a database that is older than it was is noticed. S35: so are rows that open doors and were put back or taken away. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { schemaFaults } from '../../../core/test/schemas/validator.ts';
import { updateAccount } from '../../src/accounts/store/accounts.ts';
import { stateUsage } from '../../src/accounts/usage-statements.ts';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { LOCAL } from '../../src/frame/caller.ts';
import { type Behind, RolledBackError } from '../../src/rollback-mark/rollback.ts';
import { openService, type Service } from '../../src/service.ts';
import { writeSetting } from '../../src/settings/store.ts';
import { write } from '../../src/store/engine.ts';
import { newVaultCheck } from '../../src/vault/vault-check.ts';
import { bringBack, kdf, NOW, save, withDatabase } from '../backup/folder.ts';
import { folderOfEachTest } from '../backup/folder-of-each-test.ts';

const folder = folderOfEachTest();
const { at } = folder;

const MARK = 'rollback-mark.json';
const DATABASE = 'touchstone.db';
const logged: string[] = [];

const open = (acceptRollback = false): Promise<Service> =>
  openService({
    dataDir: folder.dataDir,
    log: pino({ level: 'warn' }, { write: (line) => void logged.push(line) }),
    masterKey: { kind: 'key-file' },
    anonymousKeys: true,
    consoleDir: null,
    checkAnswers: true,
    allowedHosts: () => new Set(),
    onStartTokenSpent: () => undefined,
    clock: () => NOW,
    sweeps: [],
    acceptRollback,
  });

/** Runs a service on the folder and stops it. */
async function running<T>(action: (service: Service) => Promise<T>, accept = false): Promise<T> {
  const service = await open(accept);
  try {
    return await action(service);
  } finally {
    await service.close();
  }
}

/** What a refused start is behind in. */
async function refused(): Promise<Behind> {
  const started = await open().then(
    async (service) => {
      await service.close();
      return null;
    },
    (error: unknown) => error,
  );
  if (!(started instanceof RolledBackError)) throw new Error('it started');
  // What `touchstone serve --json` says of it.
  expect(schemaFaults('commands/serve', { error: 'ROLLED_BACK', behind: started.behind })).toEqual([]);
  return started.behind;
}

const PLANS = ['growth', 'pro'] as const;
/** A change that is audited, of a row that opens doors. */
const change = ({ deps }: Service, plan: (typeof PLANS)[number]) =>
  deps.audit.recorded(
    (action) => write(deps.db, action),
    'system',
    async (db) => {
      await updateAccount(db, LOCAL.accountId, { plan }, NOW);
      const event = {
        action: 'account.changed',
        accountId: LOCAL.accountId,
        subject: LOCAL.accountId,
        details: { plan },
      };
      return { result: null, event: { ...event, action: 'account.changed' } as const };
    },
  );

async function complaints(...checks: readonly string[]): Promise<readonly string[]> {
  const options = { dataDir: folder.dataDir, kdf, random: systemRandom, clock: () => NOW, freeBytes: () => 2 ** 40 };
  const { findings } = await examineDataFolder(options);
  return findings
    .filter(({ status, check }) => status !== 'ok' && (checks.length === 0 || checks.includes(check)))
    .map(({ check, message }) => `${check}: ${message}`);
}

function edit<T>(action: (sqlite: SqliteDatabase.Database) => T): T {
  const sqlite = new SqliteDatabase(at(DATABASE));
  try {
    return action(sqlite);
  } finally {
    sqlite.close();
  }
}

const settingOf = (name: string) =>
  edit((sqlite) => sqlite.prepare('SELECT value FROM settings WHERE name = ?').pluck().get(name)) as string;
const putSetting = (name: string, value: string) =>
  edit((sqlite) => sqlite.prepare('UPDATE settings SET value = ? WHERE name = ?').run(value, name));
const commitsOf = () => JSON.parse(readFileSync(at(MARK), 'utf8')).commits as number;

/** A stopped folder whose database and mark are `old`; then something was done. */
async function grown(): Promise<void> {
  await running((service) => change(service, 'growth'));
  for (const name of [DATABASE, MARK]) copyFileSync(at(name), at(`old-${name}`));
  await running((service) => change(service, 'pro'));
}
const putBack = (name: string) => copyFileSync(at(`old-${name}`), at(name));

describe('S36: the mark', () => {
  test('is the owner’s alone, and follows what is written', async () => {
    expect(statSync(at(MARK)).mode & 0o777).toBe(0o600);
    await running(async (service) => {
      const { rollbackMark } = service.deps;
      const before = commitsOf();
      await rollbackMark.writeIfActive();
      expect(commitsOf()).toBe(before);
      await change(service, 'growth');
      await rollbackMark.writeIfActive();
      await rollbackMark.writeIfActive();
      expect(commitsOf()).toBe(before + 1);
      expect(readFileSync(at(MARK), 'utf8')).toContain('administration audit');
      await change(service, 'pro');
    });
    const stopped = commitsOf();
    expect(settingOf('rollback_mark')).toContain(`"commits":${stopped}`);
    expect(await complaints('rollback-mark', 'row-seals', 'folder-permissions')).toEqual([]);
  });

  test('an older copy of the database is refused, and served where that is accepted, which is audited', async () => {
    await grown();
    putBack(DATABASE);
    const behind = await refused();
    expect(behind).toEqual({
      commits: expect.any(Number),
      chains: ['administration audit', 'ledger ethereum'],
      mark: 'there',
    });
    expect(behind.commits).toBeGreaterThan(0);
    expect(await complaints('rollback-mark')).toEqual([
      'rollback-mark: The database is older than the mark beside it: an older copy took the place of the newer database. Missing are entries of: administration audit, ledger ethereum.',
    ]);
    await running(async ({ deps }) => {
      await deps.keySets.prepare();
    }, true);
    const told = edit((sqlite) =>
      sqlite.prepare("SELECT body FROM audit_entries WHERE action = 'rollback.accepted'").all(),
    );
    expect(told).toHaveLength(1);
    expect(JSON.stringify(told)).toContain('administration audit');
    await running(async () => undefined);
    expect(await complaints('rollback-mark')).toEqual([]);
    // The newer one does not follow it.
    expect(commitsOf()).toBeGreaterThan(0);
  });

  test('taken away or changed, it is missed', async () => {
    const mark = readFileSync(at(MARK), 'utf8');
    rmSync(at(MARK));
    expect(await refused()).toEqual({ commits: null, chains: [], mark: 'missing' });
    expect(await complaints('rollback-mark')).toHaveLength(1);
    writeFileSync(at(MARK), mark.replace(/"commits":\d+/, '"commits":0'), { mode: 0o600 });
    expect(await refused()).toEqual({ commits: null, chains: [], mark: 'damaged' });
    expect(await complaints('rollback-mark')).toHaveLength(1);
    writeFileSync(at(MARK), mark, { mode: 0o600 });
    await running(async () => undefined);
  });

  test('an older copy that is given the record of the newer one lacks entries; one without the record is refused', async () => {
    await grown();
    const record = settingOf('rollback_mark');
    putBack(DATABASE);
    putSetting('rollback_mark', record);
    expect(await refused()).toEqual({ commits: 0, chains: ['administration audit', 'ledger ethereum'], mark: 'there' });
    putSetting('rollback_mark', record.replace(/"commits":\d+/, '"commits":99'));
    expect((await refused()).commits).toBeNull();
    edit((sqlite) => sqlite.exec("DELETE FROM settings WHERE name = 'rollback_mark'"));
    expect((await refused()).commits).toBeNull();
    rmSync(at(MARK));
    expect((await refused()).mark).toBe('missing');
  });

  test('a database that is ahead of its mark, as after a kill, is served', async () => {
    const service = await open();
    await change(service, 'growth');
    copyFileSync(at(MARK), at('last-mark'));
    // At the stop another one follows, which a kill prevents.
    await service.close();
    copyFileSync(at('last-mark'), at(MARK));
    expect(await complaints('rollback-mark')).toEqual([]);
    logged.length = 0;
    await running(async () => undefined);
    expect(logged.join()).not.toContain('mark');
  });

  test('one that is older than the last but one is a warning, and is written anew', async () => {
    await grown();
    putBack(MARK);
    expect(await complaints('rollback-mark')).toEqual([
      expect.stringContaining('The mark beside the database is out of date'),
    ]);
    logged.length = 0;
    await running(async () => undefined);
    expect(logged.join()).toContain('the mark beside the database is an older one');
    expect(await complaints('rollback-mark')).toEqual([]);
  });

  test('where the mark of an accepted database cannot be written, it is not accepted', async () => {
    await grown();
    putBack(DATABASE);
    rmSync(at(MARK));
    mkdirSync(at(MARK));
    writeFileSync(at(`${MARK}/file`), '');
    await expect(open(true)).rejects.toThrow('Move away what stands there');
    expect((await refused()).mark).toBe('damaged');
    expect(await complaints('rollback-mark')).toHaveLength(1);
    rmSync(at(MARK), { recursive: true });
    expect((await refused()).mark).toBe('missing');
    await running(async () => undefined, true);
    await running(async () => undefined);
  });

  test('a folder from before gets its mark once; a database from before beside a mark is older', async () => {
    const before = () =>
      withDatabase(folder.dataDir, async (db, vault) => {
        await db.deleteFrom('settings').where('name', 'in', ['rollback_mark']).execute();
        await writeSetting(db, 'vault_check', newVaultCheck(vault, 2));
      });
    await before();
    expect((await refused()).mark).toBe('there');
    rmSync(at(MARK));
    expect(await complaints('rollback-mark')).toEqual([]);
    await running(async () => undefined);
    expect(existsSync(at(MARK))).toBe(true);
    rmSync(at(MARK));
    expect((await refused()).mark).toBe('missing');
  });

  test('S27: a restore makes a new one', async () => {
    await running((service) => change(service, 'growth'));
    const out = `${folder.dataDir}.pqbackup`;
    await save(folder.dataDir, out);
    await running((service) => change(service, 'pro'));
    await bringBack(out, folder.dataDir, { replace: true });
    expect(existsSync(at(MARK))).toBe(true);
    expect(await complaints('rollback-mark')).toEqual([]);
    await running(async () => undefined);
    expect(await complaints('rollback-mark')).toEqual([]);
  });

  test('a database that was restored, started or not, is served beside its own mark alone', async () => {
    await running((service) => change(service, 'growth'));
    const [out, elsewhere] = [`${folder.dataDir}.pqbackup`, `${folder.dataDir}-elsewhere`];
    await save(folder.dataDir, out);
    await running((service) => change(service, 'pro'));
    const mark = readFileSync(at(MARK));
    await bringBack(out, elsewhere);
    copyFileSync(`${elsewhere}/${DATABASE}`, at(DATABASE));
    expect(await refused()).toEqual({
      commits: null,
      chains: ['administration audit', 'ledger ethereum'],
      mark: 'there',
    });
    expect(await complaints('rollback-mark')).toHaveLength(1);
    rmSync(at(MARK));
    expect((await refused()).mark).toBe('missing');
    // With its own mark it is the folder that was restored.
    copyFileSync(`${elsewhere}/${MARK}`, at(MARK));
    await running(async () => undefined);
    writeFileSync(at(MARK), mark);
    expect((await refused()).mark).toBe('there');
    rmSync(elsewhere, { recursive: true });
    rmSync(out);
  });
});

describe('S35: the digest over rows that open doors', () => {
  const SELECT = 'SELECT * FROM accounts WHERE id = ?';
  const accountRow = () => edit((sqlite) => sqlite.prepare(SELECT).get(LOCAL.accountId)) as Record<string, unknown>;
  const putRow = (row: Record<string, unknown>) =>
    edit((sqlite) =>
      sqlite.prepare('UPDATE accounts SET plan = ?, seal = ? WHERE id = ?').run(row.plan, row.seal, LOCAL.accountId),
    );

  test('an old genuine row that is put back shows, and the server goes on', async () => {
    await running((service) => change(service, 'growth'));
    const [old, digest] = [accountRow(), settingOf('row_digest')];
    await running((service) => change(service, 'pro'));
    putRow(old);
    // Its seal is genuine.
    expect(await complaints('row-seals')).toEqual([]);
    const putBackFault =
      'rollback-mark: Rows that open doors were put back as they once were, or taken away, outside of the service.';
    expect(await complaints('rollback-mark')).toEqual([putBackFault]);
    logged.length = 0;
    await running(async () => undefined);
    expect(logged.join()).toContain('put back as they once were');
    // A later change of ours does not bless it.
    await running((service) => change(service, 'growth'));
    expect(await complaints('rollback-mark')).toEqual([putBackFault]);
    // With the digest of that time, only the mark knows.
    putRow(old);
    putSetting('row_digest', digest);
    expect((await complaints('rollback-mark')).join()).toContain('the mark beside the database knows them otherwise');
  });

  test('a digest that is put back with its rows and its mark is held against the statements of usage', async () => {
    await running((service) => change(service, 'growth'));
    const [old, digest, record] = [accountRow(), settingOf('row_digest'), settingOf('rollback_mark')];
    const mark = readFileSync(at(MARK));
    await running(async (service) => {
      await service.deps.keySets.prepare();
      await change(service, 'pro');
      const { db } = service.deps;
      await db
        .updateTable('accounts')
        .set(({ eb }) => ({ credits: eb('credits', '-', 1) }))
        .where('id', '=', LOCAL.accountId)
        .execute();
      await db
        .insertInto('usage')
        .values({ account_id: LOCAL.accountId, day: '2026-04-01', operation: 'a', calls: 1, units: 1 })
        .execute();
      await stateUsage(service.deps);
    });
    expect(await complaints('rollback-mark')).toEqual([]);
    putRow(old);
    putSetting('row_digest', digest);
    putSetting('rollback_mark', record);
    writeFileSync(at(MARK), mark);
    expect((await complaints('rollback-mark')).join()).toContain('the signed statements of usage know them otherwise');
    logged.length = 0;
    await running(async () => undefined);
    expect(logged.join()).toContain('the signed statements of usage');
  });

  test('a row that is taken away shows, and so does a digest that is changed or gone', async () => {
    await running((service) => change(service, 'growth'));
    const digest = settingOf('row_digest');
    putSetting('row_digest', digest.replace(/"changes":\d+/, '"changes":999'));
    expect((await complaints('rollback-mark')).join()).toContain('is not what this service wrote');
    edit((sqlite) => sqlite.exec("DELETE FROM settings WHERE name = 'row_digest'"));
    expect((await complaints('rollback-mark')).join()).toContain('is gone');
    edit((sqlite) => sqlite.prepare("INSERT INTO settings (name, value) VALUES ('row_digest', ?)").run(digest));
    expect(await complaints('rollback-mark')).toEqual([]);
    edit((sqlite) => sqlite.pragma('foreign_keys = OFF') as unknown);
    edit((sqlite) => sqlite.exec('PRAGMA foreign_keys = OFF; DELETE FROM projects'));
    expect((await complaints('rollback-mark')).join()).toContain('taken away');
  });
});
