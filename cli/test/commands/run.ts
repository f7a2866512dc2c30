/** Runs a command in this process, with a fixed clock. */
import type { Command } from '../../src/command-line/context.ts';

export const NOW = Date.UTC(2026, 10, 21, 12);

/** The exit code; a mistake of the user is thrown, as in the command itself. */
export function run(command: Command, ...args: readonly string[]): Promise<number> {
  return command(args, { root: '', now: () => NOW });
}
