import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { api } from '../../src/api/api.ts';
import { createClient } from '../../src/api/client.ts';
import { createEventParser, formatEvent } from '../../src/api/event-stream.ts';
import { utf8 } from '../../src/bytes.ts';

describe('reading events', () => {
  test('gives the same events however the bytes are cut', () => {
    const sent = [
      { event: 'node', id: '12', data: '{"text":"grüße: x"}' },
      { event: 'session', id: null, data: '{}' },
    ];
    const bytes = utf8(`:\n\n${sent.map(formatEvent).join('')}`);
    for (const size of [1, 2, 3, 7, bytes.length]) {
      const parser = createEventParser();
      const read = [];
      for (let at = 0; at < bytes.length; at += size) read.push(...parser.push(bytes.slice(at, at + size)));
      expect(read).toEqual(sent);
    }
    expect(createEventParser().push(utf8('data: a\r\ndata: b\r\n\r\n'))).toEqual([
      { event: 'message', id: null, data: 'a\nb' },
    ]);
  });

  test('refuses events without end and bytes that are no text', () => {
    const parser = createEventParser();
    expect(() => {
      for (let at = 0; at < 10; at++) parser.push(new Uint8Array(1024 * 1024).fill(0x61));
    }).toThrow(RangeError);
    expect(() => createEventParser().push(Uint8Array.of(0xff, 0x0a))).toThrow(TypeError);
    expect(() => formatEvent({ event: 'a\nb', id: null, data: '' })).toThrow(TypeError);
  });
});

describe('following events', () => {
  let server: Server;
  let answers: ((response: ServerResponse) => void)[];
  let asked: (string | undefined)[];
  beforeEach(async () => {
    answers = [];
    asked = [];
    server = createServer((request, response) => {
      const id = request.headers['last-event-id'];
      asked.push(typeof id === 'string' ? id : undefined);
      answers.shift()?.(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const events =
    (text: string, isOver = true) =>
    (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`:\n\n${text}`);
      if (isOver) response.end();
    };
  const node = (id: number) => formatEvent({ event: 'node', id: String(id), data: `{"n":${id}}` });
  const END = formatEvent({ event: 'end', id: null, data: '{}' });

  function follow(options: Parameters<ReturnType<typeof client>['agents']['sessions']['events']>[1] = {}) {
    return client().agents.sessions.events({ params: { id: 'ags_1' }, headers: {} }, options);
  }

  function client() {
    const { port } = server.address() as AddressInfo;
    return createClient(api, { baseUrl: `http://127.0.0.1:${port}`, token: 'svc_live_x', fetch });
  }

  async function idsOf(stream: AsyncIterable<{ event: string; id?: string }>): Promise<(string | undefined)[]> {
    const ids: (string | undefined)[] = [];
    for await (const { id } of stream) ids.push(id);
    return ids;
  }

  test('goes on behind the last event where a connection ends without its word, and stops with it', async () => {
    answers = [events(node(1) + node(2)), events(''), events(node(3) + END)];
    const stream = follow();
    expectTypeOf(stream).toExtend<AsyncIterable<{ event: 'node' | 'session' }>>();
    expect(await idsOf(stream)).toEqual(['1', '2', '3']);
    expect(asked).toEqual([undefined, '2', '2']);
  });

  test('throws what the server refuses, and does not ask again', async () => {
    const error = { code: 'NOT_FOUND', message: 'No.', status: 404, request_id: 'req_1' };
    answers = [
      (response) => response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ error })),
    ];
    await expect(idsOf(follow())).rejects.toMatchObject({ name: 'ApiFailure', code: 'NOT_FOUND' });
    expect(asked.length).toBe(1);
  });

  test('waits where too many streams are open', async () => {
    const error = { code: 'RATE_LIMITED', message: 'No.', status: 429, request_id: 'req_1' };
    answers = [
      (response) =>
        response
          .writeHead(429, { 'content-type': 'application/json', 'retry-after': '0' })
          .end(JSON.stringify({ error })),
      events(node(1) + END),
    ];
    expect(await idsOf(follow())).toEqual(['1']);
  });

  test('ends with the signal, and closes the connection of a loop that is left', async () => {
    const closed = Promise.withResolvers<void>();
    const held = (response: ServerResponse) => {
      response.on('close', closed.resolve);
      events(node(1), false)(response);
    };
    answers = [held];
    for await (const { event } of follow()) {
      expect(event).toBe('node');
      break;
    }
    await closed.promise;
    answers = [events(node(1), false)];
    const controller = new AbortController();
    const stream = follow({ signal: controller.signal })[Symbol.asyncIterator]();
    await stream.next();
    controller.abort();
    await expect(stream.next()).rejects.toMatchObject({ name: 'ConnectionFailure', kind: 'aborted' });
  });
});
