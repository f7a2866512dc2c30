import { api } from '@touchstone/core/api/api.ts';
import { createClient, type Fetch } from '@touchstone/core/api/client.ts';
import { expect, test } from 'vitest';
import { lateClient } from '../../src/lib/late-client.ts';

/** Answers every request with the same text, once, and keeps what was asked for. */
function clientOf(text: string, asked: string[]) {
  const answer: Fetch = async (url) => {
    asked.push(url);
    return { status: 200, headers: { get: () => null }, body: new Response(text).body, text: async () => text };
  };
  return createClient(api, { baseUrl: '', fetch: answer });
}

test('calls wait for the contracts, also where their parts are taken apart before', async () => {
  const asked: string[] = [];
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof clientOf>>();
  const { read, update } = lateClient(() => promise).console.state;
  const answers = [read(), update({ body: { verify_columns: 'a' } })];
  await Promise.resolve();
  expect(asked).toEqual([]);
  resolve(clientOf('{"verify_columns":"a"}', asked));
  expect(await Promise.all(answers)).toEqual([{ verify_columns: 'a' }, { verify_columns: 'a' }]);
  expect(asked).toEqual(['/api/v1/console/state', '/api/v1/console/state']);
});

test('what streams is iterated', async () => {
  const client = lateClient(async () => clientOf('event: ready\ndata: {}\n\n', []));
  for await (const event of client.console.changes.events({})) {
    expect(event).toEqual({ event: 'ready', data: {} });
    return;
  }
  expect.unreachable();
});

test('contracts that do not come are what the call fails with, and the next call asks again', async () => {
  let tries = 0;
  const client = lateClient(async () => {
    if (tries++ === 0) throw new TypeError('gone');
    return clientOf('{}', []);
  });
  await expect(client.console.state.read()).rejects.toThrow('gone');
  await expect(client.console.state.read()).resolves.toEqual({});
});
