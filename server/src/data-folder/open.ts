/** A data folder that this process holds: its lock, its database, its workers. What is encrypted in it stays closed. */

import { join, resolve } from 'node:path';
import { wipe } from '@touchstone/core/bytes.ts';
import { type Random, systemRandom } from '@touchstone/core/random.ts';
import { type Clock, systemClock } from '@touchstone/core/time.ts';
import type { Logger } from 'pino';
import { finishRestore } from '../backup/journal.ts';
import { nameConsole, type OriginChoice } from '../console/name.ts';
import { createPassphraseTries, type PassphraseTries } from '../console/passphrase-tries.ts';
import { newAdminToken } from '../console/sessions.ts';
import type { ConsoleName } from '../frame/own-address.ts';
import { hasKeySets } from '../key-sets/store.ts';
import { readSetting, writeSetting } from '../settings/store.ts';
import type { Db } from '../store/engine.ts';
import { databasePlace, hasKeyFile } from '../store/sqlite/database-place.ts';
import { DATABASE_FILE } from '../store/sqlite/files.ts';
import { lockFolder } from '../store/sqlite/folder-lock.ts';
import { openDatabase } from '../store/sqlite/open.ts';
import { StoreError } from '../store/store-error.ts';
import { createVault, type Vault } from '../vault/envelope.ts';
import {
  loadMasterKey,
  MasterKeyError,
  type MasterKeySource,
  masterKeyKind,
  sweepKeyFiles,
} from '../vault/master-key.ts';
import { newVaultCheck, vaultCheckVersion } from '../vault/vault-check.ts';
import { argon2idJob } from '../vault/work.ts';
import { createPool, type Pool } from '../workers/pool.ts';
import { createStorageState, type StorageState } from './storage-state.ts';
import { takeDataFolder } from './take.ts';

export interface FolderOptions {
  readonly dataDir: string;
  readonly log: Logger;
  readonly masterKey: MasterKeySource;
  /** Which origin the console has in browsers; one of its own unless stated. */
  readonly origin?: OriginChoice;
  readonly clock?: Clock;
  readonly random?: Random;
  /** For tests: every write is run, taken back, and run again. */
  readonly rehearsesWrites?: boolean;
  /** For tests: the bundle of the jobs that worker threads run, which starts in a third of the time. */
  readonly jobs?: URL | undefined;
}

export interface DataFolder {
  /** Absolute. */
  readonly dataDir: string;
  readonly db: Db;
  readonly pool: Pool;
  readonly storage: StorageState;
  readonly random: Random;
  readonly clock: Clock;
  /** Of this start, locked or not. */
  readonly consoleName: ConsoleName;
  readonly adminToken: string;
  readonly tries: PassphraseTries;
  /** Whether its master key is under a passphrase, now. */
  hasPassphrase(): boolean;
  /** Opens what is encrypted. Throws MasterKeyError, of which WrongPassphraseError is one. */
  openVault(source: MasterKeySource): Promise<Vault>;
  /** Ends the workers, closes the database and frees the folder. */
  close(): Promise<void>;
}

/**
 * Takes a data folder, creating it (0700) where it is new. Throws StoreError or MasterKeyError with a message for people
 * where it cannot be used.
 */
export async function openFolder(options: FolderOptions): Promise<DataFolder> {
  const { dataDir, log, clock = systemClock, random = systemRandom } = options;
  takeDataFolder(dataDir);
  const file = join(dataDir, DATABASE_FILE);
  const lock = lockFolder(join(dataDir, 'server.lock'), file);
  const pool = createPool(options.jobs);
  const storage = createStorageState(resolve(dataDir), log);
  let opened: Db | null = null;
  try {
    // A restore that was interrupted when it had begun to take effect.
    await finishRestore(dataDir, random);
    const isOfShell = options.masterKey.kind === 'supplied';
    const place = databasePlace(dataDir, isOfShell);
    if (place.kind === 'refused') throw new StoreError(`${place.found} ${place.action}`);
    const db = openDatabase(file, {
      hasKey: hasKeyFile(dataDir, isOfShell),
      onFault: storage.note,
      rehearsesWrites: options.rehearsesWrites ?? false,
    });
    opened = db;
    // Now, as a folder with a passphrase opens its vault later.
    await readVaultCheck(dataDir, db);
    // What a kill has left beside the key file may hold the key in clear.
    sweepKeyFiles(dataDir);
    return {
      dataDir: resolve(dataDir),
      db,
      pool,
      storage,
      random,
      clock,
      consoleName: await nameConsole(db, random, options.origin ?? 'own'),
      adminToken: newAdminToken(random),
      tries: createPassphraseTries(clock),
      hasPassphrase: () => masterKeyKind(dataDir) === 'passphrase',
      openVault: (source) => openVault(dataDir, db, source, random, pool),
      async close() {
        await pool.close();
        await db.destroy();
        lock.release();
      },
    };
  } catch (error) {
    await pool.close();
    await opened?.destroy();
    lock.release();
    throw error;
  }
}

/**
 * The setting by which a wrong master key is told; null in a folder that has sealed nothing yet. Throws StoreError where it was
 * taken away: such a folder must not get another master key, nor a new check for whatever key stands there (S36).
 */
async function readVaultCheck(dataDir: string, db: Db): Promise<string | null> {
  const check = await readSetting(db, 'vault_check');
  if (check !== null || !(await hasKeySets(db))) return check;
  throw new StoreError(
    `The database of ${dataDir} was changed outside of this program: vault_check, by which a wrong master key is told, is gone. Restore a backup with touchstone restore; touchstone doctor tells more.`,
  );
}

/** Loads the master key and tells at once when it is not this folder's. */
async function openVault(
  dataDir: string,
  db: Db,
  source: MasterKeySource,
  random: Random,
  { run }: Pick<Pool, 'run'>,
): Promise<Vault> {
  const check = await readVaultCheck(dataDir, db);
  const masterKey = await loadMasterKey(dataDir, source, check === null, random, (passphrase, salt) =>
    run(argon2idJob, { passphrase, salt }),
  );
  const vault = createVault(masterKey, random);
  wipe(masterKey);
  if (check === null) {
    // The start that follows begins the mark.
    await writeSetting(db, 'vault_check', newVaultCheck(vault, 2));
    return vault;
  }
  if (vaultCheckVersion(vault, check) !== null) return vault;
  vault.close();
  throw new MasterKeyError('The master key is not the one that this data folder was made with.');
}
