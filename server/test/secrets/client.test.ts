/** The SDK's way with secrets, against a whole server: the value never stands in a request. */
import type { api } from '@touchstone/core/api/api.ts';
import { api as contracts } from '@touchstone/core/api/api.ts';
import { type Client, createClient, type Fetch } from '@touchstone/core/api/client.ts';
import { createKem } from '@touchstone/core/kem/kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { createSecretsClient, type SecretsClient } from '@touchstone/core/secrets/client.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../harness.ts';

const VALUE = 'sk_live_51Hx9TqWoRDzYpLmNbVc4242';
const FACTS = { name: 'Payment key', provider: 'stripe', environment: 'production', vault: 'payments' };

let server: TestServer;
let client: Client<typeof api>;
let secrets: SecretsClient;
const sent: string[] = [];
beforeAll(async () => {
  server = await openTestServer();
  const { key, projectId } = await server.newKey({ plan: 'pro' });
  const send: Fetch = async (url, { method, body }) => {
    sent.push(`${url} ${body ?? ''}`);
    const answer = await server.call(method, url, { token: key, ...(body === undefined ? {} : { raw: body }) });
    return { status: answer.status, headers: { get: () => null }, text: async () => answer.text };
  };
  client = createClient(contracts, { baseUrl: '', token: key, fetch: send });
  secrets = createSecretsClient({
    client,
    kem: createKem([], systemRandom),
    random: systemRandom,
    projectId: () => projectId,
  });
});
afterAll(() => server.close());

test('stores, rotates and proves; what leaves is sealed', async () => {
  const { id } = await secrets.store({ ...FACTS, value: VALUE });
  expect((await client.crypto.shield.reveal({ params: { id } })).value).toBe(VALUE);
  expect((await secrets.prove(id, VALUE)).verified).toBe(true);
  expect((await secrets.prove(id, `${VALUE}x`)).verified).toBe(false);
  const next = await secrets.rotate({ secret_id: id, new_value: `${VALUE}2` });
  expect((await client.crypto.shield.reveal({ params: { id: next.id } })).value).toBe(`${VALUE}2`);
  await server.deps.keySets.rotate('enc');
  const { id: later } = await secrets.store({ ...FACTS, value: VALUE });
  expect((await client.crypto.shield.reveal({ params: { id: later } })).value).toBe(VALUE);
  expect(sent.filter((text) => text.includes('kem1:')).length).toBe(3);
  expect(sent.join()).not.toContain(VALUE);
});
