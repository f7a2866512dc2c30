/**
 * SHA-256 of many messages at once: by a kernel in WebAssembly that hashes them beside each other (docs/adr/0033), once it is
 * loaded and has given known answers; else, and where that is faster, one by one.
 */
import { concat, equalBytes } from '../bytes.ts';
import { sha256, sha256Backend } from '../hash.ts';
import type { Sha256Many } from '../kernels/sha256-many.ts';

export const DIGEST_BYTES = 32;
const BLOCK_BYTES = 64;
/** An inner node is SHA-256 of this byte and its two children (RFC 6962, section 2.1). */
const NODE_PREFIX = Uint8Array.of(0x01);
const NO_HEAD = new Uint8Array(0);

let kernel: Sha256Many | null = null;
let loading: Promise<boolean> | null = null;

/**
 * Has the kernel serve this thread, and answers whether it does. It takes 10 ms once, so whoever has some hundred messages asks
 * for it. Never rejects: without WebAssembly, or with another answer of the kernel, `sha256` serves.
 */
export function loadSha256Many(): Promise<boolean> {
  loading ??= useSha256Many(async () => (await import('../kernels/sha256-many.ts')).createSha256Many());
  return loading;
}

/** Has this kernel serve where it gives what `sha256` gives. For `loadSha256Many` and tests; null for none. */
export async function useSha256Many(load: () => Promise<Sha256Many | null>): Promise<boolean> {
  kernel = null;
  try {
    const loaded = await load();
    if (loaded !== null && agrees(loaded)) kernel = loaded;
  } catch {
    // One by one, then.
  }
  return kernel !== null;
}

/** Around the borders of blocks, of a block and of two. */
const COMPARED_LENGTHS = [0, 1, 31, 54, 55, 62, 63, 118, 119, 150];
/** More than a vector has lanes, and no multiple of it. */
const COMPARED = 6;

/** Every way in. */
function agrees(loaded: Sha256Many): boolean {
  const bytes = Uint8Array.from({ length: COMPARED * 160 }, (_, i) => (i * 7) & 255);
  const head = Uint8Array.of(0x73);
  const digests = new Uint8Array(COMPARED * DIGEST_BYTES);
  const at = Array.from({ length: COMPARED }, (_, i) => i);
  for (const length of COMPARED_LENGTHS) {
    const messages = at.map((i) => bytes.subarray(i * 160, i * 160 + length));
    loaded.each(messages, head, paddedBytes(head.length + length), at, digests);
    if (!equalBytes(digests, oneByOne(messages, head))) return false;
    const slots = sha256Slots(COMPARED, length);
    for (const i of at) slots.bytes.set(messages[i] as Uint8Array, i * slots.size);
    loaded.padded(slots.bytes, slots.size, digests);
    if (!equalBytes(digests, oneByOne(messages, NO_HEAD))) return false;
  }
  const level = bytes.subarray(0, COMPARED * 2 * DIGEST_BYTES);
  loaded.pairs(level, digests);
  return equalBytes(digests, oneByOne(pairsIn(level), NODE_PREFIX));
}

function oneByOne(messages: readonly Uint8Array[], head: Uint8Array): Uint8Array {
  const digests = new Uint8Array(messages.length * DIGEST_BYTES);
  for (const [i, message] of messages.entries()) digests.set(sha256(behind(head, message)), i * DIGEST_BYTES);
  return digests;
}

function behind(head: Uint8Array, message: Uint8Array): Uint8Array {
  return head.length === 0 ? message : concat(head, message);
}

function pairsIn(level: Uint8Array): Uint8Array[] {
  const count = Math.floor(level.length / BLOCK_BYTES);
  return Array.from({ length: count }, (_, i) => level.subarray(i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES));
}

/** Bytes of a message with its padding: the byte 0x80, zeros, and the length in eight bytes (FIPS 180-4, section 5.1.1). */
function paddedBytes(length: number): number {
  return Math.ceil((length + 9) / BLOCK_BYTES) * BLOCK_BYTES;
}

/** The longest padded message that the kernel takes. */
const MOST_BYTES = 32 * 1024;
/** From here on node:crypto, which has the processor's own instructions for SHA-256, outweighs what its call costs. */
const MOST_BYTES_BESIDE_NODE = 3 * BLOCK_BYTES;
/** Fewer leave the vector empty. */
const LEAST_BESIDE_NODE = 3;

function kernelFor(size: number, count: number): Sha256Many | null {
  const isFaster =
    sha256Backend() === 'node' ? size <= MOST_BYTES_BESIDE_NODE && count >= LEAST_BESIDE_NODE : size <= MOST_BYTES;
  return isFaster ? kernel : null;
}

/** SHA-256 of each head ‖ message, 32 bytes for each, one after the other. */
export function sha256Each(messages: readonly Uint8Array[], head: Uint8Array = NO_HEAD): Uint8Array {
  if (kernel === null) return oneByOne(messages, head);
  const bySize = new Map<number, number[]>();
  for (let i = 0; i < messages.length; i++) {
    const size = paddedBytes(head.length + (messages[i] as Uint8Array).length);
    const known = bySize.get(size);
    if (known === undefined) bySize.set(size, [i]);
    else known.push(i);
  }
  const digests = new Uint8Array(messages.length * DIGEST_BYTES);
  for (const [size, at] of bySize) {
    const by = kernelFor(size, at.length);
    if (by !== null) by.each(messages, head, size, at, digests);
    else for (const i of at) digests.set(sha256(behind(head, messages[i] as Uint8Array)), i * DIGEST_BYTES);
  }
  return digests;
}

/** Messages of one length, each of which its caller writes at a multiple of `size`, in front of padding that is there. */
export interface Sha256Slots {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly size: number;
}

export function sha256Slots(count: number, length: number): Sha256Slots {
  const size = paddedBytes(length);
  const bytes = new Uint8Array(count * size);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += size) {
    bytes[at + length] = 0x80;
    view.setUint32(at + size - 4, length * 8);
  }
  return { bytes, length, size };
}

/** SHA-256 of each message in the slots, 32 bytes for each, one after the other. */
export function sha256OfSlots({ bytes, length, size }: Sha256Slots): Uint8Array {
  const count = bytes.length / size;
  const digests = new Uint8Array(count * DIGEST_BYTES);
  const by = kernelFor(size, count);
  if (by !== null) by.padded(bytes, size, digests);
  else
    for (let i = 0; i < count; i++) digests.set(sha256(bytes.subarray(i * size, i * size + length)), i * DIGEST_BYTES);
  return digests;
}

/** SHA-256(01 ‖ left ‖ right) of each two neighbours of a level of 32 bytes each. What is left over at its end is left out. */
export function sha256Pairs(level: Uint8Array): Uint8Array {
  const count = Math.floor(level.length / BLOCK_BYTES);
  const by = kernelFor(2 * BLOCK_BYTES, count);
  if (by === null) return oneByOne(pairsIn(level), NODE_PREFIX);
  const digests = new Uint8Array(count * DIGEST_BYTES);
  by.pairs(level.subarray(0, count * BLOCK_BYTES), digests);
  return digests;
}
