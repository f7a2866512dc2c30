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
  dispatch(method: string, path: string, headers: HeaderList, body: Uint8Array | null): Promise<DispatchedAnswer>;
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

/** Answers the function that takes each message of the main process. */
export function createDispatch(dispatch: DispatchOptions): (message: unknown) => Promise<void> {
  const { open, send, exit } = dispatch;
  let server: EmbeddedServer | null = null;
  const cancelled = new Set<number>();
  const running = new Set<number>();

  async function start(options: StartOptions): Promise<void> {
    try {
      server = await open(options);
      send({ type: 'ready' });
    } catch (error) {
      // Our own errors are sentences for the person; they name files, never keys.
      send({
        type: 'failed',
        message: error instanceof Error ? error.message : 'The embedded server could not start.',
        isRolledBack: error instanceof Error && 'behind' in error && error.behind !== null,
      });
      exit(1);
    } finally {
      if (options.masterKey !== null) wipe(options.masterKey);
    }
  }

  async function answer({ id, method, path, headers, body }: ToServer & { type: 'request' }): Promise<void> {
    if (server === null) return send({ type: 'broken', id });
    running.add(id);
    try {
      const reply = await server.dispatch(method, path, forwardedHeaders(headers), body);
      send({ type: 'head', id, status: reply.status, headers: reply.headers });
      for await (const bytes of reply.body) {
        // Leaving the loop ends the iterator, and with it whatever produces the answer.
        if (cancelled.has(id)) break;
        send({ type: 'chunk', id, bytes });
      }
      send({ type: 'end', id });
    } catch {
      // The app has logged it; the page learns only that the answer broke off.
      send({ type: 'broken', id });
    } finally {
      running.delete(id);
      cancelled.delete(id);
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
      case 'cancel':
        if (running.has(message.id)) cancelled.add(message.id);
        return;
      case 'start-token':
        if (server !== null) send({ type: 'start-token', id: message.id, token: server.startToken() });
        return;
      case 'stop':
        return stop();
    }
  };
}
