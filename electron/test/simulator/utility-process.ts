/** `utilityProcess`: lib/browser/api/utility-process.ts and shell/browser/api/electron_api_utility_process.cc, over a process of Node. */
import { type ChildProcess, fork as forkNode } from 'node:child_process';
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { isReady, machine, tell } from './world.ts';

interface ForkOptions {
  readonly serviceName?: string;
  readonly stdio?: 'pipe' | 'ignore' | 'inherit';
}

class SimulatedUtilityProcess extends EventEmitter {
  private child: ChildProcess | null;
  private isSpawned = false;
  /** Made with the process, gone with it; null where nothing is piped. */
  stdout: PassThrough | null;
  stderr: PassThrough | null;

  constructor(file: string, args: readonly string[], options: ForkOptions) {
    super();
    if (!isReady()) throw new TypeError('utilityProcess cannot be created before app is ready.');
    if (!file) throw new Error('Missing UtilityProcess entry script.');
    if (options.serviceName !== undefined && typeof options.serviceName !== 'string') {
      throw new Error('serviceName must be a string.');
    }
    if (!['pipe', 'ignore', 'inherit'].includes(options.stdio ?? 'inherit')) {
      throw new Error('stdio must be of the following values: inherit, pipe, ignore');
    }
    tell('fork', { file, options });
    const child = forkNode(file, [...args], {
      execArgv: [
        '--require',
        path.join(import.meta.dirname, 'boringssl.cjs'),
        '--import',
        path.join(import.meta.dirname, 'parent-port.ts'),
      ],
      env: { ...process.env, BORINGSSL: machine.boringssl },
      serialization: 'advanced',
      stdio: ['ignore', options.stdio ?? 'inherit', options.stdio ?? 'inherit', 'ipc'],
    });
    this.child = child;
    this.stdout = child.stdout?.pipe(new PassThrough()) ?? null;
    this.stderr = child.stderr?.pipe(new PassThrough()) ?? null;
    child.on('spawn', () => {
      this.isSpawned = true;
      this.emit('spawn');
    });
    child.on('message', (message) => this.emit('message', message));
    child.on('exit', (code, signal) => {
      this.child = null;
      tell('server ended');
      // OnV8FatalError: an event called `error`, before `exit`.
      if (signal === 'SIGABRT') this.emit('error', 'FatalError', 'simulator', '{}');
      // HandleTermination: a process that was killed has ended well.
      try {
        this.emit('exit', code ?? (signal === 'SIGTERM' || signal === 'SIGKILL' ? 0 : 134));
      } finally {
        // What has not been read by then waits for whoever listens anew.
        this.stdout?.removeAllListeners();
        this.stderr?.removeAllListeners();
        this.stdout = this.stderr = null;
      }
    });
  }

  /** Known when it has spawned. */
  get pid(): number | undefined {
    return this.isSpawned ? this.child?.pid : undefined;
  }
  /** Structured cloning, which refuses functions; silent once the process has ended, told of or not. */
  postMessage(message: unknown): void {
    if (this.child?.connected === true) this.child.send(structuredClone(message) as object, () => {});
  }
  /** Without effect before it has spawned (electron/electron#44009). */
  kill(): boolean {
    return this.isSpawned && (this.child?.kill('SIGTERM') ?? false);
  }
  abort(): void {
    this.child?.send('simulator: abort');
  }
}

/** The process that was made last. */
export let last: SimulatedUtilityProcess | null = null;

export const utilityProcess = {
  fork(file: string, args: readonly string[] = [], options: ForkOptions = {}) {
    last = new SimulatedUtilityProcess(file, args, options);
    return last;
  },
};
