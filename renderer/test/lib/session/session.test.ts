import { api } from '@touchstone/core/api/api.ts';
import { ApiFailure, createClient, type Fetch } from '@touchstone/core/api/client.ts';
import { describe, expect, it } from 'vitest';
import { fetchWithRenewal } from '../../../src/lib/session/session.ts';

/** A server that knows one token at a time, and a window that may get a new one. */
function setUp(first: string | null, renewed: string | null, answers = 200) {
  const asked: (string | undefined)[] = [];
  let renewals = 0;
  let held = first;
  const send: Fetch = async (_url, { headers }) => {
    asked.push(headers.authorization);
    const isKnown = headers.authorization === 'Bearer new';
    const body = isKnown
      ? { version: 1, key_sets: [], revocations: [] }
      : { error: { code: 'INVALID_KEY', message: 'The session is not known.' } };
    return {
      status: isKnown ? answers : 401,
      headers: { get: () => null },
      text: async () => JSON.stringify(body),
    };
  };
  const session = {
    token: () => held,
    async renew() {
      renewals += 1;
      await Promise.resolve();
      if (renewed !== null) held = renewed;
      return renewed;
    },
  };
  const client = createClient(api, { baseUrl: '', token: session.token, fetch: fetchWithRenewal(send, session) });
  return { client, asked, renewals: () => renewals };
}

describe('fetchWithRenewal', () => {
  it('opens one new session for all requests that were refused, and repeats each once', async () => {
    const { client, asked, renewals } = setUp('old', 'new');
    await Promise.all([client.admin.trustStore.read(), client.admin.trustStore.read()]);
    expect(renewals()).toBe(1);
    expect(asked).toEqual(['Bearer old', 'Bearer old', 'Bearer new', 'Bearer new']);
  });

  it('opens one for a window that has none yet', async () => {
    const { client, asked } = setUp(null, 'new');
    await client.admin.trustStore.read();
    expect(asked).toEqual([undefined, 'Bearer new']);
  });

  it('passes the refusal on where no session can be opened', async () => {
    const { client, asked } = setUp('old', null);
    await expect(client.admin.trustStore.read()).rejects.toMatchObject({ status: 401, code: 'INVALID_KEY' });
    expect(asked).toEqual(['Bearer old']);
  });

  it('repeats only once where the new session is refused too', async () => {
    const { client, asked, renewals } = setUp('old', 'also old');
    await expect(client.admin.trustStore.read()).rejects.toBeInstanceOf(ApiFailure);
    expect(asked).toHaveLength(2);
    expect(renewals()).toBe(1);
  });

  it('uses a session that another request has opened meanwhile', async () => {
    const asked: (string | undefined)[] = [];
    const send: Fetch = async (_url, { headers }) => {
      asked.push(headers.authorization);
      return {
        status: headers.authorization === 'Bearer new' ? 200 : 401,
        headers: { get: () => null },
        text: async () => '',
      };
    };
    const wrapped = fetchWithRenewal(send, { token: () => 'new', renew: () => Promise.reject(new Error('not asked')) });
    const { signal } = new AbortController();
    const answer = await wrapped('/x', { method: 'GET', headers: { authorization: 'Bearer old' }, signal });
    expect(answer.status).toBe(200);
    expect(asked).toEqual(['Bearer old', 'Bearer new']);
  });

  it('leaves every other answer alone', async () => {
    const { client, renewals } = setUp('new', 'newer', 403);
    await expect(client.admin.trustStore.read()).rejects.toMatchObject({ status: 403 });
    expect(renewals()).toBe(0);
  });
});
