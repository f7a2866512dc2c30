/** Real servers on 127.0.0.1 in the place of services of others. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server as TcpServer } from 'node:net';
import { CERTIFICATE, PRIVATE_KEY } from './certificate.ts';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export interface Upstream {
  readonly port: number;
  /** Every request that arrived. */
  readonly seen: Seen[];
  /** Connections that were opened, with or without a request. */
  readonly connections: () => number;
  /** What answers; replaced by tests. */
  answer: (request: Seen, response: ServerResponse) => void | Promise<void>;
  close(): Promise<void>;
}

export async function openUpstream(scheme: 'http' | 'https' = 'http'): Promise<Upstream> {
  const seen: Seen[] = [];
  let opened = 0;
  const listener: RequestListener = async (request, response) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of request) pieces.push(piece);
    const { method = '', url = '', headers, rawHeaders } = request;
    const arrived = { method, url, headers, rawHeaders, body: Buffer.concat(pieces).toString() };
    seen.push(arrived);
    await upstream.answer(arrived, response);
  };
  const server: Server =
    scheme === 'http' ? createServer(listener) : createTlsServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, listener);
  server.on('connection', () => opened++);
  server.on('tlsClientError', () => undefined);
  // Whoever forgets to close it is not kept waiting.
  server.unref();
  const port = await listening(server);
  const upstream: Upstream = {
    port,
    seen,
    connections: () => opened,
    answer: (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return upstream;
}

/** Listens on a free port of 127.0.0.1. */
export async function listening(server: TcpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
