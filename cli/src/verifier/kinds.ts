/** The kinds of files that pq-verify checks, and what is said of every other file. */
import type { FileKind } from '@touchstone/core/verdict/verification-report.ts';
import { hasExtension } from './targets.ts';

export const EXTENSIONS: Readonly<Record<FileKind, string>> = {
  artifact: '.pqv.json',
  receipt: '.pqr.json',
  signature: '.3key.json',
  session: '.pqs.json',
  node: '.pqnode.json',
  log: '.pqlog.json',
  proof: '.pqp.json',
  grade: '.pqgrade.json',
  statement: '.pqst.json',
};

export const KINDS = Object.keys(EXTENSIONS) as readonly FileKind[];

/** With its article. */
export const KIND_NAMES: Readonly<Record<FileKind, string>> = {
  artifact: 'a verified artifact',
  receipt: 'a receipt',
  signature: 'a 3-key signature',
  session: 'an agent session',
  node: 'a node proof',
  log: 'a log export',
  proof: 'a privacy proof',
  grade: 'a code grade',
  statement: 'a statement of a service',
};

export const KEY_SETS_ELSEWHERE = 'key sets are given with --keys';

export const NOT_OURS = 'no kind of file that pq-verify looks for has this ending';

/** Why a file in a folder is not verified. */
export function whySkipped(name: string, kind: FileKind | null): string {
  if (hasExtension(name, '.pqkeys.json')) return KEY_SETS_ELSEWHERE;
  if (hasExtension(name, '.pqrevoke.json')) return 'revocations are given with --revocations';
  if (hasExtension(name, 'trust-store.json')) return 'trust stores are given with --data-dir';
  if (hasExtension(name, '.pqrelease.json'))
    return 'release manifests are verified by the desktop app, Update from a file';
  const other = KINDS.find((one) => hasExtension(name, EXTENSIONS[one]));
  if (other !== undefined && kind !== null) return `${KIND_NAMES[other]}: use pq-verify ${other}`;
  return NOT_OURS;
}
