import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { api } from '@touchstone/core/api/api.ts';
import { pathOf } from '@touchstone/core/api/endpoint.ts';
import { SHELL_CALLS } from '@touchstone/core/shell.ts';
import { describe, expect, it, vi } from 'vitest';
import { LINK_SCHEME } from '../src/links.ts';
import { SimulatedShell } from './simulator/shell.ts';

const notarising = new URL('../../scripts/notarising.mjs', import.meta.url).href;
const { notarisingFault }: { notarisingFault(platform: string): string | null } = await import(notarising);

const ROOT = path.resolve(import.meta.dirname, '../..');
/** What the first test packs and unpacks again. */
const PACKED = path.join(ROOT, '.cache/package/extracted');
const INSTALLERS = path.join(ROOT, '.cache/package/installers');
const RESOURCES = path.join(INSTALLERS, 'linux-unpacked/resources');

/** Exit code and errors of a release in a build with these variables. */
function release(env: Readonly<Record<string, string>>): readonly [number | null, string] {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/package.mjs', '--release'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return [status, stderr];
}

describe('packaging', () => {
  it('packs the app, and the packed server and pq-verify work', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/package.mjs', '--dir'], {
      cwd: ROOT,
      encoding: 'utf8',
      timeout: 900_000,
    });
    expect(stderr + stdout).toContain('The packed server answers, makes its keys and stops.');
    expect(stdout).toContain("The desktop shell's packed server entry answers.");
    expect(stdout).toMatch(/The packed pq-verify says VERIFIED of /);
    expect(status).toBe(0);
  }, 920_000);

  it('packs a preload script that needs nothing but electron and shows the page the shell alone', async () => {
    const exposed = new Map<string, Record<string, unknown>>();
    const sent: unknown[][] = [];
    const electron = {
      contextBridge: { exposeInMainWorld: (name: string, value: Record<string, unknown>) => exposed.set(name, value) },
      ipcRenderer: { invoke: async (...args: unknown[]) => sent.push(args), on: () => {}, removeListener: () => {} },
    };
    const require = (name: string) => {
      if (name !== 'electron') throw new Error(`a sandboxed preload cannot load ${name}`);
      return electron;
    };
    const argv = ['electron', '--touchstone-capabilities={"openDialog":true}'];
    const code = readFileSync(path.join(PACKED, 'electron/dist/preload.cjs'), 'utf8');
    runInNewContext(code, { require, process: { argv }, module: { exports: {} }, exports: {} });

    expect([...exposed.keys()]).toEqual(['touchstone']);
    const shell = exposed.get('touchstone') ?? {};
    expect(Object.keys(shell).sort()).toEqual(
      [...SHELL_CALLS, 'capabilities', 'onFilesOpened', 'onDesktopLocked'].sort(),
    );
    const { saveFile } = shell;
    if (typeof saveFile !== 'function') throw new TypeError('saveFile is a function');
    await saveFile('a.json', new Uint8Array([1]));
    expect(sent).toEqual([['touchstone:saveFile', 'a.json', new Uint8Array([1])]]);
  });

  it('packs a main process that loads nothing but electron and Node', () => {
    const folder = path.join(PACKED, 'electron/dist');
    const shared = readdirSync(folder).filter((name) => /\.m?js$/.test(name));
    const text = readFileSync(path.join(folder, 'main.mjs'), 'utf8');
    const loaded = [...text.matchAll(/^\s*(?:import|export)\b[^'"\n]*['"]([^'"]+)['"]/gm)].map(
      ([, name]) => name ?? '',
    );
    expect(loaded).toContain('electron');
    const foreign = loaded.filter(
      (name) => name !== 'electron' && !name.startsWith('node:') && !shared.includes(path.basename(name)),
    );
    expect(foreign).toEqual([]);
  });

  it('packs threads, WebAssembly and relay so that they work there, without OpenSSL and under Electron', async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'touchstone-packed-'));
    const shell = new SimulatedShell({ home, appDir: PACKED, isPackaged: true });
    try {
      const { url } = await shell.loaded();
      const start_token = url.split('#/start/')[1] ?? (await shell.call<string>('startToken'));
      const opened = await shell.request('POST', pathOf(api.console.session.open), { json: { start_token } });
      const { session_token: token } = JSON.parse(new TextDecoder().decode(opened.body));
      // SEAL in the fhe-thread, the computing parties, a STARK in a worker, the relay for calls.
      const { crypto, privacy } = api;
      const operations = [crypto.fhe.bfvKeygen, crypto.mpc.init, privacy.privacy.age, crypto.video.session];
      for (const operation of operations) {
        const answer = await shell.request('POST', pathOf(operation), { token, json: operation.example.body });
        expect([
          operation.id,
          answer.status,
          answer.status === 200 ? '' : new TextDecoder().decode(answer.body),
        ]).toEqual([operation.id, 200, '']);
      }
      expect(await shell.quit()).toBe(0);
    } finally {
      await shell.kill();
      rmSync(home, { recursive: true, force: true });
    }
  });

  it('M14, M15: packs licences and versions of all parts, no other machine’s binary and nothing of the developers', () => {
    const notices = readFileSync(path.join(RESOURCES, 'legal/THIRD-PARTY-NOTICES.txt'), 'utf8');
    const bom = JSON.parse(readFileSync(path.join(RESOURCES, 'legal/sbom.cdx.json'), 'utf8'));
    const names = bom.components.map(({ name }: { readonly name: string }) => name);
    for (const name of [
      'fastify',
      'react',
      '@noble/post-quantum',
      'better-sqlite3',
      'node-seal',
      'lucide-react',
      'pino',
    ]) {
      expect(notices).toContain(`\n${name} `);
      expect(names).toContain(name);
    }
    expect(names).not.toContain('vitest');
    // What is compiled into them, in the version that is installed.
    const versionOf = (part: string) =>
      bom.components.find(({ name }: { readonly name: string }) => name === part)?.version ?? 'none';
    const inPackage = (file: string) => readFileSync(path.join(ROOT, 'node_modules', file), 'utf8');
    // Major, minor and patch with two digits each.
    const [, ...digits] = /^VERSION="(\d)(\d\d)(\d\d)\d\d"$/m.exec(inPackage('better-sqlite3/deps/download.sh')) ?? [];
    expect(versionOf('SQLite')).toBe(digits.map(Number).join('.'));
    expect(inPackage('node-seal/README.md')).toContain(`Microsoft SEAL ${versionOf('Microsoft SEAL')}.`);
    expect(inPackage('@oqs/liboqs-js/README.md')).toContain(`\`LibOQS ${versionOf('liboqs')}\``);
    expect(notices).toContain('Copyright (c) Microsoft Corporation.\n\nPermission is hereby granted');
    const refs = bom.components.map((part: { readonly 'bom-ref': string }) => part['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    expect(readFileSync(path.join(RESOURCES, 'legal/LICENSE'), 'utf8')).toContain('Apache License');
    const files = readdirSync(PACKED, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.(ts|map|md|ya?ml)$|[\\/](test|docs)[\\/]/.test(file))).toEqual([]);
    // Of SQLite, and of what gives the worker threads their priority.
    const machine = `${process.platform}-${process.arch}`;
    const native = files.filter((file) => file.endsWith('.node'));
    expect(native).toContain(path.join(`node_modules/better-sqlite3/prebuilds/${machine}.node`));
    expect(native.filter((file) => !file.includes(machine))).toEqual([]);
    // Archive, commands and licences: nothing says where they were made.
    const whole = readdirSync(RESOURCES, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const places = whole.filter(({ parentPath, name }) => readFileSync(path.join(parentPath, name)).includes(ROOT));
    expect(places.map(({ name }) => name)).toEqual([]);
  });

  it('M13: each system is told of our kinds of files and of links', () => {
    const config = readFileSync(path.join(ROOT, 'electron-builder.yml'), 'utf8');
    const section = (name: string) => new RegExp(`^${name}:\\n((?:  .*\\n|\\n)+)`, 'm').exec(config)?.[1] ?? '';
    // macOS and Windows look at the last suffix; `.json` is never taken from the program that opens it now.
    expect(
      [...section('mac').matchAll(/ext: (\S+)\n.*\n +role: Viewer\n +rank: (\w+)/g)].map(([, ...row]) => row),
    ).toEqual([
      ['pqv', 'Owner'],
      ['json', 'Alternate'],
    ]);
    expect(section('mac')).toContain('schemes: [touchstone]');
    expect([...section('win').matchAll(/ext: (\S+)/g)].map(([, ext]) => ext)).toEqual(['pqv']);
    expect(section('nsis')).toContain('perMachine: true');
    for (const [file, start] of [
      ['icon.icns', 'icns'],
      ['icon.ico', '\0\0\x01\0'],
    ] as const) {
      expect(config).toContain(`electron/icons/${file}`);
      expect(readFileSync(path.join(ROOT, 'electron/icons', file)).toString('latin1', 0, 4)).toBe(start);
    }
  });

  it('R15: Windows opens our links from the installation to the uninstallation, and no longer', () => {
    const config = readFileSync(path.join(ROOT, 'electron-builder.yml'), 'utf8');
    const [, file = ''] = /^nsis:\n(?: {2}.*\n)* {2}include: (\S+)$/m.exec(config) ?? [];
    const script = readFileSync(path.join(ROOT, file), 'utf8');
    expect(script).toContain(`!define LINKS "Software\\Classes\\${LINK_SCHEME}"`);
    const bodyOf = (macro: string) => new RegExp(`^!macro ${macro}\\n([^]*?)^!macroend$`, 'm').exec(script)?.[1] ?? '';
    expect(bodyOf('customInstall').match(/WriteReg\w+ SHELL_CONTEXT "\$\{LINKS\}/g)).toHaveLength(4);
    // Only what still names this program. R29: not before an update, which may give up after it.
    expect(bodyOf('customUnInstall')).toMatch(
      /\$\{ifNot\} \$\{isUpdated\}\n *ReadRegStr \$R0 .*command" ""\n[\s\S]*\$\{if\} \$R0 == `\$\{LINK_COMMAND\}`\n *DeleteRegKey SHELL_CONTEXT "\$\{LINKS\}"\n *\$\{endIf\}\n *\$\{endIf\}\n$/,
    );
    // electron-builder inserts macros of these names (templates/nsis), and the app registers nothing itself.
    for (const [template, macro] of [
      ['installSection.nsh', 'customInstall'],
      ['uninstaller.nsh', 'customUnInstall'],
    ] as const) {
      const text = readFileSync(path.join(ROOT, 'node_modules/app-builder-lib/templates/nsis', template), 'utf8');
      expect(text).toContain(`!insertmacro ${macro}\n`);
    }
    expect(readFileSync(path.join(ROOT, 'electron/src/main.ts'), 'utf8')).not.toContain('setAsDefaultProtocolClient');
  });

  it('M5: says what the commands need where Node is too old', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-old-node-'));
    try {
      writeFileSync(path.join(folder, 'node'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      const command = path.join(RESOURCES, 'commands/touchstone');
      const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
      const { status, stderr } = spawnSync(command, ['doctor'], { encoding: 'utf8', env });
      expect([status, stderr]).toEqual([2, expect.stringContaining('Node 24.15')]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('flips every fuse and publishes nowhere', () => {
    const config = readFileSync(path.join(ROOT, 'electron-builder.yml'), 'utf8');
    for (const [fuse, value] of [
      ['runAsNode', false],
      ['enableCookieEncryption', true],
      ['enableNodeOptionsEnvironmentVariable', false],
      ['enableNodeCliInspectArguments', false],
      ['enableEmbeddedAsarIntegrityValidation', true],
      ['onlyLoadAppFromAsar', true],
      ['loadBrowserProcessSpecificV8Snapshot', false],
      ['grantFileProtocolExtraPrivileges', false],
    ]) {
      expect(config).toMatch(new RegExp(`^  ${fuse}: ${value}$`, 'm'));
    }
    expect(config).toMatch(/^publish: null$/m);
    // As they stand in what was packed: the sentinel, version 1, their number, one sign each (@electron/fuses, FuseV1Options).
    const program = readFileSync(path.join(INSTALLERS, 'linux-unpacked/touchstone-desktop'), 'latin1');
    const [, fuses = ''] = program.split('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
    expect(fuses.slice(2, 10)).toBe('01001100');
  });

  it('makes no release while package.json holds placeholders', () => {
    const { homepage, author } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    const fields = Object.entries({ homepage, 'author.email': author.email }).filter(([, value]) =>
      /\.example\b/.test(value),
    );
    if (fields.length === 0) return;
    expect(release({ GITHUB_BASE_REF: '' })).toEqual([
      1,
      expect.stringContaining(fields.map(([name]) => name).join(' and ')),
    ]);
  });

  it('R18: makes no release in the build of a pull request, which electron-builder does not sign', () => {
    expect(release({ GITHUB_BASE_REF: 'main' })).toEqual([1, expect.stringContaining('pull request')]);
  });

  it('R27: makes no release for macOS that Apple would not notarise', () => {
    const script = readFileSync(path.join(ROOT, 'scripts/package.mjs'), 'utf8');
    expect(script).toContain('const notNotarised = isRelease ? notarisingFault(process.platform) : null;\n');
    const inEnvironment = (env: Readonly<Record<string, string>>) => {
      for (const name of Object.keys(process.env).filter((each) => each.startsWith('APPLE_')))
        vi.stubEnv(name, undefined);
      for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
      const fault = notarisingFault('darwin');
      vi.unstubAllEnvs();
      return fault;
    };
    expect(inEnvironment({})).toBe('no variables of an Apple account are set');
    expect(notarisingFault('linux')).toBeNull();
    const key = { APPLE_API_KEY: 'key.p8', APPLE_API_KEY_ID: 'id' };
    const account = { APPLE_ID: 'ada', APPLE_APP_SPECIFIC_PASSWORD: 'password' };
    expect(inEnvironment(key)).toContain('APPLE_API_ISSUER');
    expect(inEnvironment(account)).toContain('APPLE_TEAM_ID');
    for (const whole of [
      { ...key, APPLE_API_ISSUER: 'issuer' },
      { ...account, APPLE_TEAM_ID: 'team' },
      { APPLE_KEYCHAIN_PROFILE: 'touchstone' },
    ])
      expect(inEnvironment(whole)).toBeNull();
  });

  it.skipIf(process.env.SOAK !== '1')('makes the same installers twice', () => {
    const hashes = [1, 2].map(() => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/package.mjs'], {
        cwd: ROOT,
        encoding: 'utf8',
      });
      expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
      const names = readdirSync(INSTALLERS).filter((name) => /\.(deb|rpm|tar\.gz)$/.test(name));
      return names.map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(path.join(INSTALLERS, name)))
          .digest('hex'),
      ]);
    });
    expect(hashes[0]?.length).toBeGreaterThan(0);
    expect(hashes[1]).toEqual(hashes[0]);
  });
});
