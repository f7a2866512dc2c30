/** `touchstone doctor`: what is wrong with the data folder. */
import { existsSync } from 'node:fs';
import { wipe } from '@touchstone/core/bytes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { Status } from '@touchstone/server/doctor/check.ts';
import { type DoctorReport, examineDataFolder } from '@touchstone/server/doctor/doctor.ts';
import { type Context, dataFolderOf, say, sayJson } from '../command-line/context.ts';
import { readOptions } from '../command-line/options.ts';
import { passphraseKdf } from '../command-line/passphrase.ts';
import { Refusal } from '../terminal/refusal.ts';
import { type Colour, painter, shown, wantsColour } from '../terminal/terminal.ts';
import { keyHelpOf, translated } from './backup.ts';

const HELP = `touchstone doctor examines the data folder, even while a server is using the folder, and changes nothing.

Usage:
  touchstone doctor [--data-dir DIR] [--json] [--strict]

  --json                      print the findings as JSON
  --strict                    exit with 3 if there are warnings but no problems
  --key-passphrase-file FILE  the passphrase of the data folder, if it has one
  --master-key-file FILE      the master key (32 bytes in base64), if only the desktop app's keychain has the key
  --data-dir DIR              Touchstone's data folder

Exit codes: 0 no problem (there may be warnings), 1 a problem, 2 no such folder or a wrong command line.
`;

export async function doctor(args: readonly string[], { now }: Context): Promise<number> {
  const options = readOptions(args, {
    flags: ['--json', '--strict', '--help', '-h'],
    single: ['--key-passphrase-file', '--master-key-file', '--data-dir'],
  });
  if (options.has('--help') || options.has('-h')) {
    say(HELP.trimEnd());
    return 0;
  }
  const dataDir = dataFolderOf(options);
  if (!existsSync(dataDir)) throw new Refusal(`${dataDir} does not exist.`);
  return translated(async () => {
    const keyHelp = await keyHelpOf(options, dataDir, false);
    try {
      const report = await examineDataFolder({
        dataDir,
        keyHelp,
        kdf: passphraseKdf(),
        random: systemRandom,
        clock: now,
      });
      if (options.has('--json')) sayJson(forPrograms(report), 2);
      else print(report);
      if (report.status === 'problem') return 1;
      return report.status === 'warning' && options.has('--strict') ? 3 : 0;
    } finally {
      wipe(keyHelp.masterKey);
    }
  });
}

const COLOURS: Readonly<Record<Status, Colour>> = { ok: 'green', warning: 'yellow', problem: 'red' };

function print(report: DoctorReport): void {
  const paint = painter(wantsColour(process.env, process.stdout.isTTY === true));
  say(`Data folder: ${shown(report.dataDir)}`);
  for (const { status, message, action } of report.findings) {
    say(`${paint(COLOURS[status], status.padEnd(7))}  ${shown(message)}`);
    if (action !== null) say(`         ${shown(action)}`);
  }
  const { warning, problem } = countsOf(report);
  say(problem + warning === 0 ? 'No problems found.' : `Problems: ${problem}. Warnings: ${warning}.`);
}

/** The form of `--json`: members and check ids are only ever added. */
function forPrograms(report: DoctorReport) {
  return {
    data_dir: report.dataDir,
    checked_at: formatIsoTime(report.checkedAt),
    status: report.status,
    summary: countsOf(report),
    findings: report.findings.map(({ check, status, message, action }) => ({ check, status, message, action })),
  };
}

function countsOf({ findings }: DoctorReport): Readonly<Record<Status, number>> {
  const count = (status: Status) => findings.filter((finding) => finding.status === status).length;
  return { ok: count('ok'), warning: count('warning'), problem: count('problem') };
}
