/**
 * A client that knows the documents and nothing else: the server runs as a process of its own, and what comes back is
 * plain HTTP and JSON. Nothing of the parts in this folder imports the project's code but the starter of the process.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startProcess } from '../process.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The member at a path such as `error.code`; undefined where there is none. */
  at(path: string): unknown;
  /** The same, which must be a string. */
  str(path: string): string;
}

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly key: string;
  readonly keyId: string;
  readonly projectId: string;
}

export interface Request {
  /** The API key, sent as a Bearer token. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, as application/json unless `headers` say otherwise. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
}

export interface Service {
  readonly url: string;
  readonly port: number;
  readonly admin: string;
  readonly process: ServerProcess;
  call(method: string, path: string, request?: Request): Promise<Reply>;
  get(path: string, key?: string): Promise<Reply>;
  post(path: string, json: unknown, key?: string): Promise<Reply>;
  /** A new account with a key of its first project. */
  account(change?: { readonly plan?: string; readonly credits?: number }): Promise<Account>;
  change(account: Account, change: object): Promise<Reply>;
  credits(account: Account): Promise<unknown>;
  /** Sends bytes over a connection and reads until the server ends it, or until the time is up where one is stated. */
  wire(text: string, options?: { readonly end?: boolean; readonly forMs?: number }): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a server over an empty data folder. */
export async function startService(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-black-box-'));
  const process = await startProcess({ dataDir: folder });
  const { url } = process;
  const admin = String(process.line.admin_token);
  const port = Number(new URL(url).port);
  let accounts = 0;

  async function call(method: string, path: string, request: Request = {}): Promise<Reply> {
    const { key, json, raw } = request;
    const body = json === undefined ? raw : JSON.stringify(json);
    const answer = await fetch(url + path, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...request.headers,
      },
    });
    return replyOf(answer.status, answer.headers, await answer.text());
  }

  const service: Service = {
    url,
    port,
    admin,
    process,
    call,
    get: (path, key) => call('GET', path, key === undefined ? {} : { key }),
    post: (path, json, key) => call('POST', path, key === undefined ? { json } : { json, key }),
    async account(change) {
      const email = `client-${++accounts}@example.org`;
      const issued = await service.post('/api/auth/request', { email });
      const listed = (await service.get('/api/v1/admin/accounts?limit=200', admin)).at('accounts') as {
        id: string;
        email: string;
      }[];
      const id = listed.find((one) => one.email === email)?.id ?? '';
      const account = {
        id,
        email,
        key: issued.str('api_key'),
        keyId: issued.str('key_id'),
        projectId: issued.str('project_id'),
      };
      if (change !== undefined) await service.change(account, change);
      return account;
    },
    change: (account, json) => call('PATCH', `/api/v1/admin/accounts/${account.id}`, { json, key: admin }),
    async credits(account) {
      const listed = (await service.get('/api/v1/admin/accounts?limit=200', admin)).at('accounts') as {
        id: string;
        credits: number;
      }[];
      return listed.find(({ id }) => id === account.id)?.credits;
    },
    wire: (text, options = {}) => exchange(port, text, options),
    async stop() {
      await process.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return service;
}

function replyOf(status: number, headers: Headers, text: string): Reply {
  const isJson = headers.get('content-type')?.startsWith('application/json') === true && text !== '';
  const body: unknown = isJson ? JSON.parse(text) : null;
  const at = (path: string): unknown => path.split('.').reduce<unknown>(member, body);
  return {
    status,
    headers,
    text,
    at,
    str(path) {
      const value = at(path);
      if (typeof value !== 'string') throw new Error(`no string at ${path} of ${status} ${text.slice(0, 300)}`);
      return value;
    },
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function exchange(
  port: number,
  text: string,
  { end = false, forMs }: { readonly end?: boolean; readonly forMs?: number },
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const timer = forMs === undefined ? undefined : setTimeout(() => socket.destroy(), forMs);
    socket.on('data', (chunk) => {
      received += chunk.toString('utf8');
    });
    // A reset after the answer is the server's right.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(received);
    });
    socket.write(text);
    if (end) socket.end();
  });
}

/** The statuses of the answers in a byte stream. */
export function statusesIn(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}

export const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** How often each status came. */
export function tally(replies: readonly Reply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
