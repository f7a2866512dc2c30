import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BrowserMachine, findBrowser, openOwnWindow } from '../../src/console/own-window.ts';

const machine = (platform: string, env: BrowserMachine['env'], files: readonly string[]): BrowserMachine => ({
  platform,
  env,
  isProgram: (file) => files.includes(file),
});

describe('the browser of a window of its own', () => {
  it.each([
    ['linux', { PATH: '/usr/local/bin:/usr/bin' }, ['/usr/bin/chromium', '/usr/bin/google-chrome'], 'Chromium'],
    ['linux', { PATH: '/usr/bin' }, ['/usr/bin/microsoft-edge-stable'], 'Microsoft Edge'],
    // A folder that is named relatively is that of whoever laid a program there.
    ['linux', { PATH: '.:bin' }, ['./chromium', 'bin/chromium'], undefined],
    ['darwin', { HOME: '/Users/a' }, ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'], 'Google Chrome'],
    ['darwin', { HOME: '/Users/a' }, ['/Users/a/Applications/Chromium.app/Contents/MacOS/Chromium'], 'Chromium'],
    [
      'win32',
      { ProgramFiles: 'C:\\Program Files', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' },
      ['C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'],
      'Microsoft Edge',
    ],
    [
      'win32',
      { LOCALAPPDATA: 'C:\\Users\\a\\AppData\\Local' },
      ['C:\\Users\\a\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe'],
      'Google Chrome',
    ],
    ['freebsd', { PATH: '/usr/bin' }, ['/usr/bin/chromium'], undefined],
  ] as const)('is found on %s with %j', (platform, env, files, name) => {
    expect(findBrowser(machine(platform, env, files))?.name).toBe(name);
  });
});

describe.skipIf(process.platform !== 'linux')('a window of its own', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'touchstone-window-'));
    vi.stubEnv('PATH', folder);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const install = (name: string, script: string) =>
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const page = () => path.join(folder, 'open console.html');

  it('gets the address of the page that holds the token, and never the token', async () => {
    writeFileSync(page(), '#/start/secret');
    install('google-chrome', `printf '%s\\n' "$@" > ${folder}/given`);
    // However long its script takes here, it ends at once.
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const window = openOwnWindow(page(), path.join(folder, 'profile'));
    expect([window?.name, await window?.closed]).toEqual(['Google Chrome', 'at-once']);
    now.mockRestore();
    expect(readFileSync(path.join(folder, 'given'), 'utf8').split('\n')).toEqual([
      `--app=file://${folder}/open%20console.html`,
      `--user-data-dir=${folder}/profile`,
      '--no-first-run',
      '--no-default-browser-check',
      '',
    ]);
  });

  it('says whether it was open, and can be closed', async () => {
    install('chromium', 'exit 1');
    expect(await openOwnWindow(page(), folder)?.closed).toBe('fault');
    install('chromium', 'exit 0');
    const now = vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() - 60_000);
    expect(await openOwnWindow(page(), folder)?.closed).toBe('closed');
    now.mockRestore();
    install('chromium', 'exec /bin/sleep 60');
    const window = openOwnWindow(page(), folder);
    window?.close();
    expect(await window?.closed).toBe('fault');
  });

  it('is no snap, which does not see the data folder', () => {
    install('chromium-browser', 'exec /snap/bin/chromium "$@"');
    writeFileSync(path.join(folder, 'snap'), '', { mode: 0o755 });
    symlinkSync(path.join(folder, 'snap'), path.join(folder, 'chromium'));
    expect(openOwnWindow(page(), folder)).toBeNull();
  });
});
