import { EventEmitter } from 'node:events';
import type { App, BrowserWindow } from 'electron';
import { expect, it } from 'vitest';
import { guardLeaving } from '../src/leaving.ts';

/** A window whose page holds it, and an app that quits by it; `answer` presses a button of the question that stands there. */
function setUp() {
  const done: string[] = [];
  let questions = 0;
  let press = (_mayGo: boolean) => {};
  let isGone = false;
  const app = Object.assign(new EventEmitter(), {
    quit() {
      app.emit('before-quit');
      window.close();
    },
  });
  const webContents = new EventEmitter();
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
      if (!isLet()) throw new Error('ERR_ABORTED');
      webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
      done.push(url);
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
    onStay: () => done.push('stayed'),
  });
  const answer = async (mayGo: boolean) => {
    press(mayGo);
    await new Promise(setImmediate);
  };
  return { app, window, webContents, load, done, answer, questions: () => questions };
}

it('R32: asks without stopping the process, and closes the window where the page may go', async () => {
  const { window, done, answer, questions } = setUp();
  window.close();
  // Whoever is told of the second start meanwhile is answered.
  expect([done, questions()]).toEqual([[], 1]);
  await answer(false);
  expect(done).toEqual(['stayed']);
  window.close();
  await answer(true);
  expect([done, questions()]).toEqual([['stayed', 'closed'], 2]);
});

it('does again what was wanted last, and asks once', async () => {
  const { app, window, load, done, answer, questions } = setUp();
  window.close();
  load('app://console/#/trust');
  await answer(true);
  expect([done, questions()]).toEqual([['app://console/#/trust'], 1]);
  // The page that has come is asked about anew.
  app.quit();
  await answer(false);
  window.close();
  await answer(true);
  expect([done, questions()]).toEqual([['app://console/#/trust', 'stayed', 'closed'], 3]);
  expect(app.listenerCount('before-quit')).toBe(0);
  load('app://console/');
  expect(done).toHaveLength(3);
});

it('quits where the end of the app was wanted', async () => {
  const { app, done, answer, questions } = setUp();
  let quits = 0;
  app.on('before-quit', () => quits++);
  app.quit();
  await answer(true);
  expect([done, quits, questions()]).toEqual([['closed'], 2, 1]);
});

it('takes a change within the page for no other page', async () => {
  const { webContents, load, done, answer } = setUp();
  load('app://console/');
  webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true });
  webContents.emit('did-start-navigation', { isMainFrame: false, isSameDocument: false });
  await answer(true);
  expect(done).toEqual(['app://console/']);
});
