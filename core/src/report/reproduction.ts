/**
 * How a verification is repeated: the command with everything that was given, as a POSIX shell takes it. A program without a
 * command line knows no paths, so that it names in words what is needed.
 */
import { shellWord } from '../text/shell-word.ts';
import { PAYLOAD_CHECK } from '../verdict/checks.ts';
import type { UsedKeySet, VerificationReport } from '../verdict/verification-report.ts';
import { words } from './words/report.ts';

/** The arguments of a run, as they were given. */
export interface GivenForRun {
  /** The file that was judged; `-` is standard input. */
  readonly file: string;
  /** The folder of the run, in which relative paths begin. */
  readonly folder: string;
  /** The data folder that was read, whoever named it; null where there is none. */
  readonly dataDir: string | null;
  readonly keys: readonly string[];
  readonly revocations: readonly string[];
  readonly data: string | null;
  /** The folder with the files that an artifact attests. */
  readonly evidence: string | null;
  readonly isPinnedOnly: boolean;
}

export interface Reproduction {
  readonly command: string;
  /** The outcome with its code, as `--json` prints them. */
  readonly expected_outcome: string;
  readonly expected_exit_code: number;
  /** What the command needs, in words. */
  readonly needs: string;
}

export interface Repeatable extends Pick<VerificationReport, 'outcome' | 'exit_code' | 'file' | 'checks' | 'trust'> {
  readonly kind: string;
  readonly code?: string;
}

/** @param keysAt the section of the report that lists the key sets */
export function reproductionOf(report: Repeatable, keysAt: string, given: GivenForRun | undefined): Reproduction {
  const { kind, outcome, code, exit_code } = report;
  const { args, needs } =
    given === undefined ? neededFor(report, keysAt) : { args: argsOf(given), needs: needsOf(given) };
  return {
    command: ['pq-verify', kind, ...args].join(' '),
    expected_outcome: code === undefined ? outcome : `${outcome}, ${code}`,
    expected_exit_code: exit_code,
    needs,
  };
}

function argsOf({ file, dataDir, keys, revocations, data, evidence, isPinnedOnly }: GivenForRun): readonly string[] {
  const each = (name: string, values: readonly string[]) => values.flatMap((value) => [name, pathWord(value)]);
  return [
    ...each('--file', [file]),
    ...each('--data-dir', dataDir === null ? [] : [dataDir]),
    ...(isPinnedOnly ? ['--pinned-only'] : []),
    ...each('--keys', keys),
    ...each('--revocations', revocations),
    ...each('--data', data === null ? [] : [data]),
    ...each('--evidence', evidence === null ? [] : [evidence]),
  ];
}

/** A path that cannot be taken for an option. */
function pathWord(path: string): string {
  return shellWord(path.startsWith('-') && path !== '-' ? `./${path}` : path);
}

function needsOf({ file, folder, dataDir }: GivenForRun): string {
  return words.reproduce.needs(file === '-', folder, dataDir === null);
}

/** The command with a word in capitals for each path that is not known, and what those words stand for. */
function neededFor(
  { file, checks, trust }: Repeatable,
  keysAt: string,
): { readonly args: readonly string[]; readonly needs: string } {
  const hadPayload = checks.some(
    ({ id, status }) => id === PAYLOAD_CHECK && (status === 'passed' || status === 'failed'),
  );
  const needs = [
    words.reproduce.file,
    ...trust.key_sets.map(keySetNeeded),
    ...(hadPayload ? [words.reproduce.payload] : []),
    ...(trust.key_sets.some(({ revocations }) => revocations.length > 0) ? [words.reproduce.revocations(keysAt)] : []),
  ];
  return {
    args: [
      ...['--file', pathWord(file.name)],
      ...trust.key_sets.flatMap(() => ['--keys', 'KEY_SET']),
      ...(hadPayload ? ['--data', 'PAYLOAD'] : []),
    ],
    needs: needs.join(' '),
  };
}

function keySetNeeded({ keyset_id, edition, fingerprint }: UsedKeySet): string {
  return words.reproduce.keySet(keyset_id, edition, fingerprint);
}
