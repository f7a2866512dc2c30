import { concat, utf8 } from '@touchstone/core/bytes.ts';
import type { MediaKind } from '@touchstone/core/calls/media-frame.ts';
import { createReceiverKeys, type OpenedFrame } from '@touchstone/core/calls/receiver-keys.ts';
import { createReplayWindow } from '@touchstone/core/calls/replay-window.ts';
import { createSenderKey } from '@touchstone/core/calls/sender-key.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { expect, test } from 'vitest';

/** The beginning of a VP8 key frame: tag, start code, 64 × 48. */
const KEY_FRAME = concat(Uint8Array.of(0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a, 0x40, 0, 0x30, 0), utf8('a whole picture'));
const DELTA_FRAME = concat(Uint8Array.of(0x11), utf8('what has changed'));
const SOUND = utf8('a fiftieth of a second');

function receiver(start = 0) {
  let now = start;
  return { keys: createReceiverKeys(() => now), wait: (ms: number) => (now += ms) };
}

function sealed(sender: ReturnType<typeof createSenderKey>, kind: MediaKind, frame: Uint8Array): Uint8Array {
  const result = sender.seal(kind, frame);
  if (result === null) throw new Error('not sealed');
  return result;
}

const opened = (frame: Uint8Array): OpenedFrame => ({ frame });

test('frames of all kinds come out as they went in, and only what the packetiser reads is clear', () => {
  const sender = createSenderKey(systemRandom);
  const { keys } = receiver();
  keys.learn(sender.share());
  for (const [kind, frame, clear] of [
    ['video', KEY_FRAME, 10],
    ['video', DELTA_FRAME, 1],
    ['audio', SOUND, 0],
    ['audio', new Uint8Array(0), 0],
  ] as const) {
    const wire = sealed(sender, kind, frame);
    expect(keys.open(kind, wire)).toEqual(opened(frame));
    expect(wire.subarray(0, clear)).toEqual(frame.subarray(0, clear));
    expect(frame.length > clear && Buffer.from(wire).includes(Buffer.from(frame.subarray(clear)))).toBe(false);
  }
  expect(sender.seal('video', KEY_FRAME.subarray(0, 9))).toBeNull();
});

test('clear bytes are authenticated, and sound is no picture', () => {
  const sender = createSenderKey(systemRandom);
  const { keys } = receiver();
  keys.learn(sender.share());
  const wire = sealed(sender, 'video', KEY_FRAME);
  for (let at = 0; at < wire.length; at++) {
    expect(keys.open('video', wire.with(at, (wire[at] ?? 0) ^ 2))).toHaveProperty('reason');
  }
  const sound = sealed(sender, 'audio', SOUND);
  expect(keys.open('video', sound)).toHaveProperty('reason');
  expect(keys.open('video', wire)).toEqual(opened(KEY_FRAME));
});

test('who joins cannot read what was sent before, who stays reads on', () => {
  const sender = createSenderKey(systemRandom);
  const [stays, joins] = [receiver(), receiver()];
  stays.keys.learn(sender.share());
  const before = sealed(sender, 'audio', SOUND);
  sender.ratchet();
  joins.keys.learn(sender.share());
  const after = sealed(sender, 'audio', SOUND);
  expect(joins.keys.open('audio', before)).toEqual({ reason: 'no_key' });
  expect(joins.keys.open('audio', after)).toEqual(opened(SOUND));
  // The frame alone moves the ratchet, and a straggler of the step before still opens.
  expect(stays.keys.open('audio', after)).toEqual(opened(SOUND));
  expect(stays.keys.open('audio', before)).toEqual(opened(SOUND));
});

test('who leaves cannot read what is sent from then on, even with every key that was ever shared with it', () => {
  const sender = createSenderKey(systemRandom);
  const [stays, leaves] = [receiver(), receiver()];
  stays.keys.learn(sender.share());
  leaves.keys.learn(sender.share());
  sender.renew();
  stays.keys.learn(sender.share());
  for (let frames = 0; frames < 40; frames++) {
    const wire = sealed(sender, 'audio', SOUND);
    expect(leaves.keys.open('audio', wire)).toEqual({ reason: 'no_key' });
    expect(stays.keys.open('audio', wire)).toEqual(opened(SOUND));
    sender.ratchet();
  }
});

test('a replaced key is gone after two seconds', () => {
  const sender = createSenderKey(systemRandom);
  const { keys, wait } = receiver();
  keys.learn(sender.share());
  const late = [sealed(sender, 'audio', SOUND), sealed(sender, 'audio', SOUND)] as const;
  sender.ratchet();
  expect(keys.open('audio', sealed(sender, 'audio', SOUND))).toEqual(opened(SOUND));
  wait(1_999);
  expect(keys.open('audio', late[0])).toEqual(opened(SOUND));
  wait(1);
  expect(keys.open('audio', late[1])).toEqual({ reason: 'no_key' });
});

test('a header that names a far step moves nothing, and forged frames do not move the ratchet', () => {
  const sender = createSenderKey(systemRandom);
  const { keys } = receiver();
  keys.learn(sender.share());
  const wire = sealed(sender, 'audio', SOUND);
  // KID 5 in the first byte: five steps ahead, with a tag that cannot fit.
  expect(keys.open('audio', wire.with(0, 0x50))).toEqual({ reason: 'forged' });
  expect(keys.open('audio', concat(Uint8Array.of(0x80, 0x21), wire.subarray(1)))).toEqual({ reason: 'no_key' });
  expect(keys.open('audio', wire)).toEqual(opened(SOUND));
  sender.renew();
  keys.learn(sender.share());
  // An old key, offered again, does not take its place.
  keys.learn({ generation: 0, step: 9, baseKey: new Uint8Array(64) });
  expect(keys.open('audio', sealed(sender, 'audio', SOUND))).toEqual(opened(SOUND));
});

test('RFC 9605, section 9.3: reordered frames open, each once', () => {
  const sender = createSenderKey(systemRandom);
  const { keys } = receiver();
  keys.learn(sender.share());
  const wires = Array.from({ length: 20 }, () => sealed(sender, 'audio', SOUND));
  for (const wire of wires.toReversed()) expect(keys.open('audio', wire)).toEqual(opened(SOUND));
  for (const wire of wires) expect(keys.open('audio', wire)).toEqual({ reason: 'replayed' });
});

test('RFC 3711, section 3.3.2: what is older than the window counts no more', () => {
  const window = createReplayWindow();
  for (const counter of [0, 2, 1, 5_000]) {
    expect(window.isNew(counter)).toBe(true);
    window.add(counter);
    expect(window.isNew(counter)).toBe(false);
  }
  expect([904, 905, 4_999, 5_001].map(window.isNew)).toEqual([false, true, true, true]);
});

test('no counter is used twice, and a key that is closed seals nothing', () => {
  const sender = createSenderKey(systemRandom);
  const wires = Array.from({ length: 300 }, () =>
    Buffer.from(sealed(sender, 'audio', new Uint8Array(0))).toString('hex'),
  );
  expect(new Set(wires).size).toBe(300);
  sender.close();
  expect(sender.seal('audio', SOUND)).toBeNull();
});
