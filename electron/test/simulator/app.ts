/** `app`: docs/api/app.md; the order of quitting is that of shell/browser/browser.cc. */
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { commitLocalState, openLocalState } from './local-state.ts';
import { dispatched, isReady, machine, setReady, tell } from './world.ts';

/** What `app` closes when it quits. */
export interface Closable {
  /** Asks listeners and page; false where one of them holds it. */
  close(): void;
  destroy(): void;
}

const APP_DATA = { darwin: 'Library/Application Support', linux: '.config', win32: 'AppData/Roaming' } as const;

class SimulatedApp extends EventEmitter {
  readonly isPackaged = machine.isPackaged;
  readonly windows = new Set<Closable>();
  readonly commandLine = {
    hasSwitch: (name: string) => process.argv.some((each) => each === `--${name}` || each.startsWith(`--${name}=`)),
    getSwitchValue: (name: string) =>
      process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '',
  };
  private readonly paths = new Map<string, string>();
  private readonly ready: Promise<void>;
  // Of a checkout that is started by its main file: default_app/main.ts reads no package.json then.
  private appName = machine.isPackaged ? 'Touchstone' : 'Electron';
  private isQuitting = false;
  private isExiting = false;
  private isDown = false;

  constructor() {
    super();
    // `ready` comes after the first tick of the event loop (docs/api/app.md, event 'ready').
    this.ready = new Promise((resolve) => {
      setTimeout(() => {
        // browser.cc, DidFinishLaunching.
        mkdirSync(this.getPath('userData'), { recursive: true });
        if (machine.platform === 'win32') openLocalState(this.getPath('sessionData'));
        setReady();
        this.emit('ready', {});
        resolve();
      }, 20);
    });
    this.on('window-all-closed', () => {
      // lib/browser/init.ts: quits unless the app listens too.
      if (this.listenerCount('window-all-closed') === 1) this.quit();
    });
  }

  get name(): string {
    return this.appName;
  }
  set name(name: string) {
    this.appName = name;
  }
  getName(): string {
    return this.appName;
  }
  setName(name: string): void {
    if (isReady()) throw new Error('simulator: the name of the key store was taken before');
    this.appName = name;
  }
  /** On Windows only, as in Electron. */
  setAppUserModelId = machine.platform === 'win32' ? (id: string) => tell('app user model id', id) : undefined;
  isReady = isReady;
  whenReady(): Promise<void> {
    return this.ready;
  }
  disableHardwareAcceleration(): void {
    if (isReady()) throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
    tell('no graphics card');
  }
  enableSandbox(): void {
    if (isReady()) throw new Error('app.enableSandbox() can only be called before app is ready');
    tell('sandbox');
  }

  /** docs/api/app.md, getPath; `--user-data-dir` is Chromium's. */
  getPath(name: string): string {
    const own = this.paths.get(name);
    if (own !== undefined) return own;
    const appData = path.join(machine.home, APP_DATA[machine.platform]);
    switch (name) {
      case 'home':
        return machine.home;
      case 'appData':
        return appData;
      case 'userData':
      case 'sessionData':
        return this.commandLine.getSwitchValue('user-data-dir') || path.join(appData, this.appName);
      default:
        throw new Error(`Failed to get '${name}' path`);
    }
  }
  setPath(name: string, place: string): void {
    if (!path.isAbsolute(place)) throw new Error('Path must be absolute');
    // docs/api/app.md, setPath.
    if (!existsSync(place)) throw new Error(`Failed to set path: ${place} does not exist`);
    if (isReady()) throw new Error('simulator: profile and key store were opened before');
    this.paths.set(name, place);
  }

  requestSingleInstanceLock(data: unknown): boolean {
    tell('lock', { profile: this.getPath('userData'), data });
    return true;
  }
  /** docs/api/app.md, macOS: also of a hidden app. */
  show(): void {
    if (machine.platform !== 'darwin') throw new TypeError('app.show is not a function');
    tell('app shown');
  }
  relaunch(options: unknown = null): void {
    tell('relaunch', options);
  }

  quit(): void {
    if (this.isQuitting) return;
    this.isQuitting = !dispatched((event) => this.emit('before-quit', event)).isPrevented;
    if (!this.isQuitting) return;
    if (this.windows.size === 0) this.notifyAndShutDown();
    else for (const window of [...this.windows]) window.close();
  }
  /** Windows go without being asked, and nobody hears `before-quit` and `will-quit`. */
  exit(code = 0): void {
    this.isQuitting = true;
    this.isExiting = true;
    process.exitCode = code;
    if (this.windows.size === 0) this.shutDown();
    else for (const window of [...this.windows]) window.destroy();
  }

  /** OnWindowCloseCancelled: a page that holds its window holds the app. */
  closeCancelled(): void {
    this.isQuitting = false;
  }
  /** OnWindowAllClosed. */
  windowClosed(window: Closable): void {
    this.windows.delete(window);
    if (this.windows.size > 0) return;
    if (this.isExiting) this.shutDown();
    else if (this.isQuitting) this.notifyAndShutDown();
    else this.emit('window-all-closed');
  }
  private notifyAndShutDown(): void {
    const { isPrevented } = dispatched((event) => this.emit('will-quit', event));
    if (!isPrevented) this.shutDown();
    // The microtasks of the listeners run before (event_emitter_caller.cc): what asks to quit there is not heard.
    else setImmediate(() => (this.isQuitting = false));
  }
  private shutDown(): void {
    if (this.isDown) return;
    this.isDown = true;
    this.emit('quit', {}, process.exitCode ?? 0);
    commitLocalState();
    // What was told before has gone out too.
    setImmediate(() => tell('quit', process.exitCode ?? 0, () => process.exit()));
  }
}

export const app = new SimulatedApp();
