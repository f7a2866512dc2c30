/**
 * Authenticated streaming: the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár: "Online authenticated-encryption
 * and its nonce-reuse misuse-resistance", 2015) in the form that age has, with AES-256-GCM. The plaintext is cut into
 * chunks of 64 KiB; the nonce of a chunk is its number, 11 bytes big-endian, and one byte that is 1 for the last chunk
 * only. So chunks cannot be exchanged, left out, repeated, or added, and the end cannot be cut off.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { concat, wipe } from '@touchstone/core/bytes.ts';
import { BackupError } from './backup-error.ts';

/** Bytes of plaintext in every chunk but the last, which holds 1 to this many. */
export const CHUNK_BYTES = 65_536;
const TAG = 16;

/** Encrypts a stream of at least one byte under a key of 32 bytes that is used for nothing else. */
export async function* sealStream(key: Uint8Array, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let number = 0;
  for await (const { bytes, isLast } of cut(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, isLast));
    const sealed = concat(cipher.update(bytes), cipher.final(), cipher.getAuthTag());
    // The piece is a copy of our own; in a backup the first one holds the master key.
    wipe(bytes);
    yield sealed;
  }
}

/**
 * Decrypts what `sealStream` made. A chunk is given out only after it was authenticated; that the stream is whole is known
 * only when the generator has ended. Throws BackupError WRONG_PASSPHRASE where the first chunk does not open, DAMAGED
 * where a later one does not.
 */
export async function* openStream(key: Uint8Array, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let number = 0;
  for await (const { bytes, isLast } of cut(source, CHUNK_BYTES + TAG)) {
    const plaintext = openChunk(key, nonceOf(number, isLast), bytes);
    if (plaintext === null) throw notOpened(number);
    number++;
    yield plaintext;
  }
  if (number === 0) throw new BackupError('DAMAGED', 'The backup ends before its first part.');
}

function openChunk(key: Uint8Array, nonce: Uint8Array, bytes: Uint8Array): Uint8Array | null {
  if (bytes.length <= TAG) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG));
  const plaintext = decipher.update(bytes.subarray(0, bytes.length - TAG));
  try {
    decipher.final();
    return plaintext;
  } catch {
    plaintext.fill(0);
    return null;
  }
}

function notOpened(number: number): BackupError {
  if (number === 0) {
    return new BackupError('WRONG_PASSPHRASE', 'The passphrase is wrong, or the beginning of the backup was changed.');
  }
  const at = `${Math.floor((number * CHUNK_BYTES) / 1024)} KiB`;
  return new BackupError('DAMAGED', `The backup is damaged or was cut off, after ${at}. Use another copy of it.`);
}

function nonceOf(number: number, isLast: boolean): Uint8Array {
  const nonce = new Uint8Array(12);
  // The counter's high bytes stay 0: 2^48 chunks are more than any disk.
  new DataView(nonce.buffer).setUint32(7, number % 2 ** 32);
  new DataView(nonce.buffer).setUint32(3, Math.floor(number / 2 ** 32));
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

interface Piece {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** Cuts a stream into pieces of `size` bytes; the last has 1 to `size`. Nothing comes of an empty stream. */
async function* cut(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Piece> {
  let piece = new Uint8Array(size);
  let filled = 0;
  for await (const bytes of source) {
    let at = 0;
    while (at < bytes.length) {
      // A full piece waits here until a further byte shows that it is not the last.
      if (filled === size) {
        yield { bytes: piece, isLast: false };
        piece = new Uint8Array(size);
        filled = 0;
      }
      const taken = bytes.subarray(at, at + size - filled);
      piece.set(taken, filled);
      filled += taken.length;
      at += taken.length;
    }
  }
  if (filled > 0) yield { bytes: piece.subarray(0, filled), isLast: true };
}
