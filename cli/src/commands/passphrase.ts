/** `touchstone passphrase`: the master key of a data folder under a passphrase, under another one, or in clear again. */
import path from 'node:path';
import { isLongEnough, LEAST_PASSPHRASE_CHARACTERS } from '@touchstone/core/keys/passphrase.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { isDataFolder, namesIn } from '@touchstone/server/backup/folder.ts';
import { lockFolder } from '@touchstone/server/store/sqlite/folder-lock.ts';
import { StoreError } from '@touchstone/server/store/store-error.ts';
import {
  MasterKeyError,
  masterKeyKind,
  rekeyMasterKey,
  sweepKeyFiles,
  WrongPassphraseError,
} from '@touchstone/server/vault/master-key.ts';
import { dataFolderOf, say } from '../command-line/context.ts';
import { type Options, readOptions } from '../command-line/options.ts';
import { passphraseIn, passphraseKdf } from '../command-line/passphrase.ts';
import { askHidden, hasTerminal } from '../terminal/prompt.ts';
import { DATA_FOLDER, Refusal } from '../terminal/refusal.ts';

const HELP = `touchstone passphrase protects the data folder with a passphrase, so that copies cannot be opened without the passphrase.

Usage:
  touchstone passphrase set    [--new-passphrase-file FILE] [--data-dir DIR]
  touchstone passphrase change [--passphrase-file FILE] [--new-passphrase-file FILE] [--data-dir DIR]
  touchstone passphrase remove [--passphrase-file FILE] [--data-dir DIR]

  --passphrase-file FILE      the current passphrase; otherwise you are asked
  --new-passphrase-file FILE  the new passphrase, ${LEAST_PASSPHRASE_CHARACTERS} characters or more; otherwise you are asked twice
  --data-dir DIR              Touchstone's data folder

The master key stays the same, and nothing else in the folder changes. The server must be stopped. Afterwards it starts
locked, and the console asks for the passphrase; \`touchstone serve --ask-passphrase\` asks at the terminal. Nobody can
open the folder without the passphrase, not even you. Older copies of the folder, and traces on the disk, still contain
the key in its former protection.

Exit codes: 0 done, 1 the passphrase is wrong, 2 wrong command line, 4 the data folder cannot be used, or a server is using the folder.
`;

type Action = 'set' | 'change' | 'remove';

const DONE: Record<Action, string> = {
  set: 'The master key is now protected with the passphrase. The server starts locked, and the console asks for the passphrase. Older copies of the folder still contain the unprotected key.',
  change:
    'The master key is now protected with the new passphrase. Older copies of the folder open with the former passphrase.',
  remove: 'The master key in the folder is now unprotected: whoever copies the folder can open everything.',
};

export async function passphrase(args: readonly string[]): Promise<number> {
  const [action = '', ...rest] = args;
  if (action === '--help' || action === '-h' || rest.includes('--help')) {
    say(HELP.trimEnd());
    return 0;
  }
  if (!isAction(action)) {
    throw new Refusal('Name one of set, change, remove. See touchstone passphrase --help.');
  }
  const options = readOptions(rest, { single: ['--passphrase-file', '--new-passphrase-file', '--data-dir'] });
  if (options.words.length > 0) throw new Refusal(`passphrase ${action} takes no further arguments.`);
  const dataDir = dataFolderOf(options);
  if (!isDataFolder(namesIn(dataDir))) throw new Refusal(`${dataDir} is not a Touchstone data folder.`);
  try {
    await changeUnderLock(action, dataDir, options);
  } catch (error) {
    if (error instanceof WrongPassphraseError) throw new Refusal(error.message, 1);
    if (error instanceof MasterKeyError || error instanceof StoreError) throw new Refusal(error.message, DATA_FOLDER);
    throw error;
  }
  say(DONE[action]);
  return 0;
}

async function changeUnderLock(action: Action, dataDir: string, options: Options): Promise<void> {
  const lock = lockFolder(path.join(dataDir, 'server.lock'), path.join(dataDir, 'touchstone.db'));
  try {
    requireKind(action, dataDir);
    const present = action === 'set' ? null : await presentPassphrase(options);
    const next = action === 'remove' ? null : await nextPassphrase(options);
    await rekeyMasterKey(dataDir, { present, next }, systemRandom, passphraseKdf());
    // A process that was killed may have left one too, and it may hold the key in clear.
    sweepKeyFiles(dataDir);
  } finally {
    lock.release();
  }
}

function requireKind(action: Action, dataDir: string): void {
  const kind = masterKeyKind(dataDir);
  if (kind === null) {
    throw new MasterKeyError(
      `${dataDir} contains no key file. If the desktop app created this data folder, the keychain holds the key.`,
    );
  }
  if (action === 'set' && kind === 'passphrase') {
    throw new Refusal('The data folder already has a passphrase. Use touchstone passphrase change.');
  }
  if (action !== 'set' && kind === 'key-file') {
    throw new Refusal('The data folder has no passphrase. Use touchstone passphrase set.');
  }
}

/** The passphrase that the folder has. */
export async function presentPassphrase(options: Options): Promise<string> {
  const file = options.value('--passphrase-file');
  if (file !== undefined) return passphraseIn(file);
  requireTerminal('--passphrase-file');
  return askHidden('Passphrase of the data folder: ');
}

async function nextPassphrase(options: Options): Promise<string> {
  const file = options.value('--new-passphrase-file');
  if (file !== undefined) return longEnough(passphraseIn(file));
  requireTerminal('--new-passphrase-file');
  const next = longEnough(await askHidden('New passphrase of the data folder: '));
  if ((await askHidden('Repeat passphrase: ')) !== next) throw new Refusal('The two passphrases differ.');
  return next;
}

function requireTerminal(option: string): void {
  if (!hasTerminal()) throw new Refusal(`A passphrase is required: use ${option} FILE, or a terminal.`);
}

/** A new passphrase. Throws Refusal where it is too short. */
export function longEnough(text: string): string {
  if (isLongEnough(text)) return text;
  throw new Refusal(`A passphrase needs at least ${LEAST_PASSPHRASE_CHARACTERS} characters.`);
}

function isAction(text: string): text is Action {
  return text === 'set' || text === 'change' || text === 'remove';
}
