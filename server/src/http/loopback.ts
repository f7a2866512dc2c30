/**
 * One port on both loopback addresses (decisions 12.25). Browsers resolve `localhost`, and every name that ends in it, to
 * both of them: an address that we leave free is one that another user of the machine may take.
 */
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';

export interface Loopback {
  readonly port: number;
  /** Hands connections over to this server from now on; those that came before stay where they are. */
  handTo(server: HttpServer): void;
  /** Accepts no more connections and waits for the end of those that stand. */
  close(): Promise<void>;
}

/** The addresses, in the order in which they are taken. */
const ADDRESSES = ['127.0.0.1', '::1'] as const;

/** How often a free port of the one address is tried on the other. */
const TRIES = 10;

/** What a machine without IPv6 answers: then nobody else has the address either. */
const NO_SUCH_ADDRESS: readonly unknown[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** Listens on 127.0.0.1 and ::1; port 0 picks one that is free on both. Rejects with the system's error where either is taken. */
export async function openLoopback(wanted: number): Promise<Loopback> {
  for (let tries = 1; ; tries++) {
    try {
      return await openBoth(wanted);
    } catch (error) {
      if (wanted !== 0 || codeOf(error) !== 'EADDRINUSE' || tries === TRIES) throw error;
    }
  }
}

async function openBoth(wanted: number): Promise<Loopback> {
  const waiting: Socket[] = [];
  let target: HttpServer | null = null;
  const accept = (socket: Socket) => {
    if (target === null) waiting.push(socket);
    else target.emit('connection', socket);
  };
  const servers: Server[] = [];
  let port = wanted;
  try {
    for (const host of ADDRESSES) {
      // As the HTTP server makes its own.
      const server = createServer({ allowHalfOpen: true, noDelay: true }, accept);
      try {
        await once(server.listen({ host, port, ipv6Only: true, exclusive: true }), 'listening');
      } catch (error) {
        if (host === '::1' && NO_SUCH_ADDRESS.includes(codeOf(error))) continue;
        throw error;
      }
      servers.push(server);
      const address = server.address();
      if (typeof address === 'object' && address !== null) port = address.port;
    }
  } catch (error) {
    await Promise.all(servers.map(closed));
    throw error;
  }
  return {
    port,
    handTo(server) {
      // A server that never listens itself does not watch its connections: their time limits, and which of them are idle.
      server.emit('listening');
      target = server;
      for (const socket of waiting.splice(0)) server.emit('connection', socket);
    },
    async close() {
      for (const socket of waiting.splice(0)) socket.destroy();
      await Promise.all(servers.map(closed));
    },
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
}
