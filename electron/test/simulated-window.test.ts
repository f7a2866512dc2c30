/** The window of the built shell under a simulated Electron: links, a page that stops, and the start of e2e/electron.spec.ts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { home, start, useHomes } from './simulator/shells.ts';

useHomes();

describe('links, and a page that stops', () => {
  it('shows the page of a link alone, asks a page that holds something, and reloads once before safe mode', async () => {
    // Files come by address where a program takes links.
    const file = path.join(home, 'a.pqv.json');
    const args = ['touchstone://keys', pathToFileURL(file).href];
    const shell = start({ args, presses: [0, 1, 1] });
    expect((await shell.loaded()).url).toBe('app://console/?link=1#/keys');
    expect(await shell.call('startToken')).toMatch(/^[0-9a-f]{64}$/);
    expect(await shell.call('takeOpenedFiles')).toMatchObject({ refused: [{ name: 'a.pqv.json' }] });

    const second = (page: unknown) =>
      shell.do({
        do: 'app-event',
        name: 'second-instance',
        args: [[], home, { files: [], dataDir: shell.dataDir, page }],
      });
    await second('start/00');
    await second('trust');
    expect((await shell.loaded(2)).url).toBe('app://console/?link=2#/trust');
    // A page that holds something is asked about before a link takes it away.
    await shell.do({ do: 'hold', isHeld: true });
    await second('verify');
    expect(await shell.one('asked')).toMatchObject({ message: 'Leave this page?', pressed: 'Stay' });
    await shell.do({ do: 'app-event', name: 'open-url', args: ['touchstone://verify'] });
    expect((await shell.loaded(3)).url).toBe('app://console/?link=4#/verify');
    await shell.do({ do: 'hold', isHeld: false });

    await shell.do({ do: 'crash-page', reason: 'crashed' });
    await shell.one('reload');
    await shell.do({ do: 'crash-page', reason: 'oom' });
    expect(await shell.one('asked', 3)).toMatchObject({
      detail: expect.stringContaining('oom'),
      pressed: 'Start in safe mode',
    });
    const { args: next } = await shell.one<{ args: readonly string[] }>('relaunch');
    expect(await shell.exit()).toBe(0);
    const safely = next.filter((argument) => !argument.endsWith('main.mjs'));
    expect(safely).toEqual(['--safe-mode', `--data-dir=${shell.dataDir}`]);

    const safe = start({ args: safely });
    // Of a server that took longer than the window waits, without a token.
    expect((await safe.loaded()).url).toMatch(/^app:\/\/console\/(#\/start\/[0-9a-f]+)?$/);
    await safe.one('no graphics card');
    expect(await safe.call('takeOpenedFiles')).toEqual({ files: [], refused: [] });

    // R6: started again while it ends, it shows what was handed over in another process.
    const handed = { files: [file], dataDir: safe.dataDir, page: 'verify' };
    await Promise.all([
      safe.do({ do: 'close-window' }),
      safe.do({ do: 'app-event', name: 'second-instance', args: [[], home, handed] }),
    ]);
    expect(await safe.one<{ args: readonly string[] }>('relaunch')).toEqual({
      args: [`--data-dir=${safe.dataDir}`, expect.stringContaining('main.mjs'), file, 'touchstone://verify'],
    });
    expect(await safe.exit()).toBe(0);
    expect(safe.all('window')).toHaveLength(1);
  });
});

it('R12: is shown where Chromium tells of no first picture', async () => {
  const shell = start({ firstPaint: 'untold' });
  await shell.one('shown');
  expect(await shell.quit()).toBe(0);
});

it('R35: is shown where its page dies before the first picture, and safe mode is offered', async () => {
  const shell = start({ platform: 'darwin', keyStore: 'keychain', firstPaint: 'dies', presses: [1] });
  await shell.one('shown');
  expect(await shell.one('asked')).toMatchObject({ pressed: 'Start in safe mode' });
  await shell.one('relaunch');
  expect(await shell.exit()).toBe(0);
});

it('R17: opens a new folder beside a key store that never answers, where the person says so', async () => {
  const shell = start({ keyStore: 'silent', args: ['--password-store=basic', '--disable-features=DbusSecretPortal'] });
  await shell.loaded();
  expect((await shell.request('GET', '/health')).status).toBe(200);
  expect(readdirSync(shell.dataDir)).toContain('master-key.json');
  expect(await shell.quit()).toBe(0);
});

describe('M11: what e2e/electron.spec.ts does on a machine without a key store', () => {
  it('starts with its arguments, reaches the server and nothing else, and ends', async () => {
    const spec = readFileSync(path.resolve(import.meta.dirname, '../../e2e/electron.spec.ts'), 'utf8');
    // Else Playwright adds --no-sandbox on Linux, and the shell does not start.
    expect(spec).toContain('chromiumSandbox: true');
    const [dataDir, profile] = [path.join(home, 'data'), path.join(home, 'profile')];
    // The first three are Playwright's.
    const args = ['--inspect=0', '--remote-debugging-port=0', '--password-store=basic'];
    args.push('--data-dir', dataDir, `--user-data-dir=${profile}`);
    const shell = start({ args, keyStore: 'absent' });
    await shell.loaded();
    expect(await shell.call('about')).toMatchObject({ dataDir, packaged: false });
    expect((await shell.request('GET', '/health')).status).toBe(200);
    await expect(
      shell.do({ do: 'request', method: 'GET', url: 'https://example.com/', headers: {}, body: null }),
    ).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');
    expect(existsSync(path.join(dataDir, 'master-key.json'))).toBe(true);
    expect(await shell.quit()).toBe(0);
    expect(shell.all('asked')).toEqual([]);
  });
});
