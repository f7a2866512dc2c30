/** What the files that a person brings to combine shares hold: the record of the ceremony, and shares. */
import { readTextFile } from '../../../parts/form/text-file.ts';
import { words } from '../../../words/protect/ceremony.ts';
import { readRecord, readShare } from './ceremony-files.ts';

/** A record with 255 commitments has about 20 KiB. */
const MOST_FILE_BYTES = 256 * 1024;

export interface BroughtFiles {
  /** The text of the last record among them. */
  readonly record: string | null;
  readonly shares: readonly string[];
  /** A sentence for each file that holds neither. */
  readonly troubles: readonly string[];
}

export async function readBroughtFiles(files: readonly File[]): Promise<BroughtFiles> {
  let record: string | null = null;
  const shares: string[] = [];
  const troubles: string[] = [];
  for (const file of files) {
    const read = await readTextFile(file, MOST_FILE_BYTES);
    if (!read.ok) troubles.push(read.message);
    else if (readRecord(read.text) !== null) record = read.text;
    else if (readShare(read.text) !== null) shares.push(read.text.trim());
    else troubles.push(words.combine.neither(file.name));
  }
  return { record, shares, troubles };
}
