/** Invoices: making, showing, verifying, hiding (decisions, section 8; S16; 12.36). */
import { openInvoice } from '@touchstone/core/commerce/invoice.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unitSums } from '../../../src/accounts/store/accounts.ts';
import { lastPosition, write } from '../../../src/store/engine.ts';
import { openTestServer, type TestServer } from '../../harness.ts';
import { BASE, makeInvoice, ORDER, payWith, verify } from './shop.ts';

let server: TestServer;
let key: string;
let keyId: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ key, keyId } = await server.newKey({ plan: 'business' }));
});
afterAll(() => server.close());

const get = (path: string, token = key) => server.call('GET', BASE + path, { token });
const hide = (id: string, token = key) => server.call('DELETE', `${BASE}/invoice/${id}`, { token });
const listed = async (token = key, query = '') =>
  ((await get(`/invoices${query}`, token)).at('items') as { invoice_id: string }[]).map(({ invoice_id }) => invoice_id);

test('health tells the version and how long the service runs, to anybody', async () => {
  const answer = await server.call('GET', `${BASE}/health`);
  expect(answer.body).toEqual({
    status: 'ok',
    version: server.deps.product.version,
    uptime_seconds: expect.any(Number),
  });
  server.advance(10_000);
  const later = await server.call('GET', `${BASE}/health`);
  expect(Number(later.at('uptime_seconds'))).toBeGreaterThanOrEqual(Number(answer.at('uptime_seconds')) + 10);
});

describe('S16: an invoice', () => {
  test('is anchored as its commitment alone, and its opening stands in the fragment', async () => {
    const { answer, commitment, url, opening, id } = await makeInvoice(server, key);
    expect(answer.body).toEqual({
      invoice_id: expect.stringMatching(/^inv_[0-9a-f]{16}$/),
      commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
      payment_url: expect.any(String),
      expires_at: expect.any(String),
      chain: 'solana',
      proof_size_bytes: 74,
      details: { network: 'embedded:solana' },
    });
    const address = new URL(url);
    expect([address.host, address.pathname, address.search]).toEqual(['127.0.0.1:7433', `/pay/${commitment}`, '']);
    const opened = openInvoice(commitment, opening);
    const { expires_at } = answer.body as { expires_at: string };
    expect(opened).toEqual({
      ok: true,
      invoice: { ...ORDER, invoice_id: id, issued_at: expect.any(String), expires_at },
    });
    const anchored = await server.call('GET', `/v1/ledger/chains/solana/anchors?commitment=${commitment}`, {
      token: key,
    });
    expect(anchored.at('items.0.kind')).toBe('invoice');
    for (const secret of [opening, 'amount', ORDER.description, ORDER.recipient_wallet]) {
      expect(anchored.text).not.toContain(secret);
    }
  });

  test('has another commitment each time', async () => {
    const [one, other] = [await makeInvoice(server, key), await makeInvoice(server, key)];
    expect(one.commitment).not.toBe(other.commitment);
  });

  test('lies sealed in the database: neither opening nor amount nor party is in its row', async () => {
    const { id, opening } = await makeInvoice(server, key, { recipient_wallet: 'wallet-of-grace' });
    const row = await server.deps.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const text = Object.values(row)
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
      .join('\n');
    for (const secret of [opening.slice(8, 40), 'wallet-of-grace', 'January', '4999'])
      expect(text).not.toContain(secret);
  });

  test('costs one unit, and in a currency without a rate is refused', async () => {
    const { key: other } = await server.newKey();
    await makeInvoice(server, other);
    const json = { ...ORDER, currency: 'XXX' };
    const refused = await server.call('POST', `${BASE}/invoice`, { token: other, json });
    expect([refused.code, refused.headers['x-error-field']]).toEqual(['INVALID_REQUEST', 'currency']);
    for (const wrong of [{ amount_cents: 0 }, { amount_cents: 1.5 }, { chain: 'dogecoin' }, { currency: 'usd' }]) {
      const answer = await server.call('POST', `${BASE}/invoice`, { token: other, json: { ...ORDER, ...wrong } });
      expect(answer.code).toBe('INVALID_REQUEST');
    }
    const { accountId } = await server.deps.identity.authenticate({ authorization: `Bearer ${other}` });
    const { spent } = await unitSums(server.deps.db, accountId);
    expect(spent).toBe(1);
  });
});

describe('a repeat under an Idempotency-Key', () => {
  test('answers the same invoice, makes none and costs nothing', async () => {
    const { key: other, projectId } = await server.newKey();
    const headers = { 'idempotency-key': 'order-1' };
    const first = await makeInvoice(server, other, {}, headers);
    const again = await makeInvoice(server, other, {}, headers);
    expect(again.answer.body).toEqual(first.answer.body);
    expect(await lastPosition(server.deps.db, 'invoices', { project_id: projectId })).toBe(1);
    const changed = await server.call('POST', `${BASE}/invoice`, {
      token: other,
      json: { ...ORDER, amount_cents: 1 },
      headers,
    });
    expect(changed.code).toBe('CONFLICT');
    expect((await makeInvoice(server, key, {}, headers)).id).not.toBe(first.id);
  });
});

describe('verification', () => {
  test('anybody learns that a commitment is anchored and what became of it, and neither amount nor parties', async () => {
    const made = await makeInvoice(server, key);
    const answer = await verify(server, made.commitment);
    expect(answer.body).toEqual({
      valid: true,
      commitment: made.commitment,
      status: 'pending',
      chain: 'solana',
      verified_at: expect.any(String),
      details: { network: 'embedded:solana' },
    });
    expect((await payWith(server, made, 'payer-of-verification')).status).toBe(200);
    expect((await verify(server, made.commitment)).body).toMatchObject({ valid: true, status: 'settled' });
  });

  test('S15: on another chain, of another kind, unknown or of another length it is unknown', async () => {
    const { commitment } = await makeInvoice(server, key);
    expect((await verify(server, commitment, 'ethereum')).body).toMatchObject({ valid: false, status: 'unknown' });
    const hash = '7c'.repeat(32);
    await server.call('POST', '/v1/vault/attest', { token: key, json: { hash, chain: 'solana' } });
    for (const other of [hash, '0'.repeat(64), 'ab', '']) {
      expect((await verify(server, other)).body).toMatchObject({ valid: false, commitment: other, status: 'unknown' });
    }
    for (const malformed of ['abc', commitment.toUpperCase()]) {
      expect((await verify(server, malformed)).code).toBe('INVALID_REQUEST');
    }
  });

  test('S15: a row whose transaction anchors something else verifies as unknown', async () => {
    const [one, other] = [await makeInvoice(server, key), await makeInvoice(server, key)];
    const { db, chains } = server.deps;
    const tx = async (id: string) =>
      (await db.selectFrom('invoices').select('tx').where('id', '=', id).executeTakeFirstOrThrow()).tx;
    const put = (value: string) => db.updateTable('invoices').set({ tx: value }).where('id', '=', one.id).execute();
    const own = await tx(one.id);
    const document = await write(db, (transaction) =>
      chains.get('solana').anchor(transaction, 'document', one.commitment),
    );
    for (const wrong of [await tx(other.id), document.tx]) {
      await put(wrong);
      expect((await verify(server, one.commitment)).body).toMatchObject({ valid: false, status: 'unknown' });
    }
    await put(own);
    expect((await verify(server, one.commitment)).body).toMatchObject({ valid: true });
  });

  test('an invoice expires to the second', async () => {
    const { commitment, answer } = await makeInvoice(server, key);
    const tick = server.tick;
    server.tick = 0;
    try {
      const left = Date.parse(String(answer.at('expires_at'))) - server.deps.clock();
      expect(left).toBe(86_400_000);
      server.advance(left - 1_000);
      expect((await verify(server, commitment)).body).toMatchObject({ valid: true, status: 'pending' });
      server.advance(1_000);
      expect((await verify(server, commitment)).body).toMatchObject({ valid: false, status: 'expired' });
      expect((await get(`/settlement/${commitment}`)).body).toMatchObject({
        status: 'expired',
        settled_at: null,
        tx_signature: null,
      });
    } finally {
      server.tick = tick;
    }
  });
});

describe('the owner', () => {
  test('reads the settlement, the invoice and its address; other projects find nothing', async () => {
    const { id, commitment, url } = await makeInvoice(server, key);
    expect((await get(`/settlement/${commitment}`)).body).toEqual({
      commitment,
      status: 'pending',
      settled_at: null,
      tx_signature: null,
      chain: 'solana',
      details: { network: 'embedded:solana' },
    });
    expect((await get(`/invoice/${id}`)).body).toMatchObject({
      ...ORDER,
      invoice_id: id,
      created_by: keyId,
      payment_url: url,
    });
    const { key: stranger } = await server.newKey();
    for (const path of [`/settlement/${commitment}`, `/invoice/${id}`]) {
      expect((await get(path, stranger)).code).toBe('NOT_FOUND');
    }
    expect((await hide(id, stranger)).code).toBe('NOT_FOUND');
    expect(await listed(stranger)).toEqual([]);
  });

  test('lists invoices by status, the newest first, in pages', async () => {
    const { key: own } = await server.newKey();
    const made = [await makeInvoice(server, own), await makeInvoice(server, own), await makeInvoice(server, own)];
    const [first, second, third] = made.map(({ id }) => id);
    await payWith(server, made[1] ?? made[0] ?? never(), 'payer-of-the-list');
    expect(await listed(own)).toEqual([third, second, first]);
    expect(await listed(own, '?status=settled')).toEqual([second]);
    expect(await listed(own, '?status=pending')).toEqual([third, first]);
    const page = await get('/invoices?limit=2', own);
    expect(page.text).not.toContain('/pay/');
    const rest = await get(`/invoices?limit=2&cursor=${page.at('next_cursor')}`, own);
    expect([rest.at('items.0.invoice_id'), rest.at('next_cursor')]).toEqual([first, null]);
    expect((await get('/invoices?cursor=x', own)).code).toBe('INVALID_REQUEST');
    server.advance(86_400_000);
    // Before any sweep.
    expect(await listed(own, '?status=expired')).toEqual([third, first]);
    expect(await listed(own, '?status=pending')).toEqual([]);
    expect((await server.call('GET', '/v1/invoices', { token: own })).at('items.0.invoice_id')).toBe(third);
  });
});

describe('12.36: hiding', () => {
  test('a key hides what it made; what is anchored goes on', async () => {
    const { id, commitment, opening } = await makeInvoice(server, key);
    expect((await hide(id)).body).toEqual({ invoice_id: id, hidden: true });
    expect(await listed()).not.toContain(id);
    expect((await hide(id)).code).toBe('NOT_FOUND');
    expect((await verify(server, commitment)).at('valid')).toBe(true);
    expect((await get(`/invoice/${id}`)).at('invoice_id')).toBe(id);
    expect((await payWith(server, { id, opening }, 'payer-of-a-hidden-one')).at('status')).toBe('settled');
    expect((await get(`/settlement/${commitment}`)).at('status')).toBe('settled');
  });

  test('another key of the project does not, console and administrator do', async () => {
    const { key: maker, projectId } = await server.newKey();
    const other = await server.voter(projectId, ['commerce']);
    const { id } = await makeInvoice(server, maker);
    expect((await hide(id, other)).code).toBe('INVALID_SCOPE');
    expect(await listed(other)).toEqual([id]);
    const headers = { 'x-svc-project': projectId };
    const answer = await server.call('DELETE', `${BASE}/invoice/${id}`, { token: server.admin, headers });
    expect(answer.status).toBe(200);
    expect(await listed(maker)).toEqual([]);
  });
});

function never(): never {
  throw new TypeError('nothing was made');
}
