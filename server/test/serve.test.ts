import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EXIT, serve } from '../src/main.ts';
import { startProcess } from './process.ts';
import { copyStartedFolder } from './started-folder.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'touchstone-')), 'data');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

test('prints one line when ready, answers at once, and stops cleanly on SIGTERM', async () => {
  const server = await startProcess({ dataDir: folder });
  expect(Object.keys(server.line).sort()).toEqual(['admin_token', 'console_url', 'pid', 'url', 'version']);
  expect(server.line.pid).toBe(server.child.pid);
  const port = new URL(server.url).port;
  expect(server.line.console_url).toMatch(new RegExp(`^http://[0-9a-f]{16}\\.[0-9a-f]{16}\\.localhost:${port}$`));
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(await server.end('SIGTERM')).toEqual([0, null]);
  expect(existsSync(join(folder, 'open-console.html'))).toBe(false);
  expect(existsSync(join(folder, 'touchstone.db-wal'))).toBe(false);
  expect(server.output().trim().split('\n')).toHaveLength(1);
});

test('S2: the open page carries the start token in the fragment, for the owner only, and is renewed when spent', async () => {
  const server = await serve({ port: 0, dataDir: folder, signals: false, print: () => undefined });
  try {
    const path = join(folder, 'open-console.html');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const tokenIn = () =>
      /http:\/\/[0-9a-f.]+\.localhost:\d+\/#\/start\/([0-9a-f]{64})/.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
    const first = tokenIn();
    const open = (start_token: string) =>
      fetch(`${server.url}/api/v1/console/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: String(server.consoleUrl) },
        body: JSON.stringify({ start_token }),
      });
    expect((await open(first)).status).toBe(200);
    expect(tokenIn()).not.toBe(first);
    expect((await open(first)).status).toBe(401);
    expect((await open(tokenIn())).status).toBe(200);
  } finally {
    await server.close();
  }
});

test.skipIf(process.platform !== 'linux')(
  'a window and a browser that do not open are said beside the line for programs',
  async () => {
    const programs = join(folder, '..', 'programs');
    mkdirSync(programs);
    writeFileSync(join(programs, 'chromium'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    writeFileSync(join(programs, 'xdg-open'), '#!/bin/sh\necho "$1" > "$0.given"\nexit 3\n', { mode: 0o755 });
    vi.stubEnv('PATH', programs);
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const lines: string[] = [];
    await copyStartedFolder(folder, 'system');
    const options = { port: 0, dataDir: folder, signals: false, json: true, open: 'window' } as const;
    const server = await serve({ ...options, print: (line) => void lines.push(line) });
    try {
      const given = join(programs, 'xdg-open.given');
      await vi.waitFor(
        () => expect(readFileSync(given, 'utf8')).toBe(`${join(folder, 'open-console.html')}\n`),
        20_000,
      );
      await vi.waitFor(() => expect(said.mock.calls.join('')).toContain('No browser could be opened. '), 20_000);
      expect(said.mock.calls.join('')).toContain(
        'Chromium opened no window: your browser is asked to open the console.',
      );
      expect(lines).toHaveLength(1);
    } finally {
      await server.close();
      said.mockRestore();
      vi.unstubAllEnvs();
    }
  },
);

test('a data folder that is a file, or lies in one, is refused in words', async () => {
  const file = `${folder}-file`;
  writeFileSync(file, '');
  for (const [dataDir, reason] of [
    [file, 'it is no folder.'],
    [join(file, 'data'), 'a part of the path is no folder.'],
  ] as const) {
    const message = `${dataDir} cannot be used as the data folder: ${reason}`;
    await expect(serve({ port: 0, dataDir })).rejects.toMatchObject({ exitCode: EXIT.dataFolder, message });
  }
});

test('a taken port and a folder in use end with a clear message and their own exit code', async () => {
  const server = await serve({ port: 0, dataDir: folder, signals: false, print: () => undefined });
  try {
    const port = Number(new URL(String(server.url)).port);
    await expect(serve({ port, dataDir: `${folder}2`, print: () => undefined })).rejects.toMatchObject({
      exitCode: EXIT.portTaken,
      message: expect.stringContaining(String(port)),
    });
    await expect(startProcess({ dataDir: folder })).rejects.toThrow(
      new RegExp(`exit code ${EXIT.dataFolder}: Another Touchstone server`),
    );
    // A failed start must leave the folder free.
    const next = await serve({ port: 0, dataDir: `${folder}2`, signals: false, print: () => undefined });
    await next.close();
    rmSync(`${folder}2`, { recursive: true, force: true });
  } finally {
    await server.close();
  }
});

test('a folder with other files is refused and left as it is; an empty one and a data folder are taken', async () => {
  mkdirSync(folder, { mode: 0o755 });
  writeFileSync(join(folder, 'thesis.txt'), 'mine');
  const start = () => serve({ port: null, dataDir: folder, signals: false, print: () => undefined });
  await expect(start()).rejects.toMatchObject({
    exitCode: EXIT.dataFolder,
    message: expect.stringContaining('no Touchstone data folder'),
  });
  expect(readdirSync(folder)).toEqual(['thesis.txt']);
  expect(statSync(folder).mode & 0o777).toBe(0o755);
  rmSync(join(folder, 'thesis.txt'));
  await (await start()).close();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(join(folder, 'thesis.txt'), 'mine');
  await (await start()).close();
});

test('listens on the loopback address only', async () => {
  const server = await serve({ port: 0, dataDir: folder, signals: false, print: () => undefined });
  try {
    const port = Number(new URL(String(server.url)).port);
    const reachable = (host: string) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ host, port });
        socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
        socket.on('connect', () => socket.destroy());
      });
    expect(await reachable('127.0.0.1')).toBe(true);
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal }) => !internal);
    for (const { address, family } of others) if (family === 'IPv4') expect(await reachable(address)).toBe(false);
  } finally {
    await server.close();
  }
});

test('a stop finishes the request in flight', async () => {
  // The first start makes key sets for seconds, or for more than a stop waits where others use the processor too.
  await copyStartedFolder(folder, 'system');
  const server = await serve({ port: 0, dataDir: folder, signals: false, print: () => undefined });
  const sent = request(`${server.url}/api/svc-key/sign/3key`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${server.adminToken}`,
      expect: '100-continue',
    },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.flushHeaders();
  // The server asks for the body: the request is in flight. Then the stop comes, then the body.
  await once(sent, 'continue');
  const closing = server.close();
  sent.end('{"data":"x"}');
  const [answer] = await answered;
  expect(answer.statusCode).toBe(200);
  expect(JSON.parse(Buffer.concat(await answer.toArray()).toString()).algorithm).toBe('SVC-3-Key');
  await closing;
  await expect(fetch(`${server.url}/health`)).rejects.toThrow();
});

test('without a port the app is reached by dispatch, with streaming answers', async () => {
  const server = await serve({ port: null, dataDir: folder, signals: false, print: () => undefined });
  try {
    expect([server.url, server.openPage]).toEqual([null, null]);
    const answer = await server.dispatch({
      method: 'POST',
      path: '/api/v1/console/session',
      headers: { 'content-type': 'application/json', origin: 'app://console', host: 'console' },
      body: JSON.stringify({ start_token: server.newStartToken() }),
    });
    expect(answer.status).toBe(200);
    const body = JSON.parse(Buffer.concat(await answer.body.toArray()).toString());
    const accounts = await server.dispatch({
      method: 'GET',
      path: '/api/v1/admin/accounts',
      headers: { authorization: `Bearer ${body.session_token}` },
    });
    expect(accounts.status).toBe(200);
    const wrong = await server.dispatch({ method: 'GET', path: '/api/v1/admin/accounts', headers: {} });
    expect(wrong.status).toBe(401);
  } finally {
    await server.close();
  }
});

test('reliability 12: a half-sent head holds a stop for 2 s at most, a half-sent body for 10 s; whole requests end', async () => {
  // Nobody makes key sets meanwhile.
  await copyStartedFolder(folder, 'system');
  const head = 'POST /v1/receipts HTTP/1.1\r\nhost: localhost\r\n';
  for (const [sent, least, most] of [
    [head, 0, 10_000],
    // Half a head behind a whole request, on a connection that was used before.
    ['GET /nothing HTTP/1.1\r\nhost: x\r\n\r\nGET /he', 0, 10_000],
    [
      'POST /api/auth/request HTTP/1.1\r\nhost: HOST\r\ncontent-type: application/json\r\ncontent-length: 5\r\n\r\n{',
      1_000,
      14_000,
    ],
  ] as const) {
    const server = await serve({ port: 0, dataDir: folder, signals: false, print: () => undefined });
    const { host, port } = new URL(String(server.url));
    const socket = connect({ host: '127.0.0.1', port: Number(port) }).on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(sent.replace('HOST', host));
    // The server has read what came before this.
    await (await fetch(`${server.url}/health`)).arrayBuffer();
    const before = performance.now();
    await server.close();
    const took = performance.now() - before;
    expect([sent, took >= least, took < most]).toEqual([sent, true, true]);
  }
});

test('a request without Host is refused in the envelope', async () => {
  const server = await serve({ port: 0, dataDir: folder, signals: false, print: () => undefined });
  try {
    for (const version of ['1.1', '1.0']) {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(String(server.url)).port) });
      socket.end(`GET /health HTTP/${version}\r\nconnection: close\r\n\r\n`);
      const answer = Buffer.concat(await socket.toArray()).toString();
      expect(answer).toMatch(/^HTTP\/1.1 421 /);
      expect(answer).toContain('MISDIRECTED_REQUEST');
    }
  } finally {
    await server.close();
  }
});

test('bytes that are no HTTP are refused in the envelope', async () => {
  const server = await serve({ port: 0, dataDir: folder, signals: false, print: () => undefined });
  try {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(String(server.url)).port) });
    socket.end('nonsense\r\n\r\n');
    const answer = Buffer.concat(await socket.toArray()).toString();
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('INVALID_REQUEST');
  } finally {
    await server.close();
  }
});

test.each(['server.lock', 'touchstone.db'])('S38: %s of the wrong kind is named', async (name) => {
  await copyStartedFolder(folder, 'system');
  const wrong = join(folder, name);
  rmSync(wrong, { recursive: true, force: true });
  mkdirSync(wrong);
  const start = serve({ port: 0, dataDir: folder, signals: false, print: () => undefined });
  await expect(start).rejects.toMatchObject({ exitCode: 4, message: expect.stringContaining(wrong) });
});
