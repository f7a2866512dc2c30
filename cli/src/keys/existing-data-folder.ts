import path from 'node:path';
import type { Options } from '../command-line/options.ts';
import { Refusal } from '../terminal/refusal.ts';
import { trustFolder } from '../verifier/trust.ts';

/**
 * The data folder of a command that needs what is in it. One that a person names must exist, since a missing folder knows
 * no keys and, worse, no revocations; the platform's place for it need not. Throws Refusal.
 */
export function existingDataFolder(options: Options): string {
  const folder = trustFolder(options.value('--data-dir'));
  if (folder === null) throw new Refusal('--data-dir is required, because this user has no home folder.');
  return path.resolve(folder);
}
