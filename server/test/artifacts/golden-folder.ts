/**
 * A data folder as the last version left it that kept large documents in files (schema step 28), with one document in its row and
 * two in files. It was made once, by that version, and is never changed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const GOLDEN = new URL('golden/folder-schema-28.json.gz', import.meta.url);

export const SMALL = 'pqv-2026-Q2-001-854764667a907473';
/** Ids of the artifacts by their files. */
export const IN_FILES: Readonly<Record<string, string>> = {
  [`${'2'.repeat(32)}.json`]: 'pqv-2026-Q2-002-a2b28eb930d76c6b',
  [`${'3'.repeat(32)}.json`]: 'pqv-2026-Q2-003-a4903907227bd1b2',
};

/** Lays the folder out in a new place. */
export function layOutGoldenFolder(dataDir: string): void {
  const { files } = JSON.parse(gunzipSync(readFileSync(GOLDEN)).toString()) as { files: Record<string, string> };
  for (const [name, contents] of Object.entries(files)) {
    const path = join(dataDir, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, Buffer.from(contents, 'base64'), { mode: 0o600 });
  }
}
