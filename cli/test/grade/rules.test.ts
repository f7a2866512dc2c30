/** Every rule at a tree that breaks it, and at one that nearly does. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RULE_IDS, RULES, type RuleId } from '@touchstone/core/grade/rules.ts';
import { DIMENSIONS } from '@touchstone/core/stark/statements/code-grade/scoring.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gradeTree } from '../../src/grade/grade-tree.ts';
import { CLEAN, type Files, LOCKED, lines, lockFile, manifest, writeTree } from './trees.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-grade-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Case {
  /** What is laid over the clean tree; null takes a file away. */
  readonly broken: Readonly<Record<string, string | null>>;
  readonly points: number;
  /** The first place, as `path:line`, or `path` without a line. */
  readonly place: string;
  readonly reason?: string;
  /** Costs nothing by this rule. */
  readonly nearly: Readonly<Record<string, string | null>>;
}

/** Enough tests for any product of these cases. */
const MANY_TESTS = { 'test/many.test.ts': `${lines(2_000, (i) => `check(${i});`)}\n` };
const branches = (count: number) => lines(count, (i) => `  if (a === ${i}) return ${i};`);
const withBranches = (count: number) =>
  `// Choice.\nexport function choose(a: number) {\n${branches(count)}\n  return a;\n}\n`;
const functions = (count: number) =>
  `// Many.\n${lines(count, (i) => `export function f${i}() {\n  return ${i};\n}`)}\n`;
const statements = (count: number) => lines(count, (i) => `  use(${i});`);
const imports = (count: number) => `// Imports.\n${lines(count, (i) => `import { a${i} } from 'a${i}';`)}\n`;
const nested = (depth: number) =>
  `// Depth.\nexport function deep(a: number) {\n${'if (a) {\n'.repeat(depth)}use(a);\n${'}\n'.repeat(depth)}}\n`;
const loops = (depth: number) =>
  `// Loops.\nexport function walk(a: number[]) {\n${'for (const x of a) {\n'.repeat(depth)}use(a);\n${'}\n'.repeat(depth)}}\n`;
const copied = lines(30, (i) => `  const value${i} = read(${i}) + other${i};`);
/** Made here, so that no scanner finds a key in this file. */
const KEY = `AKIA${'Q2W3E4R5T6Y7U2I3'}`;

const CASES: Readonly<Record<RuleId, Case>> = {
  'complex-functions': {
    broken: { 'src/c.ts': withBranches(10) },
    points: 25,
    place: 'src/c.ts:2',
    reason: 'choose has a complexity of 11',
    nearly: { 'src/c.ts': withBranches(9) },
  },
  'long-functions': {
    broken: { 'src/c.ts': `// Long.\nexport function long() {\n${statements(59)}\n}\n`, ...MANY_TESTS },
    points: 20,
    place: 'src/c.ts:2',
    reason: 'long has 61 lines of code',
    nearly: { 'src/c.ts': `// Long.\nexport function long() {\n${statements(58)}\n}\n`, ...MANY_TESTS },
  },
  'long-files': {
    broken: { 'src/c.ts': `// Long.\n${lines(501, (i) => `use(${i});`)}\n`, ...MANY_TESTS },
    points: 15,
    place: 'src/c.ts',
    nearly: { 'src/c.ts': `// Long.\n${lines(500, (i) => `use(${i});`)}\n`, ...MANY_TESTS },
  },
  'deep-nesting': {
    broken: { 'src/c.ts': nested(5) },
    points: 10,
    place: 'src/c.ts:2',
    nearly: { 'src/c.ts': nested(4) },
  },
  duplication: {
    broken: {
      'src/c.ts': `// One.\nexport function c() {\n${copied}\n}\n`,
      'src/d.ts': `// Two.\n\nexport function d() {\n${copied}\n}\n`,
      ...MANY_TESTS,
    },
    points: 20,
    place: 'src/d.ts:3',
    nearly: {
      'src/c.ts': `// One.\nexport function c() {\n${copied}\n}\n`,
      'src/d.ts': `// Two.\nexport function d() {\n${copied.split('\n').slice(0, 8).join('\n')}\n}\n`,
      ...MANY_TESTS,
    },
  },
  'open-marks': {
    broken: { 'src/c.ts': `// ${'TO'}DO: more\nexport const c = 1;\n` },
    points: 5,
    place: 'src/c.ts:1',
    nearly: { 'src/c.ts': `// Nothing left.\nexport const c = '${'TO'}DO';\n` },
  },
  'no-linter': {
    broken: { 'biome.json': null },
    points: 5,
    place: '.',
    nearly: { 'biome.json': null, '.editorconfig': 'x\n' },
  },

  secrets: {
    broken: { 'src/c.ts': `// Key.\nexport const c = '${KEY}';\n` },
    points: 20,
    place: 'src/c.ts:2',
    nearly: {
      'src/c.ts': `// Key.\nexport const c = '${KEY.slice(0, -1)}';\nexport const password = 'correct horse battery';\n`,
    },
  },
  'unreadable-sources': {
    broken: { 'src/c.ts': '/* \0 */\n' },
    points: 10,
    place: 'src/c.ts',
    nearly: { 'test/c.ts': '/* \0 */\n' },
  },
  'unpinned-dependencies': {
    broken: { 'package-lock.json': null },
    points: 15,
    place: 'package.json',
    reason: 'no lock file pins its 1 dependency',
    nearly: { 'web/package.json': manifest({ private: true, license: undefined }) },
  },
  'missing-integrity': {
    broken: { 'package-lock.json': lockFile({ 'node_modules/b': { ...LOCKED, integrity: undefined } }) },
    points: 10,
    place: 'package-lock.json:14',
    reason: 'b 2.0.0 has no checksum',
    nearly: {
      'package-lock.json': lockFile({ web: { version: '1.0.0' }, 'node_modules/web': { resolved: 'web', link: true } }),
    },
  },
  'foreign-sources': {
    broken: {
      'package-lock.json': lockFile({ 'node_modules/b': { ...LOCKED, resolved: 'git+ssh://git@example.com/b.git#1' } }),
    },
    points: 2,
    place: 'package-lock.json:14',
    nearly: {
      'package-lock.json': lockFile({
        'node_modules/b': { ...LOCKED, resolved: 'https://mirror.example.com/b/-/b-2.0.0.tgz' },
      }),
    },
  },
  'dangerous-calls': {
    broken: { 'src/c.ts': '// Runs.\nexport const c = eval(text);\n' },
    points: 3,
    place: 'src/c.ts:2',
    nearly: { 'src/c.ts': '// eval(text)\nexport const c = page.eval(text) + "eval(text)";\n' },
  },
  'weak-cryptography': {
    broken: { 'src/c.ts': "// Hash.\nexport const c = createHash('md5');\n" },
    points: 1,
    place: 'src/c.ts:2',
    nearly: { 'src/c.ts': "// Hash.\nexport const c = createHash('sha256');\n" },
  },

  'import-cycles': {
    broken: { 'src/c.ts': "// C.\nimport { d } from './d.js';\n", 'src/d.ts': "// D.\nexport * from './c.ts';\n" },
    points: 30,
    place: 'src/c.ts:2',
    reason: 'imports in a circle with src/d.ts',
    nearly: {
      'src/c.ts': "// C.\nimport type { D } from './d.js';\nconst later = () => import('./d.js');\n",
      'src/d.ts': "// D.\nexport * from './c.ts';\n",
    },
  },
  'many-imports': {
    broken: { 'src/c.ts': imports(26) },
    points: 15,
    place: 'src/c.ts',
    nearly: { 'src/c.ts': imports(25) },
  },
  'many-parameters': {
    broken: { 'src/c.ts': '// Many.\nexport const c = (a, b, c, d, e, f) => {\n  return a;\n};\n' },
    points: 15,
    place: 'src/c.ts:2',
    reason: 'c has 6 parameters',
    nearly: {
      'src/c.ts': '// Many.\nexport const c = (a, { b, c, d }, e: Map<string, number>, f, g,) => {\n  return a;\n};\n',
    },
  },
  'crowded-files': {
    broken: { 'src/c.ts': functions(41), ...MANY_TESTS },
    points: 15,
    place: 'src/c.ts',
    nearly: { 'src/c.ts': functions(40), ...MANY_TESTS },
  },
  'crowded-folders': {
    broken: Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`src/c${i}.ts`, `// C.\nexport const c = ${i};\n`]),
    ),
    points: 2,
    place: 'src',
    reason: '41 source files in one folder',
    nearly: Object.fromEntries(
      Array.from({ length: 39 }, (_, i) => [`src/c${i}.ts`, `// C.\nexport const c = ${i};\n`]),
    ),
  },
  'climbing-imports': {
    broken: { 'src/a/b/c/d/e.ts': "// E.\nimport { add } from '../../../../add.ts';\n" },
    points: 10,
    place: 'src/a/b/c/d/e.ts:2',
    nearly: { 'src/a/b/c/e.ts': "// E.\nimport { add } from '../../../add.ts';\n" },
  },
  'deep-folders': {
    broken: { 'a/b/c/d/e/f/g/h/i/j/k/l.ts': '// L.\nexport const l = 1;\n' },
    points: 5,
    place: 'a/b/c/d/e/f/g/h/i/j/k/l.ts',
    nearly: { 'a/b/c/d/e/f/g/h/i/j/l.ts': '// L.\nexport const l = 1;\n' },
  },

  'nested-loops': {
    broken: { 'src/c.ts': loops(3) },
    points: 30,
    place: 'src/c.ts:2',
    nearly: { 'src/c.ts': loops(2) },
  },
  'searches-in-loops': {
    broken: {
      'src/c.ts':
        '// Search.\nexport function c(a) {\n  for (const x of a) {\n    if (a.includes(x)) use(x);\n  }\n}\n',
    },
    points: 20,
    place: 'src/c.ts:4',
    nearly: {
      'src/c.ts': '// Search.\nexport function c(a) {\n  if (a.includes(1)) use(a);\n  for (const x of a) use(x);\n}\n',
    },
  },
  'blocking-calls': {
    broken: { 'src/c.ts': '// Blocks.\nexport async function c() {\n  return readFileSync(1);\n}\n' },
    points: 25,
    place: 'src/c.ts:3',
    nearly: { 'src/c.ts': '// Blocks.\nexport function c() {\n  return readFileSync(1);\n}\n' },
  },
  'waits-in-loops': {
    broken: { 'src/c.ts': '// Waits.\nexport async function c(a) {\n  for (const x of a) await x;\n}\n' },
    points: 10,
    place: 'src/c.ts:3',
    nearly: {
      'src/c.ts': '// Waits.\nexport async function c(a) {\n  for await (const x of a) use(x);\n  await a;\n}\n',
    },
  },
  'large-files': {
    broken: { 'film.bin': '\0'.repeat(5 * 1024 * 1024 + 1) },
    points: 2,
    place: 'film.bin',
    reason: '5 MiB',
    nearly: { 'film.bin': '\0'.repeat(5 * 1024 * 1024) },
  },
  'growing-strings': {
    broken: {
      'src/C.java':
        '// Grows.\nclass C {\n  String c(int[] a) {\n    String s = "";\n    for (int x : a) {\n      s += "x";\n    }\n    return s;\n  }\n}\n',
    },
    points: 5,
    place: 'src/C.java:6',
    nearly: {
      'src/c.ts':
        '// JavaScript does not copy.\nexport function c(a) {\n  let s = "";\n  for (const x of a) s += "x";\n  return s;\n}\n',
    },
  },

  'no-licence': {
    broken: { LICENSE: null },
    points: 30,
    place: '.',
    nearly: { LICENSE: null, 'COPYING.txt': 'GPL\n' },
  },
  'no-stated-licence': {
    broken: { 'package.json': manifest({ license: undefined }) },
    points: 10,
    place: 'package.json',
    nearly: { 'package.json': manifest({ license: '(MIT OR Apache-2.0)' }) },
  },
  'unlicensed-dependencies': {
    broken: { 'package-lock.json': lockFile({ 'node_modules/b': { ...LOCKED, license: 'Something' } }) },
    points: 20,
    place: 'package-lock.json:14',
    reason: 'b 2.0.0 has an unknown licence, Something',
    nearly: { 'package-lock.json': lockFile({ 'node_modules/b': { ...LOCKED, license: 'BSD-3-Clause AND Zlib' } }) },
  },
  'copyleft-dependencies': {
    broken: { 'package-lock.json': lockFile({ 'node_modules/b': { ...LOCKED, license: 'AGPL-3.0-only' } }) },
    points: 5,
    place: 'package-lock.json:14',
    nearly: {
      'package-lock.json': lockFile({
        'node_modules/b': { ...LOCKED, license: 'AGPL-3.0-only', dev: true },
        'node_modules/c': { ...LOCKED, license: 'GPL-2.0-only OR MIT' },
      }),
    },
  },
  'no-readme': {
    broken: { 'README.md': null, 'docs/a.md': 'A.\n' },
    points: 10,
    place: '.',
    nearly: { 'README.md': null, readme: lines(41, String) },
  },
  'no-security-policy': {
    broken: { 'SECURITY.md': null },
    points: 5,
    place: '.',
    nearly: { 'SECURITY.md': null, '.github/SECURITY.md': 'x\n' },
  },
  'no-changelog': {
    broken: { 'CHANGELOG.md': null },
    points: 5,
    place: '.',
    nearly: { 'CHANGELOG.md': null, 'HISTORY.rst': 'x\n' },
  },
  'no-contributing': {
    broken: { 'CONTRIBUTING.md': null },
    points: 5,
    place: '.',
    nearly: { 'CONTRIBUTING.md': null, 'docs/CONTRIBUTING': 'x\n' },
  },

  'few-tests': {
    broken: { 'test/add.test.ts': null },
    points: 30,
    place: '.',
    reason: '0 lines of tests for 3 lines of code',
    nearly: { 'test/add.test.ts': 'check(1);\ncheck(2);\n' },
  },
  'no-ci': {
    broken: { '.github/workflows/ci.yml': null },
    points: 15,
    place: '.',
    nearly: { '.github/workflows/ci.yml': null, '.gitlab-ci.yml': 'x\n' },
  },
  'duplicate-majors': {
    broken: { 'package-lock.json': lockFile({ 'node_modules/b/node_modules/a': { ...LOCKED } }) },
    points: 15,
    place: 'package-lock.json:14',
    reason: 'a is locked as 1.0.0, 2.0.0',
    nearly: { 'package-lock.json': lockFile({ 'node_modules/b/node_modules/a': { ...LOCKED, version: '1.9.0' } }) },
  },
  'many-dependencies': {
    broken: {
      'package-lock.json': lockFile(
        Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`node_modules/b${i}`, LOCKED])),
      ),
    },
    points: 1,
    place: 'package-lock.json',
    nearly: {
      'package-lock.json': lockFile(
        Object.fromEntries(Array.from({ length: 199 }, (_, i) => [`node_modules/b${i}`, LOCKED])),
      ),
    },
  },
  'unstable-versions': {
    broken: { 'package-lock.json': lockFile({ 'node_modules/b': { ...LOCKED, version: '2.0.0-rc.1' } }) },
    points: 5,
    place: 'package-lock.json:14',
    nearly: { 'package-lock.json': lockFile({ 'node_modules/b': { ...LOCKED, version: '0.1.0' } }) },
  },
  'uncommented-files': {
    broken: { 'src/c.ts': `${lines(101, (i) => `use(${i});`)}\n`, ...MANY_TESTS },
    points: 10,
    place: 'src/c.ts',
    nearly: { 'src/c.ts': `${lines(100, (i) => `use(${i});`)}\n`, ...MANY_TESTS },
  },
  'no-runtime-version': {
    broken: { 'package.json': manifest({ engines: undefined }) },
    points: 5,
    place: 'package.json',
    nearly: { 'package.json': manifest({ engines: undefined }), '.nvmrc': '24\n' },
  },
  'no-documentation': {
    broken: { 'README.md': '# Short\n' },
    points: 5,
    place: '.',
    nearly: { 'README.md': '# Short\n', 'docs/guide.md': 'Guide.\n' },
  },
  'skipped-tests': {
    broken: { 'test/skip.test.ts': "it.skip('waits', () => undefined);\n" },
    points: 1,
    place: 'test/skip.test.ts:1',
    nearly: { 'test/skip.test.ts': "it('waits', () => list.skip(1));\n" },
  },
};

function graded(changes: Case['broken']) {
  const files: Record<string, string> = { ...CLEAN };
  for (const [name, text] of Object.entries(changes)) {
    if (text === null) delete files[name];
    else files[name] = text;
  }
  writeTree(folder, files as Files);
  return gradeTree(folder);
}

it('a clean tree loses nothing', () => {
  expect(graded({})).toMatchObject({ score: 100, grade: 'A+', losses: [] });
});

describe('what pins nothing costs as much as nothing', () => {
  const broken: readonly [string, Readonly<Record<string, string | null>>, string, string][] = [
    ['an empty lock file', { 'package-lock.json': '' }, 'package-lock.json', 'cannot be read, so it pins nothing'],
    ['a manifest cut off', { 'package.json': '{"name":' }, 'package.json', 'cannot be read, so it pins nothing'],
    ['a manifest that is no text', { 'package.json': '\0' }, 'package.json', 'cannot be read, so it pins nothing'],
    [
      'a lock file without a package',
      { 'package-lock.json': '{}' },
      'package.json',
      'no lock file pins its 1 dependency',
    ],
    [
      'a lock file of Yarn without a package',
      { 'package-lock.json': null, 'yarn.lock': '{}\n' },
      'package.json',
      'no lock file pins its 1 dependency',
    ],
  ];
  it.each([
    ['another package', { 'package-lock.json': lockFile().replaceAll('node_modules/a"', 'node_modules/b"') }],
    ['bun.lock of nothing', { 'package-lock.json': null, 'bun.lock': '{}' }],
    ['a package of the tree by that name', { 'package-lock.json': null, 'sub/package.json': manifest({ name: 'a' }) }],
  ] as const)('a lock file of %s', (_, files) => {
    const loss = graded(files).losses.find(({ rule }) => rule === 'unpinned-dependencies');
    expect(loss).toMatchObject({ points: 15 });
  });

  it('a lock file that is not read pins what it names, and any one packages of the tree', () => {
    expect(graded({ 'package-lock.json': null, 'bun.lock': '{"packages": {"a": ["a@1.0.0"]}}' }).losses).toEqual([]);
    const member = { name: 'member', dependencies: { clean: '*' } };
    expect(graded({ 'packages/member/package.json': manifest(member) }).losses).toEqual([]);
  });

  it.each([
    ['cut off', { 'package.json': '{' }],
    ['over 32 MiB', { 'package.json': manifest() + ' '.repeat(33 << 20) }],
  ])('a manifest that is %s states no licence', (_, files) => {
    const loss = graded(files).losses.find(({ rule }) => rule === 'no-stated-licence');
    expect(loss).toMatchObject({ points: 10, places: [{ path: 'package.json' }] });
  });

  it('a manifest in other letters is one, and a link is one that cannot be read', () => {
    const shouted = { 'package.json': null, 'PACKAGE.JSON': manifest(), 'package-lock.json': null };
    expect(graded(shouted).losses.map(({ rule }) => rule)).toEqual(['unpinned-dependencies']);
    rmSync(path.join(folder, 'PACKAGE.JSON'));
    symlinkSync('elsewhere.json', path.join(folder, 'package.json'));
    expect(gradeTree(folder).losses.map(({ rule }) => rule)).toContain('unpinned-dependencies');
  });

  it('an empty file is none', () => {
    const names = ['LICENSE', 'SECURITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md', '.github/workflows/ci.yml'];
    const { losses } = graded(Object.fromEntries(names.map((name) => [name, ''])));
    expect(losses.map(({ rule }) => rule)).toEqual([
      'no-licence',
      'no-security-policy',
      'no-changelog',
      'no-contributing',
      'no-ci',
    ]);
  });

  it.each(broken)('%s', (_, files, place, reason) => {
    const loss = graded(files).losses.find(({ rule }) => rule === 'unpinned-dependencies');
    expect(loss).toMatchObject({ points: 15, places: [{ path: place, reason }] });
  });

  it('a byte order mark costs nothing', () => {
    expect(graded({ 'package.json': `\ufeff${manifest()}` }).losses).toEqual([]);
  });

  it('a byte order mark hides nothing', () => {
    const { losses } = graded({ 'package.json': `\ufeff${manifest()}`, 'package-lock.json': null });
    expect(losses.map(({ rule, points }) => [rule, points])).toEqual([['unpinned-dependencies', 15]]);
  });

  it('a manifest that cannot be read states no runtime either', () => {
    const rules = graded({ 'package.json': '{' }).losses.map(({ rule }) => rule);
    expect(rules).toContain('no-runtime-version');
  });
});

it('the rules of each dimension cost 100 points together', () => {
  for (const dimension of DIMENSIONS) {
    const own = Object.values(RULES).filter((rule) => rule.dimension === dimension);
    expect([dimension, own.reduce((sum, { points }) => sum + points, 0)]).toEqual([dimension, 100]);
  }
});

describe.each(RULE_IDS)('%s', (id) => {
  const { broken, nearly, points, place, reason } = CASES[id];

  it('costs its points, and says where', () => {
    const loss = graded(broken).losses.find(({ rule }) => rule === id);
    const [first] = loss?.places ?? [];
    expect([loss?.points, first && (first.line === undefined ? first.path : `${first.path}:${first.line}`)]).toEqual([
      points,
      place,
    ]);
    if (reason !== undefined) expect(first?.reason).toBe(reason);
  });

  it('costs nothing where it is nearly broken', () => {
    expect(graded(nearly).losses.find(({ rule }) => rule === id)).toBe(undefined);
  });
});
