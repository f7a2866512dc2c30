/** The built shell under a simulated Electron, on several machines: what a first start meets. Node's crypto is BoringSSL's there. */
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { session } from '@touchstone/core/api/console/session.ts';
import { pathOf } from '@touchstone/core/api/endpoint.ts';
import { describe, expect, it } from 'vitest';
import { portToReturnTo } from '../../server/test/port.ts';
import type { SimulatedShell } from './simulator/shell.ts';
import { home, start, useHomes } from './simulator/shells.ts';

useHomes();

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Signs in with the start token that the window was given. */
async function signIn(shell: SimulatedShell, count = 1): Promise<string> {
  const { url } = await shell.loaded(count);
  // Of a server that took longer than the window waits, the page asks by itself.
  const json = { start_token: url.split('#/start/')[1] ?? (await shell.call('startToken')) };
  const answer = await shell.request('POST', pathOf(session.open), { json });
  expect([answer.status, textOf(answer.body).slice(0, 20)]).toEqual([200, expect.stringContaining('{')]);
  return JSON.parse(textOf(answer.body)).session_token;
}

const SEALED = 'master-key.keychain';

describe('a first start', () => {
  it('serves the console, signs in, opens again and quits', async () => {
    const shell = start();
    const token = await signIn(shell);
    await shell.one('sandbox');
    expect((await shell.request('GET', '/v1/artifacts', { token })).status).toBe(200);
    const health = JSON.parse(textOf((await shell.request('GET', '/health')).body));
    expect(health).toMatchObject({ status: 'ok' });
    // What the page is: every file that it names is there, and all of it under the policy.
    const page = await shell.request('GET', '/');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const names = [...textOf(page.body).matchAll(/(?:src|href)="\.?(\/[^"]+)"/g)].map(([, name]) => name ?? '');
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) expect([name, (await shell.request('GET', name)).status]).toEqual([name, 200]);

    expect(await shell.call('about')).toMatchObject({ dataDir: shell.dataDir, platform: 'linux', keychain: true });
    expect(readFileSync(path.join(shell.dataDir, SEALED)).subarray(0, 3).toString()).toBe('v11');
    expect(existsSync(path.join(shell.dataDir, 'master-key.json'))).toBe(false);
    expect(await shell.quit()).toBe(0);
    expect(shell.all('JavaScript error in the main process')).toEqual([]);
    expect(shell.all('unhandled rejection')).toEqual([]);

    // M1, R22: a key store that is locked later is no foreign one, and another process finds it open.
    const locked = start({ keyStore: 'locked', presses: [1] });
    expect(await locked.one('asked')).toMatchObject({
      detail: expect.stringContaining('is locked or not available'),
      pressed: 'Try again',
    });
    await locked.one('relaunch');
    expect(await locked.exit()).toBe(0);

    // R5: the same key store opens the folder on a desktop that Chromium does not know.
    const stale = path.join(shell.dataDir, 'open-console.html');
    writeFileSync(stale, 'of a shared run that crashed');
    const again = start({ keyStore: 'unknown-desktop' });
    await signIn(again);
    // R19: else "Open in browser" would open it, though nothing is shared now.
    expect(existsSync(stale)).toBe(false);
    expect(await again.quit()).toBe(0);
  });
});

describe('the key store', () => {
  it('H2: promised and absent on Linux: the folder gets a key file, and nothing is sealed for everybody', async () => {
    // M11: with the folders that e2e/electron.spec.ts names.
    const [dataDir, profile] = [path.join(home, 'data'), path.join(home, 'profile')];
    const args = ['--data-dir', dataDir, `--user-data-dir=${profile}`];
    const shell = start({ keyStore: 'absent', boringssl: 'classical', args });
    await signIn(shell);
    expect(readdirSync(dataDir)).toContain('master-key.json');
    expect(existsSync(path.join(dataDir, SEALED))).toBe(false);
    expect(await shell.one('lock')).toMatchObject({ profile });
    expect(await shell.quit()).toBe(0);
  });

  it('H2: a folder that is sealed for everybody is not opened', async () => {
    const shell = start({ keyStore: 'absent' });
    mkdirSync(shell.dataDir, { recursive: true });
    writeFileSync(path.join(shell.dataDir, SEALED), 'v10 and so on');
    expect(await shell.one('asked')).toMatchObject({ detail: expect.stringContaining('everybody knows') });
    expect((await shell.request('GET', '/health')).status).toBe(503);
  });

  it('R2: that never answers holds up neither the window nor the end', async () => {
    const shell = start({ keyStore: 'silent', haste: 20, presses: [1] });
    await shell.one('window');
    expect(await shell.one('asked')).toMatchObject({
      detail: expect.stringContaining('does not answer'),
      pressed: 'Try again',
    });
    await shell.one('relaunch');
    expect(await shell.exit()).toBe(0);
    expect(shell.happenings.findIndex(({ what }) => what === 'window')).toBeLessThan(
      shell.happenings.findIndex(({ what }) => what === 'asked'),
    );
    expect(readdirSync(shell.dataDir).filter((name) => name.startsWith('master-key'))).toEqual([]);
  });

  it('H4, M8: on macOS profile and data folder are apart; checkout and app have one key, exchanged or not', async () => {
    const shell = start({ platform: 'darwin', keyStore: 'keychain' });
    await signIn(shell);
    const { profile } = await shell.one<{ profile: string }>('lock');
    expect(profile.toLowerCase()).not.toBe(shell.dataDir.toLowerCase());
    const mark = () => readFileSync(path.join(shell.dataDir, SEALED)).subarray(0, 3).toString();
    expect(mark()).toBe('v10');
    // L2: the app goes on without a window there, and a file that is opened brings one.
    await shell.do({ do: 'close-window' });
    await shell.do({ do: 'app-event', name: 'open-file', args: [path.join(home, 'a.pqv')] });
    await shell.loaded(2);
    // R23: shown with its page, as the first one.
    await shell.one('shown', 2);
    const steps = shell.happenings.map(({ what }) => what).filter((what) => /^(loaded|shown)$/.test(what));
    expect(steps).toEqual(['loaded', 'shown', 'loaded', 'shown']);
    expect(await shell.call('takeOpenedFiles')).toMatchObject({ refused: [{ name: 'a.pqv' }] });
    await shell.quit();
    const packed = start({ platform: 'darwin', keyStore: 'rotated', isPackaged: true });
    await signIn(packed);
    expect((await packed.one<{ profile: string }>('lock')).profile).toBe(profile);
    expect(mark()).toBe('v20');
    // R38: of an app that is hidden a held page is asked about too.
    await packed.do({ do: 'hold', isHeld: true });
    await packed.do({ do: 'quit' });
    await packed.one('app shown');
    expect(await packed.one('asked')).toMatchObject({ pressed: 'Stay', hasWindow: true });
    await packed.do({ do: 'hold', isHeld: false });
    // R37: two sheets hold no end up.
    await packed.do({ do: 'sheets', count: 2 });
    expect(await packed.quit()).toBe(0);
    // R21: with neither window nor server there is nothing that the end waits for.
    const locked = start({ platform: 'darwin', keyStore: 'locked', presses: [0] });
    // R33: the box is the window's, else it would stop all of it.
    expect(await locked.one('asked')).toMatchObject({ hasWindow: true });
    await locked.one('server ended');
    const written = () => statSync(path.join(profile, 'settings.json')).mtimeMs;
    const before = written();
    await locked.do({ do: 'close-window' });
    await expect.poll(written).not.toBe(before);
    expect(await locked.quit()).toBe(0);
    expect(locked.all('unhandled rejection')).toEqual([]);
  });
});

describe('a start that is refused', () => {
  it('H3: on a folder that holds something else, where nothing is written', async () => {
    const folder = path.join(home, 'Documents');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'thesis.odt'), '');
    const shell = start({ args: ['--data-dir', folder] });
    expect(await shell.one('asked')).toMatchObject({ detail: expect.stringContaining('no Touchstone data folder') });
    expect(readdirSync(folder)).toEqual(['thesis.odt']);
    // R9: refused before the server's process was there, which ends all the same.
    await shell.one('server ended');
    await shell.loaded();
    expect((await shell.request('GET', '/health')).status).toBe(503);
    expect(await shell.quit()).toBe(0);
  });

  it('H6: without the sandbox', async () => {
    const shell = start({ args: ['--no-sandbox'] });
    expect(await shell.one('error box')).toContain('--no-sandbox');
    expect(await shell.exit()).toBe(1);
    expect(shell.all('window')).toEqual([]);
  });
});

/** The page that stands under a host name, which this machine's resolver may not know. */
async function pageAt(port: number, host: string): Promise<string> {
  const [answer] = await once(get({ host: '127.0.0.1', port, path: '/', headers: { host } }), 'response');
  return text(answer);
}

const MAXIMISED = { x: 0, y: 0, width: 1280, height: 860, isMaximized: true };

describe('sharing on this machine', () => {
  function share(sharePort: number): void {
    const profile = path.join(home, '.config/touchstone-window');
    mkdirSync(profile, { recursive: true });
    writeFileSync(
      path.join(profile, 'settings.json'),
      JSON.stringify({ shareOnThisMachine: true, sharePort, window: MAXIMISED }),
    );
  }

  it('M2: starts without where the port is taken, and says so; M3, M4: else serves the console too', async () => {
    const other = createServer();
    const port = await portToReturnTo();
    await once(other.listen(port, '127.0.0.1'), 'listening');
    share(port);
    const alone = start();
    await signIn(alone);
    expect(await alone.one('asked')).toMatchObject({ message: expect.stringContaining(`port ${port} is taken`) });
    await alone.quit();
    // R4: a window that was closed maximised is shown when there is something in it.
    const steps = alone.happenings.map(({ what }) => what).filter((what) => /^(loaded|maximised|shown)$/.test(what));
    expect(steps).toEqual(['loaded', 'maximised', 'shown']);
    await new Promise((resolve) => other.close(resolve));

    const shared = start();
    const token = await signIn(shared);
    expect(token).not.toBe('');
    await shared.do({ do: 'menu', label: 'Open in browser' });
    const page = readFileSync(await shared.one<string>('opened'), 'utf8');
    const [, host = ''] = /url=http:\/\/([^/]+)\//.exec(page) ?? [];
    expect(host).toMatch(new RegExp(`\\.localhost:${port}$`));
    expect(await pageAt(port, host)).toContain('<div id="root">');
    expect(await shared.quit()).toBe(0);
  });
});

describe('the window', () => {
  it('grants, goes and closes as it should', async () => {
    const shell = start({ presses: [0, 1, 0, 1] });
    const firstToken = await signIn(shell);

    // M12: a crash of V8 in the server is no exception here.
    await shell.do({ do: 'crash-server' });
    await shell.one('fork', 2);
    expect((await shell.request('GET', '/health')).status).toBe(200);
    expect(shell.all('JavaScript error in the main process')).toEqual([]);
    // What it said, also in the very end, and that it started again; the log is the user's alone.
    const log = path.join(home, '.config/touchstone-window/logs/server.log');
    const logged = readFileSync(log, 'utf8').trimEnd().split('\n');
    const messages = logged.map((line): string => JSON.parse(line).msg);
    expect(messages).toEqual(
      expect.arrayContaining([
        '# Fatal error in simulator',
        '# unreachable code',
        'FatalError at simulator',
        'The embedded server stopped with exit code 134. It starts again in 0.5 seconds.',
      ]),
    );
    expect(logged.join()).not.toContain(firstToken);
    if (process.platform !== 'win32') expect(statSync(log).mode & 0o777).toBe(0o600);
    // M1: a server that was given up, or hangs, is started again by hand, and the page signs in to it.
    await shell.do({ do: 'menu', label: 'Restart server' });
    await shell.one('fork', 3);
    await shell.loaded(2);
    expect(await signIn(shell, 2)).not.toBe('');

    const may = (name: string, url = 'app://console/') => shell.do({ do: 'permission', name, url });
    expect(await may('media')).toBe(true);
    expect(await may('media', 'https://example.com/')).toBe(false);
    for (const name of ['clipboard-read', 'geolocation', 'notifications', 'openExternal']) {
      expect([name, await may(name)]).toEqual([name, false]);
    }
    expect(await shell.do({ do: 'navigate', url: 'https://example.com/' })).toBe(false);
    expect(await shell.do({ do: 'navigate', url: 'app://console/#/verify' })).toBe(true);
    expect(await shell.do({ do: 'open-window', url: 'app://console/' })).toBe(false);
    await expect(
      shell.do({ do: 'request', method: 'GET', url: 'https://example.com/', headers: {}, body: null }),
    ).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');

    // console.md, rule 6: the page locks itself with the screen, and before a sleep.
    expect(await shell.do({ do: 'power', event: 'lock-screen' })).toBe(1);
    expect(await shell.do({ do: 'power', event: 'suspend' })).toBe(1);

    // L1: a second start with another data folder does not open it, and says so.
    const second = { files: [], dataDir: path.join(home, 'other') };
    await shell.do({ do: 'app-event', name: 'second-instance', args: [[], home, second] });
    await shell.one('focused');
    expect(await shell.one('asked')).toMatchObject({ message: expect.stringContaining(second.dataDir) });

    // R14: it does not outlive a session of Windows, which ends without `will-quit`.
    await shell.call('copySecret', 'a secret');
    await shell.do({ do: 'log-off' });
    expect(await shell.do({ do: 'read-clipboard' })).toBe('');

    // M7: a secret does not outlive the app.
    await shell.call('copySecret', 'a secret');
    expect(await shell.do({ do: 'read-clipboard' })).toBe('a secret');
    expect(await shell.one('copied')).toEqual(['text/plain', expect.stringContaining('passwordManagerHint')]);

    // M6: a page that holds its window is asked about, by quitting too. R6: who stays is not started again by a later end.
    await shell.do({ do: 'hold', isHeld: true });
    await shell.do({ do: 'crash-page', reason: 'crashed' });
    await shell.do({ do: 'crash-page', reason: 'oom' });
    await shell.one('held');
    expect((await shell.request('GET', '/health')).status).toBe(200);
    expect(await shell.quit()).toBe(0);
    const answers = ['Start in safe mode', 'Stay', 'Leave and lose it'];
    expect(shell.all('asked').slice(1)).toMatchObject(answers.map((pressed) => ({ pressed })));
    expect(shell.all('relaunch')).toEqual([]);
    expect(await shell.one('clipboard at the end')).toBe('');
  });
});
