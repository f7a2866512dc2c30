/** SHA-256 of many messages over the kernel: what is hashed beside each other has the same number of blocks. */
import { AREA_BYTES, BLOCK_BYTES, DIGEST_BYTES, type Sha256Module, writeSha256Module } from './sha256-module.ts';

export interface Sha256Many {
  /** The whole memory of the kernel. Outside a call it holds no message. */
  readonly memory: Uint8Array;
  /**
   * Hashes padded messages of `size` bytes each, which stand one after the other, as their digests do. A quarter of the area has
   * room for `size`.
   */
  padded(messages: Uint8Array, size: number, digests: Uint8Array): void;
  /**
   * Pads and hashes head ‖ message for the messages that `at` names, all of which have `size` bytes with their padding. Each
   * digest goes to the place of its message.
   */
  each(
    messages: readonly Uint8Array[],
    head: Uint8Array,
    size: number,
    at: readonly number[],
    digests: Uint8Array,
  ): void;
  /** SHA-256(01 ‖ 64 bytes) of each 64 bytes. */
  pairs(level: Uint8Array, digests: Uint8Array): void;
}

/** The module with vectors where the engine takes it, else the one without. */
export function sha256Module(): Sha256Module {
  const withVectors = writeSha256Module(true);
  return WebAssembly.validate(withVectors.bytes) ? withVectors : writeSha256Module(false);
}

type Exports = Readonly<Record<'padded' | 'pairs', (...values: readonly number[]) => void>> & {
  readonly memory: WebAssembly.Memory;
};

/** Rejects where the engine has no WebAssembly or no room. */
export async function createSha256Many(module = sha256Module()): Promise<Sha256Many> {
  const { work, area, digests: given, lanes } = module;
  const { instance } = await WebAssembly.instantiate(module.bytes);
  const kernel = instance.exports as unknown as Exports;
  const memory = new Uint8Array(kernel.memory.buffer);
  const view = new DataView(kernel.memory.buffer);

  /** Hashes `count` messages of the area, and the rest of the last vector, whose digests nobody reads. */
  function hash(count: number, size: number): void {
    kernel.padded(area, size, area + Math.ceil(count / lanes) * lanes * size, given);
  }

  /** How many messages of a size one call takes. */
  const roomFor = (size: number) => Math.floor(AREA_BYTES / size / lanes) * lanes;
  const wipe = (bytes: number) => memory.fill(0, work, area + bytes);

  return {
    memory,

    padded(messages, size, digests) {
      const room = roomFor(size);
      const count = messages.length / size;
      for (let first = 0; first < count; first += room) {
        const part = Math.min(room, count - first);
        memory.set(messages.subarray(first * size, (first + part) * size), area);
        hash(part, size);
        digests.set(memory.subarray(given, given + part * DIGEST_BYTES), first * DIGEST_BYTES);
        wipe(part * size);
      }
    },

    each(messages, head, size, at, digests) {
      const room = roomFor(size);
      for (let first = 0; first < at.length; first += room) {
        const part = Math.min(room, at.length - first);
        for (let i = 0; i < part; i++) {
          const message = messages[at[first + i] as number] as Uint8Array;
          const slot = area + i * size;
          for (let k = 0; k < head.length; k++) memory[slot + k] = head[k] as number;
          memory.set(message, slot + head.length);
          memory[slot + head.length + message.length] = 0x80;
          view.setUint32(slot + size - 4, (head.length + message.length) * 8);
        }
        hash(part, size);
        for (let i = 0; i < part; i++) {
          const digest = given + i * DIGEST_BYTES;
          digests.set(memory.subarray(digest, digest + DIGEST_BYTES), (at[first + i] as number) * DIGEST_BYTES);
        }
        wipe(part * size);
      }
    },

    pairs(level, digests) {
      const count = level.length / BLOCK_BYTES;
      const room = roomFor(BLOCK_BYTES);
      for (let first = 0; first < count; first += room) {
        const part = Math.min(room, count - first);
        memory.set(level.subarray(first * BLOCK_BYTES, (first + part) * BLOCK_BYTES), area);
        kernel.pairs(area, area + Math.ceil(part / lanes) * lanes * BLOCK_BYTES, given);
        digests.set(memory.subarray(given, given + part * DIGEST_BYTES), first * DIGEST_BYTES);
      }
      wipe(Math.min(count, room) * BLOCK_BYTES);
    },
  };
}
