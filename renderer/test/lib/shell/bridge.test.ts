import { describe, expect, it } from 'vitest';
import { bridgeOf } from '../../../src/lib/shell/bridge.ts';
import { fakeShell } from '../fake-shell.ts';

const BYTES = Uint8Array.of(1, 2, 3);

function page() {
  const calls: (readonly unknown[])[] = [];
  return {
    calls,
    download: (...args: readonly unknown[]) => void calls.push(['download', ...args]),
    print: () => void calls.push(['print']),
  };
}

describe('the bridge on the desktop', () => {
  it('has what the shell has, and signs in by itself', async () => {
    const { shell } = fakeShell({ updateFromFile: true });
    const bridge = bridgeOf(shell, page());
    expect(bridge.mode).toBe('desktop');
    expect(bridge.capabilities).toMatchObject({
      openedFiles: true,
      signIn: true,
      updateFromFile: true,
    });
    expect(await bridge.startToken()).toBe('ab'.repeat(32));
    expect((await bridge.about())?.dataDir).toBe('/home/ada/.local/share/touchstone');
    expect(await bridge.writeSettings({ theme: 'light' })).toMatchObject({ theme: 'light', sharePort: 7433 });
    expect(await bridge.verifyUpdate()).toMatchObject({ outcome: 'refused' });
  });

  it('saves and prints by the shell, and passes a cancelled dialog on', async () => {
    const { shell, calls } = fakeShell();
    const browser = page();
    const bridge = bridgeOf(shell, browser);
    expect(await bridge.saveFile('a.json', BYTES, 'application/json')).toBe(false);
    expect(await bridge.printPage('a.pdf')).toBe(true);
    expect(calls).toEqual([
      ['saveFile', 'a.json', BYTES],
      ['printToPdf', 'a.pdf'],
    ]);
    expect(browser.calls).toEqual([]);
  });

  it('copies secrets by the shell, which takes them back', async () => {
    const { shell, calls } = fakeShell();
    const { copySecret } = bridgeOf(shell, page());
    const copied = await copySecret?.('secret');
    expect(calls).toEqual([['copySecret', 'secret']]);
    expect(await copied?.cleared).toBe('cleared');
    const gone = { ...shell, secretCleared: () => Promise.reject(new Error('no window')) };
    expect(await (await bridgeOf(gone, page()).copySecret?.('secret'))?.cleared).toBe('kept');
    expect(bridgeOf(undefined, page()).copySecret).toBeNull();
  });

  it('uses the page where the shell lacks a capability, and asks it for no files', async () => {
    const { shell, calls, listenerCount } = fakeShell({ saveDialog: false, printToPdf: false, openedFiles: false });
    const browser = page();
    const bridge = bridgeOf(shell, browser);
    await bridge.saveFile('a.json', BYTES, 'application/json');
    await bridge.printPage('a.pdf');
    expect(browser.calls).toEqual([['download', 'a.json', BYTES, 'application/json'], ['print']]);
    expect(await bridge.takeOpenedFiles()).toEqual({ files: [], refused: [] });
    bridge.onFilesOpened(() => undefined)();
    expect(listenerCount()).toBe(0);
    expect(calls).toEqual([]);
  });
});

describe('the bridge in a browser', () => {
  it('has no capability and says so', async () => {
    const browser = page();
    const bridge = bridgeOf(undefined, browser);
    expect(bridge.mode).toBe('browser');
    expect(Object.values(bridge.capabilities).some(Boolean)).toBe(false);
    expect(await bridge.startToken()).toBeNull();
    expect(await bridge.about()).toBeNull();
    expect(await bridge.readSettings()).toBeNull();
    expect(await bridge.saveFile('a.json', BYTES, 'application/json')).toBe(true);
    expect(browser.calls).toEqual([['download', 'a.json', BYTES, 'application/json']]);
  });

  it.each([
    ['null', null],
    ['a text', 'shell'],
    ['a shell without flags', { ...fakeShell().shell, capabilities: undefined }],
    ['a shell with a flag that is no flag', { ...fakeShell().shell, capabilities: { openedFiles: 'yes' } }],
    ['a shell that lacks a call', { ...fakeShell().shell, startToken: undefined }],
    ['a shell that cannot listen', { ...fakeShell().shell, onFilesOpened: undefined }],
    ['a shell that does not tell of locks', { ...fakeShell().shell, onDesktopLocked: undefined }],
  ])('takes %s for no shell', (_name, value) => {
    expect(bridgeOf(value, page()).mode).toBe('browser');
  });
});
