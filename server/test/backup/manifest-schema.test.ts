/** A table of contents that states another schema than the database beside it has was made by no backup. */
import { readFileSync, writeFileSync } from 'node:fs';
import { concat, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalBytes } from '@touchstone/core/canonical-json.ts';
import { describe, expect, test } from 'vitest';
import { expectHeld } from '../../../core/test/schemas/held-to-reader.ts';
import { schemaFaults } from '../../../core/test/schemas/validator.ts';
import { type Entry, entryOf, readArchive, writeArchive } from '../../src/backup/archive.ts';
import { BackupError } from '../../src/backup/backup-error.ts';
import { FORMAT, HEADER_BYTES, headerOf, readManifest, requireHeader, streamKey } from '../../src/backup/format.ts';
import { openStream, sealStream } from '../../src/backup/stream.ts';
import { MIGRATIONS } from '../../src/store/sqlite/migrations/migrations.ts';
import { bringBack, kdf, PASSPHRASE, save } from './folder.ts';
import { folderOfEachTest } from './folder-of-each-test.ts';

const folder = folderOfEachTest();

/** Writes a backup again, with another schema in its table of contents. */
async function restate(file: string, schema: number): Promise<void> {
  const bytes = readFileSync(file);
  const header = bytes.subarray(0, HEADER_BYTES);
  const key = await streamKey(PASSPHRASE, header, kdf);
  async function* sealedPart() {
    yield bytes.subarray(HEADER_BYTES);
  }
  const entries: Entry[] = [];
  for await (const { name, contents } of readArchive(openStream(key, sealedPart()))) {
    const parts: Uint8Array[] = [];
    for await (const part of contents()) parts.push(part.slice());
    const found = concat(...parts);
    const isManifest = name === 'manifest.json';
    if (isManifest) expect(schemaFaults('backup-manifest', JSON.parse(Buffer.from(found).toString()))).toEqual([]);
    entries.push(entryOf(name, isManifest ? canonicalBytes({ ...readManifest(found), schema }) : found));
  }
  const sealed: Uint8Array[] = [header];
  for await (const part of sealStream(key, writeArchive(entries))) sealed.push(part.slice());
  writeFileSync(file, concat(...sealed));
}

test('formats, backup: `schema` is the last step of the database', async () => {
  const out = `${folder.dataDir}.pqbackup`;
  await save(folder.dataDir, out);
  const last = MIGRATIONS.at(-1)?.version ?? 0;
  for (const schema of [999, 1, last + 1]) {
    await restate(out, schema);
    await expect(bringBack(out, `${folder.dataDir}-${schema}`)).rejects.toMatchObject({ fault: 'DAMAGED' });
  }
  await restate(out, last);
  await bringBack(out, `${folder.dataDir}-restored`);
});

describe('formats, backup: the first bytes', () => {
  const header = headerOf(new Uint8Array(16));
  test.each([
    ['a later version', concat(utf8('svc-backup/v2'), header.subarray(13)), /newer version/],
    ['a later version of two digits', concat(utf8('svc-backup/v12'), header.subarray(14)), /newer version/],
    ['a byte that is none of it', concat(utf8(`${FORMAT}x`), header.subarray(14)), /no Touchstone backup/],
    ['a header cut short', header.subarray(0, 20), /no Touchstone backup/],
    ['something else', new Uint8Array(HEADER_BYTES), /no Touchstone backup/],
  ])('%s', (_what, bytes, message) => {
    expect(() => requireHeader(bytes)).toThrow(message);
  });
});

test('formats, backup: a manifest is what its JSON Schema says', () =>
  expectHeld({
    schema: 'backup-manifest',
    documents: () => [
      {
        format: 'svc-backup/v1',
        created_at: '2026-04-01T12:00:00Z',
        program: 'touchstone 0.1.0',
        schema: 1,
        master_key: 'key-file',
        entries: 2,
        missing: ['a'],
      },
    ],
    reads(value) {
      try {
        readManifest(canonicalBytes(value));
        return true;
      } catch (error) {
        if (error instanceof BackupError) return false;
        throw error;
      }
    },
  }));
