import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { SHELL_CALLS } from '@touchstone/core/shell.ts';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** What the first test packs and unpacks again. */
const PACKED = path.join(ROOT, '.cache/package/extracted');

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
    expect(Object.keys(shell).sort()).toEqual([...SHELL_CALLS, 'capabilities', 'onFilesOpened'].sort());
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
  });
});
