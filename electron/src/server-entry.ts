/** What runs in the utility process: the same server as `touchstone serve`, spoken to by messages instead of a port. */
import path from 'node:path';
import { EXIT, type RunningServer, ServeError, serve } from '@touchstone/server/main.ts';
import { createDispatch, type EmbeddedServer } from './server-dispatch.ts';
import type { StartOptions } from './server-messages.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The built console: beside this bundle, in the packed app as in a checkout. */
const CONSOLE_FOLDER = path.join(import.meta.dirname, '..', '..', 'renderer', 'dist');

/**
 * Opens the server over a data folder. Without a share port no TCP port opens; where it is taken the server starts without it
 * and says so, since the window needs none.
 */
export async function openEmbeddedServer(options: StartOptions): Promise<EmbeddedServer> {
  const { sharePort } = options;
  try {
    return embedded(await serveOn(sharePort, options), null);
  } catch (error) {
    const isTaken = error instanceof ServeError && error.exitCode === EXIT.portTaken;
    if (sharePort === null || !isTaken) throw error;
    const notice = `Touchstone is not shared on this machine: port ${sharePort} is taken by another program, or may not be used. Choose another one in the settings and start Touchstone again.`;
    return embedded(await serveOn(null, options), notice);
  }
}

function serveOn(port: number | null, { dataDir, masterKey, acceptRollback }: StartOptions): Promise<RunningServer> {
  return serve({
    port,
    dataDir,
    acceptRollback,
    // Whoever shares has the console in a browser too, where passkeys work.
    consoleDir: port === null ? null : CONSOLE_FOLDER,
    ...(masterKey === null ? {} : { masterKey: { kind: 'supplied', key: masterKey } as const }),
    signals: false,
    print: () => {},
  });
}

function embedded(server: RunningServer, notice: string | null): EmbeddedServer {
  return {
    async dispatch(name, path, headers, body, signal) {
      const method = METHODS.find((known) => known === name);
      if (method === undefined) return { status: 405, headers: [], body: nothing() };
      const answer = await server.dispatch({
        method,
        path,
        headers: Object.fromEntries(headers),
        signal,
        ...(body === null ? {} : { body }),
      });
      return { status: answer.status, headers: Object.entries(answer.headers), body: bytesOf(answer.body) };
    },
    notice,
    startToken: () => server.newStartToken(),
    close: () => server.close(),
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Buffers of a pool would be cloned with all that lies beside them. */
async function* bytesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) yield new Uint8Array(chunk);
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
