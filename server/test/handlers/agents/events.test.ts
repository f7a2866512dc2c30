/** Events of a session over a real connection, by the client that the console uses. */
import { api } from '@touchstone/core/api/api.ts';
import { createClient, type Fetch } from '@touchstone/core/api/client.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOST, openTestServer, type TestServer } from '../../harness.ts';
import { tellStory } from './story.ts';

let server: TestServer;
let baseUrl: string;
beforeEach(async () => {
  server = await openTestServer({ allowedHosts: () => new Set([HOST, ...own]) });
  baseUrl = await server.app.listen({ host: '127.0.0.1', port: 0 });
  own.add(new URL(baseUrl).host);
});
afterEach(() => server.close());
const own = new Set<string>();

const plainFetch: Fetch = (url, { method, headers, signal }) => fetch(url, { method, headers, signal });

type Seen = { event: string; id?: string; data: unknown };

/** The next events, which come while something is done. */
async function next(events: AsyncIterator<Seen>, count: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  while (seen.length < count) {
    const { done, value } = await events.next();
    if (done === true) break;
    seen.push(value);
  }
  return seen;
}

test('nodes come as they are recorded, the state as it changes, and the end with the seal', async () => {
  const { key } = await server.newKey({ plan: 'business' });
  const told = await tellStory(server, key);
  const client = createClient(api, { baseUrl, token: key, fetch: plainFetch });
  const params = { id: told.sessionId };
  const events = client.agents.sessions.events({ params, headers: {} })[Symbol.asyncIterator]();
  const first = await next(events, 2);
  expect(first.map(({ event, id }) => [event, id])).toEqual([
    ['session', undefined],
    ['node', '1'],
  ]);
  expect(first[0]?.data).toMatchObject({ session_id: told.sessionId, state: 'open' });
  const acted = await told.act();
  const [node] = await next(events, 1);
  expect([node?.id, node?.data]).toMatchObject(['2', { node_id: acted, signature_status: 'valid' }]);
  await told.end();
  const rest = await next(events, 100);
  expect(rest[0]).toMatchObject({ event: 'node', id: '3' });
  expect(rest.at(-1)).toMatchObject({ event: 'session', data: { state: 'ended' } });
  expect(rest.at(-1)?.data).toHaveProperty('svc_74_attestation', expect.stringMatching(/^[0-9a-f]{148}$/));
  const later = client.agents.sessions.events({ params, headers: { 'last-event-id': '2' } })[Symbol.asyncIterator]();
  expect((await next(later, 100)).map(({ event, id }) => [event, id])).toEqual([
    ['session', undefined],
    ['node', '3'],
  ]);
});

test('a connection that breaks is taken up behind the last event', async () => {
  const { key } = await server.newKey({ plan: 'business' });
  const told = await tellStory(server, key);
  await told.act();
  const sent: (string | undefined)[] = [];
  const breaking: Fetch = async (url, init) => {
    sent.push(init.headers['last-event-id']);
    const answer = await plainFetch(url, init);
    if (sent.length > 1) return answer;
    const reader = answer.body?.getReader();
    let text = '';
    return {
      status: answer.status,
      headers: answer.headers,
      text: () => answer.text(),
      body: {
        getReader: () => ({
          async read() {
            // All up to the second node, then nothing more.
            while (!text.includes('id: 2')) text += Buffer.from((await reader?.read())?.value ?? []).toString();
            const [before = ''] = text.split('event: node\nid: 2');
            text = 'id: 2';
            if (before === text) throw new TypeError('terminated');
            return { done: false, value: Buffer.from(before) };
          },
          cancel: async () => reader?.cancel(),
        }),
      },
    };
  };
  const client = createClient(api, { baseUrl, token: key, fetch: breaking });
  const events = client.agents.sessions.events({ params: { id: told.sessionId }, headers: {} });
  const nodes: string[] = [];
  for await (const event of events) {
    if (event.event === 'node') nodes.push(event.id);
    if (nodes.length === 2) break;
  }
  expect(nodes).toEqual(['1', '2']);
  expect(sent.length).toBeGreaterThan(1);
  expect(sent[0]).toBeUndefined();
});

test('another project, a wrong id and a wrong Last-Event-ID are refused', async () => {
  const { key } = await server.newKey({ plan: 'business' });
  const told = await tellStory(server, key);
  const path = `/api/v1/agents/sessions/${told.sessionId}/events`;
  const { key: foreign } = await server.newKey();
  expect((await server.call('GET', path, { token: foreign })).code).toBe('NOT_FOUND');
  const wrong = await server.call('GET', path, { token: key, headers: { 'last-event-id': '-1' } });
  expect(wrong.code).toBe('INVALID_REQUEST');
  const client = createClient(api, { baseUrl, token: foreign, fetch: plainFetch });
  const events = client.agents.sessions.events({ params: { id: told.sessionId }, headers: {} });
  await expect(events[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const head = await server.call('HEAD', path, { token: key });
  expect([head.status, head.text]).toEqual([200, '']);
});

test('open streams do not hold the stop of the server', async () => {
  const { key } = await server.newKey({ plan: 'business' });
  const told = await tellStory(server, key);
  const answer = await fetch(`${baseUrl}/api/v1/agents/sessions/${told.sessionId}/events`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const reader = answer.body?.getReader();
  await reader?.read();
  await server.app.close();
  // Ended in order, not broken off: whoever reads knows that nothing was cut.
  while ((await reader?.read())?.done === false);
});
