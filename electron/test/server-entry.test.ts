/** The whole path of a request in the desktop shell, without Electron: protocol handler, messages, dispatch, real server. */
import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changes } from '@touchstone/core/api/console/changes.ts';
import { session } from '@touchstone/core/api/console/session.ts';
import { pathOf } from '@touchstone/core/api/endpoint.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProtocolHandler } from '../src/protocol.ts';
import { createDispatch } from '../src/server-dispatch.ts';
import { openEmbeddedServer } from '../src/server-entry.ts';
import { type ChildProcess, ServerProcess } from '../src/server-process.ts';

const SESSION = `app://console${pathOf(session.open)}`;

/** What the server's end has sent. */
const said: unknown[] = [];
let dataDir = '';
let server: ServerProcess;
let handle: (request: Request) => Promise<Response>;

class InProcess extends EventEmitter implements ChildProcess {
  private readonly receive = createDispatch({
    open: openEmbeddedServer,
    send: (message) => {
      said.push(message);
      this.emit('message', structuredClone(message));
    },
    exit: (code) => this.emit('exit', code),
  });
  postMessage(message: unknown): void {
    void this.receive(structuredClone(message));
  }
  kill(): boolean {
    return this.emit('exit', 1);
  }
}

beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'touchstone-entry-'));
  server = new ServerProcess({
    fork: () => new InProcess(),
    prepare: async () => ({
      dataDir,
      sharePort: null,
      masterKey: crypto.getRandomValues(new Uint8Array(32)),
      acceptRollback: false,
    }),
    now: () => performance.now(),
    // It neither dies nor hangs here, so nothing waits to start it again or to end it by force.
    setTimer: () => ({}),
    onState: () => {},
    onRolledBack: () => {},
    log: { path: '', note: () => {}, lastMessages: () => [] },
  });
  handle = createProtocolHandler(new Map(), (...request) => server.request(...request));
  server.start();
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  handle(
    new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  );

describe('a request of the window', () => {
  it('is answered by the real server without a port', async () => {
    const response = await handle(new Request('app://console/health'));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: 'ok' });
    expect(server.currentState).toBe('ready');
  });

  it('signs in with a start token that works once', async () => {
    const start_token = await server.startToken();
    const first = await post(SESSION, { start_token });
    expect(first.status).toBe(200);
    const { session_token } = (await first.json()) as { session_token: string };
    const list = new Request('app://console/v1/artifacts', { headers: { authorization: `Bearer ${session_token}` } });
    expect((await handle(list)).status).toBe(200);
    expect((await post(SESSION, { start_token })).status).toBe(401);
  });

  it('needs a session where the server does', async () => {
    expect((await handle(new Request('app://console/v1/artifacts'))).status).toBe(401);
  });

  it('is not found where nothing is', async () => {
    expect((await handle(new Request('app://console/nothing/here'))).status).toBe(404);
  });

  it('M10: ends in the app when the page leaves, whatever it waits for', async () => {
    const start_token = await server.startToken();
    const opened = await post(SESSION, { start_token });
    const { session_token } = (await opened.json()) as { session_token: string };
    const headers = { authorization: `Bearer ${session_token}` };
    const events = await handle(new Request(`app://console${pathOf(changes.events)}`, { headers }));
    expect(events.headers.get('content-type')).toContain('event-stream');
    const reader = events.body?.getReader();
    await reader?.read();
    // Nothing comes for seconds now.
    await reader?.cancel();
    await expect.poll(() => said.at(-1)).toMatchObject({ type: 'broken' });
  });

  it('keeps the supplied master key out of the data folder', () => {
    expect(existsSync(path.join(dataDir, 'touchstone.db'))).toBe(true);
    expect(existsSync(path.join(dataDir, 'master-key.json'))).toBe(false);
  });
});
