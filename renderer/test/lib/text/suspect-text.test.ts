import { describe, expect, it } from 'vitest';
import { inspectText } from '../../../src/lib/text/suspect-text.ts';

const marked = (text: string) => inspectText(text).parts.filter(({ kind }) => kind !== 'plain');

describe('inspectText', () => {
  it.each([
    'A plain sentence, with punctuation.',
    'tab\tand\nline end',
    'café, naïve, Žižek',
    'cafe\u0301',
    'Привет, мир',
    'а с о у',
    'Ελληνικά και',
    '日本語テスト',
    'שלום',
    '',
  ])('leaves %j as it is', (text) => {
    expect(marked(text)).toEqual([]);
    expect(inspectText(text).findings).toEqual([]);
  });

  it.each([
    ['invoice\u202efdp.exe', 'U+202E', 'right-to-left override'],
    ['a\u2066b', 'U+2066', 'left-to-right isolate'],
    ['zero\u200bwidth', 'U+200B', 'invisible character'],
    ['soft\u00adhyphen', 'U+00AD', 'invisible character'],
    ['nul\u0000', 'U+0000', 'invisible character'],
    ['no\u00a0break', 'U+00A0', 'invisible character'],
    ['filler\u3164', 'U+3164', 'invisible character'],
    ['tag\u{e0041}', 'U+E0041', 'invisible character'],
  ])('shows what %j hides', (text, codePoint, name) => {
    expect(marked(text)).toEqual([{ kind: 'hidden', codePoint, name }]);
    expect(inspectText(text).findings).toHaveLength(1);
  });

  it.each([
    ['pay to p\u0430ypal', 'p\u0430ypal', 'Mixes Latin and Cyrillic letters'],
    [
      '\u0430\u0440\u0440\u04cf\u0435 Inc',
      '\u0430\u0440\u0440\u04cf\u0435',
      'Cyrillic letters that look like Latin ones',
    ],
    ['\u039f\u039a for release', '\u039f\u039a', 'Greek letters that look like Latin ones'],
    ['full\uff57idth', 'full\uff57idth', 'Letters in a special form'],
    ['\ufb01ne', '\ufb01ne', 'Letters in a special form'],
  ])('marks the look-alike in %j', (text, word, reason) => {
    expect(marked(text)).toEqual([{ kind: 'look-alike', text: word, reason }]);
  });

  it('loses nothing: the parts give the text again', () => {
    const text = 'a\u202eb p\u0430ypal\n\u200bend';
    const again = inspectText(text)
      .parts.map((part) =>
        part.kind === 'hidden' ? String.fromCodePoint(Number.parseInt(part.codePoint.slice(2), 16)) : part.text,
      )
      .join('');
    expect(again).toBe(text);
  });
});
