import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

interface StartOptions {
  readonly port: string | null;
  readonly dataDir: string | null;
  readonly browser: boolean;
  readonly electron: boolean;
  readonly open: boolean;
}
interface Launch {
  parseStartArgs(args: readonly string[], cwd: string): { options?: StartOptions; help?: boolean; fault?: string };
  electronDist(file: string): string;
  sandboxFault(machine: {
    readonly dist: string;
    readonly platform: string;
    readonly uid: number | undefined;
    readonly read: (file: string) => string | null;
    readonly isHelper: (file: string) => boolean;
  }): string | null;
  electronBinary(root: string, env: Record<string, string>): string | null;
  hasDisplay(env: Record<string, string>, platform: string): boolean;
  insteadOfWindow(opens: boolean): string;
}

// A plain script that runs on Node 20 without types; its path is a variable so that the compiler does not look for them.
const script = new URL('../../scripts/launch.mjs', import.meta.url).href;
const { parseStartArgs, electronBinary, electronDist, sandboxFault, hasDisplay, insteadOfWindow }: Launch =
  await import(script);

describe('npm start', () => {
  it('reads its options', () => {
    expect(parseStartArgs(['--port', '0', '--data-dir=d', '--no-open'], '/work').options).toEqual({
      port: '0',
      dataDir: path.resolve('/work', 'd'),
      browser: false,
      electron: false,
      open: false,
    });
    expect(parseStartArgs(['--help'], '/').help).toBe(true);
  });

  it.each([
    [['--port']],
    [['--port', '70000']],
    [['--port=x']],
    [['--data-dir']],
    [['--unknown']],
    [['file.pqv.json']],
    [['--browser', '--electron']],
  ])('refuses %j', (args) => {
    expect(parseStartArgs(args, '/').fault).toBeTruthy();
  });

  it('verdict L9: says that a browser opens only where one is opened', () => {
    expect(insteadOfWindow(true)).toContain('a browser opens the console');
    expect(insteadOfWindow(false)).not.toContain('browser');
  });

  it('opens a browser only where somebody sees it', () => {
    expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true);
    expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true);
    expect(hasDisplay({}, 'linux')).toBe(false);
    expect(hasDisplay({ DISPLAY: ':0', CI: '1' }, 'linux')).toBe(false);
    expect(hasDisplay({ DISPLAY: ':0', SSH_CONNECTION: 'x' }, 'linux')).toBe(false);
    expect(hasDisplay({}, 'darwin')).toBe(true);
  });
});

describe('the sandbox of a checkout', () => {
  const machine = (settings: Record<string, string>, change = {}) => ({
    dist: '/dist',
    platform: 'linux',
    uid: 1000,
    read: (file: string) => settings[file] ?? null,
    isHelper: () => false,
    ...change,
  });
  const UBUNTU = { '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1\n' };

  it('H6: cannot work where the system allows no namespaces and the helper is not root’s', () => {
    expect(sandboxFault(machine(UBUNTU))).toContain('kernel.apparmor_restrict_unprivileged_userns=1');
    expect(sandboxFault(machine({ '/proc/sys/user/max_user_namespaces': '0\n' }))).toContain('max_user_namespaces=0');
    expect(sandboxFault(machine({}, { uid: 0 }))).toContain('root');
  });

  it('works everywhere else', () => {
    expect(sandboxFault(machine({ '/proc/sys/kernel/unprivileged_userns_clone': '1\n' }))).toBeNull();
    expect(
      sandboxFault(machine(UBUNTU, { isHelper: (file: string) => file === path.join('/dist', 'chrome-sandbox') })),
    ).toBeNull();
    expect(sandboxFault(machine(UBUNTU, { platform: 'darwin' }))).toBeNull();
  });
});

describe('the Electron binary', () => {
  let root = '';
  let dist = '';
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'touchstone-launch-'));
    dist = path.join(root, 'node_modules/electron/dist');
    mkdirSync(dist, { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('lies in a folder with all that belongs to it', () => {
    expect(electronDist(path.join(dist, 'electron'))).toBe(dist);
    expect(electronDist(path.join(dist, 'Electron.app/Contents/MacOS/Electron'))).toBe(dist);
  });

  it('is absent while only the npm package is there', () => {
    expect(electronBinary(root, {})).toBeNull();
    writeFileSync(path.join(root, 'node_modules/electron/path.txt'), 'electron');
    expect(electronBinary(root, {})).toBeNull();
    expect(electronBinary(root, { ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' })).toBeNull();
  });

  it('is found where its package or the variable says', () => {
    writeFileSync(path.join(root, 'node_modules/electron/path.txt'), 'electron');
    writeFileSync(path.join(dist, 'electron'), '');
    expect(electronBinary(root, {})).toBe(path.join(dist, 'electron'));
    const other = path.join(root, 'other');
    mkdirSync(other);
    writeFileSync(path.join(other, 'electron'), '');
    expect(electronBinary(root, { ELECTRON_OVERRIDE_DIST_PATH: other })).toBe(path.join(other, 'electron'));
  });
});
