/** Where a report may be written: over an older report, never over what the verification rests on. */
import { realpathSync, statSync } from 'node:fs';
import { Refusal } from '../refusal.ts';

/** Extensions of what is verified, key sets and secret keys: no report bears them. */
const TAKEN = /\.(pqv|pqr|pqs|pqnode|pqlog|pqkeys|pqsecret)\.json$/i;

/**
 * Throws Refusal where `name` is no name for a report, or leads, by whatever links, to one of the files that this run
 * reads or to a file with a name of their kinds.
 */
export function requireReportTarget(name: string, inputs: readonly string[]): void {
  if (!/\.(html|json)$/.test(name)) {
    throw new Refusal('--report takes a file name that ends in .html or .json.');
  }
  if (TAKEN.test(name) || TAKEN.test(followed(name))) {
    throw new Refusal(
      `--report ${name}: names that end in .pqv.json, .pqr.json, .pqs.json, .pqnode.json, .pqlog.json, .pqkeys.json or .pqsecret.json are not for reports.`,
    );
  }
  const target = identity(name);
  const taken = target === null ? undefined : inputs.find((input) => identity(input) === target);
  if (taken !== undefined) throw new Refusal(`--report ${name}: this is ${taken}, which the verification reads.`);
}

/** Where the links of a name end; the name itself where nothing stands there yet. */
function followed(name: string): string {
  try {
    return realpathSync(name);
  } catch {
    return name;
  }
}

/** Device and inode, so that two names of one file are told to be one. */
function identity(name: string): string | null {
  try {
    const { dev, ino } = statSync(name, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}
