/**
 * Builds the package: `dist/agent.mjs`, one file without native modules that runs on Node 20 and imports only Node's own
 * modules; `dist/agent.d.ts`, which imports nothing; and `dist/pq-verify.mjs`, by which whoever has the package verifies.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { BUNDLES, bundleInto as bundleCommand } from '../cli/build.ts';

const FOLDER = path.dirname(fileURLToPath(import.meta.url));
const ENTRY = path.join(FOLDER, 'src/agent.ts');
const TYPES = path.join(FOLDER, '../core/src/agent/sdk/types');
const BUILTIN = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));

/** Bundles the SDK into a folder. Answers the modules that it is made of and those that it imports at run time. */
export async function bundleInto(
  folder: string,
): Promise<{ readonly modules: readonly string[]; readonly imports: readonly string[] }> {
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'node',
    external: (id) => BUILTIN.has(id),
    transform: { target: 'node20' },
  });
  try {
    const file = path.join(folder, 'agent.mjs');
    const written = await bundle.write({ file, format: 'esm', minify: true, codeSplitting: false });
    const [chunk, ...more] = written.output;
    if (more.length > 0) throw new Error('the SDK became more than one file');
    // What is loaded lazily stands in the same file.
    const imports = [...chunk.imports, ...chunk.dynamicImports].filter((name) => name !== chunk.fileName);
    return { modules: chunk.moduleIds, imports };
  } finally {
    await bundle.close();
  }
}

/** Puts the offline verifier beside the SDK, as the commands have it. */
export async function verifierInto(folder: string): Promise<void> {
  const [verifier] = BUNDLES;
  await bundleCommand(folder, verifier);
}

const INTRODUCTION = `// The public types of the SDK: they need no other package. Options are written in camel case; what the server
// answers keeps the names of the documents.
`;

/** The public types as they are, in the order of the entry, and one line for every value of it. */
export async function declareInto(folder: string): Promise<void> {
  const entry = await readFile(ENTRY, 'utf8');
  const names = [
    ...entry.matchAll(/^export type \* from '@touchstone\/core\/agent\/sdk\/types\/([\w-]+\.ts)';$/gm),
  ].map(([, name = '']) => name);
  const types = await Promise.all(
    names.map(async (name) => typesOf(await readFile(path.join(TYPES, name), 'utf8'), names)),
  );
  await mkdir(folder, { recursive: true });
  const values = valuesOf(entry).join('\n\n');
  await writeFile(path.join(folder, 'agent.d.ts'), `${[INTRODUCTION, ...types, values].join('\n')}\n`);
}

/**
 * What a file of public types declares, without its head and the imports from other `published` files. Throws where it
 * imports anything else: the package would lack it.
 */
export function typesOf(source: string, published: readonly string[]): string {
  const types = source
    .replace(/^\/\*\*[\s\S]*?\*\/\n/, '')
    .replace(/^import type \{[^}]*\} from '\.\/([\w-]+\.ts)';\n/gm, (line, name) =>
      published.includes(name) ? '' : line,
    );
  if (/^import|\bfrom '|\bimport\(/m.test(types)) {
    throw new Error('the public types import something that the package does not publish');
  }
  return types.trimStart();
}

/**
 * `export const name: Type = …` becomes `export declare const name: Type;` with its comment. Throws for an exported value
 * in any other form: its type would be missing.
 */
export function valuesOf(entry: string): readonly string[] {
  const values = [...entry.matchAll(/^(\/\*\*[^/]*\*\/\n)export const (\w+): (.+?) =(?= |\n)/gm)];
  const exported = entry.match(/^export (?!type )/gm) ?? [];
  if (values.length === 0 || values.length !== exported.length) {
    throw new Error('every exported value of the entry needs a comment and a stated type on its line');
  }
  return values.map(([, comment = '', name = '', type = '']) => `${comment}export declare const ${name}: ${type};`);
}

if (import.meta.main) {
  const dist = path.join(FOLDER, 'dist');
  await bundleInto(dist);
  await declareInto(dist);
  await verifierInto(dist);
}
