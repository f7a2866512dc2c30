/** 12.39: invoices that nobody paid in time, and the notices of invoices. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaFaults } from '../../../core/test/schemas/validator.ts';
import { expiredInvoices, sweepInvoices } from '../../src/commerce/expiry.ts';
import { SWEEPS } from '../../src/sweeps.ts';
import { makeInvoice, payWith, verify } from '../handlers/privacy/shop.ts';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
let key: string;
let projectId: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ key, projectId } = await server.newKey({ plan: 'business' }));
  const json = { url: 'https://hooks.example.com/touchstone', project_id: projectId };
  const set = await server.call('PUT', '/api/v1/admin/webhooks', { token: server.admin, json });
  expect(set.status).toBe(200);
});
afterAll(() => server.close());

const notices = async (event: string) => {
  const { db } = server.deps;
  const rows = await db.selectFrom('webhook_deliveries').select(['event', 'body', 'project_id']).execute();
  expect(rows.flatMap(({ body }) => schemaFaults('webhook-notice', JSON.parse(body)))).toEqual([]);
  return rows.filter((row) => row.event === event).map((row) => JSON.parse(row.body) as Record<string, unknown>);
};
const stateOf = async (id: string) =>
  (await server.deps.db.selectFrom('invoices').select('state').where('id', '=', id).executeTakeFirst())?.state;

test('the sweep is one of those that run', () => {
  expect(SWEEPS).toContain(expiredInvoices);
});

test('what nobody paid in time is written down and told once, and never before its time', async () => {
  server.tick = 0;
  const [unpaid, paid] = [await makeInvoice(server, key), await makeInvoice(server, key)];
  await payWith(server, paid, 'payer-of-the-sweep');
  server.advance(86_399_999);
  await sweepInvoices(server.deps);
  expect(await stateOf(unpaid.id)).toBe('pending');
  expect(await notices('invoice.expired')).toEqual([]);
  server.advance(1);
  await sweepInvoices(server.deps);
  await sweepInvoices(server.deps);
  expect([await stateOf(unpaid.id), await stateOf(paid.id)]).toEqual(['expired', 'settled']);
  expect(await notices('invoice.expired')).toEqual([
    {
      event: 'invoice.expired',
      id: expect.stringMatching(/^whd_/),
      invoice_id: unpaid.id,
      commitment: unpaid.commitment,
      chain: 'solana',
      expired_at: unpaid.answer.at('expires_at'),
    },
  ]);
  expect((await verify(server, unpaid.commitment)).body).toMatchObject({ valid: false, status: 'expired' });
  expect((await payWith(server, unpaid, 'late-payer')).code).toBe('CONFLICT');
  server.tick = 1_000;
});

test('a payment is told, and neither notice says amount, parties or opening', async () => {
  const made = await makeInvoice(server, key);
  const answer = await payWith(server, made, 'payer-of-the-notice');
  const told = (await notices('invoice.settled')).at(-1);
  expect(told).toEqual({
    event: 'invoice.settled',
    id: expect.stringMatching(/^whd_/),
    invoice_id: made.id,
    commitment: made.commitment,
    chain: 'solana',
    tx_signature: answer.at('tx_signature'),
    settled_at: answer.at('settled_at'),
  });
});

test('many are written down in batches', async () => {
  const made = [];
  for (let i = 0; i < 130; i++) made.push(await makeInvoice(server, key));
  const before = (await notices('invoice.expired')).length;
  server.advance(86_400_000);
  await sweepInvoices(server.deps);
  expect(await Promise.all(made.map(({ id }) => stateOf(id)))).toEqual(made.map(() => 'expired'));
  expect((await notices('invoice.expired')).length).toBe(before + 130);
});

test('the lifetime is a setting, and changes no invoice that is there', async () => {
  const before = await makeInvoice(server, key);
  const change = (seconds: number) =>
    server.call('PATCH', '/api/v1/admin/settings', { token: server.admin, json: { invoice_seconds: seconds } });
  expect((await change(59)).code).toBe('INVALID_REQUEST');
  expect((await change(60)).status).toBe(200);
  server.tick = 0;
  const after = await makeInvoice(server, key);
  server.advance(60_000);
  const statusOf = async ({ commitment }: { commitment: string }) => (await verify(server, commitment)).at('status');
  expect([await statusOf(before), await statusOf(after)]).toEqual(['pending', 'expired']);
  server.tick = 1_000;
});
