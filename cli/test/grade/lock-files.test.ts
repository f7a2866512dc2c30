import { describe, expect, it } from 'vitest';
import { readLicence } from '../../src/grade/licences.ts';
import type { LockFile } from '../../src/grade/lock-files/locked-package.ts';
import { readLockFile, readManifest } from '../../src/grade/lock-files/read.ts';

const read = (name: string, text: string) => readLockFile(name, name, text);
/** Each package in a line: name, version, place, and what is special. */
const listed = (file: LockFile | null) =>
  file?.packages.map(({ name, version, line, hasIntegrity, licence, isDevelopment, foreignSource }) =>
    [
      name,
      version,
      line,
      hasIntegrity ? 'sum' : 'no sum',
      licence ?? '',
      isDevelopment ? 'dev' : '',
      foreignSource ?? '',
    ]
      .join(' ')
      .trimEnd(),
  );

describe('lock files', () => {
  it('npm 1', () => {
    const text = JSON.stringify(
      {
        lockfileVersion: 1,
        dependencies: { a: { version: '1.0.0', integrity: 'x', dependencies: { b: { version: '2.0.0', dev: true } } } },
      },
      null,
      1,
    );
    expect(listed(read('package-lock.json', text))).toEqual(['a 1.0.0 4 sum', 'b 2.0.0 8 no sum  dev']);
  });

  it('pnpm', () => {
    const text =
      "lockfileVersion: '9.0'\n\npackages:\n\n  '@a/b@1.2.3':\n    resolution: {integrity: sha512-x}\n\n  c@2.0.0:\n    resolution: {tarball: https://e.org/c.tgz}\n\nsnapshots:\n\n  d@3.0.0: {}\n";
    expect(listed(read('pnpm-lock.yaml', text))).toEqual(['@a/b 1.2.3 5 sum', 'c 2.0.0 8 no sum']);
  });

  it('Yarn 1 and its successors', () => {
    const old =
      '# yarn lockfile v1\n\n\n"@a/b@^1.0.0":\n  version "1.2.3"\n  resolved "https://registry.yarnpkg.com/b.tgz#1"\n  integrity sha512-x\n\nc@git+https://e.org/c.git:\n  version "2.0.0"\n  resolved "git+https://e.org/c.git#1"\n';
    expect(listed(read('yarn.lock', old))).toEqual([
      '@a/b 1.2.3 4 sum',
      'c 2.0.0 9 no sum   git+https://e.org/c.git#1',
    ]);
    const berry =
      '__metadata:\n  version: 8\n\n"a@npm:^1.0.0":\n  version: 1.2.3\n  resolution: "a@npm:1.2.3"\n  checksum: 10/x\n\n"own@workspace:.":\n  version: 0.0.0-use.local\n  resolution: "own@workspace:."\n';
    expect(listed(read('yarn.lock', berry))).toEqual(['a 1.2.3 4 sum']);
  });

  it('pip', () => {
    const text =
      '# all\nA==1.0 \\\n    --hash=sha256:0\nb>=2\nc == 3.0 ; python_version > "3"\n-r other.txt\nd @ git+https://e.org/d.git\ne==1.*\n';
    const file = read('requirements.txt', text);
    expect(listed(file)).toEqual(['a 1.0 2 sum', 'c 3.0 5 no sum', 'd 0 7 no sum   git+https://e.org/d.git']);
    expect(file?.unpinned).toEqual([
      { name: 'b', line: 4 },
      { name: 'e', line: 8 },
    ]);
  });

  it('Cargo', () => {
    const text =
      'version = 4\n\n[[package]]\nname = "own"\nversion = "0.1.0"\n\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "00"\n\n[[package]]\nname = "b"\nversion = "2.0.0"\nsource = "git+https://e.org/b#1"\n';
    expect(listed(read('Cargo.lock', text))).toEqual(['a 1.0.0 7 sum', 'b 2.0.0 13 no sum   git+https://e.org/b#1']);
  });

  it('Poetry, uv and pipenv', () => {
    const poetry =
      '[[package]]\nname = "a"\nversion = "1.0"\nfiles = [\n    {file = "a.whl", hash = "sha256:00"},\n]\n\n[metadata]\nlock-version = "2.0"\n';
    expect(listed(read('poetry.lock', poetry))).toEqual(['a 1.0 1 sum']);
    const uv =
      '[[package]]\nname = "own"\nversion = "1"\nsource = { editable = "." }\n\n[[package]]\nname = "a"\nversion = "1.0"\nsource = { registry = "https://pypi.org/simple" }\nsdist = { url = "https://f/a.tgz", hash = "sha256:00" }\n';
    expect(listed(read('uv.lock', uv))).toEqual(['a 1.0 6 sum']);
    const pipenv = JSON.stringify(
      {
        _meta: {},
        default: { a: { hashes: [`sha256:${'0'.repeat(64)}`], version: '==1.0' } },
        develop: { b: { version: '==2.0' } },
      },
      null,
      4,
    );
    expect(listed(read('Pipfile.lock', pipenv))).toEqual(['a 1.0 4 sum', 'b 2.0 12 no sum  dev']);
  });

  it('Go', () => {
    const text = 'example.com/a v1.0.0 h1:x=\nexample.com/a v1.0.0/go.mod h1:y=\n';
    expect(listed(read('go.sum', text))).toEqual(['example.com/a 1.0.0 1 sum']);
  });

  it.each([
    'package-lock.json',
    'pnpm-lock.yaml',
    'yarn.lock',
    'requirements.txt',
    'Cargo.lock',
    'poetry.lock',
    'Pipfile.lock',
    'go.sum',
  ])('nonsense in %s locks nothing', (name) => {
    for (const text of ['', '{', '[]', '{"packages": 3}', '\n\n::\n', '[[package]]\n[[package]]\n']) {
      expect(read(name, text)?.packages ?? []).toEqual([]);
    }
  });
});

describe('manifests', () => {
  const of = (name: string, text: string) => readManifest(name, name, text);

  it('say what they need, and their licence', () => {
    expect(
      of('package.json', '{"name": "a", "dependencies": {"b": "1", "c": "workspace:*"}, "license": "MIT"}'),
    ).toMatchObject({ dependencies: ['b'], licence: 'MIT', statesRuntime: false, isPrivate: false });
    expect(
      of(
        'Cargo.toml',
        '[package]\nname = "a"\nlicense = "MIT"\nedition = "2024"\n[dependencies]\nb = "1"\nc = { path = "../c" }\n',
      ),
    ).toMatchObject({ dependencies: ['b'], licence: 'MIT', statesRuntime: true });
    expect(
      of(
        'pyproject.toml',
        '[project]\nname = "a"\nrequires-python = ">=3.11"\nlicense = "MIT"\ndependencies = [\n  "b>=1",\n  "c[x]",\n]\n',
      ),
    ).toMatchObject({ dependencies: ['b', 'c'], licence: 'MIT', statesRuntime: true });
    expect(of('go.mod', 'module example.com/a\n\ngo 1.24\n\nrequire (\n\texample.com/b v1.0.0\n)\n')).toMatchObject({
      dependencies: ['example.com/b'],
      statesRuntime: true,
    });
    expect(of('package.json', 'nonsense')).toBe(null);
  });
});

describe('licences', () => {
  it.each([
    ['MIT', true, false],
    ['(MIT OR GPL-3.0-only)', true, false],
    ['MIT AND GPL-3.0-or-later', true, true],
    ['GPL-2.0-only WITH Classpath-exception-2.0', true, false],
    ['Apache-2.0+', true, false],
    ['LGPL-3.0-only', true, false],
    ['Proprietary', false, false],
  ])('%s', (text, isKnown, isStrong) => expect(readLicence(text)).toEqual({ isKnown, isStrong }));

  it.each(['', 'MIT OR', '(MIT', 'MIT)', 'MIT Apache-2.0', 'SEE LICENSE IN x', '('.repeat(50), 'MIT/Apache'])(
    '%j is none',
    (text) => expect(readLicence(text)).toBe(null),
  );
});

describe('hostile manifests and lock files', () => {
  const pieces = [
    '\n',
    'a',
    'a\\\n',
    '  a@b',
    'a@',
    '[[package]]\n',
    '"',
    "'",
    'dependencies = [',
    ' ',
    '{"a":',
    '[',
    '== ',
    'https://',
    'name = "a"\n',
    '=\n',
  ];
  const names = [
    'package.json',
    'pyproject.toml',
    'Cargo.toml',
    'go.mod',
    'package-lock.json',
    'pnpm-lock.yaml',
    'yarn.lock',
    'requirements.txt',
    'Cargo.lock',
    'uv.lock',
    'Pipfile.lock',
    'go.sum',
  ];
  it.each(names)(
    '%s is read in a time that grows with it',
    (name) => {
      for (const piece of pieces) {
        for (const text of [piece.repeat(200_000), `[project]\ndependencies = [${piece.repeat(200_000)}`]) {
          readLockFile(name, name, text);
          readManifest(name, name, text);
        }
      }
    },
    60_000,
  );
});
