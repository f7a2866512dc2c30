import { createHash } from 'node:crypto';
import { concat, uint32, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalBytes } from '@touchstone/core/canonical-json.ts';
import { describe, expect, test } from 'vitest';
import { type Entry, entryOf, readArchive, writeArchive } from '../../src/backup/archive.ts';

const NAME = `documents/${'0'.repeat(31)}1.json`;
const LATER = `documents/${'0'.repeat(31)}2.json`;

async function written(entries: readonly Entry[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of writeArchive(entries)) parts.push(part);
  return concat(...parts);
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 5) yield bytes.subarray(at, at + 5);
}

async function read(bytes: Uint8Array): Promise<readonly (readonly [string, string])[]> {
  const found: [string, string][] = [];
  for await (const { name, contents } of readArchive(one(bytes))) {
    const parts: Uint8Array[] = [];
    for await (const part of contents()) parts.push(part.slice());
    found.push([name, Buffer.from(concat(...parts)).toString()]);
  }
  return found;
}

/** An entry as a faulty or hostile program would write it. */
function forged(head: Uint8Array, contents: Uint8Array, hash = createHash('sha256').update(contents).digest()) {
  return concat(uint32(head.length), head, contents, hash);
}

const text = utf8('contents');
const head = (name: string, size = text.length) => canonicalBytes({ name, size });
const damaged = expect.objectContaining({ name: 'BackupError', fault: 'DAMAGED' });

describe('an archive', () => {
  test('gives back its entries in their order', async () => {
    const archive = await written([
      entryOf('manifest.json', utf8('{}')),
      entryOf('trust-store.json', utf8('[]')),
      entryOf('keys/release-office.pqsecret.json', utf8('{}')),
      entryOf(NAME, text),
      entryOf(LATER, utf8('')),
    ]);
    expect(await read(archive)).toEqual([
      ['manifest.json', '{}'],
      ['trust-store.json', '[]'],
      ['keys/release-office.pqsecret.json', '{}'],
      [NAME, 'contents'],
      [LATER, ''],
    ]);
    expect(await read(forged(head(NAME), text))).toEqual([[NAME, 'contents']]);
  });

  test.each([
    '../touchstone.db',
    '/etc/passwd',
    'documents/../../x.json',
    `documents/${'A'.repeat(32)}.json`,
    `documents/${'0'.repeat(31)}.json`,
    `documents/a/${'0'.repeat(32)}.json`,
    'keys/../master-key.json',
    'keys/.hidden.pqkeys.json',
    'keys/a/b.pqkeys.json',
    'keys/a\\b.pqkeys.json',
    'keys/readme.txt',
    'touchstone.db-wal',
    'server.lock',
    'master-key.keychain',
    'open-console.html',
    'MANIFEST.json',
    'manifest.json\n',
    '',
  ])('refuses the name %j, when it reads and when it writes', async (name) => {
    await expect(read(forged(head(name), text))).rejects.toEqual(damaged);
    await expect(written([entryOf(name, text)])).rejects.toMatchObject({ name: 'BackupError', fault: 'REFUSED' });
  });

  test('refuses an entry twice, and out of order', async () => {
    const entry = forged(head(NAME), text);
    const later = forged(head(LATER), text);
    expect(await read(concat(entry, later))).toHaveLength(2);
    await expect(read(concat(entry, entry))).rejects.toEqual(damaged);
    await expect(read(concat(later, entry))).rejects.toEqual(damaged);
    const manifest = forged(head('manifest.json'), text);
    await expect(read(concat(entry, manifest))).rejects.toEqual(damaged);
  });

  test.each([
    ['a larger size than there is', forged(head(NAME, text.length + 1), text)],
    ['a smaller size than there is', forged(head(NAME, text.length - 1), text)],
    [
      'other contents than the hash says',
      forged(head(NAME), utf8('contentz'), createHash('sha256').update(text).digest()),
    ],
    ['a master key of 31 bytes', forged(head('master-key', 31), new Uint8Array(31))],
    ['a size below zero', forged(head(NAME, -1), text)],
    ['a size that is no whole number', forged(head(NAME, 8.5), text)],
    ['a head with a further member', forged(canonicalBytes({ name: NAME, size: 8, mode: 0 }), text)],
    ['a head in another spelling', forged(utf8(`{"size":8,"name":"${NAME}"}`), text)],
    ['a head that is no JSON', forged(utf8('name'), text)],
    ['a head of many megabytes', concat(uint32(0x7fffffff), text)],
    ['an archive that ends in a head', forged(head(NAME), text).subarray(0, 10)],
    ['an archive that ends in contents', forged(head(NAME), text).subarray(0, -35)],
    ['an archive that ends in a hash', forged(head(NAME), text).subarray(0, -1)],
    ['bytes after the last entry', concat(forged(head(NAME), text), new Uint8Array(3))],
  ])('refuses %s', async (_what, bytes) => {
    await expect(read(bytes)).rejects.toEqual(damaged);
  });

  test.each([
    ['grew', 'contents and more'],
    ['shrank', 'cont'],
  ])('is not written where a file %s meanwhile', async (_what, now) => {
    const entry: Entry = { name: NAME, size: text.length, contents: () => [utf8(now)] };
    await expect(written([entry])).rejects.toThrow('changed while it was read');
  });
});
