/**
 * Bundles the commands. `pq-verify` becomes one file without native modules that runs on Node 20; `touchstone` becomes
 * one file beside the packages that it needs. Modules that are imported lazily stay lazy inside the one file.
 */
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const FOLDER = path.dirname(fileURLToPath(import.meta.url));
const CORE_HASH = path.join(FOLDER, '../core/src/hash.ts');
const NATIVE_HASH = path.join(FOLDER, 'src/verifier/native-hash.ts');
const BUILTIN = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));

/** The only packages that go into the bundles; everything else of touchstone's stays a package beside it. */
const isOwnCode = (id: string) => id.startsWith('@touchstone/') || id.startsWith('@noble/');

export const BUNDLES = [
  { input: 'src/pq-verify.ts', output: 'pq-verify.mjs', target: 'node20', isBundled: () => true },
  { input: 'src/touchstone.ts', output: 'touchstone.mjs', target: 'node24', isBundled: isOwnCode },
  // The server's worker threads look for this file beside the module that starts them.
  { input: '../server/src/workers/jobs.ts', output: 'jobs.js', target: 'node24', isBundled: isOwnCode },
] as const;

/** In pq-verify OpenSSL hashes, through a module with the exports of core's. */
const nativeHashes: Plugin = {
  name: 'native-hashes',
  async resolveId(source, importer) {
    if (!/(^|\/)hash\.ts$/.test(source) || importer === NATIVE_HASH) return null;
    const resolved = await this.resolve(source, importer, { skipSelf: true });
    return resolved?.id === CORE_HASH ? NATIVE_HASH : resolved;
  },
};

type Bundle = (typeof BUNDLES)[number];

/** Bundles one program into a folder. Answers the modules that it is made of and those that it imports at run time. */
export async function bundleInto(
  folder: string,
  { input, output, target, isBundled }: Bundle,
): Promise<{ readonly modules: readonly string[]; readonly imports: readonly string[] }> {
  const bundle = await rolldown({
    input: path.join(FOLDER, input),
    platform: 'node',
    external: (id) => BUILTIN.has(id) || (!id.startsWith('.') && !path.isAbsolute(id) && !isBundled(id)),
    transform: { target },
    plugins: output === 'pq-verify.mjs' ? [nativeHashes] : [],
  });
  try {
    const file = path.join(folder, output);
    const written = await bundle.write({ file, format: 'esm', minify: true, codeSplitting: false });
    const [chunk, ...more] = written.output;
    if (more.length > 0) throw new Error(`${output} became more than one file`);
    return { modules: chunk.moduleIds, imports: [...chunk.imports, ...chunk.dynamicImports] };
  } finally {
    await bundle.close();
  }
}

if (import.meta.main) {
  for (const bundle of BUNDLES) await bundleInto(path.join(FOLDER, 'dist'), bundle);
}
