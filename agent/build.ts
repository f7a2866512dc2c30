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
const TYPES = path.join(FOLDER, '../core/src/agent/sdk/types.ts');
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

/** The public types as they are, and one line for every value of the entry. */
export async function declareInto(folder: string): Promise<void> {
  const [types, entry] = await Promise.all([readFile(TYPES, 'utf8'), readFile(ENTRY, 'utf8')]);
  if (/^import|\bfrom '/m.test(types)) throw new Error('the public types import something');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'agent.d.ts'), `${types}\n${valuesOf(entry).join('\n\n')}\n`);
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
