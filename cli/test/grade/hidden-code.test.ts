// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are the samples
/** Code that is written so that a reader of tokens takes it for a comment or a text, though a compiler runs it. */
import { expect, it } from 'vitest';
import { callsIn } from '../../src/grade/calls.ts';
import { languageOf } from '../../src/grade/languages.ts';
import { secretsIn } from '../../src/grade/secrets.ts';
import { tokenise } from '../../src/grade/tokens.ts';

function dangerous(name: string, text: string): number {
  const language = languageOf(name);
  if (language === null) throw new TypeError(`no language: ${name}`);
  return callsIn(tokenise(text, language).tokens, language, 'dangerous').length;
}

it.each([
  ['a carriage return ends a comment', 'a.js', '// x\reval(y);'],
  ['and so it does in Python', 'a.py', '# x\reval(y)'],
  ['a line separator', 'a.ts', '// x\u2028eval(y);'],
  ['a paragraph separator', 'a.ts', '// x\u2029eval(y);'],
  ['a letter by its number', 'a.ts', '\\u0065val(y);'],
  ['a letter by its code point', 'a.ts', '\\u{65}val(y);'],
  ['in Java the end of a comment', 'A.java', '/* \\u002a/ in.readObject(); /* */'],
  ['a template that wraps all', 'a.ts', '`${(() => { eval(y); })()}`;'],
  ['a template in a template', 'a.ts', '`a ${`b ${{ c: eval(y) }.c}`} d`;'],
  ['a comment in a regular expression', 'a.ts', 'if (x) /[/*]/.test(z); eval(y); /* */'],
  ['a template in one', 'a.ts', 'if (x) /`/.test(z); eval(y); // `'],
  ['a quote in one behind a block', 'a.ts', '{} /"/.test(z); eval(y); "";'],
  ['or in what is a division', 'a.ts', 'x = (a) / "b"; eval(y); z = 1 / 2;'],
  ['a raw string with the begin of a comment', 'a.cpp', 'auto a = R"(" /*)"; system("x"); /* */'],
  ['a raw string of lines', 'a.cpp', 'auto a = R"x(\n/*\n)x"; system("x"); /* */'],
  ['a page of PHP that ends in a comment', 'a.php', '<?php // ?><?php eval($x);'],
  ['a comment that is text of a page', 'a.php', '/* <?php eval($x); ?> */'],
  ['a page within its code', 'a.php', "<?php echo 1; ?>' <?= eval($x) ?> '"],
])('%s', (_what, name, text) => {
  expect(dangerous(name, text)).toBe(1);
});

it.each([
  ['a.ts', '// eval(y)\n/* eval(y) */ const a = "eval(y)", b = `eval(y) ${a} eval(y)`, c = /eval(y)/;'],
  ['a.ts', 'const a = "\\\\u0065val(y)";'],
  ['a.cpp', 'auto a = R"x(system("x"))x"; // system("x")'],
  ['a.php', '<p>eval($x)</p><?php echo "?> eval(1)"; # eval(2)\n/* ?> eval(3) */ ?> eval(4)'],
])('text and comments of %s stay what they are: %s', (name, text) => {
  expect(dangerous(name, text)).toBe(0);
});

it('lines are counted over templates, pages and raw strings', () => {
  for (const [name, text] of [
    ['a.ts', '`\n${\nx}\n`\neval(y)'],
    ['a.php', '<p>\n</p>\n<?php\n\neval($x);'],
    ['a.cpp', 'R"(\n\n)"\n\nsystem("x");'],
    ['a.js', '\r\n\r\r\n\neval(y)'],
  ] as const) {
    const language = languageOf(name);
    if (language === null) throw new TypeError(name);
    expect(callsIn(tokenise(text, language).tokens, language, 'dangerous').map(({ line }) => line)).toEqual([5]);
  }
});

it('no length of a line hides a secret', () => {
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  for (const before of [0, 3_990, 4_001, 7_385, 100_000]) {
    expect(secretsIn(`\n${' '.repeat(before)}${secret}${' '.repeat(5_000)}\n`)).toEqual([
      { line: 2, what: 'a GitHub token' },
    ]);
    expect(secretsIn(`\r${'x '.repeat(before)}password = "kR7fq0Wm2ZpL9xTb" ;`)).toHaveLength(1);
  }
});

it('and its time grows with the line', () => {
  for (const text of ['1/[', '`${', ')/"', '}/`', '\\u0065', 'key="', 'a://b:']) {
    const start = performance.now();
    expect(dangerous('a.ts', text.repeat(100_000))).toBe(0);
    secretsIn(text.repeat(100_000));
    expect(performance.now() - start).toBeLessThan(20_000);
  }
}, 180_000);
