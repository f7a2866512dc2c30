import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createDispatch, type EmbeddedServer, forwardedHeaders } from '../src/server-dispatch.ts';
import { readFromServer, readToServer } from '../src/server-messages.ts';
import { type ChildProcess, restartPauseMs, ServerProcess } from '../src/server-process.ts';

/** A server process in memory: the real dispatch behind the real messages, structured-cloned as Electron does. */
class MemoryChild extends EventEmitter implements ChildProcess {
  readonly start: (message: unknown) => Promise<void>;
  constructor(server: () => Promise<EmbeddedServer>) {
    super();
    this.start = createDispatch({
      open: server,
      send: (message) => this.emit('message', structuredClone(message)),
      exit: (code) => this.emit('exit', code),
    });
  }
  postMessage(message: unknown): void {
    void this.start(structuredClone(message));
  }
  kill(): boolean {
    return this.emit('exit', 1);
  }
}

async function* pieces(...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
}

const echo: EmbeddedServer = {
  dispatch: async (method, path, headers, body) => ({
    status: path === '/empty' ? 204 : 200,
    headers: [['content-type', 'text/plain']],
    body:
      path === '/empty'
        ? pieces()
        : pieces(method, ' ', path, ' ', JSON.stringify(headers), ' ', new TextDecoder().decode(body ?? undefined)),
  }),
  notice: null,
  startToken: () => 'token',
  close: async () => {},
};

const START = { dataDir: '/data', sharePort: null, masterKey: null, acceptRollback: false };

function setUp(server: () => Promise<EmbeddedServer> = async () => echo, prepare = async () => START) {
  const children: MemoryChild[] = [];
  const timers: { callback: () => void; delayMs: number }[] = [];
  const states: string[] = [];
  const rolledBack: string[] = [];
  const notes: string[] = [];
  let now = 0;
  const server_ = new ServerProcess({
    fork: () => {
      const child = new MemoryChild(server);
      children.push(child);
      return child;
    },
    prepare,
    now: () => now,
    setTimer: (callback, delayMs) => {
      timers.push({ callback, delayMs });
      return {};
    },
    onState: (state, message) => states.push(message === undefined ? state : `${state}: ${message}`),
    onRolledBack: (message) => rolledBack.push(message),
    log: {
      path: '/profile/logs/server.log',
      note: (message) => notes.push(message),
      lastMessages: () => ['no space left'],
    },
  });
  const pass = (ms: number) => {
    now += ms;
  };
  return { server: server_, children, timers, states, rolledBack, notes, pass };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('S36: a database that is older than its mark', () => {
  it('asks the person, who may start the server anew', async () => {
    let starts = 0;
    const { server, rolledBack, states } = setUp(async () => {
      if (starts++ > 0) return echo;
      throw Object.assign(new Error('It is older.'), { behind: { commits: 2 } });
    });
    server.start();
    await expect.poll(() => rolledBack).toEqual(['It is older.']);
    await server.stop();
    // No message of its own: the question says it.
    expect(states).toEqual(['starting', 'stopped']);
    server.start();
    expect((await server.request('GET', '/v1/x', [], null)).status).toBe(200);
    expect(rolledBack).toHaveLength(1);
  });
});

describe('requests over messages', () => {
  it('stream an answer', async () => {
    const { server } = setUp();
    server.start();
    const response = await server.request('POST', '/v1/x?y=1', [['authorization', 'Bearer t']], new Uint8Array([0x61]));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(await response.text()).toBe('POST /v1/x?y=1 [["authorization","Bearer t"]] a');
  });

  it('answer without a body', async () => {
    const { server } = setUp();
    server.start();
    expect((await server.request('DELETE', '/empty', [], null)).status).toBe(204);
  });

  it('wait for the server and give start tokens', async () => {
    const { server, states } = setUp();
    server.start();
    expect(await server.startToken()).toBe('token');
    expect(states).toEqual(['starting', 'ready']);
  });

  it('break when the server dies in the middle', async () => {
    const { server, children } = setUp(async () => ({
      ...echo,
      dispatch: async () => ({
        status: 200,
        headers: [],
        body: (async function* () {
          yield new Uint8Array([1]);
          await new Promise(() => {});
        })(),
      }),
    }));
    server.start();
    const response = await server.request('GET', '/events', [], null);
    children[0]?.kill();
    await expect(response.arrayBuffer()).rejects.toThrow(/stopped/);
  });

  it('end what produces the answer when its reader leaves', async () => {
    let isEnded = false;
    const endless = async function* () {
      try {
        for (;;) {
          yield new Uint8Array([1]);
          await settle();
        }
      } finally {
        isEnded = true;
      }
    };
    const { server } = setUp(async () => ({
      ...echo,
      dispatch: async () => ({ status: 200, headers: [], body: endless() }),
    }));
    server.start();
    const response = await server.request('GET', '/events', [], null);
    await response.body?.cancel();
    for (let i = 0; i < 5; i++) await settle();
    expect(isEnded).toBe(true);
  });

  it('M9: the server makes no more of an answer than its reader takes', async () => {
    let made = 0;
    const large = async function* () {
      for (; made < 100; made++) yield new Uint8Array(64 * 1024);
    };
    const { server } = setUp(async () => ({
      ...echo,
      dispatch: async () => ({ status: 200, headers: [], body: large() }),
    }));
    server.start();
    const response = await server.request('GET', '/large', [], null);
    for (let i = 0; i < 20; i++) await settle();
    // Four pieces of read-ahead, one that came late and one that waits to be sent.
    expect(made).toBeLessThanOrEqual(6);
    expect((await response.arrayBuffer()).byteLength).toBe(100 * 64 * 1024);
  });

  it('M10: a reader that leaves ends an answer that waits for its next piece', async () => {
    const ended = Promise.withResolvers<void>();
    const { server } = setUp(async () => ({
      ...echo,
      dispatch: async (_method, _path, _headers, _body, signal) => ({
        status: 200,
        headers: [],
        body: (async function* () {
          yield new Uint8Array([1]);
          // As an answer of the app does: the signal destroys its stream.
          await new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason)),
          ).finally(ended.resolve);
        })(),
      }),
    }));
    server.start();
    const reader = (await server.request('GET', '/events', [], null)).body?.getReader();
    expect((await reader?.read())?.value).toEqual(new Uint8Array([1]));
    await reader?.cancel();
    await ended.promise;
  });

  it('break when the app throws', async () => {
    const { server } = setUp(async () => ({ ...echo, dispatch: () => Promise.reject(new Error('secret detail')) }));
    server.start();
    await expect(server.request('GET', '/x', [], null)).rejects.toThrow(/before answering/);
  });

  it('never hand on what only the server may set', () => {
    const headers = [
      ['Origin', 'app://console'],
      ['host', 'evil'],
      ['Sec-Fetch-Site', 'same-origin'],
      ['content-length', '5'],
      ['proxy-authorization', 'x'],
      ['content-type', 'application/json'],
    ] as const;
    expect(forwardedHeaders(headers)).toEqual([['content-type', 'application/json']]);
  });
});

describe('the life of the server process', () => {
  it('starts again with growing pauses and gives up in the end, with what the server said last', async () => {
    const { server, children, timers, states, notes } = setUp();
    server.start();
    for (let death = 1; death <= 8; death++) {
      await settle();
      children.at(-1)?.kill();
      expect(timers.at(-1)?.delayMs).toBe(Math.min(500 * 2 ** (death - 1), 30_000));
      timers.at(-1)?.callback();
    }
    await settle();
    children.at(-1)?.kill();
    expect(states.at(-1)).toMatch(/^stopped: .*9 times.*\nno space left\nThe log: \/profile\/logs\/server.log$/);
    expect(notes).toHaveLength(9);
    expect(notes[0]).toBe('The embedded server stopped with exit code 1. It starts again in 0.5 seconds.');
    await expect(server.request('GET', '/', [], null)).rejects.toThrow();
  });

  it('forgets old deaths after a healthy minute', async () => {
    const { server, children, timers, pass } = setUp();
    server.start();
    children.at(-1)?.kill();
    timers.at(-1)?.callback();
    pass(60_000);
    children.at(-1)?.kill();
    expect(timers.at(-1)?.delayMs).toBe(500);
  });

  it('does not start again after a stop', async () => {
    const { server, children, timers, states } = setUp();
    server.start();
    await settle();
    await server.stop();
    expect(states.at(-1)).toBe('stopped');
    expect(children).toHaveLength(1);
    expect(timers.every(({ delayMs }) => delayMs === 5000)).toBe(true);
  });

  it('does not start again when it is stopped during a pause', async () => {
    const { server, children, timers } = setUp();
    server.start();
    children.at(-1)?.kill();
    await server.stop();
    timers.at(-1)?.callback();
    expect(children).toHaveLength(1);
  });

  it('does not try again what cannot work', async () => {
    const { server, children, states } = setUp(() =>
      Promise.reject(new Error('The database is newer than this program.')),
    );
    server.start();
    await expect(server.startToken()).rejects.toThrow(/newer/);
    await settle();
    expect(children).toHaveLength(1);
    expect(states.at(-1)).toMatch(/newer/);
  });

  it('goes on where the start before it is refused late', async () => {
    const starts = [Promise.withResolvers<typeof START>(), Promise.withResolvers<typeof START>()] as const;
    let count = 0;
    const { server, children, states } = setUp(undefined, () => starts[count++ % 2]?.promise ?? Promise.resolve(START));
    server.start();
    children[0]?.emit('exit', 0);
    server.start();
    starts[0].reject(new Error('The key store does not answer.'));
    starts[1].resolve(START);
    expect(await server.startToken()).toBe('token');
    expect(states.filter((state) => state.startsWith('stopped:'))).toEqual([]);
  });

  it('R9: ends a process that is not there yet, and waits for none that never comes', async () => {
    const refuse = () => Promise.reject(new Error('This is no data folder.'));
    const early = setUp(undefined, refuse);
    early.server.start();
    const [child] = early.children;
    if (child === undefined) throw new Error('no process');
    child.kill = () => false;
    let isEnded = false;
    child.on('exit', () => {
      isEnded = true;
    });
    await expect.poll(() => isEnded).toBe(true);

    const { server, children, timers } = setUp();
    server.start();
    Object.assign(children[0] ?? {}, { kill: () => false, postMessage: () => {} });
    const stopped = server.stop();
    timers.at(-1)?.callback();
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([5_000, 3_000]);
    timers.at(-1)?.callback();
    await stopped;
    server.start();
    expect(children).toHaveLength(2);
  });

  it('M12: what V8 says when it gives up is no exception of the main process', async () => {
    const { server, children, timers } = setUp();
    server.start();
    await settle();
    children[0]?.emit('error', 'FatalError', 'v8::ToLocalChecked', '{}');
    children[0]?.emit('exit', 134);
    expect(timers.at(-1)?.delayMs).toBe(500);
  });

  it('M2: a start that did not go as asked for tells the person, and goes on', async () => {
    const { server, states } = setUp(async () => ({ ...echo, notice: 'Port 7433 is taken.' }));
    server.start();
    expect(await server.startToken()).toBe('token');
    expect(states).toEqual(['starting', 'ready: Port 7433 is taken.']);
  });

  it('gives no start token where the server waits for a passphrase, and lives on', async () => {
    const locked = () => {
      throw new TypeError('the server is locked');
    };
    const { server } = setUp(async () => ({ ...echo, startToken: locked }));
    server.start();
    await expect(server.startToken()).rejects.toThrow(/passphrase/);
    expect((await server.request('GET', '/v1/x', [], null)).status).toBe(200);
  });

  it('knows its pauses', () => {
    expect([1, 2, 3, 8].map(restartPauseMs)).toEqual([500, 1000, 2000, 30_000]);
    expect(restartPauseMs(9)).toBeNull();
  });
});

describe('messages', () => {
  it.each([
    null,
    'x',
    {},
    { type: 'start', dataDir: 1, sharePort: null, masterKey: null, acceptRollback: false },
    { type: 'start', dataDir: '/d', sharePort: null, masterKey: new Uint8Array(31), acceptRollback: false },
    { type: 'request', id: 1, method: 'GET', path: '/', headers: [['a']], body: null },
    { type: 'request', id: 'x', method: 'GET', path: '/', headers: [], body: null },
    { type: 'request', id: 1, method: 'GET', path: '/', headers: [], body: 'text' },
    { type: 'pull', id: 0.5 },
  ])('to the server are read strictly: %j', (message) => {
    expect(readToServer(message)).toBeNull();
  });

  it.each([
    null,
    { type: 'head', id: 1, status: 99, headers: [] },
    { type: 'chunk', id: 1, bytes: [1] },
    { type: 'start-token', id: 1 },
    { type: 'ready' },
    { type: 'failed' },
    { type: 'failed', message: 'why' },
    { type: 'else', id: 1 },
  ])('from the server too: %j', (message) => {
    expect(readFromServer(message)).toBeNull();
  });
});
