import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
let client: Socket;
afterEach(async () => {
  client.destroy();
  await server.close();
});

/** What a connection hears that sends `sent` and then nothing, until it is closed: Node says late what it waits for in vain. */
async function heard(sent: string): Promise<string> {
  server = await openTestServer();
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const accepted = once(server.app.server, 'connection');
  client = connect({ host: '127.0.0.1', port: Number(new URL(address).port) });
  let text = '';
  client.on('data', (chunk) => {
    text += chunk;
  });
  const [socket] = (await accepted) as [Socket];
  if (sent !== '') client.write(sent);
  await expect.poll(() => socket.bytesRead).toBe(sent.length);
  const closed = once(client, 'close');
  server.app.server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  await closed;
  return text;
}

test('a connection that says nothing is closed without a word, which a browser would take for its next answer', async () => {
  expect(await heard('')).toBe('');
});

test('half a head is told what was wrong', async () => {
  expect(await heard('GET /health HT')).toMatch(/^HTTP\/1\.1 400 .*took too long/s);
});
