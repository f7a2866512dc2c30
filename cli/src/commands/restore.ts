/** `touchstone restore`: brings a backup back. */
import { systemRandom } from '@touchstone/core/random.ts';
import { restoreBackup } from '@touchstone/server/backup/restore.ts';
import { type Context, dataFolderOf, note, say } from '../command-line/context.ts';
import { readOptions, required } from '../command-line/options.ts';
import { givenPassphrase, passphraseKdf } from '../command-line/passphrase.ts';
import { shown } from '../terminal/terminal.ts';
import { interruptible, progressLine, translated } from './backup.ts';

const HELP = `touchstone restore restores a backup, into a new or empty folder or in place of a folder's contents.

Usage:
  touchstone restore --file FILE [--data-dir DIR] [--replace]

  --replace               replace the current contents. No server may be using the folder.
  --forget-present        with --replace: do not keep the current revocations, because the folder is too damaged or cannot be
                          trusted; revocations, suspensions and destructions since the backup are undone
  --key-file              keep the master key in an unprotected key file, even if the saved folder had a passphrase
  --passphrase-file FILE  the passphrase of the backup (default: TOUCHSTONE_PASSPHRASE; otherwise you are asked)
  --data-dir DIR          Touchstone's data folder

The whole backup is read and checked before anything changes. What was revoked since the backup stays revoked: API keys,
key sets, keys in the trust store, suspended accounts. A folder whose database is older than its mark, or contradicts its
own signed audit, may lack a revocation, and is refused without --forget-present. Sessions end. Key files in
<data folder>/keys that are not in the backup are kept.

Exit codes: 0 restored, 1 refused, 2 wrong command line or unreadable file.
`;

export async function restore(args: readonly string[], { now }: Context): Promise<number> {
  const options = readOptions(args, {
    flags: ['--replace', '--forget-present', '--key-file', '--help', '-h'],
    single: ['--file', '--passphrase-file', '--data-dir'],
  });
  if (options.has('--help') || options.has('-h')) {
    say(HELP.trimEnd());
    return 0;
  }
  const file = required(options, '--file');
  return translated(async () => {
    const passphrase = await givenPassphrase(options);
    const report = await interruptible((signal) =>
      restoreBackup({
        file,
        dataDir: dataFolderOf(options),
        passphrase,
        replace: options.has('--replace'),
        forgetPresent: options.has('--forget-present'),
        asKeyFile: options.has('--key-file'),
        kdf: passphraseKdf(),
        random: systemRandom,
        clock: now,
        onProgress: progressLine('Reading'),
        signal,
      }),
    );
    for (const name of report.missing)
      note(`The document ${shown(name)} was already lost when the backup was made, and is missing.`);
    say(`Restored ${shown(report.dataDir)} as it was at ${report.backupCreatedAt}.`);
    if (report.keptRevocations) say('What was revoked since then stays revoked.');
    else if (options.has('--replace')) {
      say('Revocations, suspensions and destructions since then are undone: check keys, accounts and secrets.');
    }
    if (report.masterKey === 'key-file') {
      say(
        'The master key is unprotected in master-key.json in that folder: whoever copies the folder can open everything.',
      );
    }
    if (report.masterKey === 'passphrase') say('The folder opens with its former passphrase.');
    return 0;
  });
}
