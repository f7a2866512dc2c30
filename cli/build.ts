/**
 * Bundles the commands. `pq-verify` becomes one file without native modules that runs on Node 20; `touchstone` becomes
 * one file beside the two packages that cannot be bundled: to find, read and link the 600 modules of the others took two
 * thirds of every start. Modules that are imported lazily stay lazy inside the one file.
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { liboqsModules } from '../scripts/liboqs-modules.ts';
import { UNBUNDLED } from '../scripts/unbundled.ts';

const FOLDER = path.dirname(fileURLToPath(import.meta.url));
/** What the ids of modules begin with that only require one of Node's. */
export const REQUIRED = '\0required:';
const BUILTIN = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));

const isBundled = (id: string) => !BUILTIN.has(id) && !UNBUNDLED.includes(id);

export const BUNDLES = [
  { input: 'src/pq-verify.ts', output: 'pq-verify.mjs', target: 'node20', isBundled: () => true },
  { input: 'src/touchstone.ts', output: 'touchstone.mjs', target: 'node24', isBundled },
  // The server's worker threads look for this file beside the module that starts them.
  { input: '../server/src/workers/jobs.ts', output: 'jobs.js', target: 'node24', isBundled },
  { input: '../server/src/fhe/fhe-thread.ts', output: 'fhe-thread.js', target: 'node24', isBundled },
  { input: '../server/src/mpc/mpc-party.ts', output: 'mpc-party.js', target: 'node24', isBundled },
] as const;

/** What Node does faster than core's own code: pq-verify gets it through modules with the exports of core's. */
const NATIVE: ReadonlyMap<string, string> = new Map(
  ['hash', 'bytes'].map((name) => [
    path.join(FOLDER, `../core/src/${name}.ts`),
    path.join(FOLDER, `src/verifier/native-${name}.ts`),
  ]),
);

const nativeTwins: Plugin = {
  name: 'native-twins',
  async resolveId(source, importer) {
    if (!/(^|\/)(hash|bytes)\.ts$/.test(source)) return null;
    const resolved = await this.resolve(source, importer, { skipSelf: true });
    const twin = resolved === null ? undefined : NATIVE.get(resolved.id);
    return twin === undefined || twin === importer ? resolved : twin;
  },
};

/**
 * In pq-verify Node's own modules are required where they are used, not imported: an import loads all of them first and
 * evaluates their getters, which costs a tenth of the run.
 */
const requiredBuiltins: Plugin = {
  name: 'required-builtins',
  resolveId(source, importer) {
    if (!BUILTIN.has(source) || source === 'node:module') return null;
    return importer?.startsWith(REQUIRED) === true ? { id: source, external: true } : `${REQUIRED}${source}`;
  },
  load(id) {
    return id.startsWith(REQUIRED) ? `module.exports = require('${id.slice(REQUIRED.length)}');` : null;
  },
};

/** V8 reads a file of ASCII alone as it is, and any other as one of twice the size. Literals mean the same with escapes. */
const onlyAscii: Plugin = {
  name: 'only-ascii',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      chunk.code = chunk.code.replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/**
 * Base64 in plain quotes: of a template literal, which the minifier makes of every string, V8 keeps what was written beside
 * what it means. Half of pq-verify is base64.
 */
const plainlyQuoted: Plugin = {
  name: 'plainly-quoted',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/`([A-Za-z0-9+/=]{1000,})`/g, `'$1'`);
    }
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
    external: (id) => !id.startsWith('.') && !id.startsWith(REQUIRED) && !path.isAbsolute(id) && !isBundled(id),
    transform: { target },
    // Else V8 compiles every lazy module at once when the file is loaded.
    optimization: { pifeForModuleWrappers: false },
    plugins:
      output === 'pq-verify.mjs'
        ? [requiredBuiltins, nativeTwins, liboqsModules, onlyAscii, plainlyQuoted]
        : [liboqsModules],
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

/** Builds all programs into a folder. Who runs one of them meanwhile finds the old file or the new one, never half of it. */
export async function buildInto(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const beside = mkdtempSync(path.join(folder, '.new-'));
  try {
    for (const bundle of BUNDLES) await bundleInto(beside, bundle);
    for (const { output } of BUNDLES) renameSync(path.join(beside, output), path.join(folder, output));
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

if (import.meta.main) await buildInto(path.join(FOLDER, 'dist'));
