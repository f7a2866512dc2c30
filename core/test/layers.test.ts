/** The house's import rules (layout.md; docs/adr/0001): read from the source text, so that they hold for every file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Import {
  readonly specifier: string;
  /** Erased before it runs: it counts for the direction of imports, not for what a program reaches. */
  readonly isTypeOnly: boolean;
}

/** Static and dynamic imports, re-exports, and modules that are named by `new URL('./x', import.meta.url)`. */
function importsOf(source: string): Import[] {
  const text = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found: Import[] = [];
  for (const [, isType, specifier] of text.matchAll(
    /^\s*(?:import|export)\s+(type\s)?(?:[\w*$\s{},]+?\sfrom\s+)?['"]([^'"]+)['"]/gm,
  )) {
    found.push({ specifier: specifier ?? '', isTypeOnly: isType !== undefined });
  }
  for (const [, specifier] of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)) {
    found.push({ specifier: specifier ?? '', isTypeOnly: false });
  }
  for (const [, specifier] of text.matchAll(/new URL\(\s*['"`](\.[^'"`]+\.[mc]?[jt]sx?)['"`],\s*import\.meta\.url/g)) {
    found.push({ specifier: specifier ?? '', isTypeOnly: false });
  }
  return found;
}

function sourceFiles(): string[] {
  const files: string[] = [];
  for (const part of ['core', 'server', 'cli', 'agent', 'electron', 'renderer', 'e2e']) {
    for (const entry of readdirSync(path.join(ROOT, part), { recursive: true, withFileTypes: true })) {
      const file = path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
      const isSource =
        entry.isFile() && /\.(ts|tsx|mts)$/.test(entry.name) && !/\/(node_modules|dist)\//.test(`/${file}`);
      if (isSource) files.push(file);
    }
  }
  return files.sort();
}

/** The file of ours that a specifier names, from the root; null for a package of others. */
function resolve(from: string, specifier: string): string | null {
  const workspace = /^@touchstone\/(core|server)\/(.+)$/.exec(specifier);
  if (workspace) return `${workspace[1]}/src/${workspace[2]}`;
  if (!specifier.startsWith('.')) return null;
  return path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, ''));
}

interface Rule {
  readonly files: RegExp;
  /** Files of ours that may be imported. */
  readonly ours: RegExp;
  /** Packages and built-in modules of others that may be imported. */
  readonly others: RegExp;
  /** Packages of which only types may be imported. */
  readonly typesOf?: RegExp;
}

const NODE = /^node:/;
/** Packages that the workspace's own package.json declares; read, so that the two cannot drift apart. */
function declared(part: string): RegExp {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(path.join(ROOT, part, 'package.json'), 'utf8'),
  );
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith('@touchstone/'));
  return new RegExp(`^(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})(/|$)`);
}
function either(...expressions: RegExp[]): RegExp {
  return new RegExp(expressions.map(({ source }) => `(?:${source})`).join('|'));
}

/** First match counts. A file without a rule fails the test: whoever adds a folder says what it may import. */
const RULES: readonly Rule[] = [
  { files: /^core\/src\/api\//, ours: /^core\/src\/api\//, others: /^typebox(\/|$)/ },
  {
    files: /^core\/src\//,
    // The modules of liboqs-js, which its package does not name.
    ours: /^core\/src\/|^node_modules\/@oqs\/liboqs-js\/dist\/[a-z0-9-]+\.deno\.js$/,
    others:
      /^@noble\/(ciphers|curves|hashes|post-quantum)\/|^node-seal\/throws$|^shamir-secret-sharing$|^typebox(\/|$)/,
  },
  {
    files: /^core\/(test|bench|scripts)\//,
    ours: /^core\/|^examples\/|^docs\//,
    others: either(NODE, declared('core'), /^(vitest|fast-check|vite)$/),
  },
  { files: /^server\/src\//, ours: /^(core|server)\/src\//, others: either(NODE, declared('server')) },
  {
    files: /^server\/(test|bench|scripts)\//,
    ours: /^(server\/|core\/src\/|core\/test\/)/,
    others: either(NODE, declared('server'), /^(vitest(\/node)?|fast-check|rolldown|@oqs\/liboqs-js\/sig)$/),
  },
  { files: /^cli\/src\//, ours: /^(core|server|cli)\/src\/|^cli\/bin\/needed-node\.mjs$/, others: NODE },
  {
    files: /^cli\/(test|bench|scripts)\/|^cli\/build\.ts$/,
    ours: /^(cli\/|(core|server)\/(src|test)\/|scripts\/)/,
    others: either(NODE, declared('cli'), /^(vitest|fast-check|vite|rolldown|pino)$/),
  },
  { files: /^agent\/src\//, ours: /^(core|agent)\/src\//, others: NODE },
  {
    files: /^agent\/test\/|^agent\/build\.ts$/,
    ours: /^(agent\/|(core|server)\/src\/|server\/test\/|cli\/build\.ts$)/,
    others: either(NODE, /^(vitest|fast-check|rolldown|@touchstone\/agent)$/),
  },
  // Loading the electron package anywhere else would start its download.
  {
    files: /^electron\/src\/(main|preload)\.ts$/,
    ours: /^(core|server|electron)\/src\//,
    others: either(NODE, /^electron$/),
  },
  { files: /^electron\/src\//, ours: /^(core|server|electron)\/src\//, others: NODE, typesOf: /^electron$/ },
  {
    files: /^electron\/test\/|^electron\/build\.ts$/,
    ours: /^(electron\/|(core|server)\/src\/|server\/test\/|scripts\/)/,
    others: either(NODE, /^(vitest|fast-check|vite|rolldown|@electron\/asar)$/),
    typesOf: /^electron$/,
  },
  {
    files: /^renderer\/src\//,
    ours: /^(core|renderer)\/src\/|^examples\//,
    others: either(declared('renderer'), /^virtual:guides$/),
  },
  {
    files: /^renderer\/(vite\.config|guides)\.ts$/,
    ours: /^renderer\/(guides|src\/pages\/administration\/help\/guide)\.ts$/,
    others: either(NODE, declared('renderer'), /^vite$/),
  },
  {
    files: /^renderer\/(test|bench|scripts)\//,
    ours: /^(renderer\/|core\/(src|test)\/|examples\/)/,
    others: either(NODE, declared('renderer'), /^(vitest|fast-check|vite)$/),
  },
  {
    files: /^e2e\//,
    ours: /^(e2e\/|scripts\/launch\.mjs$|(core|server)\/src\/|server\/test\/|core\/(test\/stark|bench)\/|renderer\/src\/parts\/navigation\/page-names\.ts$)/,
    others: either(NODE, declared('e2e'), /^(vitest|fast-check|rolldown)$/),
  },
];

const FILES = sourceFiles();
/** These files hold samples of wrong imports. */
const SAMPLES = ['core/test/layers.test.ts', 'renderer/test/layers.test.ts'];
const IMPORTS = new Map(
  FILES.filter((file) => !SAMPLES.includes(file)).map((file) => [
    file,
    importsOf(readFileSync(path.join(ROOT, file), 'utf8')),
  ]),
);

function violations(rules: readonly Rule[], imports: ReadonlyMap<string, readonly Import[]>): string[] {
  const found: string[] = [];
  for (const [file, specifiers] of imports) {
    const rule = rules.find(({ files }) => files.test(file));
    if (rule === undefined) {
      found.push(`${file} matches no rule`);
      continue;
    }
    for (const { specifier, isTypeOnly } of specifiers) {
      const target = resolve(file, specifier);
      const isPermittedType = isTypeOnly && rule.typesOf?.test(specifier) === true;
      const isRight = target === null ? isPermittedType || rule.others.test(specifier) : rule.ours.test(target);
      const isAcross = specifier.startsWith('.') && target !== null && target.split('/')[0] !== file.split('/')[0];
      const mayGoAcross =
        target !== null &&
        /^(examples|docs|scripts|(core|server)\/test|core\/bench)\/|^node_modules\/@oqs\/liboqs-js\/dist\/|^cli\/build\.ts$|^renderer\/src\/parts\/navigation\/page-names\.ts$/.test(
          target,
        );
      if (!isRight) found.push(`${file} may not import ${specifier}`);
      else if (isAcross && !mayGoAcross) found.push(`${file} imports ${specifier} by a path across packages`);
    }
  }
  return found;
}

/** Every module that runs when `entry` runs, with the import that led to it. Type-only imports are erased. */
function reach(entry: string, imports: ReadonlyMap<string, readonly Import[]> = IMPORTS): Map<string, string> {
  const reached = new Map([[entry, 'the entry']]);
  const queue = [entry];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    for (const { specifier, isTypeOnly } of imports.get(file) ?? []) {
      if (isTypeOnly) continue;
      const target = resolve(file, specifier) ?? specifier;
      if (reached.has(target)) continue;
      reached.set(target, file);
      queue.push(target);
    }
  }
  return reached;
}

function reachedOf(entry: string, forbidden: RegExp): string[] {
  return [...reach(entry)]
    .filter(([module]) => forbidden.test(module))
    .map(([module, from]) => `${module} (by ${from})`);
}

/** Files that hold a signing operation, make keys or open secret keys; verification is handed a SignatureVerifier instead. */
const SIGNS = new RegExp(
  [
    '^core/src/artifact/(build|ceremony|pillars)\\.ts$',
    '^core/src/receipt/create\\.ts$',
    '^core/src/keys/(secret-keys|generate|passphrase|sign-endorsement|sign-revocation)\\.ts$',
    '^core/src/composite/(?!schemes\\.ts$|three-key\\.ts$|judge-three-key\\.ts$|verify-file\\.ts$)',
    '^core/src/grade/sign-grade\\.ts$',
    '^core/src/release/sign-release\\.ts$',
    '^core/src/sign/(?!family\\.ts$|lengths\\.ts$|statement\\.ts$)',
    // Those that only hash are for verification too.
    '^core/src/kernels/(?!(wasm|words|sha2-compress|sha256-module|sha256-many)\\.ts$)',
    '^core/src/liboqs/',
    '^@noble/(post-quantum|curves|ciphers)/',
  ].join('|'),
);
const NETWORK = /^(node:)?(https?|http2|net|tls|dgram|dns(\/promises)?|inspector|cluster)$|^(undici|fastify|ws)(\/|$)/;

describe('imports go one way', () => {
  it('finds the sources and their imports', () => {
    expect(FILES.length).toBeGreaterThan(50);
    expect(FILES).toContain('core/src/artifact/verify.ts');
    expect(reach('core/src/artifact/verify.ts').has('core/src/hash.ts')).toBe(true);
  });

  it('keeps every file to its rule', () => {
    expect(violations(RULES, IMPORTS)).toEqual([]);
  });

  it('imports only files that exist', () => {
    const sources = [...IMPORTS].filter(([file]) => file.includes('/src/'));
    const missing = sources.flatMap(([file, imports]) =>
      imports
        .map(({ specifier }) => ({ specifier, target: resolve(file, specifier) }))
        .filter(({ target }) => target !== null && /\.(ts|tsx)$/.test(target) && !existsSync(path.join(ROOT, target)))
        .map(({ specifier }) => `${file}: ${specifier}`),
    );
    expect(missing).toEqual([]);
  });
});

/** Files that import each other in a circle, type imports included; each circle is named by its files. */
function circles(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[] = [];
  /** Tarjan's algorithm: what reaches back to an earlier file that is still open belongs to one circle with it. */
  function visit(node: string): void {
    order.set(node, order.size);
    lowest.set(node, order.get(node) ?? 0);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const members = open.splice(open.indexOf(node));
    if (members.length > 1) found.push(members.sort().join(' '));
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}

/** The imports among the files that match. */
function graphOf(files: RegExp): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...IMPORTS]
      .filter(([file]) => files.test(file))
      .map(([file, imports]) => [
        file,
        imports.flatMap(({ specifier }) => resolve(file, specifier) ?? []).filter((target) => files.test(target)),
      ]),
  );
}

/** The folder of a file below `src`; the files at its root are one room. */
function roomOf(file: string): string {
  const [part = '', , room = '', ...rest] = file.split('/');
  return rest.length === 0 ? part : `${part}/${room}`;
}

function roomsOf(graph: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const rooms = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const room = roomOf(file);
    const others = targets.map(roomOf).filter((other) => other !== room);
    rooms.set(room, new Set([...(rooms.get(room) ?? []), ...others]));
  }
  return new Map([...rooms].map(([room, others]) => [room, [...others]]));
}

describe('rooms have an order', () => {
  it('no files of core, agent, server and cli import each other in a circle, type imports included', () => {
    expect(circles(graphOf(/^(core|agent|server|cli)\/src\//))).toEqual([]);
  });

  it('no rooms of core do', () => {
    const rooms = roomsOf(graphOf(/^core\/src\//));
    expect(rooms.get('core/artifact')).toContain('core/verdict');
    expect(circles(rooms)).toEqual([]);
  });

  it('no rooms of cli do', () => {
    const aboveEntries = graphOf(/^cli\/src\/[^/]+\//);
    expect(circles(roomsOf(aboveEntries))).toEqual([]);
  });

  it('verdict, what all verifications share, knows none of them', () => {
    const known = roomsOf(graphOf(/^core\/src\//)).get('core/verdict') ?? [];
    expect([...known].sort()).toEqual(['core', 'core/keys', 'core/sign']);
  });

  it('would notice a circle', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b', 'd']],
      ['d', []],
    ]);
    expect(circles(graph)).toEqual(['b c']);
  });
});

describe('what verification reaches', () => {
  const entries = [
    'core/src/artifact/verify.ts',
    'core/src/receipt/verify.ts',
    'core/src/composite/verify-file.ts',
    'core/src/agent/verify-bundle.ts',
    'core/src/agent/verify-node.ts',
    'core/src/log/verify-log.ts',
    'core/src/release/verify-release.ts',
    // What hashes the files of a new artifact is no place for keys either.
    'renderer/src/pages/issue/artifacts/evidence-worker.ts',
  ];

  it('is there', () => {
    expect(entries.filter((file) => !FILES.includes(file))).toEqual([]);
  });

  it.each(entries)('%s reaches nothing that signs', (entry) => {
    expect(reachedOf(entry, SIGNS)).toEqual([]);
  });

  it.each(entries)('%s reaches no network and no platform', (entry) => {
    expect(reachedOf(entry, either(NETWORK, NODE))).toEqual([]);
  });
});

/** Whoever verifies a STARK needs neither the prover nor how a witness becomes a trace. */
describe('what the verification of a STARK reaches', () => {
  const PROVES = /^core\/src\/stark\/(provers|prove|.*\/(trace|prover|choice-prover))\.ts$|^core\/src\/random\.ts$/;
  const entries = FILES.filter((file) =>
    /^core\/src\/stark\/(verify|statements|air|commitment|encoding|.*\/air)\.ts$/.test(file),
  );

  it('is there', () => {
    expect(entries).toContain('core/src/stark/statements.ts');
    expect(entries.filter((file) => file.endsWith('/air.ts')).length).toBeGreaterThan(10);
    expect(reachedOf('core/src/stark/provers.ts', PROVES).length).toBeGreaterThan(10);
  });

  it.each(entries)('%s reaches nothing that proves', (entry) => {
    expect(reachedOf(entry, PROVES)).toEqual([]);
  });

  it.each(entries)('%s reaches nothing that signs, no network and no platform', (entry) => {
    expect(reachedOf(entry, either(SIGNS, NETWORK, NODE))).toEqual([]);
  });
});

/**
 * Electron has BoringSSL in OpenSSL's place: no SHA-3, no SLH-DSA, no Argon2, and ML-DSA and ML-KEM in part. What may be missing
 * is asked for where noble stands behind it; everybody else keeps to what both have.
 */
describe('node:crypto in the desktop app', () => {
  const DOORS = /^server\/src\/(crypto\/(hashes|kem|signer)|vault\/work)\.ts$|^electron\/src\/main\.ts$/;
  const NAMES =
    /^(createCipheriv|createDecipheriv|createHash|createHmac|createPublicKey|createSecretKey|hash|randomBytes|timingSafeEqual|verify|type \w+)$/;
  const ALGORITHMS = /^'(sha1|sha256|sha512|md5|aes-256-(ctr|gcm))'$/;

  function faults(source: string): string[] {
    const found: string[] = [];
    for (const [, what = ''] of source.matchAll(/^import ([^'"]*?)\s+from 'node:crypto'/gm)) {
      const names = what.startsWith('type ') ? [] : what.replace(/[{}]/g, '').split(',');
      found.push(...names.map((name) => name.trim()).filter((name) => name !== '' && !NAMES.test(name)));
    }
    const isImported = (name: string) => new RegExp(`import [^'"]*\\b${name}\\b[^'"]* from 'node:crypto'`).test(source);
    for (const [, name = '', algorithm = ''] of source.matchAll(
      /(?<![.\w])(hash|createHash|createHmac|createCipheriv|createDecipheriv)\(([^,)]*)/g,
    )) {
      if (isImported(name) && !ALGORITHMS.test(algorithm.trim())) found.push(`${name}(${algorithm})`);
    }
    return found;
  }

  it('is asked for what BoringSSL lacks at the doors alone', () => {
    const inElectron = FILES.filter((file) => /^(core|server|electron)\/src\//.test(file) && !DOORS.test(file));
    const found = inElectron.flatMap((file) =>
      faults(readFileSync(path.join(ROOT, file), 'utf8')).map((fault) => `${file}: ${fault}`),
    );
    expect(inElectron.length).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });

  it.each([
    "import { hash } from 'node:crypto';\nhash('sha3-256', value)",
    "import { createHmac } from 'node:crypto';\ncreateHmac('sha3-256', key)",
    "import { createHash } from 'node:crypto';\ncreateHash(name)",
    "import { generateKeyPairSync } from 'node:crypto';",
    "import {\n  hash,\n  type KeyObject,\n  sign,\n} from 'node:crypto';",
    "import * as nodeCrypto from 'node:crypto';",
    "import nodeCrypto from 'node:crypto';",
  ])('refuses %j', (source) => {
    expect(faults(source)).toHaveLength(1);
  });
});

describe('what pq-verify reaches', () => {
  const entry = 'cli/src/pq-verify.ts';

  it('is neither the server nor a network module', () => {
    expect(FILES).toContain(entry);
    expect(reachedOf(entry, /^server\//)).toEqual([]);
    expect(reachedOf(entry, NETWORK)).toEqual([]);
  });

  it('calls no network function of the platform', () => {
    const calls = /\b(fetch|XMLHttpRequest|WebSocket|EventSource)\s*\(/;
    const ours = [...reach(entry).keys()].filter((module) => FILES.includes(module));
    expect(ours.filter((file) => calls.test(readFileSync(path.join(ROOT, file), 'utf8')))).toEqual([]);
  });
});

describe('the rules themselves', () => {
  const verify = (imports: Record<string, string>) =>
    violations(RULES, new Map(Object.entries(imports).map(([file, source]) => [file, importsOf(source)])));

  it.each([
    ['core/src/hash.ts', "import { app } from '@touchstone/server/app.ts';"],
    ['core/src/hash.ts', "import { readFileSync } from 'node:fs';"],
    ['core/src/api/errors.ts', "import { sha256 } from '../hash.ts';"],
    ['renderer/src/main.tsx', "import type { Service } from '@touchstone/server/service.ts';"],
    ['renderer/src/main.tsx', "import path from 'node:path';"],
    ['server/src/app.ts', "import { main } from '../../electron/src/main.ts';"],
    ['server/src/app.ts', "import { sha256 } from '../../core/src/hash.ts';"],
    ['electron/src/main.ts', "import { App } from '../../renderer/src/app.tsx';"],
    ['electron/src/main.ts', "export * from 'left-pad';"],
    ['electron/src/window.ts', "import { app } from 'electron';"],
    ['electron/test/window.test.ts', "import electron from 'electron';"],
    ['cli/src/pq-verify.ts', "const page = await import('@touchstone/renderer/main.tsx');"],
    ['tools/new.ts', ''],
  ])('refuse a wrong import in %s: %s', (file, source) => {
    expect(verify({ [file]: source })).toHaveLength(1);
  });

  it('see imports in every form, and not those in comments', () => {
    const source = [
      "import a from 'one';",
      'import {\n  type B,\n  c,\n} from "two";',
      "import type { D } from 'three';",
      "export * from 'four';",
      "import 'five';",
      "const lazy = () => import('six');",
      "new Worker(new URL('./seven.ts', import.meta.url));",
      "// import x from 'eight';",
      "/* import y from 'nine'; */",
    ].join('\n');
    const found = importsOf(source);
    expect(found.map(({ specifier }) => specifier).sort()).toEqual(
      ['one', 'two', 'three', 'four', 'five', 'six', './seven.ts'].sort(),
    );
    expect(found.filter(({ isTypeOnly }) => isTypeOnly).map(({ specifier }) => specifier)).toEqual(['three']);
  });

  it('would notice a verifier that reaches a signer, also through another file', () => {
    const imports = new Map([
      ['core/src/artifact/verify.ts', importsOf("import { x } from './slots.ts';")],
      ['core/src/artifact/slots.ts', importsOf("import { y } from '../sign/noble-backend.ts';")],
    ]);
    const reached = [...reach('core/src/artifact/verify.ts', imports).keys()];
    expect(reached.some((module) => SIGNS.test(module))).toBe(true);
  });
});
