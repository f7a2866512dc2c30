/** Starts the built shell under the simulated Electron, in a process of its own, and drives it from a test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Answer, Deed, Happening, Machine } from './machine.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const DATA = { darwin: 'Library/Application Support', linux: '.local/share', win32: 'AppData/Local' } as const;

/** What never happens in a shell that is in order. */
const FAULTS = ['JavaScript error in the main process', 'unhandled rejection', 'load failed'];

export interface ShellOptions extends Partial<Machine> {
  /** Folder of the app; the checkout unless stated, or another one for a whole run (wrong-calls.test.ts). */
  readonly appDir?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export class SimulatedShell {
  readonly machine: Machine;
  readonly happenings: Happening[] = [];
  private readonly process: ChildProcess;
  private readonly answers = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  private listeners: (() => void)[] = [];
  private nextId = 1;
  private readonly ended: Promise<number | null>;

  constructor({ appDir = process.env.SIMULATED_APP ?? ROOT, args = [], env = {}, ...machine }: ShellOptions = {}) {
    this.machine = {
      platform: 'linux',
      isPackaged: false,
      home: machine.home ?? mkdtempSync(path.join(tmpdir(), 'touchstone-shell-')),
      keyStore: 'secret-service',
      haste: 1,
      firstPaint: 'told',
      boringssl: 'current',
      presses: [],
      chosen: [],
      ...machine,
    };
    const { home } = this.machine;
    const { XDG_DATA_HOME: _, TOUCHSTONE_DATA_DIR: __, LOCALAPPDATA: ___, ...inherited } = process.env;
    const child = spawn(
      process.execPath,
      [
        '--require',
        path.join(import.meta.dirname, 'boringssl.cjs'),
        '--import',
        path.join(import.meta.dirname, 'main-process.ts'),
        path.join(appDir, 'electron/dist/main.mjs'),
        ...args,
      ],
      {
        env: {
          ...inherited,
          HOME: home,
          BORINGSSL: this.machine.boringssl,
          SIMULATED_MACHINE: JSON.stringify(this.machine),
          ...env,
        },
        serialization: 'advanced',
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        // A group of its own, with the server that it starts.
        detached: true,
      },
    );
    this.process = child;
    this.ended = once(child, 'exit').then(([code]) => {
      for (const { reject } of this.answers.values()) reject(new Error('the shell has ended'));
      for (const listener of this.listeners) listener();
      return code;
    });
    child.on('message', (message: { id: number; value?: never; fault?: string; happening?: Happening }) => {
      if (message.happening !== undefined) {
        this.happenings.push(message.happening);
        for (const listener of this.listeners) listener();
        return;
      }
      const waiting = this.answers.get(message.id);
      if (message.fault === undefined) waiting?.resolve(message.value as never);
      else waiting?.reject(new Error(message.fault));
    });
  }

  /** Where the shell of this machine keeps its data unless it is told otherwise. */
  get dataDir(): string {
    const { home, platform } = this.machine;
    return path.join(home, DATA[platform], 'touchstone');
  }

  do<T>(deed: Deed): Promise<T> {
    const id = this.nextId++;
    const answer = new Promise<T>((resolve, reject) => this.answers.set(id, { resolve, reject }));
    this.process.send({ id, deed });
    return answer;
  }

  request(method: string, urlPath: string, { token, json }: { token?: string; json?: unknown } = {}): Promise<Answer> {
    return this.do({
      do: 'request',
      method,
      url: `app://console${urlPath}`,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: json === undefined ? null : new TextEncoder().encode(JSON.stringify(json)),
    });
  }

  call<T>(name: string, ...args: readonly unknown[]): Promise<T> {
    return this.do({ do: 'call', name, args });
  }

  /** All that happened of a kind, so far. */
  all(what: string): readonly unknown[] {
    return this.happenings.filter((each) => each.what === what).map((each) => each.with);
  }

  /** The next one of a kind, or one that has happened. Rejects when the shell ends before, or does what no shell should. */
  async one<T = unknown>(what: string, count = 1): Promise<T> {
    while (this.all(what).length < count) {
      const fault = this.happenings.find((each) => FAULTS.includes(each.what));
      if (fault !== undefined) throw new Error(`${fault.what}: ${JSON.stringify(fault.with)}`);
      if (this.process.exitCode !== null || this.process.signalCode !== null) {
        throw new Error(`the shell ended without "${what}": ${JSON.stringify(this.happenings)}`);
      }
      await new Promise<void>((resolve) => this.listeners.push(resolve));
    }
    return this.all(what)[count - 1] as T;
  }

  /** The address that the window has loaded. */
  async loaded(count = 1): Promise<{ readonly url: string; readonly status: number }> {
    return this.one('loaded', count);
  }

  /** The exit code, when it has ended. */
  exit(): Promise<number | null> {
    return this.ended;
  }

  async quit(): Promise<number | null> {
    await this.do({ do: 'quit' }).catch(() => undefined);
    return this.ended;
  }

  /** For the end of a test: whatever is left, with the server, which writes into its folder until it notices. */
  async kill(): Promise<void> {
    try {
      process.kill(-Number(this.process.pid), 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    await this.ended;
  }
}
