/** Starts a server process whose heap can be looked at, and calls it over HTTP. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('server-process.ts', import.meta.url));

export interface Called {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export interface WatchedServer {
  readonly pid: number;
  /** Of the console. */
  readonly origin: string;
  readonly admin: string;
  /** Everything that it logged. */
  readonly log: () => string;
  call(method: string, path: string, token: string | null, json?: unknown): Promise<Called>;
  /** Writes a snapshot of the heap. */
  snapshot(file: string): Promise<void>;
  /** Closes the server; its process stays. */
  lock(): Promise<void>;
  end(): Promise<void>;
}

export async function startWatched(options: object): Promise<WatchedServer> {
  const child = spawn(process.execPath, [SCRIPT], { stdio: ['pipe', 'pipe', 'pipe'] });
  // Not `exit`: what it logged last may come after that.
  const ended = once(child, 'close');
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  async function say(line: string): Promise<string> {
    child.stdin.write(`${line}\n`);
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`the server ended: ${log}`);
    return value;
  }
  const { url, console_url, admin_token, pid } = JSON.parse(await say(JSON.stringify(options))) as Record<
    string,
    unknown
  >;
  return {
    pid: Number(pid),
    origin: String(console_url),
    admin: String(admin_token),
    log: () => log,
    async call(method, path, token, json) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      const text = await answer.text();
      return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
    },
    async snapshot(file) {
      await say(`snapshot ${file}`);
    },
    async lock() {
      await say('lock');
    },
    async end() {
      child.stdin.end();
      await ended;
    },
  };
}
