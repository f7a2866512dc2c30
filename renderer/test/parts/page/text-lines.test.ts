import { describe, expect, it } from 'vitest';
import { firstLines, plainTextOf } from '../../../src/parts/page/text-lines.ts';

describe('the text of a picture as it is copied', () => {
  it('has its title and nested lines', () => {
    const lines = ['one', { text: 'two', lines: ['two a', { text: 'two b', lines: ['deep'] }] }, { text: 'three' }];
    expect(plainTextOf('Picture', lines)).toBe('Picture\n\n- one\n- two\n  - two a\n  - two b\n    - deep\n- three\n');
  });

  it('shows by its code point what a file may hide in it, and forges no line', () => {
    expect(plainTextOf('a\u202eb', ['x\n- forged', 'zero\u200bwidth'])).toBe(
      'a[U+202E]b\n\n- x - forged\n- zero[U+200B]width\n',
    );
  });
});

describe('the first lines', () => {
  const lines = [{ text: 'a', lines: ['b', 'c'] }, 'd', { text: 'e', lines: ['f'] }];

  it('are all where they are few', () => {
    const { shown, left } = firstLines(lines, 6);
    expect(left).toBe(0);
    expect(plainTextOf('', shown)).toBe(plainTextOf('', lines));
  });

  it('are counted through all levels', () => {
    const { shown, left } = firstLines(lines, 2);
    expect(plainTextOf('', shown)).toBe(plainTextOf('', [{ text: 'a', lines: ['b'] }]));
    expect(left).toBe(4);
  });
});
