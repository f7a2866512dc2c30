/** Tokens and functions in every language: names, complexity, parameters, depth, and that nothing breaks the reader. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { functionsOf } from '../../src/grade/functions.ts';
import { importsOf } from '../../src/grade/imports.ts';
import { LANGUAGES, type Language, languageOf } from '../../src/grade/languages.ts';
import { tokenise } from '../../src/grade/tokens.ts';

function language(ending: string): Language {
  const found = languageOf(`a${ending}`);
  if (found === null) throw new Error(`no language ends in ${ending}`);
  return found;
}

function find(ending: string, text: string) {
  const known = language(ending);
  return functionsOf(tokenise(text, known).tokens, known).map(
    ({ name, complexity, parameters, nesting, loopDepth }) =>
      `${name} ${complexity} ${parameters} ${nesting} ${loopDepth}`,
  );
}

/** What is found: name, complexity, parameters, nesting, loops within each other. */
const SAMPLES: readonly (readonly [what: string, ending: string, text: string, found: readonly string[]])[] = [
  ['a function', '.ts', 'function a(b: number, c?: string): void { if (b && c) d(); }', ['a 3 2 0 0']],
  ['an object type as result', '.ts', 'function a(): { b: number } { return x; }', ['a 1 0 0 0']],
  ['a function type as result', '.ts', 'class A { b(): (() => void) { return c; } }', ['b 1 0 0 0']],
  [
    'methods and accessors',
    '.ts',
    'class A extends B(c) { constructor(d) { e(); } get f() { return 1; } static async *g<T>(h: T) {} }',
    ['constructor 1 1 0 0', 'f 1 0 0 0', 'g 1 1 0 0'],
  ],
  ['arrows', '.ts', 'const a = (b, c) => { d(); };\nconst e = async f => { await f; };', ['a 1 2 0 0', 'e 1 1 0 0']],
  [
    'an arrow without braces as part of its function',
    '.js',
    'function a() { return b.map((c) => (c ? 1 : 2)); }',
    ['a 2 0 0 0'],
  ],
  [
    'functions within functions apart',
    '.js',
    'function a() { if (b) { c(() => { if (d) { e(); } }); } }',
    ['unnamed 2 0 1 0', 'a 2 0 1 0'],
  ],
  [
    'no function in blocks and objects',
    '.js',
    'if (a) { b(); } else { c(); }\nconst d = { e: 1 };\nswitch (f) { case g(h): { i(); } }',
    [],
  ],
  [
    'strings, templates and regular expressions',
    '.js',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the sample
    "function a() { const b = `if ${c ? `${d}` : '}'} {`; return /[/{]if/.test('if (') || \"} {\"; }",
    ['a 3 0 0 0'],
  ],
  [
    'an apostrophe in JSX',
    '.tsx',
    "function A() { return <p>Don't {b ? 1 : 2}</p>; }\nfunction C() { return 1; }",
    ['A 2 0 0 0', 'C 1 0 0 0'],
  ],
  ['comments', '.ts', '/* function a() { */ function b() { // if (c) {\n }', ['b 1 0 0 0']],
  [
    'loops',
    '.js',
    'function a() { for (const b of c) { while (d) { e(); } }\n for (;;) f(); do { g(); } while (h); }',
    ['a 5 0 2 2'],
  ],
  [
    'Python',
    '.py',
    'class A:\n    async def b(self, c,\n              d=1):\n        """if x:"""\n        for e in f:\n            if g and h:\n                pass\n\ndef i(): pass\n',
    ['b 4 3 2 1', 'i 1 0 0 0'],
  ],
  [
    'Go',
    '.go',
    'func (s *S) a(b int, c func(int) error) (int, error) {\n\tif x := b; x > 0 && y {\n\t\tfor i := 0; i < n; i++ {\n\t\t}\n\t}\n\tgo func() {\n\t}()\n\treturn 0, nil\n}\n',
    ['unnamed 1 0 0 0', 'a 4 2 2 1'],
  ],
  [
    'Go types of functions',
    '.go',
    'type A struct {\n\tb func(int) error\n}\nfunc c() {\n\tif d {\n\t}\n}\n',
    ['c 2 0 1 0'],
  ],
  [
    'Rust',
    '.rs',
    "impl<'a> A<'a> {\n  pub async fn b<T: Into<X>>(&'a self, c: char) -> Result<(), E> where T: Y {\n    let d = r#\"if {\"#;\n    match c { 'x' => 1, '{' => 2, _ => 3 };\n    for e in f { loop { break; } }\n  }\n}\ntrait T { fn g(&self); }\n",
    ['b 6 2 2 2'],
  ],
  [
    'Java',
    '.java',
    'class A {\n  @B(c = 1)\n  public <T> List<T> d(int e, Map<String, Integer> f) throws G, H {\n    if (e > 0) { return new ArrayList<>() { int i() { return 1; } }; }\n    run(() -> { j(); });\n    return null;\n  }\n}\n',
    ['i 1 0 0 0', 'unnamed 1 0 0 0', 'd 2 2 1 0'],
  ],
  [
    'C#',
    '.cs',
    'class A { public int B { get { return 1; } set { c = value; } }\n  async Task<int> D(string e) { var f = @"if ""{"; foreach (var g in h) { await g; } return $"{i}".Length; } }',
    ['D 2 1 1 1'],
  ],
  [
    'Kotlin',
    '.kt',
    'fun a(b: Int) = b + 1\nclass C { fun d(e: Int): String? { when (e) { 1 -> "x"; else -> "y" }; return null } }',
    ['d 3 1 1 0'],
  ],
  [
    'C',
    '.c',
    'static int a(int b) { for (int i = 0; i < b; i++) { if (c) return 1; } return 0; }\nint d[] = { 1, 2 };',
    ['a 3 1 1 1'],
  ],
  [
    'shells',
    '.sh',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the sample
    '#!/bin/sh\na() {\n  if [ "$1" = "}" ]; then for b in "${c[@]}"; do echo $#; done; fi # }\n  cat <<END\nif {\nEND\n}\nfunction d {\n  e && f\n}\n',
    ['a 3 0 2 1', 'd 2 0 0 0'],
  ],
  ['PHP', '.php', '<?php\nclass A { public function b($c) { # if {\n if ($c) { return 1; } } }', ['b 2 1 1 0']],
  [
    'Swift',
    '.swift',
    'func a(b: Int) -> Int { guard b > 0 else { return 0 }; for c in d { e() }; return 1 }',
    ['a 3 1 1 1'],
  ],
];

describe('functions', () => {
  it.each(SAMPLES)('%s (%s)', (_what, ending, text, found) => expect(find(ending, text)).toEqual(found));

  it('asynchronous functions are told from others', () => {
    const known = language('.ts');
    const text = 'async function a() {}\nfunction b() {}\nconst c = async () => {};\nclass D { async e() {} f() {} }';
    const facts = functionsOf(tokenise(text, known).tokens, known);
    expect(facts.filter(({ isAsync }) => isAsync).map(({ name }) => name)).toEqual(['a', 'c', 'e']);
  });
});

describe('whatever a file holds', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '"',
    "'",
    '`',
    '${',
    '/*',
    '*/',
    '//',
    '#',
    '\n',
    ' ',
    '\\',
    '/',
    '=>',
    'if',
    'function a',
    'def b',
    'fn c',
    'for',
    '<<END',
    '"""',
    'r#"',
    '@"',
    ';',
    ':',
    ',',
    'x',
    '\u{1f600}',
    '\ud800',
  );
  const texts = fc.array(pieces, { maxLength: 60 }).map((list) => list.join(''));

  it.each(LANGUAGES.map((one) => [one.name, one] as const))(
    '%s is read to its end, and lines are counted right',
    (_name, known) => {
      fc.assert(
        fc.property(texts, (text) => {
          const { tokens, comments, codeLines } = tokenise(text, known);
          const last = text.split('\n').length;
          expect(tokens.every(({ line }) => line >= 1 && line <= last)).toBe(true);
          expect(comments.every(({ line }) => line >= 1 && line <= last)).toBe(true);
          expect(codeLines).toBeLessThanOrEqual(last);
          const facts = functionsOf(tokens, known);
          expect(
            facts.every(({ complexity, nesting, loopDepth }) => complexity >= 1 && nesting >= 0 && loopDepth >= 0),
          ).toBe(true);
          expect(importsOf(tokens, known).isImport.length).toBe(tokens.length);
        }),
        { numRuns: 200 },
      );
    },
  );

  it('long files of brackets and quotes take a time that grows with them, not with its square', () => {
    const repeated = ['{', '(', '({[', '})]', 'a(b) ', '=> {', "'\\", '`${', '/[', 'a<', 'fn '];
    for (const piece of repeated) {
      const text = piece.repeat(100_000);
      for (const ending of ['.ts', '.go', '.py', '.sh']) find(ending, text);
    }
  }, 60_000);
});
