/** kill -9 while many pay at once: what was acknowledged is paid, nothing is paid twice, and balances and anchors agree. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemRandom } from '@touchstone/core/random.ts';
import { systemClock } from '@touchstone/core/time.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examineDataFolder } from '../../../src/doctor/doctor.ts';
import { kdf } from '../../backup/folder.ts';
import { type ServerProcess, startProcess } from '../../process.ts';
import { BASE, ORDER } from './shop.ts';

const ROUNDS = process.env.SOAK === '1' ? 40 : 4;
const INVOICES = 40;
const PAYERS = 4;
const CENTS = 100;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function post(server: ServerProcess, path: string, body: object, token?: string) {
  const answer = await fetch(server.url + BASE + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

interface Made {
  readonly id: string;
  readonly opening: string;
  readonly commitment: string;
}

async function makeSome(server: ServerProcess): Promise<readonly Made[]> {
  const token = String(server.line.admin_token);
  const made: Made[] = [];
  for (let i = 0; i < INVOICES; i++) {
    const { status, body } = await post(server, '/invoice', { ...ORDER, amount_cents: CENTS }, token);
    expect(status).toBe(200);
    const opening = new URL(String(body.payment_url)).hash.slice(1);
    made.push({ id: String(body.invoice_id), opening, commitment: String(body.commitment) });
  }
  return made;
}

test(
  `${ROUNDS} rounds`,
  async () => {
    let server = await startProcess({ dataDir: folder });
    const acknowledged: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const running = server;
      const made = await makeSome(running);
      let answers = 0;
      // Each wants to pay every invoice, so that all of them are fought over.
      const payAll = async (payer: number) => {
        for (const { id, opening, commitment } of made) {
          const body = { payer_wallet: `payer-${round}-${payer}`, opening };
          const answer = await post(running, `/invoice/${id}/pay`, body).catch(() => null);
          if (answer === null) return;
          expect([200, 409, 429]).toContain(answer.status);
          if (answer.status === 200) acknowledged.push(commitment);
          answers++;
        }
      };
      const payers = Array.from({ length: PAYERS }, (_, payer) => payAll(payer));
      const enough = 5 + Math.floor(Math.random() * INVOICES);
      while (answers < enough) await wait(2);
      await server.end('SIGKILL');
      await Promise.all(payers);
      server = await startProcess({ dataDir: folder });
    }
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    for (const commitment of acknowledged) {
      const { body } = await post(server, '/verify', { commitment, chain: ORDER.chain });
      // The bucket of strangers is finite.
      if (body.error === undefined) expect(body).toMatchObject({ valid: true, status: 'settled' });
    }
    expect(await server.end('SIGTERM')).toEqual([0, null]);

    const sqlite = new SqliteDatabase(join(folder, 'touchstone.db'), { readonly: true });
    const all = <T>(sql: string) => sqlite.prepare(sql).all() as T[];
    const settled = all<{ commitment: string }>("SELECT commitment FROM invoices WHERE state = 'settled'");
    const paid = new Set(settled.map(({ commitment }) => commitment));
    for (const commitment of acknowledged) expect(paid).toContain(commitment);
    const moved = all<{ reference: string; change_micros: number }>(
      'SELECT reference, change_micros FROM wallet_movements',
    );
    const anchored = all<{ commitment: string }>("SELECT commitment FROM ledger_anchors WHERE kind = 'settlement'");
    expect(anchored.map(({ commitment }) => commitment).toSorted()).toEqual([...paid].toSorted());
    const byInvoice = Map.groupBy(moved, ({ reference }) => reference);
    expect([...byInvoice.keys()].toSorted()).toEqual([...paid].toSorted());
    for (const changes of byInvoice.values()) {
      expect(changes.map(({ change_micros: change }) => change).toSorted((a, b) => a - b)).toEqual([
        -CENTS * 10_000,
        CENTS * 10_000,
      ]);
    }
    sqlite.close();
    const options = { dataDir: folder, kdf, random: systemRandom, clock: systemClock };
    const { findings } = await examineDataFolder(options);
    expect(findings.filter(({ status }) => status === 'problem').map(({ message }) => message)).toEqual([]);
  },
  60_000 + ROUNDS * 30_000,
);
