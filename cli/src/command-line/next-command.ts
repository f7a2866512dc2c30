/** The command that a person gives next, as a shell takes it: whole, so that it can be copied. */
import { shellWord } from '@touchstone/core/text/shell-word.ts';
import { shown } from '../terminal/terminal.ts';

/**
 * @param program the words of the command, such as `['touchstone', 'ceremony', 'sign']`
 * @param options names with their values; one without a value is left out
 */
export function nextCommand(
  program: readonly string[],
  options: Readonly<Record<string, string | readonly string[] | undefined>>,
): string {
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [name, ...(typeof value === 'string' ? [value] : value)],
  );
  return shown([...program, ...given].map(shellWord).join(' '));
}
