/** Where a report may be written: under a new name or over an older report, never over anything else. */
import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { OWN_SERVICE_FILE } from '@touchstone/core/keys/own-service.ts';
import { nameFault } from '../files/names.ts';
import { Refusal } from '../terminal/refusal.ts';
import { TRUST_STORE_FILE } from './trust.ts';
import { isWrittenReport } from './written-report.ts';

/** Extensions of what is verified, signing requests and answers, key sets, revocations and secret keys: no report bears them. */
const TAKEN = [
  ...['.3key.json', '.pqkeys.json', '.pqledger.json', '.pqlog.json', '.pqnode.json', '.pqr.json', '.pqs.json'],
  ...['.pqrevoke.json', '.pqsecret.json', '.pqsign.json', '.pqsigned.json', '.pqv.json'],
];

/** Files that the server writes into a data folder, documents apart. */
const OF_DATA_FOLDER: readonly string[] = [
  TRUST_STORE_FILE,
  OWN_SERVICE_FILE,
  ...['master-key.json', 'open-console.html', 'restore-journal.json', 'rollback-mark.json'],
];

/**
 * The path to write, which is where the links of `name` end. Throws Refusal where `name` is no name for a report, or leads,
 * by whatever links, to one of the files that this run reads, to a name of their kinds, or to a file that is no report.
 */
export function reportTarget(name: string, inputs: readonly string[]): string {
  if (!/\.(html|json)$/.test(name)) {
    throw new Refusal('--report needs a file name that ends in .html or .json.');
  }
  const target = followed(name);
  const fault = nameFault(name) ?? nameFault(target);
  if (fault !== null) throw new Refusal(`--report ${name}: ${fault}`);
  if (isTaken(name) || isTaken(target)) {
    const extensions = `${TAKEN.slice(0, -1).join(', ')} or ${TAKEN.at(-1)}`;
    throw new Refusal(
      `--report ${name}: names that end in ${extensions}, and ${OF_DATA_FOLDER.join(', ')}, cannot be used for reports.`,
    );
  }
  const stat = statOf(target);
  if (stat !== null && !stat.isFile()) throw new Refusal(`--report ${name}: this is not a regular file.`);
  const taken = stat === null ? undefined : inputs.find((input) => isSame(stat, statOf(input)));
  if (taken !== undefined) throw new Refusal(`--report ${name}: this is ${taken}, which the verification reads.`);
  if (stat !== null && !isWrittenReport(target)) {
    throw new Refusal(
      `--report ${name}: this file is not a report and was not replaced. Choose another name, or remove the file.`,
    );
  }
  return target;
}

/** In capitals or not: to some file systems they are one name. */
function isTaken(name: string): boolean {
  const lower = path.basename(name).toLowerCase();
  return OF_DATA_FOLDER.includes(lower) || TAKEN.some((extension) => lower.endsWith(extension));
}

/** Where the links of a name end; the name itself where nothing stands there yet. */
function followed(name: string): string {
  try {
    return realpathSync.native(name);
  } catch {
    return name;
  }
}

/** By device and inode, so that two names of one file are told to be one. */
function isSame(a: BigIntStats, b: BigIntStats | null): boolean {
  return b !== null && a.dev === b.dev && a.ino === b.ino;
}

function statOf(name: string): BigIntStats | null {
  try {
    return statSync(name, { bigint: true });
  } catch {
    return null;
  }
}
