/** `touchstone mcp` as a process, with the lines of its standard input and output in the test's hands. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TOUCHSTONE } from '../agents-service.ts';

const PLAIN_SERVER = fileURLToPath(new URL('./plain-server.mjs', import.meta.url));

type Message = Record<string, unknown>;

export interface RawClient {
  /** Sends a text as one line. */
  line(text: string): void;
  send(message: object): void;
  /** The next message, or batch of messages, that the proxy writes. */
  next(): Promise<Message>;
  /** Calls a tool and waits for its answer; nothing else may be under way. */
  call(id: number, name: string, given?: object): Promise<Message>;
  /** Ends standard input. */
  end(): void;
  /** Ends the process at once, so that it can do nothing about it (SIGKILL). */
  kill(): void;
  readonly stderr: () => string;
  /** The exit code. */
  readonly closed: Promise<number | null>;
}

/** Options of `touchstone mcp`; the server is the plain one unless `server` names another command. */
export function startRaw(
  env: Record<string, string>,
  options: readonly string[],
  server?: readonly string[],
): RawClient {
  const command = server ?? [process.execPath, PLAIN_SERVER];
  const child = spawn(process.execPath, [TOUCHSTONE, 'mcp', ...options, '--', ...command], { env });
  const waiting: ((message: Message) => void)[] = [];
  const arrived: Message[] = [];
  let rest = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      const message: Message = JSON.parse(text);
      const next = waiting.shift();
      if (next === undefined) arrived.push(message);
      else next(message);
    }
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const client: RawClient = {
    line: (text) => child.stdin.write(`${text}\n`),
    send: (message) => client.line(JSON.stringify({ jsonrpc: '2.0', ...message })),
    async next() {
      const first = arrived.shift();
      if (first !== undefined) return first;
      const { promise, resolve, reject } = Promise.withResolvers<Message>();
      waiting.push(resolve);
      closed.then((code) => reject(new Error(`the proxy ended with ${code}: ${stderr}`)));
      return promise;
    },
    async call(id, name, given = {}) {
      client.send({ id, method: 'tools/call', params: { name, arguments: given } });
      return client.next();
    },
    end: () => child.stdin.end(),
    kill: () => child.kill('SIGKILL'),
    stderr: () => stderr,
    closed,
  };
  return client;
}

/** The text of a tool's result. */
export function textOf(message: Message): string {
  const found = /"text":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(message));
  return found === null ? '' : JSON.parse(found[1] ?? '""');
}
