/** Which ledger a folder has, and what that is held against before anything is signed under its name. */
import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import type { Random } from '@touchstone/core/random.ts';
import { addRestore, readRestores, type ToldRestore } from '../chain-of-entries/restores.ts';
import { newId } from '../frame/ids.ts';
import { readSetting, writeSetting } from '../settings/store.ts';
import type { Db } from '../store/engine.ts';
import { StoreError } from '../store/store-error.ts';
import { lastBlock } from './store.ts';

export interface LedgerOrigin {
  readonly id: string;
  /** Set where the ledger goes on from a backup. */
  readonly restored: { readonly restored_at: string; readonly backup_created_at: string } | null;
}

/** The ledger of the folder; begins one where there is none. Throws StoreError where the database was changed. */
export async function openOrigin(db: Db, random: Random): Promise<LedgerOrigin> {
  const fault = await originFault(db);
  if (fault !== null) {
    throw new StoreError(
      `The database was changed outside of this program: ${fault} Restore a backup with touchstone restore; touchstone doctor tells more.`,
    );
  }
  const known = await readSetting(db, 'ledger_id');
  const id = known ?? newId('led', random);
  if (known === null) await writeSetting(db, 'ledger_id', id);
  const told = (await readRestores(db)).at(-1)?.told;
  if (told === undefined) return { id, restored: null };
  const { restored_at, backup_created_at } = told;
  return { id, restored: { restored_at, backup_created_at } };
}

/** How `ledger_id` contradicts the restore that the folder goes on from, or the newest blocks; null where it does not. */
export async function originFault(db: Db): Promise<string | null> {
  const id = await readSetting(db, 'ledger_id');
  const named = id === null ? 'ledger_id is gone from the settings' : `ledger_id of the settings is ${id}`;
  const restore = (await readRestores(db)).at(-1);
  if (restore !== undefined) {
    return restore.ledgerId === id ? null : `${named}, and ${restore.ledgerId} began with the last restore.`;
  }
  for (const chain of CHAIN_NAMES) {
    const head = await lastBlock(db, chain);
    if (head !== null && head.ledger_id !== id)
      return `${named}, and the newest block of ${chain} is of ${head.ledger_id}.`;
  }
  return null;
}

/** Ends the ledger of a restored database: another one goes on on the same chains (S27). Within a transaction. */
export async function beginRestoredLedger(db: Db, told: ToldRestore, random: Random): Promise<void> {
  const id = newId('led', random);
  await addRestore(db, { told, ledgerId: id, isTold: false });
  await writeSetting(db, 'ledger_id', id);
}
