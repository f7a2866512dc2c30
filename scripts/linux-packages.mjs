// deb, rpm and tar.gz of the packed app, by Debian's, rpm's and GNU's own tools. The same folder and date give the same bytes.
// electron-builder would have a Ruby program make them, which it downloads, with scripts that take an upgraded rpm's command
// and profile away (ADR 0034).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  constants,
  cpSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { findOnPath, ROOT } from './setup.mjs';

const DATA = path.join(ROOT, 'electron', 'linux');
const HOME = '/opt/Touchstone';
const PROGRAM = 'touchstone-desktop';
/** What stands in /usr/bin, and where it leads. */
const LINKS = {
  [PROGRAM]: `${HOME}/${PROGRAM}`,
  touchstone: `${HOME}/resources/commands/touchstone`,
  'pq-verify': `${HOME}/resources/commands/pq-verify`,
};
/** What Electron's program is linked with or loads, and is no part of every desktop (docs/tutorial/installation.md, Chromium's deb). */
const DEB_DEPENDS = [
  'libasound2t64 | libasound2',
  'libatspi2.0-0',
  'libgbm1',
  'libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libsecret-1-0',
  'libxss1',
  'libxtst6',
  'xdg-utils',
];
/** What it loads by name; rpmbuild finds by itself what the programs are linked with. */
const RPM_REQUIRES = ['libgtk-3.so.0()(64bit)', 'libnotify.so.4()(64bit)', 'libsecret-1.so.0()(64bit)', 'xdg-utils'];
const ARCHITECTURES = { x64: ['amd64', 'x86_64'], arm64: ['arm64', 'aarch64'] };
/** Small, in the time that one has. A test takes less of both. */
export const COMPRESSION = { deb: ['-Zxz', '-z6'], rpm: 'w12.zstdio', tar: 'gzip -9n' };

/** Which of the three this machine has no tool for, with the tool's name. */
export function missingTools(search = findOnPath) {
  const tools = { deb: 'dpkg-deb', rpm: 'rpmbuild', 'tar.gz': 'tar' };
  return Object.entries(tools).filter(([, tool]) => search(tool) === null);
}

function run(file, args, date) {
  const env = { ...process.env, LC_ALL: 'C', SOURCE_DATE_EPOCH: String(date) };
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${path.basename(file)} failed: ${error?.message ?? stderr + stdout}`);
}

/** Calls `visit(path)` for everything in a folder, what a folder holds before itself. */
function walk(folder, visit) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const whole = path.join(folder, entry.name);
    if (entry.isDirectory()) walk(whole, visit);
    visit(whole, entry);
  }
}

/** Modes as they are everywhere, whatever the umask of who packs, and one date. */
function settle(tree, date) {
  walk(tree, (file, entry) => {
    if (!entry.isSymbolicLink()) {
      const mode = statSync(file).mode;
      chmodSync(file, entry.isDirectory() || (mode & 0o100) !== 0 ? 0o755 : 0o644);
    }
    lutimesSync(file, date, date);
  });
  chmodSync(tree, 0o755);
  lutimesSync(tree, date, date);
}

/** Lays the files out as they are after the installation. */
function layOut(tree, packed) {
  const put = (source, target) => {
    mkdirSync(path.dirname(path.join(tree, target)), { recursive: true });
    cpSync(source, path.join(tree, target), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    });
  };
  put(packed, HOME);
  put(path.join(DATA, 'apparmor-profile'), `${HOME}/resources/apparmor-profile`);
  put(path.join(DATA, `${PROGRAM}.desktop`), `/usr/share/applications/${PROGRAM}.desktop`);
  put(path.join(DATA, `${PROGRAM}.xml`), `/usr/share/mime/packages/${PROGRAM}.xml`);
  put(path.join(packed, 'resources', 'legal', 'LICENSE'), '/usr/share/doc/touchstone/copyright');
  for (const name of readdirSync(path.join(ROOT, 'electron', 'icons')).filter((each) => each.endsWith('.png'))) {
    put(
      path.join(ROOT, 'electron', 'icons', name),
      `/usr/share/icons/hicolor/${path.basename(name, '.png')}/apps/${PROGRAM}.png`,
    );
  }
  mkdirSync(path.join(tree, 'usr/bin'), { recursive: true });
  for (const [name, target] of Object.entries(LINKS)) symlinkSync(target, path.join(tree, 'usr/bin', name));
}

function makeTar(tree, { out, version, arch, date, compression }) {
  const name = `touchstone-${version}-linux-${arch}`;
  const file = path.join(out, `${name}.tar.gz`);
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--format=gnu'];
  run(
    'tar',
    ['-c', ...order, '-I', compression.tar, `--transform=s,^\\.,${name},`, '-f', file, '-C', `${tree}${HOME}`, '.'],
    date,
  );
  return file;
}

function makeDeb(tree, { out, version, arch, date, about, compression }) {
  const [architecture] = ARCHITECTURES[arch];
  const control = path.join(tree, 'DEBIAN');
  mkdirSync(control);
  let size = 0;
  const sums = [];
  walk(tree, (file, entry) => {
    if (!entry.isFile() || file.startsWith(control)) return;
    const bytes = readFileSync(file);
    size += bytes.length;
    sums.push(`${createHash('md5').update(bytes).digest('hex')}  ${path.relative(tree, file)}\n`);
  });
  const fields = {
    Package: 'touchstone',
    Version: version,
    Architecture: architecture,
    Maintainer: `${about.author.name} <${about.author.email}>`,
    'Installed-Size': Math.ceil(size / 1024),
    Depends: DEB_DEPENDS.join(', '),
    Section: 'utils',
    Priority: 'optional',
    Homepage: about.homepage,
    Description: about.description,
  };
  writeFileSync(
    path.join(control, 'control'),
    Object.entries(fields)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join(''),
  );
  writeFileSync(path.join(control, 'md5sums'), sums.sort().join(''));
  cpSync(path.join(DATA, 'after-install'), path.join(control, 'postinst'));
  cpSync(path.join(DATA, 'after-remove'), path.join(control, 'postrm'));
  chmodSync(control, 0o755);
  for (const name of readdirSync(control)) chmodSync(path.join(control, name), name.startsWith('post') ? 0o755 : 0o644);
  const file = path.join(out, `touchstone_${version}_${architecture}.deb`);
  run('dpkg-deb', [...compression.deb, '--root-owner-group', '--build', tree, file], date);
  rmSync(control, { recursive: true });
  return file;
}

function makeRpm(tree, { out, version, arch, date, about, compression }) {
  const [, architecture] = ARCHITECTURES[arch];
  const work = mkdtempSync(path.join(out, '.rpm-'));
  const files = [];
  walk(tree, (file, entry) => {
    const target = `/${path.relative(tree, file)}`;
    // Folders of the system belong to the system.
    if (!entry.isDirectory() || target.startsWith(HOME) || target.endsWith('doc/touchstone')) {
      files.push(`${entry.isDirectory() ? '%dir ' : ''}"${target}"`);
    }
  });
  const spec = `%global __os_install_post %{nil}
%global debug_package %{nil}
%global _build_id_links none
%global _binary_payload ${compression.rpm}
%global _buildhost localhost
%global use_source_date_epoch_as_buildtime 1
%global __requires_exclude ^lib(ffmpeg|EGL|GLESv2|vulkan|vk_swiftshader)[.]so
Name: touchstone
Version: ${version}
Release: 1
Summary: ${about.description}
License: ${about.license}
URL: ${about.homepage}
Packager: ${about.author.name} <${about.author.email}>
AutoProv: no
${RPM_REQUIRES.map((each) => `Requires: ${each}`).join('\n')}
%description
${about.description}.
%install
cp -a "${tree}/." "%{buildroot}"
%post
${readFileSync(path.join(DATA, 'after-install'), 'utf8')}
%postun
${readFileSync(path.join(DATA, 'after-remove'), 'utf8')}
%files
%defattr(-,root,root,-)
${files.sort().join('\n')}
`;
  writeFileSync(path.join(work, 'touchstone.spec'), spec);
  const folders = ['--define', `_topdir ${work}`, '--define', `_rpmdir ${work}`];
  run(
    'rpmbuild',
    ['-bb', '--quiet', '--target', `${architecture}-linux`, ...folders, path.join(work, 'touchstone.spec')],
    date,
  );
  const name = `touchstone-${version}-1.${architecture}.rpm`;
  cpSync(path.join(work, architecture, name), path.join(out, name));
  rmSync(work, { recursive: true });
  return path.join(out, name);
}

/**
 * Makes those of the three packages for which there is a tool. `about` is package.json; `date` in seconds since 1970. Answers
 * the files.
 */
export function makeLinuxPackages({ packed, compression = COMPRESSION, ...rest }) {
  const options = { ...rest, compression };
  const missing = missingTools().map(([kind]) => kind);
  const tree = mkdtempSync(path.join(options.out, '.tree-'));
  try {
    layOut(tree, packed);
    settle(tree, options.date);
    const made = [];
    if (!missing.includes('tar.gz')) made.push(makeTar(tree, options));
    // As Chrome's own packages have it: where the system allows no user namespaces, this is the sandbox.
    chmodSync(path.join(tree, HOME, 'chrome-sandbox'), 0o4755);
    if (!missing.includes('deb')) made.push(makeDeb(tree, options));
    if (!missing.includes('rpm')) made.push(makeRpm(tree, options));
    return made;
  } finally {
    rmSync(tree, { recursive: true });
  }
}
