/** The connections of a server, and how long each may hold up its stop (S37). */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds from the beginning of a stop. */
export interface StopPatience {
  /** For the rest of a request's head. */
  readonly headMs: number;
  /** For the rest of a request's body. */
  readonly bodyMs: number;
}

const PATIENCE: StopPatience = { headMs: 2_000, bodyMs: 10_000 };

export interface Connections {
  /** Ends those that nothing is done for: at once where nothing was said, later where a request is not whole. */
  stop(): void;
}

/** Requests whose head and body are whole are finished, however long they take. */
export function watchConnections(server: Server, patience: StopPatience = PATIENCE): Connections {
  /** The request that each works on; null between two. */
  const sockets = new Map<Socket, IncomingMessage | null>();
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, null);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    if (!sockets.has(socket)) return;
    sockets.set(socket, request);
    response.once('close', () => {
      if (sockets.get(socket) === request) sockets.set(socket, null);
    });
  });

  function endThose(isOver: (socket: Socket, request: IncomingMessage | null) => boolean): void {
    for (const [socket, request] of sockets) if (isOver(socket, request)) socket.destroy();
  }

  return {
    stop() {
      // Browsers open connections in advance. One that has said nothing counts as busy and would hold the stop.
      endThose(({ bytesRead }) => bytesRead === 0);
      // Where none is left they hold up nothing themselves.
      setTimeout(() => endThose((_socket, request) => request === null), patience.headMs).unref();
      setTimeout(() => endThose((_socket, request) => request?.complete !== true), patience.bodyMs).unref();
    },
  };
}
