/** A second adapter, the smallest possible: the interface asks for nothing that only the embedded ledger has. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMITMENT_FORM, networkOf, transactionId } from '@touchstone/core/ledger/anchor.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { expect, test } from 'vitest';
import { type AnchorStatus, type ChainAdapter, connectionsOf } from '../../src/ledger/chain.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { testAdapter } from './adapter.ts';

const DEPTH = 2;

/**
 * A node that forgets everything at its end. What it takes on within a transaction it learns of afterwards from an outbox
 * table, as an adapter to a real network would.
 */
function memoryChain(): { readonly adapter: ChainAdapter; step(): Promise<void>; db: ReturnType<typeof openDatabase> } {
  const db = openDatabase(join(mkdtempSync(join(tmpdir(), 'touchstone-')), 'a.db'));
  const mined = new Map<string, { readonly height: number; readonly at: number }>();
  const times: number[] = [];
  let now = 1_000;
  const adapter: ChainAdapter = {
    chain: 'polygon',
    network: 'test:polygon',
    async anchor(transaction, kind, commitment) {
      if (!COMMITMENT_FORM.test(commitment)) throw new TypeError('a commitment is 64 lower-case hex digits');
      const rows = await transaction.selectFrom('settings').select('name').execute();
      const facts = { kind, commitment, position: rows.length + 1, acceptedAt: ++now };
      const tx = transactionId('polygon', {
        ...{ network: networkOf('polygon'), ledger_id: 'memory', accepted_at: formatIsoTime(now) },
        ...{ kind, commitment, position: facts.position },
      });
      await transaction
        .insertInto('settings')
        .values({ name: tx, value: JSON.stringify(facts) })
        .execute();
      return { tx, network: 'test:polygon', acceptedAt: facts.acceptedAt };
    },
    async status(any, tx) {
      const row = await any.selectFrom('settings').select('value').where('name', '=', tx).executeTakeFirst();
      if (row === undefined) return null;
      const facts: Pick<AnchorStatus, 'kind' | 'commitment' | 'acceptedAt'> = JSON.parse(row.value);
      const block = mined.get(tx);
      const confirmations = block === undefined ? 0 : times.length - block.height + 1;
      const confirmedAt = block === undefined ? null : (times[block.height + DEPTH - 2] ?? null);
      return { ...facts, block: block?.height ?? null, confirmations, confirmed: confirmations >= DEPTH, confirmedAt };
    },
    height: async () => times.length,
  };
  return {
    adapter,
    db,
    async step() {
      times.push(++now);
      for (const { name } of await db.selectFrom('settings').select('name').execute()) {
        if (!mined.has(name)) mined.set(name, { height: times.length, at: now });
      }
    },
  };
}

testAdapter('a chain in memory', async () => {
  const chain = memoryChain();
  return { ...chain, close: () => chain.db.destroy() };
});

test('a chain that cannot be reached is not connected', async () => {
  const { adapter, db } = memoryChain();
  const down: ChainAdapter = { ...adapter, height: () => Promise.reject(new Error('no route')) };
  const found = await connectionsOf({ mode: 'embedded', get: (chain) => (chain === 'zcash' ? down : adapter) }, db);
  expect(found.zcash.connected).toBe(false);
  expect(found.solana).toMatchObject({ connected: true });
  expect(found.solana.latencyMs).toBeGreaterThanOrEqual(0);
  await db.destroy();
});
