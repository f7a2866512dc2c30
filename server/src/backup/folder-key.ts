/** The master key of a data folder for commands that no desktop shell has started. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import type { PassphraseKdf } from '@touchstone/core/keys/passphrase.ts';
import type { Random } from '@touchstone/core/random.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { loadMasterKey, MasterKeyError } from '../vault/master-key.ts';
import { isThere, KEYCHAIN_FILE } from './folder.ts';
import type { KeptAs } from './format.ts';

export const MASTER_KEY_FILE = 'master-key.json';

/** How a folder keeps its master key; null where it has none. Throws MasterKeyError where its file cannot be read. */
export function keptAs(dataDir: string): KeptAs | null {
  const file = join(dataDir, MASTER_KEY_FILE);
  if (!isThere(file)) return isThere(join(dataDir, KEYCHAIN_FILE)) ? 'keychain' : null;
  const parsed = parseStrictJson(readFileSync(file));
  const kind = parsed.ok && isJsonObject(parsed.value) ? parsed.value.kind : null;
  if (kind === 'key-file' || kind === 'passphrase') return kind;
  throw new MasterKeyError(`${file} is damaged. Restore it from a backup: nothing in this folder opens without it.`);
}

/** What the person adds to what stands in the folder. */
export interface KeyHelp {
  /** The passphrase of a folder that has one. */
  readonly passphrase?: string;
  /** The master key itself, 32 bytes, where the keychain has it. */
  readonly masterKey?: Uint8Array;
}

/** Reads the master key: 32 bytes that the caller wipes. Throws MasterKeyError that says what is lacking. */
export async function readFolderKey(
  dataDir: string,
  help: KeyHelp,
  random: Random,
  kdf: PassphraseKdf,
): Promise<Uint8Array> {
  switch (keptAs(dataDir)) {
    case 'key-file':
      return loadMasterKey(dataDir, { kind: 'key-file' }, false, random, kdf);
    case 'passphrase': {
      const { passphrase } = help;
      if (passphrase === undefined) {
        throw new MasterKeyError(
          'This data folder is protected by a passphrase, which is needed to read its master key.',
        );
      }
      return loadMasterKey(dataDir, { kind: 'passphrase', passphrase }, false, random, kdf);
    }
    case 'keychain':
      if (help.masterKey !== undefined) return help.masterKey.slice();
      throw new MasterKeyError(
        'The master key of this data folder is in the keychain of the desktop app, where no command can read it.',
      );
    case null:
      if (help.masterKey !== undefined) return help.masterKey.slice();
      throw new MasterKeyError(`${dataDir} holds no master key.`);
  }
}
