/** 12.39: invoices in `touchstone doctor`, in backups and restores. */
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { sweepInvoices } from '../../src/commerce/expiry.ts';
import { balanceOf } from '../../src/ledger/wallets.ts';
import { bringBack, save } from '../backup/folder.ts';
import { besides, dataDir, problems, tamper, useExaminedFolder, withServer } from '../doctor/examined-folder.ts';
import { makeInvoice, payWith, verify } from '../handlers/privacy/shop.ts';

useExaminedFolder();

/** A pending invoice, a paid one, and one that has expired. */
async function shop() {
  return withServer(async (server) => {
    const token = server.admin;
    const expired = await makeInvoice(server, token);
    server.advance(86_400_000);
    await sweepInvoices(server.deps);
    const [pending, paid] = [await makeInvoice(server, token), await makeInvoice(server, token)];
    await payWith(server, paid, 'payer');
    await server.deps.chains.makeBlocks();
    return { expired, pending, paid, now: server.deps.clock() };
  });
}

test('an untouched folder has no problem', async () => {
  const { now } = await shop();
  expect(await problems(now)).toBe('');
});

test('a payment that never was is named, and so is an invoice that is gone or was moved', async () => {
  const { pending, paid, expired, now } = await shop();
  tamper("UPDATE invoices SET state = 'settled', settlement_tx = tx, settled_at = created_at WHERE id = ?", pending.id);
  expect(await problems(now)).toContain(`Row ${pending.id} of invoices has another settlement_tx`);
  tamper(
    "UPDATE invoices SET state = 'pending', settlement_tx = NULL, settled_at = NULL WHERE id IN (?, ?)",
    pending.id,
    paid.id,
  );
  expect(await problems(now)).toMatch(/of invoices is gone, and the ledger holds it/);
  tamper('DELETE FROM invoices WHERE id = ?', expired.id);
  const told = await problems(now);
  expect(told.match(/of invoices is gone, and the ledger holds it/g)?.length).toBe(2);
});

test('an opening under another invoice, an end that was put off and one before its time are named', async () => {
  const { pending, paid, now } = await shop();
  const sqlite = new SqliteDatabase(join(dataDir(), 'touchstone.db'), { readonly: true });
  const { envelope } = sqlite.prepare('SELECT envelope FROM invoices WHERE id = ?').get(paid.id) as {
    envelope: Buffer;
  };
  sqlite.close();
  tamper("UPDATE invoices SET state = 'expired' WHERE id = ?", pending.id);
  expect(await problems(now)).toContain(`Row ${pending.id} of invoices is expired before its time`);
  tamper("UPDATE invoices SET state = 'pending', expires_at = expires_at + 1000 WHERE id = ?", pending.id);
  expect(await problems(now)).toContain(`Row ${pending.id} of invoices has another expires_at`);
  tamper('UPDATE invoices SET envelope = ?, expires_at = expires_at - 1000 WHERE id = ?', envelope, pending.id);
  expect(await problems(now)).toContain(`Row ${pending.id} of invoices has an opening that does not belong`);
});

test('S27: a restore brings invoices back with the balances of then, and they can be paid again', async () => {
  const made = await withServer(async (server) => ({ ...(await makeInvoice(server, server.admin)) }));
  const file = besides('saved.backup');
  await save(dataDir(), file);
  const paid = await withServer(async (server) => {
    const before = await balanceOf(server.deps.db, { chain: 'solana', address: 'payer' }, 'USDC');
    await payWith(server, made, 'payer');
    return before;
  });
  await bringBack(file, dataDir(), { replace: true });
  await withServer(async (server) => {
    expect((await verify(server, made.commitment)).body).toMatchObject({ valid: true, status: 'pending' });
    expect(await balanceOf(server.deps.db, { chain: 'solana', address: 'payer' }, 'USDC')).toBe(paid);
    expect((await payWith(server, made, 'payer')).at('status')).toBe('settled');
    const read = await server.call('GET', `/api/v1/commerce/invoice/${made.id}`, { token: server.admin });
    expect(read.at('payment_url')).toBe(made.url);
  });
});
