/** Trees for tests, as texts by path. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type Files = Readonly<Record<string, string>>;

export const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

/** A lock file of npm with these packages beside the one that all trees have. */
export function lockFile(packages: Readonly<Record<string, object>> = {}): string {
  const first = {
    version: '1.0.0',
    resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz',
    integrity: 'sha512-AA==',
    license: 'MIT',
  };
  const all = { '': { name: 'clean' }, 'node_modules/a': first, ...packages };
  return `${JSON.stringify({ name: 'clean', lockfileVersion: 3, packages: all }, null, 2)}\n`;
}

/** A package of npm that nothing is wrong with. */
export const LOCKED = { version: '2.0.0', integrity: 'sha512-AA==', license: 'MIT' } as const;

export const MANIFEST = {
  name: 'clean',
  version: '1.0.0',
  license: 'MIT',
  engines: { node: '>=24' },
  dependencies: { a: '1.0.0' },
} as const;

export const manifest = (more: object = {}) => `${JSON.stringify({ ...MANIFEST, ...more }, null, 2)}\n`;

/** A tree at which no rule finds anything. */
export const CLEAN: Files = {
  LICENSE: 'MIT License\n',
  'README.md': `# Clean\n${lines(45, (i) => `Line ${i}.`)}\n`,
  'SECURITY.md': 'Write to security@example.com.\n',
  'CHANGELOG.md': '# 1.0.0\n',
  'CONTRIBUTING.md': 'Read this.\n',
  '.github/workflows/ci.yml': 'on: push\n',
  'biome.json': '{}\n',
  'package.json': manifest(),
  'package-lock.json': lockFile(),
  'src/add.ts': '/** Adds. */\nexport function add(a: number, b: number): number {\n  return a + b;\n}\n',
  'test/add.test.ts': `${lines(12, (i) => `check(add(${i}, 1), ${i + 1});`)}\n`,
};

/** Writes a tree below a folder. */
export function writeTree(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
