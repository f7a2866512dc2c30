/**
 * The key by which one participant encrypts what it sends (RFC 9605, section 5.1). When somebody joins it is ratcheted: whoever
 * gets the new step cannot read what was sent before. When somebody leaves there is a new one: whoever has the old one cannot
 * read what is sent from then on.
 */
import { concat, uint32, wipe } from '../bytes.ts';
import type { Random } from '../random.ts';
import { type MediaKind, splitFrame } from './media-frame.ts';
import {
  BASE_KEY_BYTES,
  deriveFrameKey,
  encryptFrame,
  type FrameKey,
  MOST_HEADER_VALUE,
  ratchetBaseKey,
} from './sframe.ts';

/** R of RFC 9605, section 5.1: the low bits of the KID that count the ratchet's steps. */
export const RATCHET_BITS = 8;
const STEPS = 1 << RATCHET_BITS;

/** KID = generation · 2^R + step mod 2^R. */
export function keyIdOf(generation: number, step: number): number {
  return generation * STEPS + (step % STEPS);
}

export function generationOf(keyId: number): number {
  return Math.floor(keyId / STEPS);
}

/** How many steps further a key is than the one of this step, as far as the low bits tell: 0 to 2^R − 1. */
export function stepsAhead(keyId: number, step: number): number {
  return (keyId - step + STEPS * Math.ceil(step / STEPS)) % STEPS;
}

/** What others need to read on from here. */
export interface SharedKey {
  readonly generation: number;
  readonly step: number;
  readonly baseKey: Uint8Array;
}

const SHARED_BYTES = 4 + 4 + BASE_KEY_BYTES;

/** generation ‖ step ‖ base key, numbers as 32 bits, big endian. The caller wipes it. */
export function encodeSharedKey({ generation, step, baseKey }: SharedKey): Uint8Array {
  return concat(uint32(generation), uint32(step), baseKey);
}

/** null for bytes of another length. */
export function decodeSharedKey(bytes: Uint8Array): SharedKey | null {
  if (bytes.length !== SHARED_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { generation: view.getUint32(0), step: view.getUint32(4), baseKey: bytes.slice(8) };
}

export interface SenderKey {
  /** The key as it is now, for one who is to read from now on. The caller wipes it. */
  share(): SharedKey;
  /** Somebody joins: the next step. */
  ratchet(): void;
  /** Somebody leaves: a fresh key, which all who stay are given. */
  renew(): void;
  /** What goes over the wire; null for a frame that is no frame of its kind. */
  seal(kind: MediaKind, frame: Uint8Array): Uint8Array | null;
  /** Wipes the key. Nothing is sealed any more. */
  close(): void;
}

export function createSenderKey(random: Random): SenderKey {
  let generation = 0;
  let step = 0;
  let baseKey = random(BASE_KEY_BYTES);
  let key = deriveFrameKey(baseKey, 0);
  /** Of this key; every frame, of whatever kind and to whomever, has one of its own (RFC 9605, section 9.1). */
  let counter = 0;
  let isClosed = false;

  function use(next: Uint8Array): void {
    wipe(baseKey);
    wipeFrameKey(key);
    baseKey = next;
    key = deriveFrameKey(baseKey, keyIdOf(generation, step));
    counter = 0;
  }

  return {
    share: () => ({ generation, step, baseKey: baseKey.slice() }),

    ratchet() {
      step += 1;
      use(ratchetBaseKey(baseKey));
    },

    renew() {
      generation += 1;
      step = 0;
      use(random(BASE_KEY_BYTES));
    },

    seal(kind, frame) {
      const parts = isClosed ? null : splitFrame(kind, frame);
      if (parts === null) return null;
      if (counter >= MOST_HEADER_VALUE - 1) throw new RangeError('a key has sealed as many frames as it may');
      const sealed = encryptFrame(key, counter, parts.metadata, parts.rest);
      counter += 1;
      return concat(parts.clear, sealed);
    },

    close() {
      isClosed = true;
      wipe(baseKey);
      wipeFrameKey(key);
    },
  };
}

export function wipeFrameKey({ key, salt }: FrameKey): void {
  wipe(key, salt);
}
