/** What every chain adapter must do, whatever stands behind it: each adapter's test file runs these (layout, "a chain"). */
import { isTransactionId } from '@touchstone/core/ledger/anchor.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anchors, type ChainAdapter } from '../../src/ledger/chain.ts';
import { type Db, write } from '../../src/store/engine.ts';

export interface AdapterUnderTest {
  readonly adapter: ChainAdapter;
  readonly db: Db;
  /** Lets the chain go on by one block, where one is due. */
  step(): Promise<void>;
  close(): Promise<void>;
}

const COMMITMENT = 'ab'.repeat(32);

export function testAdapter(name: string, open: () => Promise<AdapterUnderTest>): void {
  describe(`${name} as a chain adapter`, () => {
    let it: AdapterUnderTest;
    beforeAll(async () => {
      it = await open();
    });
    afterAll(() => it.close());

    const anchor = (commitment = COMMITMENT) => write(it.db, (db) => it.adapter.anchor(db, 'document', commitment));

    test('an anchor is accepted at once and confirmed in time', async () => {
      const { tx, network, acceptedAt } = await anchor();
      expect(isTransactionId(it.adapter.chain, tx)).toBe(true);
      expect(network).toBe(it.adapter.network);
      const accepted = await it.adapter.status(it.db, tx);
      expect(accepted).toMatchObject({
        block: null,
        confirmations: 0,
        confirmed: false,
        confirmedAt: null,
        acceptedAt,
      });

      let last = 0;
      for (let blocks = 0; blocks < 20; blocks++) {
        await it.step();
        const status = await it.adapter.status(it.db, tx);
        if (status === null || status.block === null) throw new Error('the anchor is in no block');
        expect(status.confirmations).toBe(last + 1);
        last = status.confirmations;
        expect(status.confirmed).toBe(status.confirmedAt !== null);
        if (status.confirmed) break;
      }
      const status = await it.adapter.status(it.db, tx);
      expect(status).toMatchObject({ confirmed: true, kind: 'document', commitment: COMMITMENT });
      expect(status?.block).toBeGreaterThan(0);
      expect(await it.adapter.height(it.db)).toBeGreaterThanOrEqual((status?.block ?? 0) + last - 1);
    });

    test('S15: it counts as its kind and commitment only', async () => {
      const { tx } = await anchor();
      const status = await it.adapter.status(it.db, tx);
      expect(anchors(status, 'document', COMMITMENT)).toBe(true);
      expect(anchors(status, 'privacy', COMMITMENT)).toBe(false);
      expect(anchors(status, 'document', 'cd'.repeat(32))).toBe(false);
      expect(anchors(null, 'document', COMMITMENT)).toBe(false);
    });

    test('a second anchor of the same commitment is a transaction of its own', async () => {
      const [first, second] = [await anchor(), await anchor()];
      expect(first.tx).not.toBe(second.tx);
      expect(await it.adapter.status(it.db, first.tx)).not.toBeNull();
      expect(await it.adapter.status(it.db, second.tx)).not.toBeNull();
    });

    test('an anchor in a transaction that fails was never there', async () => {
      let tx = '';
      const failing = write(it.db, async (db) => {
        ({ tx } = await it.adapter.anchor(db, 'document', 'ef'.repeat(32)));
        throw new Error('the effect failed');
      });
      await expect(failing).rejects.toThrow('the effect failed');
      await it.step();
      expect(tx).not.toBe('');
      expect(await it.adapter.status(it.db, tx)).toBeNull();
    });

    test('what is no commitment and no transaction is refused', async () => {
      for (const wrong of ['', 'AB'.repeat(32), 'ab'.repeat(31), `${'ab'.repeat(32)}\n`]) {
        await expect(anchor(wrong)).rejects.toThrow(TypeError);
      }
      for (const unknown of ['', 'nonsense', `0x${'0'.repeat(64)}`, '0'.repeat(64)]) {
        expect(await it.adapter.status(it.db, unknown)).toBeNull();
      }
    });
  });
}
