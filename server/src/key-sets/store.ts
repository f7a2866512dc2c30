import { type KeySet, parseKeySet } from '@touchstone/core/keys/key-set.ts';
import type { Db } from '../store/engine.ts';

export type KeySetState = 'current' | 'retired' | 'revoked';

export interface StoredKeySet {
  readonly keySet: KeySet;
  readonly state: KeySetState;
}

/** Stores a set as the current one of its use, with its sealed secret keys; the one before becomes retired. */
export async function insertKeySet(
  db: Db,
  keySet: KeySet,
  sealed: readonly { readonly kid: string; readonly envelope: Uint8Array }[],
  now: number,
): Promise<void> {
  const { fingerprint } = keySet;
  await db
    .updateTable('key_sets')
    .set({ state: 'retired', retired_at: now })
    .where('keyset_use', '=', keySet.use)
    .where('state', '=', 'current')
    .execute();
  await db
    .insertInto('key_sets')
    .values({
      fingerprint,
      keyset_use: keySet.use,
      serial: keySet.serial,
      state: 'current',
      document: JSON.stringify(keySet),
      created_at: now,
      retired_at: null,
    })
    .execute();
  for (const { kid, envelope } of sealed) {
    await db.insertInto('key_set_secrets').values({ fingerprint, kid, envelope }).execute();
  }
}

/** Whether there was any key set ever: the first start makes some, as the first thing that it seals. */
export async function hasKeySets(db: Db): Promise<boolean> {
  return (await db.selectFrom('key_sets').select('fingerprint').limit(1).executeTakeFirst()) !== undefined;
}

/** All sets, by use, the current one before retired ones, those the newest first. */
export async function listKeySets(db: Db): Promise<readonly StoredKeySet[]> {
  const rows = await db
    .selectFrom('key_sets')
    .select(['document', 'state', 'keyset_use', 'serial'])
    .orderBy('keyset_use')
    // Alphabetical, as it happens: current, retired, revoked.
    .orderBy('state')
    .orderBy('serial', 'desc')
    .execute();
  return rows.map(({ document, state }) => ({ keySet: storedKeySet(document, 'key_sets'), state }));
}

function storedKeySet(document: string, where: string): KeySet {
  const result = parseKeySet(document);
  if (!result.ok) throw new TypeError(`internal: ${where} holds an unreadable key set: ${result.field}`);
  return result.keySet;
}

export async function findSecret(db: Db, fingerprint: string, kid: string): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('key_set_secrets')
    .select('envelope')
    .where('fingerprint', '=', fingerprint)
    .where('kid', '=', kid)
    .executeTakeFirst();
  return row?.envelope ?? null;
}

export interface KeySetRow {
  readonly fingerprint: string;
  readonly keyset_use: string;
  readonly serial: number;
  readonly state: 'current' | 'retired' | 'revoked';
  readonly document: string;
}

/** The key sets as they stand, not understood yet. */
export async function keySetRows(db: Db): Promise<readonly KeySetRow[]> {
  return db
    .selectFrom('key_sets')
    .select(['fingerprint', 'keyset_use', 'serial', 'state', 'document'])
    .orderBy('keyset_use')
    .orderBy('serial')
    .execute();
}
