import { systemRandom } from '@touchstone/core/random.ts';
import { expect, test } from 'vitest';
import { newTimedUuid, newUuid } from '../../src/frame/ids.ts';

const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NOW = Date.parse('2022-02-22T19:22:22.000Z');

test('UUIDs have their version and variant, whatever is random', () => {
  for (const byte of [0x00, 0xff]) {
    const fixed = (length: number) => new Uint8Array(length).fill(byte);
    expect(newUuid(fixed)).toMatch(FORM);
    expect(newUuid(fixed)[14]).toBe('4');
    // The example of RFC 9562, appendix A.6.
    expect(newTimedUuid(fixed, NOW)).toMatch(FORM);
    expect(newTimedUuid(fixed, NOW).slice(0, 15)).toBe('017f22e2-79b0-7');
  }
});

test('timed UUIDs are in the order of their times, and differ within one', () => {
  const times = [0, 1, 0xffff, 0x10000, NOW, NOW + 1, 2 ** 47];
  const ids = times.map((now) => newTimedUuid(systemRandom, now));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(Array.from({ length: 100 }, () => newTimedUuid(systemRandom, NOW))).size).toBe(100);
});
