/** `BrowserWindow`, its contents and the page's preload script: docs/api/browser-window.md, web-contents.md, context-bridge.md. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { app, type Closable } from './app.ts';
import { load } from './session.ts';
import { dispatched, machine, needsReady, tell } from './world.ts';

type Listener = (event: unknown, ...args: unknown[]) => unknown;

const ipcHandlers = new Map<string, Listener>();

export const ipcMain = {
  handle(channel: string, listener: Listener): void {
    if (ipcHandlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    ipcHandlers.set(channel, listener);
  },
};

interface WebPreferences {
  readonly preload?: string;
  readonly sandbox?: boolean;
  readonly contextIsolation?: boolean;
  readonly additionalArguments?: readonly string[];
}

class SimulatedContents extends EventEmitter {
  private readonly toPage = new EventEmitter();
  private readonly preferences: WebPreferences;
  /** What the preload script shows the page, by name. */
  readonly exposed = new Map<string, Record<string, unknown>>();
  private openHandler: ((details: { url: string }) => { action: string }) | null = null;
  url = '';
  /** The page holds its window by `beforeunload`. */
  isHeld = false;

  constructor(preferences: WebPreferences) {
    super();
    this.preferences = preferences;
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
  getURL(): string {
    return this.url;
  }
  mayOpen(url: string): boolean {
    return this.openHandler?.({ url }).action !== 'deny';
  }
  /** Structured cloning, as to the page. */
  send(channel: string, ...args: unknown[]): void {
    this.toPage.emit(channel, {}, ...structuredClone(args));
  }
  reload(): void {
    tell('reload');
    void this.open(this.url);
  }
  print(): void {
    tell('print');
  }
  async printToPDF(): Promise<Buffer> {
    return Buffer.from('%PDF-1.7');
  }

  async open(url: string): Promise<void> {
    if (machine.firstPaint === 'dies') {
      this.emit('render-process-gone', {}, { reason: 'launch-failed', exitCode: 1 });
      return;
    }
    this.url = url;
    this.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false });
    const { status, headers } = await load('GET', url.replace(/#.*/s, ''), {}, null, true);
    this.runPreload();
    tell('loaded', { url, status, headers });
    this.emit('did-finish-load');
  }

  /** A sandboxed preload script has `require` of a few modules, and no import (docs/tutorial/sandbox.md). */
  private runPreload(): void {
    const { preload, sandbox, contextIsolation, additionalArguments = [] } = this.preferences;
    if (preload === undefined) return;
    if (!path.isAbsolute(preload)) throw new Error('preload script must have absolute path');
    if (sandbox !== true || contextIsolation !== true) throw new Error('simulator: the page would reach Node');
    this.exposed.clear();
    const electron = {
      contextBridge: {
        exposeInMainWorld: (name: string, api: Record<string, unknown>) => {
          if (this.exposed.has(name))
            throw new Error('Cannot bind an API on top of an existing property on the window object');
          this.exposed.set(name, api);
        },
      },
      ipcRenderer: {
        invoke: async (channel: string, ...args: unknown[]) => {
          const handler = ipcHandlers.get(channel);
          if (handler === undefined) {
            throw new Error(`Error invoking remote method '${channel}': Error: No handler registered for '${channel}'`);
          }
          const event = { senderFrame: { url: this.url, parent: null } };
          return structuredClone(await handler(event, ...structuredClone(args)));
        },
        on: (channel: string, listener: Listener) => this.toPage.on(channel, listener),
        removeListener: (channel: string, listener: Listener) => this.toPage.off(channel, listener),
      },
    };
    const require = (name: string) => {
      if (name !== 'electron') throw new Error(`module not found: ${name}`);
      return electron;
    };
    const argv = ['electron', ...additionalArguments];
    runInNewContext(readFileSync(preload, 'utf8'), {
      require,
      process: { argv },
      module: { exports: {} },
      exports: {},
    });
  }
}

class SimulatedWindow extends EventEmitter implements Closable {
  readonly webContents: SimulatedContents;
  private isOpen = true;
  private isShown = false;
  /** How many sheets lie on it, macOS: `NativeWindowMac::Close` ends one, and closes nothing under the next (electron/electron#43706). */
  sheets = 0;

  constructor(options: { readonly webPreferences?: WebPreferences } = {}) {
    super();
    needsReady('Cannot create BrowserWindow before app is ready');
    this.webContents = new SimulatedContents(options.webPreferences ?? {});
    app.windows.add(this);
    current = this;
    tell('window', options.webPreferences);
    app.emit('browser-window-created', {}, this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  async loadURL(url: string): Promise<void> {
    const { url: present } = this.webContents;
    const documentOf = (address: string) => address.replace(/#.*/s, '');
    if (present !== '' && present !== url && documentOf(present) === documentOf(url)) {
      // Only the fragment changes: the page stays, and is not asked (web-contents.md, did-navigate-in-page).
      this.webContents.url = url;
      this.webContents.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: true });
      tell('loaded', { url, status: 200, headers: {} });
      return;
    }
    if (!this.mayUnload()) throw new Error(`ERR_ABORTED (-3) loading '${url}'`);
    try {
      await this.webContents.open(url);
      // Of a window that is shown already it does not come (electron/electron#8861).
      if (!this.isShown && machine.firstPaint === 'told') this.emit('ready-to-show');
    } catch (error) {
      // docs/api/web-contents.md, did-fail-load.
      tell('load failed', { url, reason: error instanceof Error ? error.message : '' });
      this.webContents.emit('did-fail-load');
      throw error;
    }
  }

  /** `close` comes before `beforeunload`; a page that holds is asked nothing: Electron cancels silently (browser-window.md). */
  close(): void {
    if (!this.isOpen) return;
    if (this.sheets > 0) {
      this.sheets--;
      this.emit('sheet-end');
      if (this.sheets > 0) return;
    }
    if (dispatched((event) => this.emit('close', event)).isPrevented) {
      app.closeCancelled();
      return;
    }
    if (this.mayUnload()) this.destroy();
    else app.closeCancelled();
  }
  /** Whether the page lets itself be left, or a listener overrules it. */
  private mayUnload(): boolean {
    const { isHeld } = this.webContents;
    const isLet = !isHeld || dispatched((event) => this.webContents.emit('will-prevent-unload', event)).isPrevented;
    if (!isLet) tell('held');
    return isLet;
  }
  destroy(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.emit('closed', {});
    app.windowClosed(this);
  }
  isDestroyed(): boolean {
    return !this.isOpen;
  }

  show(): void {
    this.isShown = true;
    tell('shown');
    this.emit('show');
  }
  /** docs/api/browser-window.md: shows it too, and does not focus it. */
  maximize(): void {
    this.isShown = true;
    tell('maximised');
    this.emit('show');
  }
  isVisible(): boolean {
    return this.isShown;
  }
  isMaximized(): boolean {
    return false;
  }
  isMinimized(): boolean {
    return false;
  }
  restore(): void {}
  focus(): void {
    tell('focused');
  }
  /** docs/api/base-window.md: 0 to 1, less than 0 takes it away. */
  setProgressBar(progress: number): void {
    if (typeof progress !== 'number' || !this.isOpen) throw new TypeError('Error processing argument');
    tell('progress', progress);
  }
  getNormalBounds() {
    return { x: 0, y: 0, width: 1280, height: 860 };
  }
}

/** The window that was made last. */
export let current: SimulatedWindow | null = null;

export { SimulatedWindow as BrowserWindow };
