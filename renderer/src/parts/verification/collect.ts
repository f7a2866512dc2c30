/** Turns what a person drops, picks or pastes into a list of files, folders walked through. */
import { inSlices } from '../../lib/work/slices.ts';

export interface PickedFile {
  /** Name, or path within the dropped folder. */
  readonly name: string;
  readonly file: File;
}

export interface Collected {
  readonly files: readonly PickedFile[];
  /** Files of a folder that were left out, because their names do not end in .json. */
  readonly leftOut: number;
}

/** Of a folder only JSON files are taken: the rest is other people's pictures and system files. */
function belongs(name: string): boolean {
  return name.toLowerCase().endsWith('.json');
}

/** Files as a file picker gives them; a folder picker fills `webkitRelativePath`. The names of 100,000 take a while. */
export async function fromPicker(list: readonly File[]): Promise<Collected> {
  const files: PickedFile[] = [];
  let leftOut = 0;
  await inSlices(list.length, (index) => {
    const file = list[index];
    if (file === undefined) return;
    const path = file.webkitRelativePath;
    if (path === undefined || path === '') files.push({ name: file.name, file });
    else if (belongs(file.name)) files.push({ name: path, file });
    else leftOut++;
  });
  return { files, leftOut };
}

/**
 * Files and folders of a drop or paste. The items are only readable during the event, so their entries are taken
 * before the first await. A folder is read to its end: `readEntries` gives at most a hundred at a time.
 */
export async function fromDataTransfer(data: Pick<DataTransfer, 'items' | 'files'>): Promise<Collected> {
  const entries: FileSystemEntry[] = [];
  const plain: File[] = [];
  for (const item of Array.from(data.items)) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    if (entry !== null) entries.push(entry);
    else {
      const file = item.getAsFile();
      if (file !== null) plain.push(file);
    }
  }
  if (entries.length === 0 && plain.length === 0) plain.push(...Array.from(data.files));
  const files: PickedFile[] = plain.map((file) => ({ name: file.name, file }));
  let leftOut = 0;
  const walk = async (entry: FileSystemEntry, inFolder: boolean): Promise<void> => {
    if (isDirectory(entry)) {
      for (const child of await children(entry)) await walk(child, true);
    } else if (isFile(entry)) {
      if (inFolder && !belongs(entry.name)) leftOut++;
      else files.push({ name: inFolder ? entry.fullPath.replace(/^\//, '') : entry.name, file: await fileOf(entry) });
    }
  };
  for (const entry of entries) await walk(entry, false);
  return { files, leftOut };
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

async function children(directory: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all.sort((a, b) => (a.name < b.name ? -1 : 1));
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** Pasted text as a file; null for text that is only white space. */
export function fromText(text: string): PickedFile | null {
  if (text.trim() === '') return null;
  const name = 'pasted.json';
  return { name, file: new File([text.trim()], name, { type: 'application/json' }) };
}
