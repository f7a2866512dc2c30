// What the packed app says of its parts: whose they are, under which licence (THIRD-PARTY-NOTICES.txt), and which versions
// (sbom.cdx.json, CycloneDX 1.6). The same sources give the same bytes.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { COMPILED_IN } from './compiled-in.mjs';
import { ROOT } from './setup.mjs';

/** Whose run-time dependencies end in the bundles or beside them. */
const WORKSPACES = ['core', 'server', 'cli', 'renderer'];
/** better-sqlite3 names it for compiling only; its binary is prebuilt. */
const FOR_COMPILING = ['node-addon-api'];

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Where Node finds a package for a file of `folder`: the nearest node_modules upwards; null where it does not. */
function findPackage(name, folder) {
  for (let at = folder; at !== path.dirname(at); at = path.dirname(at)) {
    const found = path.join(at, 'node_modules', name);
    if (existsSync(path.join(found, 'package.json'))) return found;
  }
  return null;
}

function needPackage(name, folder) {
  const found = findPackage(name, folder);
  if (found === null) throw new Error(`The package ${name} is not installed.`);
  return found;
}

/** The folders of these packages and of everything that they need at run time, or use where it is there, sorted. */
export function closure(names, from) {
  const folders = new Set();
  const queue = names.map((name) => needPackage(name, from));
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    if (folders.has(folder)) continue;
    folders.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = readJson(path.join(folder, 'package.json'));
    const optional = Object.keys(optionalDependencies);
    const needed = Object.keys(dependencies).filter(
      (name) => !FOR_COMPILING.includes(name) && !optional.includes(name),
    );
    queue.push(...needed.map((name) => needPackage(name, folder)));
    // Those of other machines are not installed.
    queue.push(...optional.map((name) => findPackage(name, folder)).filter((found) => found !== null));
  }
  return [...folders].sort();
}

/** Packages of others in the app: name, version, licence, and the texts that have to go with them. */
function parts() {
  const folders = WORKSPACES.flatMap((workspace) => {
    const { dependencies = {} } = readJson(path.join(ROOT, workspace, 'package.json'));
    const names = Object.keys(dependencies).filter((name) => !name.startsWith('@touchstone/'));
    return closure(names, path.join(ROOT, workspace));
  });
  const packages = [...new Set(folders)].sort().map((folder) => {
    const { name, version, license, author, repository } = readJson(path.join(folder, 'package.json'));
    if (typeof license !== 'string') throw new Error(`The package ${name} states no licence.`);
    const files = readdirSync(folder).filter((file) => /^(licen[sc]e|notice|copying)/i.test(file));
    const texts = files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
    // Two packages bring no text of their own: whose they are and under what stands in their manifest.
    const owner =
      typeof author === 'string' ? author : (author?.name ?? repository?.url ?? repository ?? 'its authors');
    if (texts.length === 0)
      texts.push(`Copyright ${owner}. Licensed under ${license}: https://spdx.org/licenses/${license}.html`);
    return { name, version, license, texts, purl: `pkg:npm/${name.replace('@', '%40')}@${version}` };
  });
  const compiledIn = packages.flatMap(({ name }) => COMPILED_IN[name] ?? []);
  const missing = Object.keys(COMPILED_IN).filter((name) => packages.every((each) => each.name !== name));
  if (missing.length > 0) throw new Error(`scripts/compiled-in.mjs names ${missing.join(', ')}, which is not packed.`);
  const inside = compiledIn.map((part) => {
    const ended = part.version === undefined ? '' : `@${part.version}`;
    return { ...part, purl: `pkg:generic/${encodeURIComponent(part.name)}${ended}` };
  });
  // A package may be installed in several places.
  return [...new Map([...packages, ...inside].map((part) => [part.purl, part])).values()];
}

export function writeLegalFiles(folder, app) {
  const found = parts();
  const notices = found.map(
    ({ name, version, license, texts }) =>
      `${[name, version, `(${license})`].filter((each) => each !== undefined).join(' ')}\n\n${texts.join('\n\n')}\n`,
  );
  const head = `${app.name} contains the following parts of others. Electron and Chromium state theirs in LICENSE.electron.txt and LICENSES.chromium.html.\n`;
  writeFileSync(path.join(folder, 'THIRD-PARTY-NOTICES.txt'), [head, ...notices].join(`\n${'-'.repeat(80)}\n\n`));
  const { version: electron } = readJson(path.join(ROOT, 'node_modules', 'electron', 'package.json'));
  const own = { name: 'electron', version: electron, license: 'MIT', purl: `pkg:npm/electron@${electron}` };
  const components = [own, ...found].map(({ name, version, license, purl }) => {
    const isSingle = /^[\w.-]+$/.test(license);
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      licenses: [isSingle ? { license: { id: license } } : { expression: license }],
    };
  });
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        name: app.name,
        version: app.version,
        licenses: [{ license: { id: app.license } }],
      },
    },
    components,
  };
  writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`);
}
