/** Requests without a socket: the desktop shell's MessagePort hands them to the same app, answers stream back. */
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

export interface DispatchRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Ends the request early. */
  readonly signal?: AbortSignal;
}

export interface DispatchAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

export type Dispatch = (request: DispatchRequest) => Promise<DispatchAnswer>;

/**
 * The door for whoever holds the app itself. `Host` is set here, and what a browser says of its page is dropped: the shell has checked which window asks,
 * and its `app://` origin means nothing to the guard against web pages.
 */
export function createDispatch(app: FastifyInstance, allowedHosts: () => ReadonlySet<string>): Dispatch {
  return async ({ method, path, headers, body, signal }) => {
    const [host = 'localhost'] = allowedHosts();
    const kept = Object.entries(headers).filter(([name]) => !/^(host|origin|sec-.*)$/i.test(name));
    const answer = await app.inject({
      method,
      url: path,
      headers: { ...Object.fromEntries(kept), host },
      payloadAsStream: true,
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : Buffer.from(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const single = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return { status: answer.statusCode, headers: Object.fromEntries(single), body: answer.stream() };
  };
}
