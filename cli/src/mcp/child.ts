/** The MCP server as a child process: started without our credentials, ended in steps. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { systemReason } from '../terminal/refusal.ts';

/** The text of an API key, wherever it stands. */
const API_KEY = /svc_live_[0-9a-f]{16}_[0-9a-f]{64}/;
/** What `touchstone` itself reads: the key, the address, the data folder. */
const OWN_NAME = /^TOUCHSTONE_/i;

/** The environment for the server: no variable of ours, and none that holds an API key under another name (S21). */
export function withoutCredentials(
  env: Readonly<Record<string, string | undefined>>,
  apiKey: string,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || OWN_NAME.test(name)) continue;
    if (API_KEY.test(value) || (apiKey !== '' && value.includes(apiKey))) continue;
    kept[name] = value;
  }
  return kept;
}

export interface ChildExit {
  /** The exit code; where a signal ended the process, 128 plus its number, as a shell says it. */
  readonly exitCode: number;
  /** One sentence. */
  readonly reason: string;
  /** We had to end it, because it stayed when its input had ended. */
  readonly wasStopped: boolean;
}

export interface Child {
  readonly input: Writable;
  readonly output: Readable;
  /** Settles when the process has ended and all that it wrote has been read. Never rejects. */
  readonly ended: Promise<ChildExit>;
  /** Ends its input, then asks it to stop, then stops it. */
  stop(): void;
}

/** A client stops a server that stays for two seconds after its input has ended; we have to be done before. */
const STEP_MS = 700;

/** Signals that a process ends with, by the number that a shell adds to 128. */
const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGTERM: 15,
};

/** Starts the command. What it writes to standard error goes to ours. */
export function startChild(command: string, args: readonly string[], env: Record<string, string>): Child {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(command, args, {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
    windowsHide: true,
  });
  let wasStopped = false;
  let isGone = false;
  const timers: ReturnType<typeof setTimeout>[] = [];
  const ended = new Promise<ChildExit>((resolve) => {
    child.on('error', (error) => {
      if (child.pid === undefined) {
        resolve({ exitCode: 127, reason: `The server could not be started: ${systemReason(error)}.`, wasStopped });
      }
    });
    child.on('close', (code, signal) => {
      const exitCode = code ?? 128 + (SIGNALS[signal ?? ''] ?? 0);
      const how = signal === null ? `with exit code ${exitCode}` : `by ${signal}`;
      resolve({ exitCode, reason: `The server ended ${how}.`, wasStopped });
    });
  });
  ended.then(() => {
    isGone = true;
    timers.forEach(clearTimeout);
  });
  // A server that is gone is told by `ended`.
  child.stdin.on('error', () => undefined);

  function signal(name: NodeJS.Signals, after: number): void {
    timers.push(
      setTimeout(() => {
        wasStopped = true;
        child.kill(name);
      }, after),
    );
  }

  return {
    input: child.stdin,
    output: child.stdout,
    ended,
    stop() {
      // Timers for a process that is gone would only keep ours.
      if (isGone || timers.length > 0) return;
      child.stdin.end();
      signal('SIGTERM', STEP_MS);
      signal('SIGKILL', 2 * STEP_MS);
    },
  };
}
