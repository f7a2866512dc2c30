import { concat } from '@touchstone/core/bytes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHUNK_BYTES, openStream, sealStream } from '../../src/backup/stream.ts';

const SEALED_CHUNK = CHUNK_BYTES + 16;
const key = systemRandom(32);

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function whole(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return concat(...parts);
}

const sealed = (plaintext: Uint8Array, size = 100_000) => whole(sealStream(key, pieces(plaintext, size)));
const opened = (bytes: Uint8Array, size = 100_000, under = key) => whole(openStream(under, pieces(bytes, size)));

/** Three full chunks and a short one, each of its own bytes. */
const plaintext = systemRandom(3 * CHUNK_BYTES + 1000);
const fault = (name: string) => expect.objectContaining({ name: 'BackupError', fault: name });

describe('an authenticated stream', () => {
  test.each([1, 15, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 3 * CHUNK_BYTES + 7])(
    'gives back %i bytes, however they are cut on the way',
    async (length) => {
      const bytes = systemRandom(length);
      for (const size of [7777, CHUNK_BYTES, 1_000_000]) {
        const box = await sealed(bytes, size);
        expect(box.length).toBe(length + 16 * Math.ceil(length / CHUNK_BYTES));
        expect(await opened(box, size)).toEqual(bytes);
      }
    },
  );

  test('refuses another key, and an empty stream', async () => {
    const box = await sealed(plaintext);
    await expect(opened(box, 100_000, systemRandom(32))).rejects.toEqual(fault('WRONG_PASSPHRASE'));
    await expect(opened(new Uint8Array(0))).rejects.toEqual(fault('DAMAGED'));
  });

  test('refuses a stream that was cut, at every chunk and within', async () => {
    const box = await sealed(plaintext);
    for (const length of [SEALED_CHUNK, 2 * SEALED_CHUNK, 3 * SEALED_CHUNK, box.length - 1, 3 * SEALED_CHUNK + 16]) {
      await expect(opened(box.subarray(0, length))).rejects.toMatchObject({ name: 'BackupError' });
    }
  });

  test('refuses chunks that changed places, are missing, repeated or come from another stream', async () => {
    const box = await sealed(plaintext);
    const chunk = (from: Uint8Array, number: number) =>
      from.subarray(number * SEALED_CHUNK, (number + 1) * SEALED_CHUNK);
    const other = await sealed(systemRandom(3 * CHUNK_BYTES + 1000));
    const [a, b, c, d] = [0, 1, 2, 3].map((number) => chunk(box, number)) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    for (const wrong of [
      [a, c, b, d],
      [a, c, d],
      [a, b, b, c, d],
      [b, c, d],
      [a, b, c, d, d],
      [a, b, c],
      [a, b, d],
    ]) {
      await expect(opened(concat(...wrong))).rejects.toMatchObject({ name: 'BackupError' });
    }
    // The same key, so only the position and the flag tell them apart: an exchange at the same place is a valid chunk,
    // which is why every backup has a key of its own.
    expect((await opened(concat(a, b, chunk(other, 2), d))).length).toBe(plaintext.length);
  });

  test('refuses what was appended', async () => {
    for (const length of [CHUNK_BYTES, CHUNK_BYTES + 5]) {
      const box = await sealed(systemRandom(length));
      for (const more of [1, 16, 17, SEALED_CHUNK]) {
        await expect(opened(concat(box, new Uint8Array(more)))).rejects.toMatchObject({ name: 'BackupError' });
      }
    }
  });

  test('refuses any changed bit', async () => {
    const box = await sealed(plaintext);
    await fc.assert(
      fc.asyncProperty(fc.nat(box.length - 1), fc.nat(7), async (at, bit) => {
        const changed = box.slice();
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        await expect(opened(changed)).rejects.toMatchObject({ name: 'BackupError' });
      }),
      { numRuns: 40 },
    );
  });
});
