/** deb, rpm and tar.gz of a small packed app: installed, upgraded and removed by dpkg and rpm themselves, in a root of their own. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Packages {
  missingTools(search?: (name: string) => string | null): readonly (readonly [string, string])[];
  makeLinuxPackages(options: {
    readonly packed: string;
    readonly out: string;
    readonly version: string;
    readonly arch: string;
    /** Seconds since 1970. */
    readonly date: number;
    readonly about: unknown;
    readonly compression: { readonly deb: readonly string[]; readonly rpm: string; readonly tar: string };
  }): readonly string[];
}

// A plain script without types; its path is a variable so that the compiler does not look for them.
const script = new URL('../../scripts/linux-packages.mjs', import.meta.url).href;
const { makeLinuxPackages, missingTools }: Packages = await import(script);

const ROOT = path.resolve(import.meta.dirname, '../..');
const ABOUT = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const DATE = Date.UTC(2026, 0, 2) / 1_000;
const isRoot = process.getuid?.() === 0;
const missing = missingTools().map(([, tool]) => tool);
const whyNot = (tool: string) =>
  process.platform !== 'linux' ? 'this is not Linux' : missing.includes(tool) ? `${tool} is not on PATH` : null;
const debSkipped = whyNot('dpkg-deb') ?? (isRoot ? null : 'dpkg changes its root as root only');
const rpmSkipped = whyNot('rpmbuild') ?? (isRoot ? null : 'rpm changes its root as root only');
if (debSkipped !== null) console.warn(`The deb is not installed here: ${debSkipped}.`);
if (rpmSkipped !== null) console.warn(`The rpm is not installed here: ${rpmSkipped}.`);

let folder = '';
let packed = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-linux-'));
  packed = path.join(folder, 'packed');
  for (const [name, mode] of [
    ['touchstone-desktop', 0o755],
    ['chrome-sandbox', 0o755],
    ['resources/app.asar', 0o644],
    ['resources/legal/LICENSE', 0o644],
    ['resources/commands/touchstone', 0o755],
    ['resources/commands/pq-verify', 0o755],
  ] as const) {
    mkdirSync(path.dirname(path.join(packed, name)), { recursive: true });
    writeFileSync(path.join(packed, name), `#!/bin/sh\n# ${name}\n`, { mode });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function make(version: string, from = packed): string {
  const out = mkdtempSync(path.join(folder, 'out-'));
  const compression = { deb: ['-Zgzip', '-z1'], rpm: 'w1.gzdio', tar: 'gzip -1n' };
  makeLinuxPackages({ packed: from, out, version, arch: 'x64', date: DATE, about: ABOUT, compression });
  return out;
}

const made = new Map<string, string>();
/** The folder with the packages of a version. */
function packagesOf(version: string): string {
  const out = made.get(version) ?? make(version);
  made.set(version, out);
  return out;
}

/** A root with what the packages' scripts run, and an apparmor_parser that writes down what it is asked. */
function makeRoot(): string {
  const root = mkdtempSync(path.join(folder, 'root-'));
  for (const each of ['bin', 'usr/sbin', 'etc/apparmor.d', 'dev', 'tmp', 'var/lib/dpkg/info', 'var/lib/dpkg/updates']) {
    mkdirSync(path.join(root, each), { recursive: true });
  }
  writeFileSync(path.join(root, 'var/lib/dpkg/status'), '');
  for (const program of ['sh', 'cp', 'rm']) {
    copyFileSync(`/bin/${program}`, path.join(root, 'bin', program));
    const needed = execFileSync('ldd', [`/bin/${program}`], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
    for (const library of needed.filter((each) => existsSync(each))) {
      mkdirSync(path.dirname(path.join(root, library)), { recursive: true });
      copyFileSync(library, path.join(root, library));
    }
  }
  const parser = '#!/bin/sh\necho "$@" >> /parsed\n[ ! -e /is-old ]\n';
  writeFileSync(path.join(root, 'usr/sbin/apparmor_parser'), parser, { mode: 0o755 });
  return root;
}

function run(file: string, ...args: readonly string[]): void {
  // Packages' scripts run with this PATH in the scratch root, where only the usual folders are.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/bin:/sbin:/bin` };
  const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', env });
  expect([file, args[1], status, status === 0 ? '' : stdout + stderr]).toEqual([file, args[1], 0, '']);
}

const MANAGERS = {
  deb: {
    skipped: debSkipped,
    install: (root: string, out: string) =>
      run('dpkg', `--root=${root}`, '--force-depends', '-i', path.join(out, nameOf(out, '.deb'))),
    remove: (root: string) => run('dpkg', `--root=${root}`, '--purge', 'touchstone'),
    verify: (root: string) =>
      execFileSync('dpkg', [`--root=${root}`, '--verify', 'touchstone'], { encoding: 'utf8' }).trim(),
  },
  rpm: {
    skipped: rpmSkipped,
    install: (root: string, out: string) =>
      run('rpm', '--root', root, '--nodeps', '-U', path.join(out, nameOf(out, '.rpm'))),
    remove: (root: string) => run('rpm', '--root', root, '-e', 'touchstone'),
    verify: (root: string) =>
      spawnSync('rpm', ['--root', root, '--nodeps', '-V', 'touchstone'], { encoding: 'utf8' }).stdout.trim(),
  },
} as const;

const nameOf = (out: string, end: string) => readdirSync(out).find((name) => name.endsWith(end)) ?? '';
const PROFILE = 'etc/apparmor.d/touchstone-desktop';

describe.each(['deb', 'rpm'] as const)('the %s', (kind) => {
  const { skipped, install, remove, verify } = MANAGERS[kind];

  it.skipIf(skipped !== null)(
    'H5, H6, M5, M13: brings program, commands, menu entry, icons, kinds of files and the profile, over upgrade and removal',
    () => {
      const root = makeRoot();
      const at = (name: string) => path.join(root, name);
      install(root, packagesOf('1.0.0~test'));
      expect(verify(root)).toBe('');
      for (const name of ['touchstone-desktop', 'touchstone', 'pq-verify']) {
        expect([name, existsSync(at(readlinkSync(at(`usr/bin/${name}`))))]).toEqual([name, true]);
      }
      // Owned by root with this mode it is the sandbox where the system allows no user namespaces.
      const { mode, uid } = statSync(at('opt/Touchstone/chrome-sandbox'));
      expect([mode & 0o7777, uid]).toEqual([0o4755, 0]);
      const entry = readFileSync(at('usr/share/applications/touchstone-desktop.desktop'), 'utf8');
      expect(entry).toContain('Exec=/opt/Touchstone/touchstone-desktop %U\n');
      const { desktopName } = JSON.parse(readFileSync(path.join(ROOT, 'electron/package.json'), 'utf8'));
      expect(`${/^StartupWMClass=(.+)$/m.exec(entry)?.[1]}.desktop`).toBe(desktopName);
      const [, type = ''] = /^MimeType=([^;]+);x-scheme-handler\/touchstone;$/m.exec(entry) ?? [];
      const kinds = readFileSync(at('usr/share/mime/packages/touchstone-desktop.xml'), 'utf8');
      expect(kinds).toContain(`type="${type}"`);
      for (const glob of ['*.pqv.json', '*.pqv']) expect(kinds).toContain(`<glob pattern="${glob}"/>`);
      const icons = readdirSync(at('usr/share/icons/hicolor'));
      expect(icons).toEqual(expect.arrayContaining(['16x16', '48x48', '256x256']));
      for (const size of icons) {
        const png = readFileSync(at(`usr/share/icons/hicolor/${size}/apps/touchstone-desktop.png`));
        expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(size);
      }
      expect(existsSync(at('usr/share/doc/touchstone/copyright'))).toBe(true);
      const profile = readFileSync(at(PROFILE), 'utf8');
      expect(profile).toContain(' /opt/Touchstone/touchstone-desktop flags=(unconfined) {\n  userns,\n');
      expect(readFileSync(at('parsed'), 'utf8')).toContain(`--replace --write-cache --skip-read-cache /${PROFILE}`);

      // rpm runs the old version's script after the new one's: what both bring has to stay.
      install(root, packagesOf('1.0.0'));
      expect(existsSync(at(PROFILE))).toBe(true);
      expect(lstatSync(at('usr/bin/touchstone-desktop')).isSymbolicLink()).toBe(true);

      remove(root);
      const left = [
        'opt/Touchstone',
        'usr/bin/touchstone',
        'usr/share/applications/touchstone-desktop.desktop',
        PROFILE,
      ];
      expect(left.filter((name) => existsSync(at(name)))).toEqual([]);
      expect(readFileSync(at('parsed'), 'utf8')).toContain(`--remove /${PROFILE}`);
    },
  );

  it.skipIf(skipped !== null)('leaves the profile out where AppArmor does not know its rule', () => {
    const root = makeRoot();
    writeFileSync(path.join(root, 'is-old'), '');
    install(root, packagesOf('1.0.0'));
    expect(existsSync(path.join(root, PROFILE))).toBe(false);
    remove(root);
  });
});

describe("Linux's packages", () => {
  it.skipIf(missing.length > 0)('have the same bytes whoever makes them, and whenever', () => {
    const copy = path.join(folder, 'copy');
    cpSync(packed, copy, { recursive: true });
    utimesSync(path.join(copy, 'resources/app.asar'), 1, 1);
    const umask = process.umask(0o077);
    const first = make('1.0.0');
    process.umask(umask);
    const second = make('1.0.0', copy);
    const names = readdirSync(first);
    expect(names.sort()).toEqual([
      'touchstone-1.0.0-1.x86_64.rpm',
      'touchstone-1.0.0-linux-x64.tar.gz',
      'touchstone_1.0.0_amd64.deb',
    ]);
    for (const name of names) {
      expect([name, readFileSync(path.join(second, name)).equals(readFileSync(path.join(first, name)))]).toEqual([
        name,
        true,
      ]);
    }
    // What would be the mode of the root of whoever installs it.
    const files = execFileSync('dpkg-deb', ['-c', path.join(first, 'touchstone_1.0.0_amd64.deb')], {
      encoding: 'utf8',
    });
    expect(files).toMatch(/^drwxr-xr-x root\/root .* \.\/$/m);
    const list = execFileSync('tar', ['-tvzf', path.join(first, 'touchstone-1.0.0-linux-x64.tar.gz')], {
      encoding: 'utf8',
    });
    expect(list).toMatch(/^-rwxr-xr-x 0\/0 .* touchstone-1\.0\.0-linux-x64\/chrome-sandbox$/m);
  });

  it('name the tool that is missing', () => {
    expect(missingTools((name) => (name === 'tar' ? '/bin/tar' : null))).toEqual([
      ['deb', 'dpkg-deb'],
      ['rpm', 'rpmbuild'],
    ]);
  });
});
