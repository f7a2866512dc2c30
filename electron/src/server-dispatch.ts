/** The server's end of the messages: runs each request through the app and sends the answer in pieces. */
import { wipe } from '@touchstone/core/bytes.ts';
import { type FromServer, type HeaderList, readToServer, type StartOptions, type ToServer } from './server-messages.ts';

export interface DispatchedAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The app as this process sees it. */
export interface EmbeddedServer {
  /** `signal` ends the request early, whatever it waits for. */
  dispatch(
    method: string,
    path: string,
    headers: HeaderList,
    body: Uint8Array | null,
    signal: AbortSignal,
  ): Promise<DispatchedAnswer>;
  /** What the person should know of this start; null for nothing. */
  readonly notice: string | null;
  /** Throws where nobody may come in by a token: the folder waits for its passphrase. */
  startToken(): string;
  close(): Promise<void>;
}

export interface DispatchOptions {
  readonly open: (options: StartOptions) => Promise<EmbeddedServer>;
  readonly send: (message: FromServer) => void;
  readonly exit: (code: number) => void;
}

/** Header fields that belong to a connection, or that only the server may set: never taken from the page. */
const NOT_FORWARDED = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'origin',
  'transfer-encoding',
  'upgrade',
]);

/** The page's header fields as the app may see them. Origin and Host name app://, which the main process has checked. */
export function forwardedHeaders(headers: HeaderList): HeaderList {
  return headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return !NOT_FORWARDED.has(lower) && !lower.startsWith('sec-') && !lower.startsWith('proxy-');
  });
}

/** A request under way, and how many pieces of its answer its reader takes. */
interface Running {
  readonly abort: AbortController;
  pulled: number;
  wake: () => void;
}

/** Resolves when the reader takes a piece, or has gone away. */
async function pulled(request: Running): Promise<void> {
  while (request.pulled === 0 && !request.abort.signal.aborted) {
    await new Promise<void>((resolve) => {
      request.wake = resolve;
    });
  }
  request.pulled -= 1;
}

/** Answers the function that takes each message of the main process. */
export function createDispatch(dispatch: DispatchOptions): (message: unknown) => Promise<void> {
  const { open, send, exit } = dispatch;
  let server: EmbeddedServer | null = null;
  const running = new Map<number, Running>();

  async function start(options: StartOptions): Promise<void> {
    try {
      server = await open(options);
      send({ type: 'ready', notice: server.notice });
    } catch (error) {
      // Our own errors are sentences for the person; they name files, never keys. The main process ends this one when it
      // has them: a message and the end of its sender may arrive in any order.
      send({
        type: 'failed',
        message: error instanceof Error ? error.message : 'The embedded server could not start.',
        isRolledBack: error instanceof Error && 'behind' in error && error.behind !== null,
      });
    } finally {
      if (options.masterKey !== null) wipe(options.masterKey);
    }
  }

  async function answer({ id, method, path, headers, body }: ToServer & { type: 'request' }): Promise<void> {
    if (server === null) return send({ type: 'broken', id });
    const request: Running = { abort: new AbortController(), pulled: 0, wake: () => {} };
    const { signal } = request.abort;
    running.set(id, request);
    try {
      const reply = await server.dispatch(method, path, forwardedHeaders(headers), body, signal);
      send({ type: 'head', id, status: reply.status, headers: reply.headers });
      for await (const bytes of reply.body) {
        await pulled(request);
        signal.throwIfAborted();
        send({ type: 'chunk', id, bytes });
      }
      send({ type: 'end', id });
    } catch {
      // The app has logged it; the page learns only that the answer broke off.
      send({ type: 'broken', id });
    } finally {
      running.delete(id);
    }
  }

  function cancel(id: number): void {
    const request = running.get(id);
    request?.abort.abort();
    request?.wake();
  }

  function pull(id: number): void {
    const request = running.get(id);
    if (request === undefined) return;
    request.pulled += 1;
    request.wake();
  }

  function startToken(id: number): void {
    try {
      if (server !== null) send({ type: 'start-token', id, token: server.startToken() });
    } catch {
      send({ type: 'broken', id });
    }
  }

  async function stop(): Promise<void> {
    await server?.close();
    exit(0);
  }

  return async (value) => {
    const message = readToServer(value);
    switch (message?.type) {
      case 'start':
        return start(message);
      case 'request':
        return answer(message);
      case 'pull':
        return pull(message.id);
      case 'cancel':
        return cancel(message.id);
      case 'start-token':
        return startToken(message.id);
      case 'stop':
        return stop();
    }
  };
}
