import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLoopback } from '../src/http/loopback.ts';
import { EXIT, type RunningServer, serve } from '../src/main.ts';
import { portToReturnTo } from './port.ts';
import { CAN_BE_ANOTHER, othersCanRead, type Squatter, squat } from './squat.ts';

let folder: string;
let running: RunningServer | null = null;
const squatters: Squatter[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-other-user-'));
});
afterEach(async () => {
  await running?.close();
  running = null;
  await Promise.all(squatters.splice(0).map((squatter) => squatter.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const start = async (port: number): Promise<RunningServer> => {
  running = await serve({ port, dataDir: join(folder, 'data'), signals: false, print: () => undefined });
  return running;
};
const another = async (address: string, port: number): Promise<Squatter> => {
  const squatter = await squat(address, port);
  squatters.push(squatter);
  return squatter;
};
const page = () => join(folder, 'data', 'open-console.html');
const tokenIn = (html: string) => /#\/start\/([0-9a-f]{64})/.exec(html)?.[1] ?? '';
const reaches = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port });
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
const signIn = (server: RunningServer, start_token: string) =>
  fetch(`${server.url}/api/v1/console/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ start_token }),
  });
const asks = (server: RunningServer, token: string) =>
  fetch(`${server.url}/api/v1/admin/accounts`, { headers: { authorization: `Bearer ${token}` } });

describe.skipIf(!CAN_BE_ANOTHER)('security HIGH-1: another user of this machine', () => {
  test.each(['::1', '127.0.0.1', '::', '0.0.0.0'])(
    'that holds %s before the start keeps the server from starting',
    async (address) => {
      const port = await portToReturnTo();
      const squatter = await another(address, port);
      expect(squatter.refused).toBeNull();
      await expect(start(port)).rejects.toMatchObject({
        exitCode: EXIT.portTaken,
        message: expect.stringContaining(`${port}`),
      });
      expect(existsSync(page())).toBe(false);
      expect(squatter.got()).toBe('');
      // Neither of our two addresses is left behind.
      await squatter.stop();
      await (await start(port)).close();
    },
  );

  test('gets neither address while the server runs, and cannot read the page with the start token', async () => {
    const server = await start(0);
    const port = Number(new URL(String(server.url)).port);
    for (const address of ['127.0.0.1', '::1', '0.0.0.0', '::']) {
      expect([address, (await another(address, port)).refused]).toEqual([address, 'EADDRINUSE']);
    }
    expect(othersCanRead(page())).toBe(false);
    expect([await reaches('127.0.0.1', port), await reaches('::1', port)]).toEqual([true, true]);
  });

  test('that takes the port when the server has ended gets tokens that open nothing, and keeps the next start away', async () => {
    const port = await portToReturnTo();
    const first = await start(port);
    const origin = first.consoleUrl;
    const html = readFileSync(page(), 'utf8');
    const { session_token } = (await (await signIn(first, tokenIn(html))).json()) as { session_token: string };
    expect((await asks(first, session_token)).status).toBe(200);
    const unspent = tokenIn(readFileSync(page(), 'utf8'));
    await first.close();
    expect(existsSync(page())).toBe(false);
    const taken = [await another('127.0.0.1', port), await another('::1', port)];
    expect(taken.map(({ refused }) => refused)).toEqual([null, null]);
    // What a page that is still open sends to whoever answers now.
    await fetch(`http://127.0.0.1:${port}/health`, { headers: { authorization: `Bearer ${session_token}` } });
    expect(taken[0]?.got()).toContain(session_token);
    await expect(start(port)).rejects.toMatchObject({ exitCode: EXIT.portTaken });
    const second = await start(0);
    expect((await asks(second, session_token)).status).toBe(401);
    expect((await signIn(second, unspent)).status).toBe(401);
    expect((await signIn(second, tokenIn(html))).status).toBe(401);
    expect(String(second.consoleUrl).split('.')[0]).not.toBe(String(origin).split('.')[0]);
  });
});

test('12.25: one port number on both loopback addresses; both are free again after the stop', async () => {
  const port = await portToReturnTo();
  const server = await start(port);
  expect([await reaches('127.0.0.1', port), await reaches('::1', port)]).toEqual([true, true]);
  const other = fetch(`http://[::1]:${port}/health`);
  expect(await (await other).json()).toMatchObject({ status: 'ok' });
  await server.close();
  expect([await reaches('127.0.0.1', port), await reaches('::1', port)]).toEqual([false, false]);
  const both = await openLoopback(port);
  await expect(openLoopback(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await both.close();
});
