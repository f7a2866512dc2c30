import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { FileText } from '../../src/ui/file-text.tsx';
import { StatusIcon } from '../../src/ui/status-mark.tsx';
import { fileTextDrawings } from '../../src/ui/suspect-drawing.ts';

describe('text from files', () => {
  test('plain text stands as it is, and markup in it is text', () => {
    expect(renderToStaticMarkup(<FileText text="<b>a</b>" isLine />)).toBe(
      '<bdi class="whitespace-pre">&lt;b&gt;a&lt;/b&gt;</bdi>',
    );
  });

  test('what can deceive the eye is marked and said in words', () => {
    const html = renderToStaticMarkup(<FileText text={'pay\u202elap p\u0430ypal'} isMono />);
    expect(html).toMatch(
      /^<span class="whitespace-pre-wrap font-mono [^"]*"><bdi>pay<mark title="right-to-left override"/,
    );
    expect(html).toContain('>U+202E</mark>lap <mark title="');
    expect(html).toContain('>p\u0430ypal</mark></bdi><span class="ms-1.5');
    expect(html).toContain('<span aria-hidden="true">⚠︎ </span>Look closely: ');
  });

  test('long text is cut, and a person can ask for the rest', () => {
    const html = renderToStaticMarkup(<FileText text={'a'.repeat(20)} limit={10} />);
    expect(html).toContain(`<bdi>${'a'.repeat(10)}…</bdi>`);
    expect(html).toContain('Show all 20 characters');
  });

  test('nothing is inspected or cut that need not be', () => {
    expect(fileTextDrawings('abc', 3)).toEqual([['bdi', {}, 'abc', '']]);
    expect(fileTextDrawings('abcd\u202e', 4)).toEqual([['bdi', {}, 'abcd', '…']]);
  });
});

test('the icon of a status has the names of attributes that SVG has', () => {
  expect(renderToStaticMarkup(<StatusIcon look="skipped" size="small" />)).toBe(
    '<svg aria-hidden="true" width="14" height="14" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="shrink-0 self-center text-skipped"><circle cx="12" cy="12" r="10" stroke-dasharray="4 3.85"></circle><path d="M8 12h8"></path></svg>',
  );
});
