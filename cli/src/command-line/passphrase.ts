/** The passphrase of a secret key file or a backup: from a file, the environment or the terminal, never from the command line. */
import nodeCrypto from 'node:crypto';
import {
  isLongEnough,
  LEAST_PASSPHRASE_CHARACTERS,
  nodeArgon2id,
  type PassphraseKdf,
} from '@touchstone/core/keys/passphrase.ts';
import { readText } from '../files/read-and-write.ts';
import { askHidden, hasTerminal } from '../terminal/prompt.ts';
import { Refusal } from '../terminal/refusal.ts';
import type { Options } from './options.ts';

export const PASSPHRASE_VARIABLE = 'TOUCHSTONE_PASSPHRASE';

/** The passphrase that opens a file. */
export async function givenPassphrase(options: Options): Promise<string> {
  const stated = statedPassphrase(options);
  if (stated !== null) return stated;
  requireTerminal();
  return askHidden('Passphrase: ');
}

/** The passphrase of the file of a former edition: its own, else the one that is stated for the new file. */
export async function formerPassphrase(options: Options, purpose: string): Promise<string> {
  const file = options.value('--former-passphrase-file');
  const stated = file === undefined ? statedPassphrase(options) : passphraseIn(file);
  if (stated !== null) return stated;
  requireTerminal();
  return askHidden(`Passphrase of ${purpose}: `);
}

/** A passphrase for a new file: asked for twice at a terminal. `purpose` completes "New passphrase for …". */
export async function newPassphrase(options: Options, purpose: string): Promise<string> {
  const stated = statedPassphrase(options);
  if (stated !== null) return longEnough(stated);
  requireTerminal();
  const passphrase = longEnough(await askHidden(`New passphrase for ${purpose}: `));
  if ((await askHidden('Repeat passphrase: ')) !== passphrase) throw new Refusal('The two passphrases differ.');
  return passphrase;
}

function statedPassphrase(options: Options): string | null {
  const file = options.value('--passphrase-file');
  if (file !== undefined) return passphraseIn(file);
  const variable = process.env[PASSPHRASE_VARIABLE];
  return variable === undefined || variable === '' ? null : variable;
}

/** The passphrase that a file holds, without what editors put around it: a byte order mark, which nobody could type, and the end of the line. */
export function passphraseIn(file: string): string {
  return readText(file)
    .replace(/^\ufeff/, '')
    .replace(/\r?\n$/, '');
}

function requireTerminal(): void {
  if (hasTerminal()) return;
  throw new Refusal(
    `A passphrase is required: use --passphrase-file FILE, the variable ${PASSPHRASE_VARIABLE}, or a terminal.`,
  );
}

function longEnough(passphrase: string): string {
  if (isLongEnough(passphrase)) return passphrase;
  throw new Refusal(`A passphrase needs at least ${LEAST_PASSPHRASE_CHARACTERS} characters.`);
}

/** OpenSSL's Argon2id; where this Node was built without it, noble's in a worker thread. */
export function passphraseKdf(): PassphraseKdf {
  const native = nodeArgon2id(nodeCrypto);
  if (native !== null) return native;
  return async (passphrase, salt) => {
    const { createPool } = await import('@touchstone/server/workers/pool.ts');
    const { argon2idJob } = await import('@touchstone/server/vault/work.ts');
    const pool = createPool();
    try {
      return await pool.run(argon2idJob, { passphrase, salt });
    } finally {
      await pool.close();
    }
  };
}
