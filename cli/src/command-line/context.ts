import path from 'node:path';
import { defaultDataFolder } from '@touchstone/core/data-folder.ts';
import { escapeInvisible } from '@touchstone/core/text/visible-text.ts';
import { homeFolder } from '../files/home-folder.ts';
import { Refusal } from '../terminal/refusal.ts';
import type { Options } from './options.ts';

/** What a command is given beside its own arguments. */
export interface Context {
  /** Folder of the installation: the one that holds `renderer/dist`. */
  readonly root: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A command answers its exit code; a mistake of the user is a Refusal. */
export type Command = (args: readonly string[], context: Context) => Promise<number>;

/** `--data-dir`, else the default data folder. It may not exist yet. */
export function dataFolderOf(options: Options): string {
  const named = options.value('--data-dir');
  if (named !== undefined) return path.resolve(named);
  return defaultFolder('--data-dir');
}

/**
 * The folder of `TOUCHSTONE_DATA_DIR`, else the platform's place for it. Throws Refusal where there is neither.
 *
 * @param option what a user without a home folder has to give
 */
export function defaultFolder(option: string): string {
  const folder = defaultDataFolder({ env: process.env, platform: process.platform, home: homeFolder(), path });
  if (!path.isAbsolute(folder)) throw new Refusal(`${option} is required, because this user has no home folder.`);
  return folder;
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** One JSON document. What cannot be seen in its texts is escaped, so that it does nothing at a terminal. */
export function sayJson(value: unknown, indent?: number): void {
  say(escapeInvisible(JSON.stringify(value, null, indent)));
}

/** To standard error: what is no result. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}
