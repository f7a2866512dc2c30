/**
 * The rooms of the console (layout.md): app, pages, parts, ui, words, lib, each of which imports what stands below it. Read from the
 * source text, imports of types included: a type that has to be fetched from above lies in the wrong file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '../src');

type Imports = ReadonlyMap<string, readonly string[]>;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/** Files of the console that a file names: imports, re-exports, workers. */
function importsOf(file: string, source: string): string[] {
  const text = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const named = text.matchAll(/(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*['"](\.[^'"]+)['"]/g);
  return [...named].map(([, name = '']) => path.posix.join(path.posix.dirname(file), name));
}

/** The room of a file: a page is one, `pages/check/verify`, and a subject of the parts, `parts/grid`. */
function roomOf(file: string): string {
  const [floor = '', first = '', second = ''] = file.split('/');
  if (floor === 'pages') return `pages/${first}/${second}`;
  return floor === 'parts' ? `parts/${first}` : floor;
}

/** What each floor may import, beside its own room. */
const BELOW: Readonly<Record<string, RegExp>> = {
  'main.tsx': /^(app|parts|ui|words|lib)\//,
  app: /^(pages|parts|ui|words|lib)\//,
  pages: /^(parts|ui|words|lib)\//,
  // A page of its own, without the console.
  pay: /^(words\/pay\.ts$|lib\/(amount|format)\.ts$)/,
  parts: /^(parts|ui|words|lib)\//,
  // How a text or a number is written is no knowledge of the domain.
  ui: /^(words\/(ui\/|rich\.ts$)|lib\/(text\/|format\.ts$))/,
  words: /^lib\/(text\/|format\.ts$)/,
  lib: /^$/,
};

function wrongImports(imports: Imports): string[] {
  return [...imports].flatMap(([file, targets]) => {
    const below = BELOW[file.split('/')[0] ?? ''];
    if (below === undefined) return [`${file} stands on no floor`];
    return targets
      .filter((target) => roomOf(target) !== roomOf(file) && !below.test(target))
      .map((target) => `${file} imports ${target}`);
  });
}

/** Circles among what `imports` maps, each as the way around it. */
function circles(imports: Imports): string[] {
  const found: string[] = [];
  const left = new Set<string>();
  const way: string[] = [];
  const visit = (file: string) => {
    if (left.has(file)) return;
    if (way.includes(file)) {
      found.push([...way.slice(way.indexOf(file)), file].join(' → '));
      return;
    }
    way.push(file);
    for (const target of imports.get(file) ?? []) visit(target);
    way.pop();
    left.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return found;
}

function byRoom(imports: Imports): Imports {
  const rooms = new Map<string, string[]>();
  for (const [file, targets] of imports) {
    const room = roomOf(file);
    const others = targets.map(roomOf).filter((other) => other !== room);
    rooms.set(room, [...(rooms.get(room) ?? []), ...others]);
  }
  return rooms;
}

const FILES = filesIn(SOURCES);
const IMPORTS: Imports = new Map(
  FILES.filter((file) => /\.tsx?$/.test(file)).map((file) => [
    file,
    importsOf(file, readFileSync(path.join(SOURCES, file), 'utf8')),
  ]),
);

describe('the rooms of the console', () => {
  it('are found with their imports', () => {
    expect(FILES.length).toBeGreaterThan(100);
    expect(IMPORTS.get('main.tsx')).toContain('app/router.tsx');
  });

  it('import what stands below them, and pages no other page', () => {
    expect(wrongImports(IMPORTS)).toEqual([]);
  });

  it('hold no file outside a room', () => {
    const loose = FILES.filter((file) => /^pages\/[^/]*\/?[^/]*\.|^parts\/[^/]*$/.test(file));
    expect(loose).toEqual([]);
  });

  it('have no circles, neither of files nor of rooms', () => {
    expect(circles(IMPORTS)).toEqual([]);
    expect(circles(byRoom(IMPORTS))).toEqual([]);
  });

  it('leave the domain out of ui', () => {
    const knowing = FILES.filter(
      (file) => file.startsWith('ui/') && readFileSync(path.join(SOURCES, file), 'utf8').includes('@touchstone/core'),
    );
    expect(knowing).toEqual([]);
  });

  it('have their tests in folders of the same names', () => {
    const folders = new Set(FILES.map((file) => path.posix.dirname(file)));
    const tested = filesIn(import.meta.dirname).map((file) => path.posix.dirname(file));
    expect([...new Set(tested)].filter((folder) => folder !== '.' && !folders.has(folder))).toEqual([]);
  });
});

describe('the rules themselves', () => {
  const read = (sources: Record<string, string>): Imports =>
    new Map(Object.entries(sources).map(([file, source]) => [file, importsOf(file, source)]));

  it.each([
    ['pages/check/verify/page.tsx', "import type { A } from '../trust/page.tsx';"],
    ['pages/check/verify/page.tsx', "import { PAGES } from '../../../app/pages.tsx';"],
    ['parts/grid/data-grid.tsx', "const page = () => import('../../pages/check/verify/page.tsx');"],
    ['ui/table.tsx', "import { useGrid } from '../parts/grid/use-grid.ts';"],
    ['ui/table.tsx', "import {\n  client,\n} from '../lib/client.ts';"],
    ['lib/client.ts', "export { x } from '../ui/table.tsx';"],
    ['helpers/x.ts', ''],
  ])('refuse a wrong import in %s: %s', (file, source) => {
    expect(wrongImports(read({ [file]: source }))).toHaveLength(1);
  });

  it('see a circle of types, also through a third file and through rooms', () => {
    const files = {
      'parts/a/one.ts': "import type { Two } from '../b/two.ts';",
      'parts/b/two.ts': "import { three } from '../c/three.ts';",
      'parts/c/three.ts': "new Worker(new URL('../a/one.ts', import.meta.url));",
    };
    expect(circles(read(files))).toHaveLength(1);
    const rooms = { ...files, 'parts/c/three.ts': "import { other } from '../a/other.ts';" };
    expect(circles(read(rooms))).toEqual([]);
    expect(circles(byRoom(read(rooms)))).toHaveLength(1);
  });
});
