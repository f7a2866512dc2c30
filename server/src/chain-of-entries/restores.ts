/**
 * The restores that a folder goes on from (S27), sealed as rows that open doors are (S35): what chains and the ledger are told of
 * a restore is signed, so it is believed only where this service recorded it.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { lockSetting, readSealedSetting, type SealedSetting, writeSetting } from '../settings/store.ts';
import type { Db } from '../store/engine.ts';

/** A restore as the audit tells of it; times as ISO 8601. */
export interface ToldRestore extends JsonObject {
  readonly restored_at: string;
  readonly backup_created_at: string;
}

export interface Restore {
  readonly told: ToldRestore;
  /** The ledger that began with it. */
  readonly ledgerId: string;
  /** Whether the audit tells of it. */
  readonly isTold: boolean;
}

/** The oldest first; none where what stands there is not this service's. */
export async function readRestores(db: Db): Promise<readonly Restore[]> {
  return restoresIn(await readSealedSetting(db, 'restores'));
}

function restoresIn(found: SealedSetting | null): readonly Restore[] {
  const parsed = found?.isGenuine === true ? parseStrictJson(found.value) : null;
  return parsed?.ok === true && Array.isArray(parsed.value) ? parsed.value.flatMap(restoreIn) : [];
}

function restoreIn(value: JsonValue): readonly Restore[] {
  if (!isJsonObject(value) || !isJsonObject(value.told)) return [];
  const { told, ledger_id: ledgerId, is_told: isTold } = value;
  const { restored_at, backup_created_at } = told;
  if (typeof restored_at !== 'string' || typeof backup_created_at !== 'string') return [];
  if (typeof ledgerId !== 'string' || typeof isTold !== 'boolean') return [];
  return [{ told: { ...told, restored_at, backup_created_at }, ledgerId, isTold }];
}

/** Within a transaction, as all that writes them. */
export async function addRestore(db: Db, restore: Restore): Promise<void> {
  await writeRestores(db, [...restoresIn(await lockSetting(db, 'restores')), restore]);
}

/** Answers what the audit has yet to tell, and notes that it does. */
export async function takeUntold(db: Db): Promise<readonly ToldRestore[]> {
  const restores = restoresIn(await lockSetting(db, 'restores'));
  const untold = restores.filter(({ isTold }) => !isTold);
  if (untold.length === 0) return [];
  await writeRestores(
    db,
    restores.map((restore) => ({ ...restore, isTold: true })),
  );
  return untold.map(({ told }) => told);
}

async function writeRestores(db: Db, restores: readonly Restore[]): Promise<void> {
  const stated = restores.map(({ told, ledgerId, isTold }) => ({ told, ledger_id: ledgerId, is_told: isTold }));
  await writeSetting(db, 'restores', JSON.stringify(stated));
}

/** In milliseconds since 1970. */
export async function timesOfRestores(db: Db): Promise<ReadonlySet<number | null>> {
  return new Set((await readRestores(db)).map(({ told }) => parseIsoTime(told.restored_at)));
}

/** The time of a notice that a restore has left to a chain, in milliseconds since 1970; null where there was no such restore. */
export async function timeOfRestore(db: Db, restoredAt: number | null): Promise<number | null> {
  if (restoredAt === null) return null;
  return (await timesOfRestores(db)).has(restoredAt) ? restoredAt : null;
}
