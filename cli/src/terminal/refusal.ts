/** A mistake of the person at the keyboard or in a file that they named. It ends the command with one message, no stack trace. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly exitCode: 1 | 2 | 3 | 4;
  /** What `--json` of pq-verify says in place of the message, with a code of its own. */
  readonly details: { readonly code: string; readonly [name: string]: unknown } | null;
  /** Lines below the message: what there is to choose from, or to do. */
  readonly choices: readonly string[];

  constructor(
    message: string,
    exitCode: 1 | 2 | 3 | 4 = 2,
    details: Refusal['details'] = null,
    choices: readonly string[] = [],
  ) {
    super(message);
    this.exitCode = exitCode;
    this.details = details;
    this.choices = choices;
  }
}

/** Exit code of commands that the data folder keeps from their work: it cannot be read, written or trusted to be whole. */
export const DATA_FOLDER = 4;

/** The message of a file system error in plain words. */
export function systemReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission denied',
    EPERM: 'not permitted',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of the path is not a folder',
    EEXIST: 'it already exists',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EFBIG: 'the file would be larger than allowed',
    EROFS: 'the file system is read-only',
    EMFILE: 'too many files are open',
    ELOOP: 'too many symbolic links',
    ENAMETOOLONG: 'the name is too long',
  };
  if (typeof code === 'string') return known[code] ?? code;
  return error instanceof Error ? error.message : 'unknown reason';
}
