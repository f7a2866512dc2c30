import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

/** The packages of the typefaces. Vite lists what scripts are made of; their licence asks for its text beside copies too. */
const TYPEFACES = ['@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono'];
const LICENCES = 'third-party-licences.txt';

/** Adds the licences of the typefaces to those of the scripts. */
function typefaceLicences(): Plugin {
  let folder = '';
  return {
    name: 'typeface-licences',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    async writeBundle({ dir = folder }) {
      for (const name of TYPEFACES) {
        const place = dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
        const { version, license } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'));
        const text = await readFile(join(place, 'LICENSE'), 'utf8');
        await appendFile(join(dir, LICENCES), `\n## ${name} - ${version} (${license})\n\n${text.trim()}\n`);
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), tailwindcss(), buildHash(), typefaceLicences()],
  worker: { format: 'es' },
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
          ],
        },
      },
    },
  },
});
