import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { guides } from './guides.ts';

/** SHA-256 of what `LC_ALL=C sha256sum *` prints in the folder: one line for each file, by name. */
async function folderHash(folder: string): Promise<string> {
  const names = (await readdir(folder)).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const list = createHash('sha256');
  for (const name of names) {
    const file = createHash('sha256');
    for await (const part of createReadStream(join(folder, name))) file.update(part);
    list.update(`${file.digest('hex')}  ${name}\n`);
  }
  return list.digest('hex');
}

/**
 * Writes into the built page which build it is, so that a report made by it can name the files that judged. The page
 * cannot hold a hash of itself: the hash covers its scripts and styles, which it names by their content.
 */
function buildHash(): Plugin {
  let folder = '';
  return {
    name: 'build-hash',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    async writeBundle({ dir = folder }) {
      const page = join(dir, 'index.html');
      const text = await readFile(page, 'utf8');
      const meta = `<meta name="touchstone-build" content="${await folderHash(join(dir, 'assets'))}" />`;
      await writeFile(page, text.replace('</title>', `</title>\n    ${meta}`));
    },
  };
}

/** The packages of the typefaces. Vite lists what the page's scripts are made of; licences ask for their text beside all copies. */
const TYPEFACES = ['@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono'];
const LICENCES = 'third-party-licences.txt';
/** What packages are made of that say nothing of it. */
const WITHIN: Readonly<Record<string, string>> = {
  'node-seal': 'Contains Microsoft SEAL, Copyright (c) Microsoft Corporation, under the same licence.\n\n',
};

/** The folders of packages that workers are made of. */
const inWorkers = new Set<string>();

function workerPackages(): Plugin {
  return {
    name: 'worker-packages',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
          const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
          if (folder !== undefined) inWorkers.add(folder);
        }
      }
    },
  };
}

/** Adds the licences of the typefaces, and of what workers alone are made of, to those of the page's scripts. */
function moreLicences(): Plugin {
  let folder = '';
  return {
    name: 'more-licences',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    async writeBundle({ dir = folder }) {
      const file = join(dir, LICENCES);
      const known = await readFile(file, 'utf8');
      const typefaces = TYPEFACES.map((name) => dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))));
      for (const place of [...[...inWorkers].sort(), ...typefaces]) {
        const { name, version, license } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'));
        if (known.includes(`\n## ${name} - `)) continue;
        const text = await licenceIn(place);
        await appendFile(file, `\n## ${name} - ${version} (${license})\n\n${WITHIN[name] ?? ''}${text.trim()}\n`);
      }
    },
  };
}

async function licenceIn(place: string): Promise<string> {
  const name = (await readdir(place)).find((one) => /^licen[cs]e(\.(md|txt))?$/i.test(one));
  if (name === undefined) throw new Error(`there is no licence in ${place}`);
  return readFile(join(place, name), 'utf8');
}

const SOURCES = join(import.meta.dirname, 'src');
const PAY = { page: 'pay/pay.html', script: 'pay/main.ts', styles: ['ui/tokens.css', 'pay/pay.css'] } as const;

/**
 * Makes the page on which invoices are paid: one file with its script and its style sheet in it, so that the server can name both
 * by their hashes (server/src/http/pay.ts) and serves nothing else beside it.
 */
function payPage(): Plugin {
  let folder = '';
  return {
    name: 'pay-page',
    apply: 'build',
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir);
    },
    async buildStart() {
      // The script is built by itself, so that this build does not know what it is made of.
      const own = (await readdir(join(SOURCES, 'pay'))).map((name) => `pay/${name}`);
      for (const name of [...own, ...PAY.styles, 'words/pay.ts']) this.addWatchFile(join(SOURCES, name));
    },
    async writeBundle() {
      const built = await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        build: {
          target: 'es2024',
          write: false,
          lib: { entry: join(SOURCES, PAY.script), formats: ['es'] },
          minify: true,
        },
      });
      const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
      const [chunk, ...more] = outputs;
      if (chunk?.type !== 'chunk' || more.length > 0)
        throw new Error('the page for payments became more than one script');
      if (/<\/script|<!--/i.test(chunk.code))
        throw new Error('the script of the page for payments cannot stand in markup');
      const styles = await Promise.all(PAY.styles.map((name) => readFile(join(SOURCES, name), 'utf8')));
      const page = await readFile(join(SOURCES, PAY.page), 'utf8');
      const filled = page
        .replace('<style></style>', () => `<style>${styles.join('')}</style>`)
        .replace('<script type="module"></script>', () => `<script type="module">${chunk.code}</script>`);
      await writeFile(join(folder, 'pay.html'), filled);
    },
  };
}

/** Names what the entry imports, directly or not: all that the first screen waits for, and nothing else. */
function firstScreen() {
  const entry = join(SOURCES, 'main.tsx');
  const reached = new Set([entry]);
  return (id: string, graph: { getModuleInfo(id: string): Imports | null }): string | null => {
    // Walked at the first question; a set hands out what is added meanwhile.
    if (reached.size === 1) {
      for (const one of reached)
        for (const imported of graph.getModuleInfo(one)?.importedIds ?? []) reached.add(imported);
    }
    return id !== entry && reached.has(id) ? 'first' : null;
  };
}

interface Imports {
  readonly importedIds: readonly string[];
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), tailwindcss(), buildHash(), moreLicences(), payPage(), guides()],
  worker: {
    format: 'es',
    plugins: () => [workerPackages()],
    rolldownOptions: {
      // What SEAL asks of Node alone: no browser comes to that line.
      external: ['module'],
      output: {
        codeSplitting: {
          // One file for all that checks signatures, which every worker needs at once; large known answers stay apart.
          groups: [
            {
              name: 'signatures',
              test: /[\\/]core[\\/]src[\\/]sign[\\/]|[\\/]node_modules[\\/]/,
              maxModuleSize: 60_000,
            },
          ],
        },
      },
      // What is fetched by itself elsewhere is in that file.
      checks: { ineffectiveDynamicImport: false },
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2024',
    // Inlined assets would need `data:` in the policy; the preload polyfill would be an inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The licences of React and the others ask for their texts beside copies of them.
    license: { fileName: LICENCES },
    // In kB. One chunk is large on purpose: the examples with their signatures, which have to open with the server
    // stopped. It is loaded when the page is idle; e2e/build.spec.ts holds all others below 500 kB.
    chunkSizeWarningLimit: 1_300,
    rolldownOptions: {
      output: {
        // In chunks of their own: they change seldom, and would make the one that all pages share larger than the others.
        codeSplitting: {
          groups: [
            { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            {
              name: 'react-aria',
              test: /[\\/]node_modules[\\/](react-aria|react-stately|@internationalized|@react-)/,
              minShareCount: 12,
            },
            { name: firstScreen(), debugName: 'first', maxSize: 1_100_000 },
            // Else each set of pages that share something has files of its own: 200 that a browser asks for one by one, which
            // took it longer than what is in them. What is large and not of every page stays apart.
            { name: 'shared', minShareCount: 2, maxModuleSize: 30_000, maxSize: 1_100_000 },
          ],
        },
      },
    },
  },
});
