/** What runs in the utility process: the same server as `touchstone serve`, spoken to by messages instead of a port. */
import { type RunningServer, serve } from '@touchstone/server/main.ts';
import { createDispatch, type EmbeddedServer } from './server-dispatch.ts';
import type { StartOptions } from './server-messages.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Opens the server over a data folder; without a share port no TCP port opens. */
export async function openEmbeddedServer(options: StartOptions): Promise<EmbeddedServer> {
  const { dataDir, sharePort, masterKey, acceptRollback } = options;
  const server = await serve({
    port: sharePort,
    dataDir,
    acceptRollback,
    ...(masterKey === null ? {} : { masterKey: { kind: 'supplied', key: masterKey } as const }),
    signals: false,
    print: () => {},
  });
  return embedded(server);
}

function embedded(server: RunningServer): EmbeddedServer {
  return {
    async dispatch(name, path, headers, body) {
      const method = METHODS.find((known) => known === name);
      if (method === undefined) return { status: 405, headers: [], body: nothing() };
      const abort = new AbortController();
      const answer = await server.dispatch({
        method,
        path,
        headers: Object.fromEntries(headers),
        signal: abort.signal,
        ...(body === null ? {} : { body }),
      });
      return { status: answer.status, headers: Object.entries(answer.headers), body: bytesOf(answer.body, abort) };
    },
    startToken: () => server.newStartToken(),
    close: () => server.close(),
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Passes the pieces on; a reader that leaves early ends the request inside the app too. */
async function* bytesOf(body: AsyncIterable<Uint8Array>, abort: AbortController): AsyncGenerator<Uint8Array> {
  let isDone = false;
  try {
    for await (const chunk of body) yield new Uint8Array(chunk);
    isDone = true;
  } finally {
    if (!isDone) abort.abort();
  }
}

/** Electron gives a utility process its port; a test that imports this file has none. */
const { parentPort } = process;
if (parentPort !== undefined) {
  const receive = createDispatch({
    open: openEmbeddedServer,
    send: (message) => parentPort.postMessage(message),
    exit: (code) => process.exit(code),
  });
  parentPort.on('message', ({ data }) => void receive(data));
}
