/** npm, pnpm and Yarn. */
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { createLineFinder, type LockedPackage, type LockFile, linesOf, type Manifest } from './locked-package.ts';

function objectOf(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function namesIn(value: JsonValue | undefined): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}

/** `package.json`; null where it is none. */
export function readPackageJson(path: string, text: string): Manifest | null {
  const manifest = objectOf(text);
  if (manifest === null) return null;
  const { dependencies, devDependencies, optionalDependencies, engines, license, licenses } = manifest;
  const old = Array.isArray(licenses) ? licenses[0] : undefined;
  const stated = isJsonObject(license) ? license.type : (license ?? (isJsonObject(old) ? old.type : undefined));
  const asked = [dependencies, devDependencies, optionalDependencies].flatMap((group) =>
    isJsonObject(group) ? Object.entries(group).flatMap(([name, range]) => (isOwn(textOf(range)) ? [] : [name])) : [],
  );
  return {
    path,
    ecosystem: 'npm',
    name: textOf(manifest.name) || null,
    dependencies: asked,
    licence: textOf(stated) === '' ? null : textOf(stated),
    statesRuntime:
      namesIn(engines).length > 0 || isJsonObject(manifest.volta) || namesIn(devDependencies).includes('node'),
    // Without a name, a file only says how a folder is to be read.
    isPrivate: manifest.private === true || textOf(manifest.name) === '',
  };
}

/** A range that names a package of the same tree. */
function isOwn(range: string): boolean {
  return /^(?:workspace:|file:|link:|portal:)/.test(range);
}

/** No address of a package is longer. */
const LONGEST_ADDRESS = 2_000;

function registryOrForeign(address: string): string | null {
  const resolved = address.slice(0, LONGEST_ADDRESS);
  if (resolved === '' || /^https:\/\/[^/]*(?:npmjs\.org|yarnpkg\.com|npmmirror\.com)\//.test(resolved)) return null;
  // A mirror serves the same files under the same checksums.
  if (/^https:\/\/\S+\/-\/\S+\.tgz(?:#\S*)?$/.test(resolved)) return null;
  return /^(?:git|ssh|http|github:|gitlab:|bitbucket:)/.test(resolved) ? resolved : null;
}

/** `package-lock.json` and `npm-shrinkwrap.json`, versions 1 to 3. */
export function readPackageLock(path: string, text: string): LockFile | null {
  const lock = objectOf(text);
  if (lock === null) return null;
  const lineOf = createLineFinder(text);
  const packages: LockedPackage[] = [];
  const add = (key: string, name: string, entry: JsonObject, statesLicence: boolean) => {
    const resolved = textOf(entry.resolved);
    const isLocal = entry.link === true || resolved.startsWith('file:');
    const version = textOf(entry.version);
    const line = lineOf(`${JSON.stringify(key)}:`);
    if (isLocal || version === '' || entry.bundled === true || entry.inBundle === true) return;
    const stated = isJsonObject(entry.license) ? textOf(entry.license.type) : textOf(entry.license);
    packages.push({
      ecosystem: 'npm',
      name,
      version,
      line,
      hasIntegrity: textOf(entry.integrity) !== '',
      licence: statesLicence ? stated : null,
      isDevelopment: entry.dev === true || entry.devOptional === true,
      foreignSource: registryOrForeign(resolved),
    });
  };
  if (isJsonObject(lock.packages)) {
    for (const [key, entry] of Object.entries(lock.packages)) {
      const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(key)?.[1];
      if (name !== undefined && isJsonObject(entry)) add(key, textOf(entry.name) || name, entry, true);
    }
  } else addNested(lock.dependencies, add, 0);
  return { path, packages, unpinned: [] };
}

function addNested(
  group: JsonValue | undefined,
  add: (key: string, name: string, entry: JsonObject, statesLicence: boolean) => void,
  depth: number,
): void {
  if (!isJsonObject(group) || depth > 100) return;
  for (const [name, entry] of Object.entries(group)) {
    if (!isJsonObject(entry)) continue;
    add(name, name, entry, false);
    addNested(entry.dependencies, add, depth + 1);
  }
}

/** `pnpm-lock.yaml`: the entries of its part `packages`, in the form in which pnpm writes them. */
export function readPnpmLock(path: string, text: string): LockFile {
  const packages: LockedPackage[] = [];
  let isInPackages = false;
  for (const [index, line] of linesOf(text).entries()) {
    if (/^\S/.test(line)) isInPackages = line.startsWith('packages:');
    const key = isInPackages
      ? /^ {2}(?! )['"]?\/?((?:@[^/'"]+\/)?[^@/'"()]+)[@/]([^:'"()]+)[^:]*['"]?:\s*$/.exec(line)
      : null;
    if (key !== null) {
      packages.push({
        ecosystem: 'npm',
        name: key[1] ?? '',
        version: key[2] ?? '',
        line: index + 1,
        hasIntegrity: false,
        licence: null,
        isDevelopment: false,
        foreignSource: /^(?:https?|git)/.test(key[2] ?? '') ? (key[2] ?? null) : null,
      });
      continue;
    }
    const last = packages.at(-1);
    if (!isInPackages || last === undefined) continue;
    if (/\bintegrity:\s*\S+/.test(line)) packages.splice(-1, 1, { ...last, hasIntegrity: true });
    if (/^\s+dev:\s*true/.test(line)) packages.splice(-1, 1, { ...last, isDevelopment: true });
  }
  return { path, packages, unpinned: [] };
}

/** `yarn.lock` of Yarn 1 and of its successors. */
export function readYarnLock(path: string, text: string): LockFile {
  const packages: LockedPackage[] = [];
  let entry: { name: string; line: number; version: string; hasIntegrity: boolean; source: string } | null = null;
  const end = () => {
    // Packages of the tree itself are locked too.
    if (entry === null || entry.version === '' || /@?(?:workspace|link|portal|file):/.test(entry.source)) return;
    packages.push({
      ecosystem: 'npm',
      name: entry.name,
      version: entry.version,
      line: entry.line,
      hasIntegrity: entry.hasIntegrity,
      licence: null,
      isDevelopment: false,
      foreignSource: registryOrForeign(entry.source.replace(/^.*@(?=git|http|ssh)/, '')),
    });
  };
  for (const [index, line] of linesOf(text).entries()) {
    const key = /^"?((?:@[^/"]+\/)?[^@"\s]+)@[^:]*.*:\s*$/.exec(line);
    if (key !== null && !line.startsWith('__metadata')) {
      end();
      entry = { name: key[1] ?? '', line: index + 1, version: '', hasIntegrity: false, source: '' };
    }
    if (entry === null) continue;
    const version = /^\s+version:?\s+"?([^"\s]+)"?\s*$/.exec(line)?.[1];
    const source = /^\s+(?:resolved|resolution:)\s+"?([^"]+)"?\s*$/.exec(line)?.[1];
    if (version !== undefined) entry.version = version;
    if (source !== undefined) entry.source = source.trim();
    if (/^\s+(?:integrity|checksum:)\s+\S+/.test(line)) entry.hasIntegrity = true;
  }
  end();
  return { path, packages, unpinned: [] };
}
