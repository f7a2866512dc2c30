/** Arguments of the app's next start, from those of this one (`argv`, whose first is the program). */
import { isFileArgument } from './files.ts';
import { LINK_SCHEME } from './links.ts';
import { SAFE_MODE } from './recovery.ts';

/** What a start hands over. */
export interface Handed {
  readonly dataDir: string;
  readonly files: readonly string[];
  readonly page: string | null;
}

/** Without safe mode and what this start handed over. */
function ownArguments(argv: readonly string[]): string[] {
  const isOurs = (argument: string) => argument === `--${SAFE_MODE}` || argument.startsWith('--data-dir=');
  return argv
    .slice(1)
    .filter((argument) => !isOurs(argument) && !argument.startsWith(`${LINK_SCHEME}:`) && !isFileArgument(argument));
}

/**
 * The same start with something else handed over. The first of two data folders counts. A link is last: behind one, Chromium
 * takes no further arguments on Windows (shell/app/command_line_args.cc).
 */
export function startArguments(argv: readonly string[], { dataDir, files, page }: Handed): string[] {
  const link = page === null ? [] : [`${LINK_SCHEME}://${page}`];
  return [`--data-dir=${dataDir}`, ...ownArguments(argv), ...files, ...link];
}

/** The same start in safe mode, which opens neither files nor links. */
export function safeArguments(argv: readonly string[], dataDir: string): string[] {
  return [`--${SAFE_MODE}`, ...startArguments(argv, { dataDir, files: [], page: null })];
}
