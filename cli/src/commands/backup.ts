/** `touchstone backup`: the data folder in one encrypted file. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fromBase64, wipe } from '@touchstone/core/bytes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { BackupError } from '@touchstone/server/backup/backup-error.ts';
import { backupDataFolder, type Progress } from '@touchstone/server/backup/create.ts';
import { isDataFolder, namesIn } from '@touchstone/server/backup/folder.ts';
import { type KeyHelp, keptAs, readFolderKey } from '@touchstone/server/backup/folder-key.ts';
import { databasePlace } from '@touchstone/server/store/sqlite/database-place.ts';
import { storageFaultOf, storageSentence } from '@touchstone/server/store/storage-fault.ts';
import { StoreError } from '@touchstone/server/store/store-error.ts';
import { TrustStoreError } from '@touchstone/server/trust/store-file.ts';
import { MasterKeyError } from '@touchstone/server/vault/master-key.ts';
import { type Context, dataFolderOf, note, say } from '../command-line/context.ts';
import { type Options, readOptions, required } from '../command-line/options.ts';
import { newPassphrase, passphraseIn, passphraseKdf } from '../command-line/passphrase.ts';
import { readText } from '../files/read-and-write.ts';
import { askHidden, hasTerminal } from '../terminal/prompt.ts';
import { DATA_FOLDER, Refusal, systemReason } from '../terminal/refusal.ts';
import { shown } from '../terminal/terminal.ts';

const HELP = `touchstone backup saves the data folder into one file, as of one moment, even while a server is using the folder.

Usage:
  touchstone backup --out FILE [--data-dir DIR] [--force]

  --out FILE                  the file to write, readable by you only
  --force                     replace FILE if it exists
  --passphrase-file FILE      the passphrase of the backup (default: TOUCHSTONE_PASSPHRASE; otherwise you are asked)
  --key-passphrase-file FILE  the passphrase of the data folder, if it has one; otherwise you are asked
  --master-key-file FILE      the master key (32 bytes in base64), if only the desktop app's keychain has the key
  --data-dir DIR              Touchstone's data folder

The file is encrypted under the passphrase (argon2id, AES-256-GCM) and contains the master key: whoever has the file and
the passphrase has everything. Without the passphrase nobody can open the backup, not even you.

Exit codes: 0 saved, 1 refused, 2 wrong command line or a folder that cannot be read, 4 the database cannot be read, or
the disk is full.
`;

export async function backup(args: readonly string[], { now }: Context): Promise<number> {
  const single = ['--out', '--passphrase-file', '--key-passphrase-file', '--master-key-file', '--data-dir'];
  const options = readOptions(args, { flags: ['--force', '--help', '-h'], single });
  if (options.has('--help') || options.has('-h')) {
    say(HELP.trimEnd());
    return 0;
  }
  const out = path.resolve(required(options, '--out'));
  const overwrite = options.has('--force');
  if (existsSync(out) && !overwrite) {
    throw new Refusal(`${out} already exists. Name another file with --out, or use --force.`);
  }
  const dataDir = dataFolderOf(options);
  if (!isDataFolder(namesIn(dataDir))) throw new Refusal(`${dataDir} is not a Touchstone data folder.`);
  return translated(async () => {
    const help = await keyHelpOf(options, dataDir, true);
    const kdf = passphraseKdf();
    const place = databasePlace(dataDir);
    if (place.kind === 'refused') throw new StoreError(`${place.found} ${place.action}`);
    const hasDatabase = existsSync(path.join(dataDir, 'touchstone.db'));
    const masterKey = hasDatabase ? await readFolderKey(dataDir, help, systemRandom, kdf) : null;
    try {
      if (options.value('--passphrase-file') === undefined && hasTerminal())
        note('The backup gets its own passphrase. Only that passphrase can restore the backup.');
      const passphrase = await newPassphrase(options, 'the backup');
      const report = await interruptible((signal) =>
        backupDataFolder({
          dataDir,
          masterKey,
          passphrase,
          out,
          overwrite,
          kdf,
          random: systemRandom,
          clock: now,
          onProgress: progressLine('Saving'),
          signal,
        }),
      );
      for (const name of report.leftOut) note(`Left out (not a key file): ${shown(name)}`);
      for (const name of report.missing) note(`Not in the backup (lost): document ${shown(name)}`);
      say(`Wrote ${shown(report.file)} (${report.bytes} bytes, ${report.documents} large documents).`);
      return 0;
    } finally {
      wipe(masterKey ?? undefined, help.masterKey);
    }
  });
}

/** What the command line adds to a folder's own key file. `asks`: whether to ask for a passphrase at the terminal. */
export async function keyHelpOf(options: Options, dataDir: string, asks: boolean): Promise<KeyHelp> {
  const keyFile = options.value('--master-key-file');
  if (keyFile !== undefined) {
    const masterKey = fromBase64(readText(keyFile).replace(/\r?\n$/, ''));
    if (masterKey?.length !== 32) throw new Refusal(`${keyFile} does not contain a master key (32 bytes in base64).`);
    return { masterKey };
  }
  const file = options.value('--key-passphrase-file');
  if (file !== undefined) return { passphrase: passphraseIn(file) };
  if (!asks || keptAs(dataDir) !== 'passphrase') return {};
  if (!hasTerminal()) {
    throw new Refusal('The data folder is protected with a passphrase: use --key-passphrase-file FILE, or a terminal.');
  }
  return { passphrase: await askHidden('Passphrase of the data folder: ') };
}

/** Runs an action that Ctrl-C or SIGTERM ends in good order. */
export async function interruptible<T>(action: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await action(controller.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

/** Shows per cent at a terminal, and nothing elsewhere. */
export function progressLine(what: string): (progress: Progress) => void {
  let last = -1;
  return ({ done, total }) => {
    const percent = total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total));
    if (percent === last || process.stderr.isTTY !== true) return;
    last = percent;
    process.stderr.write(`\r${what}: ${percent} %${percent === 100 ? '\n' : ''}`);
  };
}

/** Makes Refusals of what backup and restore throw for people. */
export async function translated<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof StoreError) throw new Refusal(error.message, DATA_FOLDER);
    const isForPeople = [BackupError, MasterKeyError, TrustStoreError].some((kind) => error instanceof kind);
    if (isForPeople && error instanceof Error) throw new Refusal(error.message, 1);
    const fault = storageFaultOf(error);
    if (fault !== null) throw new Refusal(storageSentence(fault), DATA_FOLDER);
    if (error instanceof Error && 'code' in error && 'path' in error && typeof error.path === 'string') {
      throw new Refusal(`${error.path}: ${systemReason(error)}.`);
    }
    throw error;
  }
}
