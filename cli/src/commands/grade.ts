/** `touchstone grade`: grades the source code of a folder on this machine, and signs what it found. The code goes nowhere. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { wipe } from '@touchstone/core/bytes.ts';
import type { ThreeKeyBytes } from '@touchstone/core/composite/three-key.ts';
import { GRADE_EXTENSION, type GradeFile, isProjectName } from '@touchstone/core/grade/record.ts';
import { signGrade } from '@touchstone/core/grade/sign-grade.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { withFolderSecrets } from '@touchstone/server/data-folder/own-secrets.ts';
import { CONNECTION_OPTIONS, connectionHelp, connectionOf } from '../agents/connection.ts';
import { type Context, dataFolderOf, note, say, sayJson } from '../command-line/context.ts';
import { type Options, readOptions } from '../command-line/options.ts';
import { passphraseKdf } from '../command-line/passphrase.ts';
import { nameFault } from '../files/names.ts';
import { refuseExisting, writeNew } from '../files/read-and-write.ts';
import { gradeTree, type TreeGrade } from '../grade/grade-tree.ts';
import { printGrade } from '../grade/print-grade.ts';
import { submitGrade } from '../grade/submit.ts';
import { signatures } from '../keys/signing.ts';
import { Refusal, systemReason } from '../terminal/refusal.ts';
import { painter, shown, wantsColour } from '../terminal/terminal.ts';
import { keyHelpOf, progressLine, translated } from './backup.ts';

const HELP = `touchstone grade grades the source code of a folder by fixed rules, without a network. The code does not leave this machine.

Usage:
  touchstone grade [options] [DIR]        DIR: the folder to grade (default: the current folder)

  --out FILE      write the signed grade with all places to a new FILE${GRADE_EXTENSION}, which pq-verify grade can check
  --json          print the signed grade as JSON instead of text
  --verbose       list up to 100 places for each loss, not only three
  --project NAME  what the grade calls the code (default: the name of the folder)
  --unsigned      grade without keys: nothing is signed, written or submitted
  --submit        send the signed grade with its proof to the service: scores and file root, no code and no names of files
${connectionHelp('sign')}
  --key-passphrase-file FILE  the passphrase of the data folder, if it has one; otherwise you are asked
  --master-key-file FILE      the master key (32 bytes in base64), if only the desktop app's keychain has the key
  --data-dir DIR  Touchstone's data folder, whose 3-key set signs

The same files give the same grade on every machine: the rules ask neither clock nor locale, git nor network. They ignore
folders that tools make (such as .git, node_modules, dist) and follow no links. docs/user-guide/grade.md lists every rule.
A STARK proves that score and letter follow from the six dimensions. That these belong to the code is self-reported.

Exit codes: 0 graded, 1 refused (no keys, no source code, or the service refused), 2 wrong command line or a folder that
cannot be read, 4 the data folder cannot be read.
`;

export async function grade(args: readonly string[], { now }: Context): Promise<number> {
  const options = readOptions(args, {
    flags: ['--json', '--verbose', '--unsigned', '--submit', '--help', '-h'],
    single: [...CONNECTION_OPTIONS, '--out', '--project', '--key-passphrase-file', '--master-key-file', '--data-dir'],
    words: 'folder',
  });
  if (options.has('--help') || options.has('-h')) {
    say(HELP.trimEnd());
    return 0;
  }
  refuseContradictions(options);
  const folder = folderOf(options);
  const project = projectOf(options, folder);
  const out = options.value('--out');
  if (out !== undefined) refuseExisting(out);
  // A key that is missing is told before a minute of work.
  const connection = options.has('--submit') ? connectionOf(options, process.env, 'sign') : null;
  const graded = gradeTree(folder, progressLine('Grading'));
  const isJson = options.has('--json');
  if (options.has('--unsigned')) {
    if (isJson) sayJson(unsignedJson(graded, project), 2);
    else {
      print(graded, folder, project, options);
      say('Not signed.');
    }
    return 0;
  }
  const file = await signed(graded, project, options, now());
  if (out !== undefined) writeNew(out, `${JSON.stringify(file, null, 2)}\n`);
  if (isJson) sayJson(file, 2);
  else print(graded, folder, project, options);
  const tell = isJson ? note : say;
  if (!isJson)
    say(`Proven, and signed by the 3-key set of ${shown(dataFolderOf(options))}. The scores are self-reported.`);
  if (out !== undefined) tell(`Wrote ${shown(out)}`);
  if (connection !== null) {
    const id = await submitGrade(file, connection);
    tell(`Submitted as ${shown(id)}: GET ${connection.url}/v1/grades/${shown(id)}`);
  }
  return 0;
}

function refuseContradictions(options: Options): void {
  if (options.words.length > 1) throw new Refusal('touchstone grade takes one folder.');
  for (const name of ['--out', '--submit']) {
    if (options.has('--unsigned') && options.has(name)) throw new Refusal(`--unsigned and ${name} exclude each other.`);
  }
  for (const name of CONNECTION_OPTIONS) {
    if (options.has(name) && !options.has('--submit')) throw new Refusal(`${name} works only with --submit.`);
  }
}

function folderOf(options: Options): string {
  const [named = '.'] = options.words;
  const fault = nameFault(named);
  if (fault !== null) throw new Refusal(`${named}: ${fault}`);
  try {
    if (!statSync(named).isDirectory()) throw new Refusal(`${named} is not a folder.`);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${named} cannot be graded: ${systemReason(error)}.`);
  }
  return path.resolve(named);
}

function projectOf(options: Options, folder: string): string {
  const stated = options.value('--project');
  if (stated !== undefined) {
    if (isProjectName(stated)) return stated;
    throw new Refusal('--project must be 1 to 128 visible characters.');
  }
  const name = path.basename(folder);
  if (isProjectName(name)) return name;
  throw new Refusal('The name of the folder cannot name a project. Name it with --project.');
}

function print(graded: TreeGrade, folder: string, project: string, options: Options): void {
  const paint = painter(wantsColour(process.env, process.stdout.isTTY === true));
  say(printGrade(graded, { folder, project, isVerbose: options.has('--verbose'), paint }));
}

async function signed(graded: TreeGrade, project: string, options: Options, date: number): Promise<GradeFile> {
  const dataDir = dataFolderOf(options);
  return translated(async () => {
    const keyHelp = await keyHelpOf(options, dataDir, true);
    const opening = { dataDir, keyHelp, kdf: passphraseKdf(), random: systemRandom };
    try {
      return await withFolderSecrets(opening, '3key', (_keySet, secretKeys) =>
        signGrade(graded, {
          project,
          date,
          secretKeys: threeKeysIn(secretKeys),
          signer: signatures,
          random: systemRandom,
        }),
      );
    } finally {
      wipe(keyHelp.masterKey);
    }
  });
}

function threeKeysIn(secretKeys: ReadonlyMap<string, Uint8Array>): ThreeKeyBytes {
  const [ed25519, mlDsa, falcon] = ['Ed25519', 'ML-DSA-65', 'FALCON-512'].map((family) => secretKeys.get(family));
  if (!ed25519 || !mlDsa || !falcon) throw new TypeError('internal: the 3key set lacks a family');
  return { Ed25519: ed25519, 'ML-DSA-65': mlDsa, 'FALCON-512': falcon };
}

/** What there is of document 1's fields without keys. */
function unsignedJson({ score, grade: letter, dimensions, losses, fileRoot, files }: TreeGrade, project: string) {
  return { score, grade: letter, dimensions, project, file_root: fileRoot, files, signature: null, losses };
}
