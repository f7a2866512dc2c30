/** Loaded before the shell's main file: puts the simulated module in Electron's place, and does what the test says. */
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { app } from './app.ts';
import { clickMenu, clipboard, powerMonitor } from './desktop.ts';
import type { Deed } from './machine.ts';
import { load, wouldGrant } from './session.ts';
import { last as server } from './utility-process.ts';
import { current as window } from './window.ts';
import { machine, tell } from './world.ts';

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'electron') return next(specifier, context);
    return { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true };
  },
});
Object.defineProperty(process, 'platform', { value: machine.platform });
Object.defineProperty(process.versions, 'electron', { value: '45.4.1' });
const { setTimeout: timer } = globalThis;
globalThis.setTimeout = Object.assign(
  (callback: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]) =>
    timer(callback, delayMs / machine.haste, ...args),
  timer,
);
// lib/browser/init.ts: shows it, and goes on.
process.on('uncaughtException', (error) => tell('JavaScript error in the main process', error.stack));
process.on('unhandledRejection', (error) => tell('unhandled rejection', String(error)));

// What is on the clipboard stays there when its writer has ended.
app.on('quit', () => void clipboard.readText().then((text) => tell('clipboard at the end', text)));

async function done(deed: Deed): Promise<unknown> {
  switch (deed.do) {
    case 'request':
      return load(deed.method, deed.url, deed.headers, deed.body);
    case 'call': {
      const call = window?.webContents.exposed.get('touchstone')?.[deed.name];
      if (typeof call !== 'function') throw new Error(`the page has no ${deed.name}`);
      return call(...deed.args);
    }
    case 'permission':
      return wouldGrant(deed.name, deed.url);
    case 'navigate': {
      let isPrevented = false;
      const event = {
        url: deed.url,
        preventDefault: () => {
          isPrevented = true;
        },
      };
      window?.webContents.emit('will-frame-navigate', event);
      if (!isPrevented) window?.webContents.emit('will-navigate', event);
      return !isPrevented;
    }
    case 'open-window':
      return window?.webContents.mayOpen(deed.url);
    case 'hold':
      if (window !== null) window.webContents.isHeld = deed.isHeld;
      return null;
    case 'sheets':
      if (window !== null) window.sheets = deed.count;
      return null;
    case 'close-window':
      return window?.close();
    case 'menu':
      return clickMenu(deed.label);
    case 'quit':
      return app.quit();
    case 'app-event':
      return app.emit(deed.name, { preventDefault() {} }, ...deed.args);
    case 'power': {
      const listen = window?.webContents.exposed.get('touchstone')?.onDesktopLocked;
      if (typeof listen !== 'function') throw new Error('the page cannot listen');
      let heard = 0;
      const end = listen(() => {
        heard++;
      });
      powerMonitor.emit(deed.event);
      end();
      powerMonitor.emit(deed.event);
      return heard;
    }
    case 'log-off':
      window?.emit('query-session-end', { reasons: ['logoff'], preventDefault() {} });
      return window?.emit('session-end', { reasons: ['logoff'] });
    case 'crash-page':
      return window?.webContents.emit('render-process-gone', {}, { reason: deed.reason, exitCode: 139 });
    case 'crash-server':
      return server?.abort();
    case 'read-clipboard':
      return clipboard.readText();
    case 'write-clipboard':
      return clipboard.writeText(deed.text);
  }
}

process.on('message', ({ id, deed }: { readonly id: number; readonly deed: Deed }) => {
  done(deed).then(
    (value) => process.send?.({ id, value: value ?? null }),
    (error: unknown) => process.send?.({ id, fault: error instanceof Error ? error.message : String(error) }),
  );
});
// A test that has gone away leaves nothing behind.
if (isMainThread) process.on('disconnect', () => process.exit(1));
