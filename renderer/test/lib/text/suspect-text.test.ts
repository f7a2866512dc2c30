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
    ['invoice\u202efdp.exe', 'U+202E', 'direction'],
    ['a\u2066b', 'U+2066', 'direction'],
    ['zero\u200bwidth', 'U+200B', 'invisible'],
    ['soft\u00adhyphen', 'U+00AD', 'invisible'],
    ['nul\u0000', 'U+0000', 'invisible'],
    ['no\u00a0break', 'U+00A0', 'invisible'],
    ['filler\u3164', 'U+3164', 'invisible'],
    ['tag\u{e0041}', 'U+E0041', 'invisible'],
  ])('shows what %j hides', (text, codePoint, finding) => {
    expect(marked(text)).toEqual([{ kind: 'hidden', codePoint }]);
    expect(inspectText(text).findings).toEqual([finding]);
  });

  it.each([
    ['pay to p\u0430ypal', 'p\u0430ypal', { kind: 'mixed', scripts: ['Latin', 'Cyrillic'] }],
    [
      '\u0430\u0440\u0440\u04cf\u0435 Inc',
      '\u0430\u0440\u0440\u04cf\u0435',
      { kind: 'like-latin', script: 'Cyrillic' },
    ],
    ['\u039f\u039a for release', '\u039f\u039a', { kind: 'like-latin', script: 'Greek' }],
    ['full\uff57idth', 'full\uff57idth', { kind: 'special-form' }],
    ['\ufb01ne', '\ufb01ne', { kind: 'special-form' }],
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
