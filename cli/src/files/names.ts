/**
 * File names that are not valid UTF-8, which Linux allows. Node gives them as text with U+FFFD in place of the bad bytes,
 * and that text is the name of another file: what is judged would not be what was found.
 */
import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import { systemReason } from '../terminal/refusal.ts';

const REPLACEMENT = '\ufffd';

/** The fault of an entry of a folder that has such a name. */
export const NOT_UTF8 = 'It was not opened, since its name is not valid UTF-8: rename it.';

export interface FolderEntry {
  readonly name: string;
  /** Whether `name` leads to this entry; else the file system holds other bytes. */
  readonly isUtf8: boolean;
  readonly type: Pick<Dirent, 'isDirectory' | 'isSymbolicLink'>;
}

/** The entries of a folder in the order of their names. Throws what the file system says. */
export function entriesOf(folder: string): readonly FolderEntry[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  // Bytes only where they matter: the usual folder is listed once.
  const found = entries.every(({ name }) => isExact(name))
    ? entries.map((type) => ({ name: type.name, isUtf8: true, type }))
    : readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }).map((type) => ({
        name: type.name.toString(),
        isUtf8: isUtf8(type.name),
        type,
      }));
  return found.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Whether no bytes can have been lost in a name. */
export function isExact(name: string): boolean {
  return !name.includes(REPLACEMENT);
}

/**
 * Why a name that a person gave must not be opened; null where it may. With U+FFFD in it, it may have been given in other
 * bytes, so no entry that reads the same may have a name that is not valid UTF-8: neither there nor in place of a folder
 * on the way.
 */
export function nameFault(name: string): string | null {
  for (let part = name; !isExact(part); part = path.dirname(part)) {
    const parent = path.dirname(part);
    if (parent === part) return null;
    const last = path.basename(part);
    if (isExact(last)) continue;
    try {
      const entries = readdirSync(parent, { encoding: 'buffer' });
      if (entries.some((entry) => !isUtf8(entry) && entry.toString() === last)) {
        return 'It was not opened: a name in this path, or one that reads the same, is not valid UTF-8. Rename it.';
      }
    } catch (error) {
      return `It was not opened: whether the name is valid UTF-8 could not be told, ${systemReason(error)}.`;
    }
  }
  return null;
}

/** Whether the text that Node makes of these bytes is made into the same bytes again. */
function isUtf8(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString()).equals(bytes);
}
