/** Rows that repeat what the ledger holds. */

import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import type { RowFaults } from '../doctor/row-faults.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';
import { findAnchor } from './store.ts';

/** Everything that the ledger holds of a kind has a row. */
export async function checkAnchored(
  db: Db,
  kind: 'document' | 'health' | 'invoice' | 'privacy' | 'settlement',
  table: string,
  known: ReadonlySet<string>,
  faults: RowFaults,
): Promise<void> {
  for await (const anchor of rowsOf(db, 'ledger_anchors')) {
    if (anchor.kind !== kind || known.has(anchor.tx)) continue;
    faults.add(table, `of transaction ${anchor.tx}`, 'is gone, and the ledger holds it');
  }
}

/** When the ledger accepted a transaction; null where it holds none. */
export async function acceptedAtOf(db: Db, { chain, tx }: { readonly chain: string; readonly tx: string }) {
  const known = CHAIN_NAMES.find((name) => name === chain);
  const anchor = known === undefined ? null : await findAnchor(db, known, tx);
  return anchor?.accepted_at ?? null;
}
