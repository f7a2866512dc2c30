import { describe, expect, it } from 'vitest';
import { readTexts } from './read-texts.ts';

describe('the rule itself', () => {
  it.each([
    ['between tags', 'const a = <p>Stored</p>;'],
    ['behind a condition', "const a = <p>{b ? 'Stored' : null}</p>;"],
    ['in a template', `const a = <p>{\`\${b} entries\`}</p>;`],
    ['in an attribute', 'const a = <Button label="Copy" />;'],
    ['in a member', "const a = { id: 'name', title: 'Name' };"],
    ['that is announced', "announce('Copied');"],
    ['as a sentence', "const a = { failed: 'Nothing was stored' };"],
  ])('refuses text %s', (_, source) => {
    expect(readTexts('a.tsx', source)).toHaveLength(1);
  });

  it.each([
    ['words of the catalogue', 'const a = <p title={words.title}>{words.text}</p>;'],
    ['classes and ids', 'const a = <p id="list" className="text-13 text-muted">{b === \'active\' ? c : d}</p>;'],
    ['punctuation', 'const a = <p>, {b}.</p>;'],
    ['commands and codes', 'const a = <code>touchstone doctor</code>;'],
    ['our own mistakes', "throw new TypeError('Needs a provider above it');"],
  ])('lets pass %s', (_, source) => {
    expect(readTexts('a.tsx', source)).toEqual([]);
  });
});

describe('the rule for what is printed', () => {
  it.each([
    ['a label', "const a = [['Outcome', b]];"],
    ['a sentence in markup', "const a = '<p>nothing was read</p>';"],
    ['a part of a sentence', `const a = \`\${b} of them\`;`],
    ['what is refused', "throw new Refusal('No file');"],
  ])('refuses %s', (_, source) => {
    expect(readTexts('a.ts', source, true)).toHaveLength(1);
  });

  it.each([
    ['markup', `const a = \`<table class="facts"><tr><th scope="row">\${b}</th></tr></table>\`;`],
    ['codes, members and types', "const a: Pick<B, 'the name'> = { b: 'HASH_MISMATCH', c: 'human_summary' };"],
    ['modules', "import { a } from './A b.ts';"],
  ])('lets pass %s', (_, source) => {
    expect(readTexts('a.ts', source, true)).toEqual([]);
  });
});
