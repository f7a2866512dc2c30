/** S35: what was granted, used and left is stated in a signed chain, so that equal and opposite changes show. */
import { rmSync } from 'node:fs';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { schemaFaults } from '../../../core/test/schemas/validator.ts';
import { updateAccount } from '../../src/accounts/store/accounts.ts';
import { insertUsageStatement, usageStatementsAfter } from '../../src/accounts/store/usage-statements.ts';
import { stateUsage, USAGE_CHAIN } from '../../src/accounts/usage-statements.ts';
import { CHAINS } from '../../src/audit/chains.ts';
import { anchorHeads } from '../../src/chain-of-entries/anchor.ts';
import { placeEntries } from '../../src/chain-of-entries/append.ts';
import { verifyStoredChain } from '../../src/chain-of-entries/verify.ts';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { LOCAL } from '../../src/frame/caller.ts';
import type { Service } from '../../src/service.ts';
import { SWEEPS } from '../../src/sweeps.ts';
import { bringBack, kdf, NOW, save, serviceOn } from '../backup/folder.ts';
import { folderOfEachTest } from '../backup/folder-of-each-test.ts';

const folder = folderOfEachTest();

const account_id = LOCAL.accountId;
/** Two operations: usage of others is a finding. */
const A = 'receipts.receipts.create';
const B = 'signing.svc-key.sign-3key';

async function running<T>(action: (service: Service) => Promise<T>): Promise<T> {
  const service = await serviceOn(folder.dataDir);
  try {
    return await action(service);
  } finally {
    await service.close();
  }
}

const spend = ({ deps }: Service, operation: string, units: number) =>
  deps.credits.settleTogether({ accountId: account_id, operation, units });
async function statements({ deps }: Service) {
  const bodies = (await usageStatementsAfter(deps.db, account_id, 0, 100)).map(({ body }) => JSON.parse(body));
  for (const body of bodies) expect(schemaFaults('statements/usage-statement', body)).toEqual([]);
  return bodies;
}

function edit(sql: string): void {
  const sqlite = new SqliteDatabase(folder.at('touchstone.db'));
  sqlite.exec(`DROP TRIGGER usage_statements_stay; ${sql};
    CREATE TRIGGER usage_statements_stay BEFORE UPDATE ON usage_statements
BEGIN SELECT RAISE(ABORT, 'a usage statement never changes'); END`);
  sqlite.close();
}

async function complaints(): Promise<readonly string[]> {
  const options = { dataDir: folder.dataDir, kdf, random: systemRandom, clock: () => NOW, freeBytes: () => 2 ** 40 };
  const { findings } = await examineDataFolder(options);
  const checks = ['usage-statements', 'account-balances', 'database-schema', 'ledger'];
  return findings
    .filter(({ status, check }) => status !== 'ok' && checks.includes(check))
    .map(({ check, message }) => `${check}: ${message}`);
}

test('units are stated where they have changed, once, and at a stop', async () => {
  expect(SWEEPS.map(({ name }) => name)).toContain('usage-statements');
  await running(async (service) => {
    const { deps } = service;
    await stateUsage(deps);
    // An account that has used nothing needs none.
    expect(await statements(service)).toEqual([]);
    await spend(service, A, 5);
    await spend(service, B, 7);
    await stateUsage(deps);
    await stateUsage(deps);
    const [first, ...more] = await statements(service);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ event: 'stated', grants: 1, used: { [A]: 5, [B]: 7 }, previous_hash: null });
    expect(first.balance).toBe(first.granted - 12);
    expect(first.rows).toMatchObject({ digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    // A grant and as much usage leave the balance as it was.
    await deps.db.transaction().execute((db) => updateAccount(db, account_id, { credits: first.balance + 3 }, NOW));
    await spend(service, A, 3);
  });
  await running(async (service) => {
    const all = await statements(service);
    expect(all).toHaveLength(2);
    expect(all[1]).toMatchObject({ position: 2, grants: 2, used: { [A]: 8, [B]: 7 }, balance: all[0].balance });
    const verify = await service.deps.statements.verifier();
    expect(await verifyStoredChain(service.deps.db, USAGE_CHAIN, { account_id }, verify)).toMatchObject({
      intact: true,
      entries: 2,
    });
  });
  expect(await complaints()).toEqual([]);
});

describe('equal and opposite changes show', () => {
  beforeEach(() =>
    running(async (service) => {
      await spend(service, A, 50);
      await spend(service, B, 70);
    }),
  );
  const about = `usage-statements: Account ${account_id}`;

  test('of grants and usage', async () => {
    edit(`UPDATE credit_grants SET units = units + 100; UPDATE usage SET units = units + 100 WHERE operation = '${A}'`);
    const found = await complaints();
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${about} was granted .* were stated`));
  });

  test('of grants and balance', async () => {
    edit('UPDATE credit_grants SET units = units + 100; UPDATE accounts SET credits = credits + 100');
    expect(await complaints()).toHaveLength(1);
  });

  test('of usage and balance, and of two operations', async () => {
    edit(`UPDATE usage SET units = units - 40 WHERE operation = '${A}'; UPDATE accounts SET credits = credits + 40`);
    expect(await complaints()).toEqual([`${about} has used less than was stated of: ${A}.`]);
    edit(`UPDATE usage SET units = units + 40 WHERE operation = '${B}'; UPDATE accounts SET credits = credits - 40`);
    expect(await complaints()).toEqual([`${about} has used less than was stated of: ${A}.`]);
  });

  test('a statement that is changed breaks its chain; one that was cut off is held by the ledger', async () => {
    await running(async ({ deps }) => {
      await anchorHeads(deps.db, deps.chains, CHAINS);
    });
    expect(await complaints()).toEqual([]);
    edit(`UPDATE usage_statements SET body = replace(body, '"${A}":50', '"${A}":10')`);
    const broken = `usage-statements: The statements of usage of account ${account_id} are broken at entry 1: the entry was changed, or an earlier entry is missing.`;
    const lost =
      'ledger: The ledger holds an entry that the chain of statements of usage does not have: it was changed or cut off.';
    expect(await complaints()).toEqual([broken, lost]);
    edit('DELETE FROM usage_statements');
    expect(await complaints()).toEqual([lost]);
  });
});

describe('a statement never states less than the one before', () => {
  const moved = `UPDATE usage SET units = units - 40 WHERE operation = '${A}'; UPDATE accounts SET credits = credits + 40`;
  const fault = `Account ${account_id} has used less than was stated of: ${A}.`;

  test('the service refuses to state, says so, and doctor goes on seeing it after starts and stops', async () => {
    await running((service) => spend(service, A, 50));
    edit(moved);
    for (const _ of ['once', 'and again']) {
      await running(async (service) => {
        const { deps } = service;
        expect(await deps.storage.check(deps.db)).toBeNull();
        await stateUsage(deps);
        expect(await deps.storage.check(deps.db)).toMatchObject({
          cause: 'damaged',
          code: 'UNITS_MOVED',
          detail: fault,
        });
        expect(await statements(service)).toHaveLength(1);
      });
      expect(await complaints()).toEqual([`usage-statements: ${fault}`]);
    }
  });

  test('nor units that do not add up', async () => {
    await running((service) => spend(service, A, 50));
    edit('UPDATE accounts SET credits = credits + 40');
    await running((service) => stateUsage(service.deps));
    await running(async (service) => expect(await statements(service)).toHaveLength(1));
  });

  test('one that was made nevertheless is found by its place', async () => {
    await running(async (service) => {
      const { deps } = service;
      await spend(service, A, 50);
      await stateUsage(deps);
      const [first] = await statements(service);
      // As a service would that does not look at the statement before.
      const { event, grants, granted, balance, rows, stated_at } = first;
      const less = { event, grants, granted, balance: balance + 40, rows, stated_at, used: { [A]: 10 } };
      await deps.db.updateTable('usage').set({ units: 10 }).where('operation', '=', A).execute();
      await deps.db
        .updateTable('accounts')
        .set({ credits: balance + 40 })
        .where('id', '=', account_id)
        .execute();
      await deps.statements.signing(async (signer) => {
        const head = await USAGE_CHAIN.head(deps.db, { account_id });
        const [placed] = placeEntries(USAGE_CHAIN.chain, { account_id }, head, signer.keySetId, [less]);
        if (placed === undefined) throw new Error('nothing was placed');
        const signature = await signer.sign(USAGE_CHAIN.chain.statement, placed.body);
        const row = { account_id, position: 2, grants, balance: balance + 40, body: placed.text, signature };
        await insertUsageStatement(deps.db, { ...row, stated_at: NOW });
      });
    });
    expect(await complaints()).toEqual([
      `usage-statements: According to statement 2 of usage, account ${account_id} has used less than was stated of: ${A}.`,
    ]);
  });
});

test('S27: a restored chain is told so', async () => {
  await running((service) => spend(service, A, 5));
  const out = `${folder.dataDir}.pqbackup`;
  await save(folder.dataDir, out);
  await running((service) => spend(service, A, 6));
  await bringBack(out, folder.dataDir, { replace: true });
  rmSync(out);
  await running(async (service) => {
    await stateUsage(service.deps);
    const all = await statements(service);
    expect(all.map(({ event, used }) => [event, used[A]])).toEqual([
      ['stated', 5],
      ['restored', 5],
    ]);
  });
  expect(await complaints()).toEqual([]);
});
