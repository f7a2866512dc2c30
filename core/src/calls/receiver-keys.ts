/**
 * The keys of one participant as another one holds them, to open what it sends (RFC 9605, section 5.1). A frame of a further
 * step moves the ratchet, once it has proven to be genuine. Replaced keys open stragglers for a moment and are then wiped.
 */
import { concat, wipe } from '../bytes.ts';
import type { Clock } from '../time.ts';
import { type MediaKind, splitFrame } from './media-frame.ts';
import { createReplayWindow, type ReplayWindow } from './replay-window.ts';
import { generationOf, keyIdOf, type SharedKey, stepsAhead, wipeFrameKey } from './sender-key.ts';
import { decodeHeader, decryptFrame, deriveFrameKey, type FrameKey, ratchetBaseKey } from './sframe.ts';

/** How far a frame may move the ratchet: each step is work, and anybody can write a number into a header. */
const MOST_STEPS_AHEAD = 32;
/** How long a replaced key opens frames that are late. */
const STRAGGLERS_MS = 2_000;

/**
 * Why a frame was not opened. `no_key`: it belongs to a key that is not here, not yet or not any more; `replayed`: it was opened
 * before, or is older than the window; `forged`: it was changed, or is no secure frame.
 */
export type NotOpened = 'no_key' | 'replayed' | 'forged';

export type OpenedFrame = { readonly frame: Uint8Array } | { readonly reason: NotOpened };

export interface ReceiverKeys {
  /** A key that the sender has shared. One of an older generation, or of an earlier step, is ignored. */
  learn(shared: SharedKey): void;
  /** The frame as the encoder made it, or why not. */
  open(kind: MediaKind, frame: Uint8Array): OpenedFrame;
  /** Wipes the keys. Nothing is opened any more. */
  close(): void;
}

interface Held {
  readonly generation: number;
  readonly step: number;
  readonly baseKey: Uint8Array;
  readonly key: FrameKey;
  readonly window: ReplayWindow;
}

export function createReceiverKeys(clock: Clock): ReceiverKeys {
  let current: Held | null = null;
  let replaced: readonly (Held & { readonly until: number })[] = [];

  function use(next: Held): void {
    if (current !== null) replaced = [...replaced, { ...current, until: clock() + STRAGGLERS_MS }];
    current = next;
  }

  function forgetReplaced(): void {
    const now = clock();
    for (const held of replaced) if (held.until <= now) wipeHeld(held);
    replaced = replaced.filter(({ until }) => until > now);
  }

  /** The key that a frame names: one that is here, or one to which the present one can be ratcheted. */
  function keyFor(keyId: number): Held | null {
    const known = [current, ...replaced].find((held) => held?.key.keyId === keyId);
    if (known !== undefined) return known;
    if (current === null || generationOf(keyId) !== current.generation) return null;
    const ahead = stepsAhead(keyId, current.step);
    return ahead > MOST_STEPS_AHEAD ? null : ratcheted(current, ahead);
  }

  return {
    learn(shared) {
      const isOlder =
        current !== null &&
        (shared.generation < current.generation ||
          (shared.generation === current.generation && shared.step <= current.step));
      if (isOlder) return;
      use(heldOf(shared.generation, shared.step, shared.baseKey.slice()));
    },

    open(kind, frame) {
      forgetReplaced();
      const parts = splitFrame(kind, frame);
      const header = parts === null ? null : decodeHeader(parts.rest);
      if (parts === null || header === null) return { reason: 'forged' };
      const held = keyFor(header.keyId);
      if (held === null) return { reason: 'no_key' };
      if (!held.window.isNew(header.counter)) return { reason: 'replayed' };
      const isKnown = held === current || replaced.some((one) => one === held);
      const plaintext = decryptFrame(held.key, parts.metadata, parts.rest);
      if (plaintext === null) {
        if (!isKnown) wipeHeld(held);
        return { reason: 'forged' };
      }
      held.window.add(header.counter);
      if (!isKnown) use(held);
      return { frame: concat(parts.clear, plaintext) };
    },

    close() {
      for (const held of [current, ...replaced]) if (held !== null) wipeHeld(held);
      current = null;
      replaced = [];
    },
  };
}

function heldOf(generation: number, step: number, baseKey: Uint8Array): Held {
  return {
    generation,
    step,
    baseKey,
    key: deriveFrameKey(baseKey, keyIdOf(generation, step)),
    window: createReplayWindow(),
  };
}

function ratcheted({ generation, step, baseKey }: Held, steps: number): Held {
  let next = ratchetBaseKey(baseKey);
  for (let made = 1; made < steps; made++) {
    const before = next;
    next = ratchetBaseKey(before);
    wipe(before);
  }
  return heldOf(generation, step + steps, next);
}

function wipeHeld({ baseKey, key }: Held): void {
  wipe(baseKey);
  wipeFrameKey(key);
}
