/** The service's own key sets for commands that have the data folder and no service: also while one runs on it. */
import { join } from 'node:path';
import { wipe } from '@touchstone/core/bytes.ts';
import { isEditionRevoked } from '@touchstone/core/keys/editions.ts';
import { type KeySet, parseKeySet } from '@touchstone/core/keys/key-set.ts';
import type { PassphraseKdf } from '@touchstone/core/keys/passphrase.ts';
import type { Random } from '@touchstone/core/random.ts';
import { BackupError } from '../backup/backup-error.ts';
import { opensCheck } from '../backup/envelopes.ts';
import { TRUST_STORE_FILE } from '../backup/folder.ts';
import { type KeyHelp, readFolderKey } from '../backup/folder-key.ts';
import type { OwnUse } from '../key-sets/own-sets.ts';
import { byAlgorithm, createSecretKeyStore } from '../key-sets/secret-keys.ts';
import { keySetRows } from '../key-sets/store.ts';
import { readSetting } from '../settings/store.ts';
import { databasePlace, hasKeyFile } from '../store/sqlite/database-place.ts';
import { DATABASE_FILE } from '../store/sqlite/files.ts';
import { inspectDatabase } from '../store/sqlite/inspect.ts';
import { StoreError } from '../store/store-error.ts';
import { readTrustStoreFile } from '../trust/store-file.ts';
import { createVault } from '../vault/envelope.ts';
import { MasterKeyError } from '../vault/master-key.ts';

export interface FolderSecrets {
  readonly dataDir: string;
  /** For folders whose master key does not stand in a key file. */
  readonly keyHelp: KeyHelp;
  readonly kdf: PassphraseKdf;
  readonly random: Random;
}

/**
 * Hands out the current set of a use with its secret keys by algorithm, and wipes them afterwards. Nothing in the folder is
 * changed. Throws BackupError, StoreError or MasterKeyError with a message for people where it cannot.
 */
export async function withFolderSecrets<T>(
  { dataDir, keyHelp, kdf, random }: FolderSecrets,
  use: OwnUse,
  action: (keySet: KeySet, secretKeys: ReadonlyMap<string, Uint8Array>) => Promise<T>,
): Promise<T> {
  const place = databasePlace(dataDir);
  if (place.kind === 'refused') throw new StoreError(`${place.found} ${place.action}`);
  const start = 'Start the service once: `touchstone serve`.';
  if (place.kind !== 'there')
    throw new BackupError('REFUSED', `${dataDir} contains no keys of a service yet. ${start}`);
  const inspection = inspectDatabase(join(dataDir, DATABASE_FILE));
  try {
    const contents = inspection.place(hasKeyFile(dataDir));
    if (contents.kind === 'refused') throw new StoreError(`${contents.found} ${contents.action}`);
    const rows = await keySetRows(inspection.db);
    const row = rows.find(({ keyset_use, state }) => keyset_use === use && state === 'current');
    if (row === undefined) {
      throw new BackupError('REFUSED', `${dataDir} contains no key set of use ${use} yet. ${start}`);
    }
    const parsed = parseKeySet(row.document);
    if (!parsed.ok)
      throw new StoreError(`${dataDir}: a key set is damaged (${row.fingerprint}). See touchstone doctor.`);
    const { keySet } = parsed;
    if (isEditionRevoked(readTrustStoreFile(join(dataDir, TRUST_STORE_FILE)), keySet)) {
      throw new BackupError('REFUSED', `A key of the current key set of use ${use} is revoked, so nothing is signed.`);
    }
    const masterKey = await readFolderKey(dataDir, keyHelp, random, kdf);
    const check = await readSetting(inspection.db, 'vault_check');
    const isRight = check !== null && opensCheck(masterKey, check, random);
    const vault = createVault(masterKey, random);
    wipe(masterKey);
    try {
      if (!isRight) throw new MasterKeyError('The master key is not the one that this data folder was made with.');
      return await createSecretKeyStore(inspection.db, vault).open(keySet, (secretKeys) =>
        action(keySet, byAlgorithm(keySet, secretKeys)),
      );
    } finally {
      vault.close();
    }
  } finally {
    await inspection.close();
  }
}
