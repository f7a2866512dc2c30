/** Python, Rust and Go. The formats are read line by line, as their tools write them. */
import { type Ecosystem, type LockedPackage, type LockFile, linesOf, type Manifest } from './locked-package.ts';

function lockedOf(
  ecosystem: Ecosystem,
  name: string,
  version: string,
  line: number,
  more: Partial<LockedPackage>,
): LockedPackage {
  return {
    ecosystem,
    name,
    version,
    line,
    hasIntegrity: false,
    licence: null,
    isDevelopment: false,
    foreignSource: null,
    ...more,
  };
}

/** `requirements*.txt` of pip: what it pins, and what it leaves open. */
export function readRequirements(path: string, text: string): LockFile {
  const packages: LockedPackage[] = [];
  const unpinned: { name: string; line: number }[] = [];
  const lines = linesOf(text);
  for (let index = 0; index < lines.length; index++) {
    const line = index + 1;
    const parts: string[] = [];
    for (; (lines[index] ?? '').trimEnd().endsWith('\\'); index++)
      parts.push((lines[index] ?? '').trimEnd().slice(0, -1));
    parts.push(lines[index] ?? '');
    const stated = parts
      .join(' ')
      .replace(/(?:^|\s)#.*$/, '')
      .trim();
    if (stated === '' || (stated.startsWith('-') && !/^(?:-e|--editable)\b/.test(stated))) continue;
    const source = /(?:git\+|https?:\/\/)\S+/.exec(stated)?.[0] ?? null;
    const [, name = stated, , version] = /^([A-Za-z0-9][\w.-]*)(\[[^\]]*\])?\s*===?\s*([^\s;,*]+)(?=\s|;|$)/.exec(
      stated,
    ) ?? ['', /^[A-Za-z0-9][\w.-]*/.exec(stated)?.[0]];
    if (source === null && version === undefined) unpinned.push({ name, line });
    else {
      const hasIntegrity = /--hash[= ]/.test(stated);
      packages.push(
        lockedOf('PyPI', name.toLowerCase(), version ?? '0', line, { hasIntegrity, foreignSource: source }),
      );
    }
  }
  return { path, packages, unpinned };
}

/** The tables `[[package]]` of `Cargo.lock`, `poetry.lock` and `uv.lock`. */
export function readPackageTables(path: string, text: string, ecosystem: Ecosystem): LockFile {
  const packages: LockedPackage[] = [];
  let table: { line: number; name: string; version: string; source: string; hasIntegrity: boolean } | null = null;
  const end = () => {
    // A package without a source is one of the tree itself.
    const isOwn =
      ecosystem === 'crates.io' ? table?.source === '' : /\b(?:editable|virtual|directory)\b/.test(table?.source ?? '');
    if (table === null || table.name === '' || isOwn) return;
    const isForeign = /git\+|\bgit\b\s*=|\burl\b\s*=/.test(table.source) && !/registry/.test(table.source);
    packages.push(
      lockedOf(ecosystem, table.name, table.version, table.line, {
        hasIntegrity: table.hasIntegrity,
        foreignSource: isForeign ? table.source : null,
      }),
    );
  };
  for (const [index, line] of linesOf(text).entries()) {
    if (/^\[\[package\]\]/.test(line)) {
      end();
      table = { line: index + 1, name: '', version: '', source: '', hasIntegrity: false };
    } else if (/^\[(?!\[?package[\].])/.test(line)) {
      end();
      table = null;
    }
    if (table === null) continue;
    const [, key, value = ''] = /^(name|version|source|checksum|sha256)\s*=\s*(.+)$/.exec(line) ?? [];
    const bare = value.replace(/^"|"\s*$/g, '');
    if (key === 'name' && table.name === '') table.name = bare;
    if (key === 'version' && table.version === '') table.version = bare;
    if (key === 'source') table.source = bare;
    if (key === 'checksum' || /\bhash\s*=\s*"sha256:/.test(line)) table.hasIntegrity = true;
  }
  end();
  return { path, packages, unpinned: [] };
}

/** `Pipfile.lock` of pipenv. */
export function readPipfileLock(path: string, text: string): LockFile {
  const packages: LockedPackage[] = [];
  let part = '';
  let entry: LockedPackage | null = null;
  for (const [index, line] of linesOf(text).entries()) {
    part = /^ {4}"(default|develop)": \{/.exec(line)?.[1] ?? (/^ {4}\}/.test(line) ? '' : part);
    if (part === '') continue;
    const name = /^ {8}"([^"]+)": \{/.exec(line)?.[1];
    if (name !== undefined) {
      if (entry !== null) packages.push(entry);
      entry = lockedOf('PyPI', name, '', index + 1, { isDevelopment: part === 'develop' });
    }
    if (entry === null) continue;
    const version = /"version": "==([^"]+)"/.exec(line)?.[1];
    const source = /"git": "([^"]+)"/.exec(line)?.[1];
    if (version !== undefined) entry = { ...entry, version };
    if (source !== undefined) entry = { ...entry, foreignSource: source };
    if (/"sha256:[0-9a-f]{64}"/.test(line)) entry = { ...entry, hasIntegrity: true };
  }
  if (entry !== null) packages.push(entry);
  return { path, packages, unpinned: [] };
}

/** `go.sum`: each module with the checksum of its contents. */
export function readGoSum(path: string, text: string): LockFile {
  const packages = linesOf(text).flatMap((line, index) => {
    const [, name, version, sum] = /^(\S+) (v\S+?) (h1:\S+)$/.exec(line.trim()) ?? [];
    if (name === undefined || version === undefined || version.endsWith('/go.mod')) return [];
    return [lockedOf('Go', name, version.slice(1), index + 1, { hasIntegrity: sum !== undefined })];
  });
  return { path, packages, unpinned: [] };
}

/** The entries of `require` in `go.mod`. */
export function readGoMod(path: string, text: string): Manifest {
  const dependencies = [...text.matchAll(/^[ \t]*(?:require[ \t]+)?([a-z0-9.-]+\.[a-z]{2,}\/\S+)[ \t]+v\S+/gm)];
  return {
    path,
    ecosystem: 'Go',
    name: /^module[ \t]+(\S+)/m.exec(text)?.[1] ?? null,
    dependencies: dependencies.map(([, name = '']) => name),
    // Go modules state their licence by a file only.
    licence: null,
    statesRuntime: /^go \d/m.test(text),
    isPrivate: true,
  };
}

/** `Cargo.toml`. */
export function readCargoToml(path: string, text: string): Manifest {
  const parts = tablesOf(text);
  const own = parts.get('package') ?? '';
  const workspace = parts.get('workspace.package') ?? '';
  const dependencies = [...parts].flatMap(([name, body]) =>
    /(?:^|\.)(?:dev-|build-)?dependencies$/.test(name)
      ? [...body.matchAll(/^([\w-]+)(?:\.\w+)?\s*=\s*(.*)$/gm)].flatMap(([, key = '', value = '']) =>
          /\bpath\s*=/.test(value) ? [] : [key],
        )
      : [],
  );
  const licence = textIn(own, 'license') ?? textIn(own, 'license-file') ?? textIn(workspace, 'license');
  return {
    path,
    ecosystem: 'crates.io',
    name: textIn(own, 'name'),
    dependencies,
    licence,
    statesRuntime: /^(?:rust-version|edition)\b/m.test(own + workspace),
    isPrivate: /^publish\s*=\s*false/m.test(own) || own === '',
  };
}

/** `pyproject.toml`, as PEP 621 and as Poetry have it. */
export function readPyproject(path: string, text: string): Manifest {
  const parts = tablesOf(text);
  const project = parts.get('project') ?? '';
  const poetry = parts.get('tool.poetry') ?? '';
  const list = /^dependencies\s*=\s*\[((?:"[^"]*"|'[^']*'|[^\]"'])*)\]/m.exec(project)?.[1] ?? '';
  const asked = [...list.matchAll(/["']([A-Za-z0-9][\w.-]*)[^"']*["']/g)].map(([, name = '']) => name);
  const old = [...(parts.get('tool.poetry.dependencies') ?? '').matchAll(/^([A-Za-z0-9][\w.-]*)\s*=/gm)];
  const licence = textIn(project, 'license') ?? textIn(poetry, 'license');
  const inTable = /^license\s*=\s*\{\s*(?:text|file)\s*=\s*["']([^"']+)["']/m.exec(project)?.[1];
  return {
    path,
    ecosystem: 'PyPI',
    name: textIn(project, 'name') ?? textIn(poetry, 'name'),
    dependencies: [...asked, ...old.map(([, name = '']) => name).filter((name) => name !== 'python')],
    licence: licence ?? inTable ?? null,
    statesRuntime:
      /^requires-python\s*=/m.test(project) || /^python\s*=/m.test(parts.get('tool.poetry.dependencies') ?? ''),
    // Tools alone make no project.
    isPrivate: project === '' && poetry === '',
  };
}

/** The tables of TOML text by name, each as its lines; enough for members that stand on a line of their own. */
function tablesOf(text: string): ReadonlyMap<string, string> {
  const tables = new Map<string, string>();
  let name = '';
  for (const line of linesOf(text)) {
    const header = /^\[\[?([^\]]+)\]\]?/.exec(line);
    if (header !== null) name = (header[1] ?? '').trim();
    else tables.set(name, `${tables.get(name) ?? ''}${line}\n`);
  }
  return tables;
}

function textIn(table: string, key: string): string | null {
  return new RegExp(`^${key}\\s*=\\s*["']([^"']+)["']`, 'm').exec(table)?.[1] ?? null;
}
