/** The desktop window itself, where Electron's binary is present. Nothing here loads the electron package: that would download it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE_MS } from './fixtures.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const SHELL = path.join(ROOT, 'electron');

interface Launch {
  electronBinary(root: string, env: NodeJS.ProcessEnv): string | null;
  machineOf(electron: string): unknown;
  sandboxFault(machine: unknown): string | null;
}
// A plain script that runs on Node 20 without types; its path is a variable so that the compiler does not look for them.
const script = new URL('../scripts/launch.mjs', import.meta.url).href;
const { electronBinary, machineOf, sandboxFault }: Launch = await import(script);

const BINARY = electronBinary(ROOT, process.env);
const HAS_SCREEN = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
const skipped =
  BINARY === null
    ? "Electron's binary is not present"
    : !HAS_SCREEN
      ? 'there is no display'
      : sandboxFault(machineOf(BINARY));
if (skipped !== null) console.warn(`The tests of the desktop window are skipped: ${skipped}.`);

describe.skipIf(skipped !== null)('the desktop window', () => {
  let folder = '';
  let app: ElectronApplication | undefined;

  beforeAll(async () => {
    if (BINARY === null) throw new Error('no binary');
    folder = await mkdtemp(path.join(tmpdir(), 'touchstone-electron-'));
    // Profile and data folder are apart, as they are where nobody names them: without a key store a profile in the data folder
    // would make it somebody else's.
    const args = [SHELL, '--data-dir', path.join(folder, 'data'), `--user-data-dir=${path.join(folder, 'profile')}`];
    // Without `chromiumSandbox` Playwright adds --no-sandbox on Linux, with which the shell does not start.
    app = await _electron.launch({ executablePath: BINARY, args, chromiumSandbox: true, timeout: PATIENCE_MS });
    app.context().setDefaultTimeout(PATIENCE_MS);
  });
  const opened = () => {
    if (app === undefined) throw new Error('not started');
    return app;
  };
  afterAll(async () => {
    await app?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('shows the console under its own origin, with the shell and without Node', async () => {
    const page = await opened().firstWindow();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).host).toBe('console');
    expect(await page.evaluate('typeof window.touchstone.about')).toBe('function');
    expect(await page.evaluate('typeof require + typeof process')).toBe('undefinedundefined');
  });

  it('reaches its server without a port, and nothing else', async () => {
    const page = await opened().firstWindow();
    expect(await page.evaluate("fetch('/health').then((answer) => answer.status)")).toBe(200);
    expect(await page.evaluate("fetch('https://example.com/').then(() => 'reached', () => 'refused')")).toBe('refused');
  });
});
