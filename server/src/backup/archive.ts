/**
 * The plaintext of a backup: entries one after the other, each a head, its contents and their SHA-256. A head is a u32
 * big-endian length and the JCS of {name, size}. Nothing stands before, between or after entries.
 */
import { createHash } from 'node:crypto';
import { concat, equalBytes, uint32, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalBytes } from '@touchstone/core/canonical-json.ts';
import { BackupError } from './backup-error.ts';
import { isAllowedSize, mayFollow, rankOf, readJcs } from './format.ts';

/** What is to be saved under a name. `size` bytes come out of `contents`, no more and no fewer. */
export interface Entry {
  readonly name: string;
  readonly size: number;
  contents(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** An entry that stands in memory. */
export function entryOf(name: string, bytes: Uint8Array): Entry {
  return { name, size: bytes.length, contents: () => [bytes] };
}

/** The bytes of an archive. Throws BackupError REFUSED where a file changed while it was read. */
export async function* writeArchive(entries: Iterable<Entry>): AsyncGenerator<Uint8Array> {
  let previous = '';
  for (const { name, size, contents } of entries) {
    if (!mayFollow(previous, name) || !isAllowedSize(name, size)) {
      throw new BackupError('REFUSED', `${name} with ${size} bytes cannot be saved. touchstone doctor tells more.`);
    }
    previous = name;
    const head = canonicalBytes({ name, size });
    yield concat(uint32(head.length), head);
    const hash = createHash('sha256');
    let written = 0;
    for await (const bytes of contents()) {
      written += bytes.length;
      if (written > size) break;
      hash.update(bytes);
      yield bytes;
    }
    if (written !== size) throw new BackupError('REFUSED', `${name} changed while it was read. Please try again.`);
    yield hash.digest();
  }
}

const MOST_HEAD_BYTES = 1024;
const SHA256_BYTES = 32;

export interface OpenEntry {
  readonly name: string;
  readonly size: number;
  /** To be read to its end before the next entry is asked for; checks the hash at its end. */
  contents(): AsyncGenerator<Uint8Array>;
}

/**
 * The entries of an archive in their order, read as a stream. Throws BackupError DAMAGED for an unknown name, a name out
 * of order or twice, a size that its kind does not allow, other contents than the hash says, and an archive that is cut.
 */
export async function* readArchive(source: AsyncIterable<Uint8Array>): AsyncGenerator<OpenEntry> {
  const reader = createReader(source);
  try {
    yield* entriesOf(reader);
  } finally {
    await reader.close();
  }
}

async function* entriesOf(reader: Reader): AsyncGenerator<OpenEntry> {
  let previous = '';
  while (!(await reader.isAtEnd())) {
    const { name, size } = readHead(await reader.whole(await headLength(reader)));
    if (rankOf(name) < 0) throw new BackupError('DAMAGED', 'The backup holds something that does not belong in one.');
    if (!mayFollow(previous, name)) throw new BackupError('DAMAGED', `The backup holds ${name} twice or out of order.`);
    if (!isAllowedSize(name, size)) throw new BackupError('DAMAGED', `${name} in the backup has an impossible size.`);
    previous = name;
    let isRead = false;
    yield {
      name,
      size,
      async *contents() {
        const hash = createHash('sha256');
        for await (const bytes of reader.exactly(size)) {
          hash.update(bytes);
          yield bytes;
        }
        const stated = await reader.whole(SHA256_BYTES);
        if (!equalBytes(stated, hash.digest())) {
          throw new BackupError('DAMAGED', `${name} in the backup is not what was saved.`);
        }
        isRead = true;
      },
    };
    if (!isRead) throw new TypeError('internal: an entry was not read to its end');
  }
}

async function headLength(reader: Reader): Promise<number> {
  const bytes = await reader.whole(4);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  if (length > MOST_HEAD_BYTES) throw damagedHead();
  return length;
}

function readHead(bytes: Uint8Array): { readonly name: string; readonly size: number } {
  const head = readJcs(bytes);
  if (head === null || Object.keys(head).length !== 2) throw damagedHead();
  const { name, size } = head;
  if (typeof name !== 'string' || typeof size !== 'number') throw damagedHead();
  return { name, size };
}

function damagedHead(): BackupError {
  return new BackupError('DAMAGED', 'An entry of the backup cannot be read.');
}

interface Reader {
  isAtEnd(): Promise<boolean>;
  /** The next `length` bytes in one piece, for short ones. */
  whole(length: number): Promise<Uint8Array>;
  /** The next `length` bytes as they come. */
  exactly(length: number): AsyncGenerator<Uint8Array>;
  /** Ends the source where it is not read to its end. */
  close(): Promise<void>;
}

function createReader(source: AsyncIterable<Uint8Array>): Reader {
  const iterator = source[Symbol.asyncIterator]();
  let rest = utf8('');

  async function fill(): Promise<boolean> {
    while (rest.length === 0) {
      const next = await iterator.next();
      if (next.done === true) return false;
      rest = next.value;
    }
    return true;
  }

  async function* exactly(length: number): AsyncGenerator<Uint8Array> {
    let left = length;
    while (left > 0) {
      if (!(await fill())) throw new BackupError('DAMAGED', 'The backup ends in the middle of an entry.');
      const taken = rest.subarray(0, left);
      rest = rest.subarray(taken.length);
      left -= taken.length;
      yield taken;
    }
  }

  return {
    isAtEnd: async () => !(await fill()),
    exactly,
    async whole(length) {
      const parts: Uint8Array[] = [];
      for await (const bytes of exactly(length)) parts.push(bytes);
      return concat(...parts);
    },

    async close() {
      await iterator.return?.();
    },
  };
}
