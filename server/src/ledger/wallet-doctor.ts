/** Movements of wallets: each follows the one before, and what one paid another got. */
import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import type { Check } from '../doctor/check.ts';
import { createRowFaults } from '../doctor/row-faults.ts';
import { rowsOf } from '../store/walk.ts';
import { openingBalance } from './wallet-figures.ts';

interface Payment {
  readonly of: string;
  readonly places: string[];
  readonly changes: number[];
  readonly times: Set<number>;
}

export const wallets: Check = {
  id: 'wallets',
  needs: 'schema',
  async run({ inspection: { db } }) {
    const faults = createRowFaults();
    const held = new Map<string, { readonly position: number; readonly balance: number }>();
    const payments = new Map<string, Payment>();
    let count = 0;
    for await (const row of rowsOf(db, 'wallet_movements')) {
      count++;
      const { mint, address, reference } = row;
      const place = `${row.chain} ${mint} ${address} ${row.position}`;
      const chain = CHAIN_NAMES.find((name) => name === row.chain);
      if (chain === undefined) {
        faults.add('wallet_movements', place, 'names a chain that does not exist');
        continue;
      }
      const name = JSON.stringify([chain, mint, address]);
      const before = held.get(name) ?? { position: 0, balance: openingBalance({ chain, address }, mint) };
      faults.compare('wallet_movements', place, {
        position: [row.position, before.position + 1],
        balance_micros: [row.balance_micros, before.balance + row.change_micros],
      });
      held.set(name, { position: row.position, balance: row.balance_micros });
      const payment = payments.get(reference) ?? {
        of: JSON.stringify([chain, mint]),
        places: [],
        changes: [],
        times: new Set(),
      };
      payments.set(reference, payment);
      payment.places.push(place);
      payment.changes.push(row.change_micros);
      payment.times.add(row.moved_at);
      if (payment.of !== JSON.stringify([chain, mint])) {
        faults.add('wallet_movements', place, 'has the reference of a payment in another token');
      }
    }
    for (const { places, changes, times } of payments.values()) {
      const sum = changes.reduce((total, change) => total + change, 0);
      if (changes.length === 2 && sum === 0 && times.size === 1) continue;
      faults.add('wallet_movements', places.join(' and '), 'has no counterpart of the same amount and time');
    }
    return faults.findings(`The wallets of the ledger add up (${count} movements).`);
  },
};
