/** Circles of imports between files of the tree: JavaScript, TypeScript and Python, by the imports that run when a module loads. */
import path from 'node:path';
import { comparePaths } from '@touchstone/core/grade/file-root.ts';
import type { Import } from './imports.ts';

export interface Module {
  readonly path: string;
  readonly language: string;
  readonly imports: readonly Import[];
}

export interface Cycle {
  /** In the order of their paths. */
  readonly members: readonly string[];
  /** The line of an import of the first member that stays in the circle. */
  readonly line: number;
}

const JAVASCRIPT: ReadonlySet<string> = new Set(['TypeScript', 'JavaScript']);
const SCRIPT_ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

/** How many of the modules can be in a circle at all. */
export function canHaveCycles({ language }: Pick<Module, 'language'>): boolean {
  return JAVASCRIPT.has(language) || language === 'Python';
}

/** Every circle, as the largest set of files that reach each other. */
export function cyclesOf(modules: readonly Module[]): readonly Cycle[] {
  const sorted = modules.filter(canHaveCycles).sort((a, b) => comparePaths(a.path, b.path));
  const numbers = new Map(sorted.map((module, at) => [module.path, at]));
  const edges = sorted.map((module) => edgesOf(module, numbers));
  return components(edges.map((list) => list.map(({ to }) => to)))
    .map((members) => [...members].sort((a, b) => a - b))
    .filter(([first = 0, ...others]) => others.length > 0 || edges[first]?.some(({ to }) => to === first))
    .sort(([a = 0], [b = 0]) => a - b)
    .map((members) => ({
      members: members.map((at) => sorted[at]?.path ?? ''),
      line: edges[members[0] ?? 0]?.find(({ to }) => members.includes(to))?.line ?? 1,
    }));
}

interface Edge {
  readonly to: number;
  readonly line: number;
}

function edgesOf(module: Module, numbers: ReadonlyMap<string, number>): readonly Edge[] {
  return module.imports.flatMap((one) => {
    if (!one.isEager) return [];
    const targets = JAVASCRIPT.has(module.language) ? scriptTargets(module.path, one) : pythonTargets(module.path, one);
    const found = targets.map((list) => list.map((name) => numbers.get(name)).find((at) => at !== undefined));
    return found.flatMap((to) => (to === undefined ? [] : [{ to, line: one.line }]));
  });
}

/** Of each module that is meant, the files that it may be, the first that is there counting. */
type Targets = readonly (readonly string[])[];

function scriptTargets(from: string, { specifier }: Import): Targets {
  if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return [];
  const base = path.posix.join(path.posix.dirname(from), specifier.replace(/[?#].*$/, ''));
  // TypeScript names the file that it will be compiled to.
  const compiled = /\.[mc]?jsx?$/.test(base) ? [base.replace(/js(x?)$/, 'ts$1'), base.replace(/js$/, 'tsx')] : [];
  const added = SCRIPT_ENDINGS.map((ending) => base + ending);
  return [[base, ...compiled, ...added, ...SCRIPT_ENDINGS.map((ending) => `${base}/index${ending}`)]];
}

function pythonTargets(from: string, { specifier, names }: Import): Targets {
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
  const parts = specifier
    .slice(dots)
    .split('.')
    .filter((part) => part !== '');
  const folder = path.posix.dirname(from);
  const bases =
    dots > 0
      ? [path.posix.join(folder, '../'.repeat(dots - 1), ...parts)]
      : [path.posix.join(...parts), path.posix.join('src', ...parts), path.posix.join(folder, ...parts)];
  const files = (base: string) => [`${base}.py`, `${base}/__init__.py`];
  const own = bases.flatMap(files).filter((name) => name !== from);
  // A name may be a module of the package itself.
  return [own, ...names.map((name) => bases.flatMap((base) => files(path.posix.join(base, name))))];
}

/** Strongly connected components (Tarjan), without recursion: a chain of imports may be as long as the tree is large. */
function components(edges: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const order = new Int32Array(edges.length).fill(-1);
  const low = new Int32Array(edges.length);
  const isOnStack = new Uint8Array(edges.length);
  const stack: number[] = [];
  const found: number[][] = [];
  let next = 0;
  for (let root = 0; root < edges.length; root++) {
    if (order[root] !== -1) continue;
    const work: { readonly node: number; edge: number }[] = [{ node: root, edge: 0 }];
    while (work.length > 0) {
      const frame = work[work.length - 1];
      if (frame === undefined) break;
      const { node } = frame;
      if (frame.edge === 0 && order[node] === -1) {
        order[node] = next;
        low[node] = next++;
        stack.push(node);
        isOnStack[node] = 1;
      }
      const to = edges[node]?.[frame.edge++];
      if (to !== undefined) {
        if (order[to] === -1) work.push({ node: to, edge: 0 });
        else if (isOnStack[to] === 1) low[node] = Math.min(low[node] ?? 0, order[to] ?? 0);
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.node;
      if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[node] ?? 0);
      if (low[node] !== order[node]) continue;
      const members: number[] = [];
      for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
        isOnStack[member] = 0;
        members.push(member);
        if (member === node) break;
      }
      found.push(members);
    }
  }
  return found;
}
