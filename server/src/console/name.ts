/**
 * The host name of the console in the browser (decisions 12.26): `<start>.<folder>.localhost`. The first part is new at
 * each start, so nobody else can have had the page's origin before, nor left anything in it; the second stays with the data
 * folder, so passkeys stay valid. Neither is a secret.
 */
import { toHex } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { ConsoleName } from '../frame/own-address.ts';
import { readSetting, writeSetting } from '../settings/store.ts';
import type { Db } from '../store/engine.ts';

/** `localhost`: for browsers that do not resolve names below `localhost`; whoever held the port before may have left something there. */
export type OriginChoice = 'own' | 'localhost';

/** The relying party of passkeys that were enrolled before the console had a name of its own. */
export const FORMER_RP_ID = 'localhost';

const PART_BYTES = 8;

/** The console's name for one start. Where the folder is new, its part has to be kept (`keepFolderName`). */
export async function nameConsole(db: Db, random: Random, choice: OriginChoice): Promise<ConsoleName> {
  if (choice === 'localhost') return { hostname: 'localhost', rpId: 'localhost' };
  const stored = await readSetting(db, 'folder_name');
  const folder = stored !== null && /^[0-9a-f]{16}$/.test(stored) ? stored : toHex(random(PART_BYTES));
  return { hostname: `${toHex(random(PART_BYTES))}.${folder}.localhost`, rpId: `${folder}.localhost` };
}

/** Stores the folder's part of the name where it is new. After the rows of the folder can be sealed (S35). */
export async function keepFolderName(db: Db, { rpId }: ConsoleName): Promise<void> {
  const [, folder] = /^([0-9a-f]{16})\.localhost$/.exec(rpId) ?? [];
  if (folder === undefined || (await readSetting(db, 'folder_name')) === folder) return;
  await writeSetting(db, 'folder_name', folder);
}
