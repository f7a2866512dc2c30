/** A module of the STARK and all that it imports, as one text. */
import path from 'node:path';
import { build, type Plugin } from 'vite';

const SOURCES = path.resolve(import.meta.dirname, '../../src/stark');

export interface Bundle {
  readonly code: string;
  /** Files of ours in it, from `core/src`. */
  readonly modules: readonly string[];
}

export async function bundleOf(file: string, minify: boolean, plugins: Plugin[] = []): Promise<Bundle> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    plugins,
    build: {
      write: false,
      minify,
      target: 'es2022',
      lib: { entry: path.join(SOURCES, file), formats: ['es'], fileName: 'bundle' },
    },
  });
  const chunks = [output].flat().flatMap((result) => ('output' in result ? result.output : []));
  const [chunk] = chunks;
  if (chunk?.type !== 'chunk' || chunks.length !== 1) throw new Error('one chunk was expected');
  const modules = Object.keys(chunk.modules)
    .filter((id) => !id.includes('node_modules'))
    .map((id) => path.relative(path.dirname(SOURCES), id));
  return { code: chunk.code, modules };
}
