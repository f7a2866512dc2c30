/** `touchstone restore`: brings a backup back. */
import { systemRandom } from '@touchstone/core/random.ts';
import { restoreBackup } from '@touchstone/server/backup/restore.ts';
import { type Context, dataFolderOf, note, say } from '../command-line/context.ts';
import { readOptions, required } from '../command-line/options.ts';
import { givenPassphrase, passphraseKdf } from '../command-line/passphrase.ts';
import { shown } from '../terminal/terminal.ts';
import { interruptible, progressLine, translated } from './backup.ts';

const HELP = `touchstone restore brings a backup back: into a new or empty folder, or in place of what a folder holds.

Usage:
  touchstone restore --file FILE [--data-dir DIR] [--replace]

  --replace               take the place of the present contents. No server may run on the folder.
  --forget-present        with --replace: do not keep the present revocations, because the folder is too damaged or cannot be
                          believed: what was revoked, suspended or destroyed since the backup is as it was then
  --key-file              keep the master key in a plain key file although the saved folder had a passphrase
  --passphrase-file FILE  the passphrase of the backup; else TOUCHSTONE_PASSPHRASE, else you are asked
  --data-dir DIR          Touchstone's data folder

The whole backup is read and checked before anything changes. What was revoked since the backup stays revoked: API keys,
key sets, keys in the trust store, suspended accounts. A folder whose database is older than its mark, or contradicts its own
signed audit, may not know of a revocation: it is refused without --forget-present. Sessions end. Key files in <data folder>/keys that the backup does
not know are kept.

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
    for (const name of report.missing) note(`The saved folder had lost document ${shown(name)}; it is not there.`);
    say(`Restored ${shown(report.dataDir)} as it was at ${report.backupCreatedAt}.`);
    if (report.keptRevocations) say('What was revoked since then stays revoked.');
    else if (options.has('--replace')) {
      say('What was revoked, suspended or destroyed since then is not: look at keys, accounts and secrets.');
    }
    if (report.masterKey === 'key-file') {
      say(
        'The master key stands in master-key.json in that folder: whoever copies the folder can open everything in it.',
      );
    }
    if (report.masterKey === 'passphrase') say('The folder opens with the passphrase that it had.');
    return 0;
  });
}
