import { describe, expect, it } from 'vitest';
import { Notices } from '../../../src/lib/window/notices.ts';

describe('Notices', () => {
  it('keeps each until it is dismissed, and tells who listens', () => {
    const notices = new Notices();
    let told = 0;
    const stop = notices.subscribe(() => {
      told += 1;
    });
    notices.add('One', ['a']);
    notices.add('Two', ['b', 'c']);
    const [first] = notices.snapshot();
    notices.dismiss(first?.id ?? -1);
    expect(notices.snapshot().map(({ title, lines }) => [title, lines])).toEqual([['Two', ['b', 'c']]]);
    notices.dismiss(-1);
    expect(notices.snapshot()).toHaveLength(1);
    stop();
    notices.add('Three', []);
    expect(told).toBe(4);
  });
});
