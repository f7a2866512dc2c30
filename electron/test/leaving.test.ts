import { EventEmitter } from 'node:events';
import type { App, BrowserWindow } from 'electron';
import { expect, it } from 'vitest';
import { guardLeaving } from '../src/leaving.ts';

/** Another part of the page that is there. */
const WITHIN = 'app://console/#/within';

/** A window whose page holds it, and an app that quits by it; `answer` presses a button of the question that stands there. */
function setUp() {
  const done: string[] = [];
  let questions = 0;
  let held = 0;
  let stays = 0;
  let press = (_mayGo: boolean) => {};
  let isGone = false;
  const app = Object.assign(new EventEmitter(), {
    quit() {
      app.emit('before-quit');
      window.close();
    },
  });
  const webContents = Object.assign(new EventEmitter(), {
    reload() {
      if (isLet()) started('reloaded');
    },
  });
  const started = (url: string) => {
    webContents.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false });
    done.push(url);
  };
  const isLet = () => {
    let isPrevented = false;
    webContents.emit('will-prevent-unload', {
      preventDefault() {
        isPrevented = true;
      },
    });
    return isPrevented;
  };
  const window = Object.assign(new EventEmitter(), {
    webContents,
    isDestroyed: () => isGone,
    close() {
      window.emit('close');
      if (!isLet()) return;
      isGone = true;
      done.push('closed');
      window.emit('closed');
    },
    async loadURL(url: string) {
      if (url === WITHIN) {
        webContents.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: true });
        return;
      }
      if (!isLet()) throw new Error('ERR_ABORTED');
      started(url);
    },
  });
  const load = guardLeaving({
    app: app as unknown as App,
    window: window as unknown as BrowserWindow,
    ask: () => {
      questions++;
      return new Promise((resolve) => {
        press = resolve;
      });
    },
    onHeld: () => held++,
    onAppStays: () => stays++,
  });
  const answer = async (mayGo: boolean) => {
    press(mayGo);
    await new Promise(setImmediate);
  };
  return { app, window, webContents, load, done, answer, counts: () => ({ questions, held, stays }) };
}

it('R32: asks without stopping the process, and closes the window where the page may go', async () => {
  const { window, done, answer, counts } = setUp();
  window.close();
  // Whoever is told of the second start meanwhile is answered.
  expect([done, counts().questions]).toEqual([[], 1]);
  await answer(false);
  expect(done).toEqual([]);
  window.close();
  await answer(true);
  expect([done, counts().questions]).toEqual([['closed'], 2]);
});

it('does again what was wanted last, and asks once', async () => {
  const { app, window, load, done, answer, counts } = setUp();
  window.close();
  load('app://console/#/trust');
  await answer(true);
  expect([done, counts().questions]).toEqual([['app://console/#/trust'], 1]);
  // The page that has come is asked about anew.
  app.quit();
  await answer(false);
  window.close();
  await answer(true);
  expect([done, counts().questions]).toEqual([['app://console/#/trust', 'closed'], 3]);
  expect(app.listenerCount('before-quit')).toBe(0);
  load('app://console/');
  expect(done).toHaveLength(2);
});

it('quits where the end of the app was wanted; what is wanted in its place forgets the next start', async () => {
  const { app, window, done, answer, counts } = setUp();
  let quits = 0;
  app.on('before-quit', () => quits++);
  app.quit();
  expect(counts()).toEqual({ questions: 1, held: 1, stays: 0 });
  await answer(true);
  expect([done, quits, counts().stays]).toEqual([['closed'], 2, 0]);
  const other = setUp();
  other.app.quit();
  other.window.close();
  expect(other.counts()).toEqual({ questions: 1, held: 2, stays: 1 });
  await other.answer(false);
  expect([other.done, other.counts().stays, window.listenerCount('close')]).toEqual([[], 2, 1]);
  // macOS ends the question with the app.
  other.app.quit();
  other.app.emit('before-quit');
  await other.answer(false);
  expect(other.counts().stays).toBe(2);
});

it('R36: loads again the page that began to load itself, and closes nothing', async () => {
  const { webContents, window, load, done, answer, counts } = setUp();
  // Asks nothing, and brings no other page.
  load(WITHIN);
  webContents.reload();
  await answer(true);
  expect(done).toEqual(['reloaded']);
  window.close();
  expect(counts().questions).toBe(2);
});

it('takes a change within the page, or of a frame in it, for no other page', async () => {
  const { webContents, load, done, answer } = setUp();
  load('app://console/');
  webContents.emit('did-start-navigation', { url: 'app://console/#/a', isMainFrame: true, isSameDocument: true });
  webContents.emit('did-start-navigation', { url: 'app://console/b', isMainFrame: false, isSameDocument: false });
  await answer(true);
  expect(done).toEqual(['app://console/']);
});
