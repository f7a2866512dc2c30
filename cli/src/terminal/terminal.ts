/** What is written to the terminal: colour only where it is wanted, and what becomes of it where the terminal is gone. */
import { visibleText } from '@touchstone/core/text/visible-text.ts';
import { systemReason } from './refusal.ts';

export type Colour = 'green' | 'yellow' | 'red' | 'dim' | 'bold';

const CODES: Readonly<Record<Colour, string>> = { green: '32', yellow: '33', red: '31', dim: '2', bold: '1' };

/** Colours a text, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string;

/** FORCE_COLOR (not 0) asks for colour, a non-empty NO_COLOR or TERM=dumb refuses it, else a terminal gets it and a file does not. */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  if (no !== undefined && no !== '') return false;
  return isTerminal && term !== 'dumb';
}

export function painter(isColoured: boolean): Paint {
  return (colour, text) => (isColoured ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text);
}

/** Text that came from a file or its name: it cannot steer the terminal. */
export { visibleText as shown };

/**
 * Sees to what becomes of output that cannot be written. A reader that closes the pipe (`| head`) is no error of ours: the
 * rest is dropped, and the program goes on to the exit code that its work gives it. Any other fault, such as a full disk,
 * ends it.
 */
export function guardOutput(program: string): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') endUnexpectedly(program, error);
  });
  // There is no further place to report to.
  process.stderr.on('error', () => undefined);
}

/** One line and exit code 2, never 1, which is a verdict. */
export function endUnexpectedly(program: string, error: unknown): never {
  try {
    process.stderr.write(`${program}: Unexpected error: ${visibleText(systemReason(error))}\n`);
  } finally {
    process.exit(2);
  }
}
