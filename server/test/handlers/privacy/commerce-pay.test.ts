/** Paying invoices: who may, once, and what it moves (decisions, section 7 and 8; S16). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balanceOf } from '../../../src/ledger/wallets.ts';
import { openTestServer, type TestServer } from '../../harness.ts';
import { BASE, EMPTY_WALLET, makeInvoice, ORDER, payWith, verify } from './shop.ts';

let server: TestServer;
let key: string;
let projectId: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ key, projectId } = await server.newKey({ plan: 'business' }));
});
afterAll(() => server.close());

let wallets = 0;
/** An address that nobody has used. */
const newWallet = () => `wallet-${++wallets}-${projectId}`;
const held = (address: string) => balanceOf(server.deps.db, { chain: 'solana', address }, 'USDC');
const pay = (id: string, json: object, token?: string) =>
  server.call('POST', `${BASE}/invoice/${id}/pay`, { json, ...(token === undefined ? {} : { token }) });

describe('a payment', () => {
  test('with the opening alone moves the balances, is anchored and shows in the settlement', async () => {
    const made = await makeInvoice(server, key);
    const payer = newWallet();
    const before = [await held(payer), await held(ORDER.recipient_wallet)] as const;
    const answer = await payWith(server, made, payer);
    expect(answer.body).toEqual({
      commitment: made.commitment,
      status: 'settled',
      settled_at: expect.any(String),
      tx_signature: expect.any(String),
      chain: 'solana',
      details: { network: 'embedded:solana' },
    });
    expect(await held(payer)).toBe(before[0] - 49_990_000);
    expect(await held(ORDER.recipient_wallet)).toBe(before[1] + 49_990_000);
    const settlement = await server.call('GET', `${BASE}/settlement/${made.commitment}`, { token: key });
    expect(settlement.body).toEqual(answer.body);
    const tx = String(answer.at('tx_signature'));
    const anchored = await server.call('GET', `/v1/ledger/chains/solana/anchors?commitment=${made.commitment}`, {
      token: key,
    });
    expect((anchored.at('items') as { kind: string; tx: string }[]).map(({ kind }) => kind)).toEqual([
      'settlement',
      'invoice',
    ]);
    expect(anchored.text).toContain(tx);
    for (const secret of ['amount', '49990000', payer, ORDER.recipient_wallet]) {
      expect(anchored.text).not.toContain(secret);
    }
  });

  test('any undocumented wallet can pay 50 dollars', async () => {
    for (let i = 0; i < 20; i++) {
      const made = await makeInvoice(server, key, { amount_cents: 5_000 });
      expect((await payWith(server, made, newWallet())).status).toBe(200);
    }
  });

  test('in another currency costs its dollars at the documented rate', async () => {
    const made = await makeInvoice(server, key, { amount_cents: 1_000, currency: 'EUR' });
    const payer = newWallet();
    const before = await held(payer);
    expect((await payWith(server, made, payer)).status).toBe(200);
    expect(before - (await held(payer))).toBe(11_000_000);
  });

  test('with the key of the project needs no opening', async () => {
    const { id } = await makeInvoice(server, key);
    const answer = await pay(id, { payer_wallet: newWallet() }, key);
    expect(answer.at('status')).toBe('settled');
  });
});

describe('a payment is refused', () => {
  test('without opening and without a key, or with the key of somebody else', async () => {
    const { id, commitment } = await makeInvoice(server, key);
    const json = { payer_wallet: newWallet() };
    expect((await pay(id, json)).code).toBe('UNAUTHORIZED');
    // A bad key counts as none on an operation that needs none.
    expect((await pay(id, json, `svc_live_${'0'.repeat(16)}_${'0'.repeat(64)}`)).code).toBe('UNAUTHORIZED');
    expect((await pay(id, json, (await server.newKey()).key)).code).toBe('NOT_FOUND');
    expect((await pay(id, json, await server.voter(projectId, ['sign']))).code).toBe('INVALID_SCOPE');
    // It does not tell whether there is such an invoice.
    expect((await pay('inv_0000000000000000', json)).code).toBe('UNAUTHORIZED');
    expect((await verify(server, commitment)).at('status')).toBe('pending');
  });

  test('S16: a wrong opening, also beside a good key, is answered as no invoice is', async () => {
    const [one, other] = [await makeInvoice(server, key), await makeInvoice(server, key)];
    const last = one.opening.at(-5) === 'A' ? 'B' : 'A';
    const wrong = [other.opening, one.opening.slice(0, -5) + last + one.opening.slice(-4), 'x', `${one.opening}A`];
    const missing = await payWith(server, { id: 'inv_0000000000000000', opening: one.opening }, newWallet());
    for (const opening of wrong) {
      const answer = await payWith(server, { id: one.id, opening }, newWallet());
      expect([answer.status, answer.message]).toEqual([404, missing.message]);
      expect((await pay(one.id, { payer_wallet: newWallet(), opening }, key)).code).toBe('NOT_FOUND');
    }
    expect((await verify(server, one.commitment)).at('status')).toBe('pending');
  });

  test('where the balance is short: nothing moves, and another wallet can pay', async () => {
    const made = await makeInvoice(server, key, { amount_cents: 1 });
    const before = await held(ORDER.recipient_wallet);
    const answer = await payWith(server, made, EMPTY_WALLET);
    expect([answer.status, answer.code]).toEqual([402, 'INSUFFICIENT_CREDITS']);
    expect(answer.text).not.toContain('demo:');
    const huge = await makeInvoice(server, key, { amount_cents: Number.MAX_SAFE_INTEGER });
    expect((await payWith(server, huge, 'demo:treasury')).code).toBe('INSUFFICIENT_CREDITS');
    expect(await held(ORDER.recipient_wallet)).toBe(before);
    expect((await payWith(server, made, newWallet())).status).toBe(200);
  });

  test('once it is paid, and from its end on, to the second', async () => {
    const paid = await makeInvoice(server, key);
    const payer = newWallet();
    const first = await payWith(server, paid, payer);
    const again = await payWith(server, paid, payer);
    expect([again.status, again.code]).toEqual([409, 'CONFLICT']);
    expect((await pay(paid.id, { payer_wallet: payer }, key)).code).toBe('CONFLICT');
    const settlement = await server.call('GET', `${BASE}/settlement/${paid.commitment}`, { token: key });
    expect(settlement.body).toEqual(first.body);
    const tick = server.tick;
    server.tick = 0;
    try {
      const [late, timely] = [await makeInvoice(server, key), await makeInvoice(server, key)];
      server.advance(86_399_000);
      expect((await payWith(server, timely, newWallet())).status).toBe(200);
      server.advance(1_000);
      expect((await payWith(server, late, newWallet())).code).toBe('CONFLICT');
      expect((await verify(server, paid.commitment)).body).toMatchObject({ valid: true, status: 'settled' });
    } finally {
      server.tick = tick;
    }
  });
});

describe('many at once', () => {
  test('pay one invoice once', async () => {
    const made = await makeInvoice(server, key);
    const payers = Array.from({ length: 30 }, newWallet);
    const before = await Promise.all(payers.map(held));
    const merchant = await held(ORDER.recipient_wallet);
    const answers = await Promise.all(payers.map((payer) => payWith(server, made, payer)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(29).fill(409)]);
    const after = await Promise.all(payers.map(held));
    const paid = payers.filter((_, at) => after[at] !== before[at]);
    expect(paid).toEqual(payers.filter((_, at) => answers[at]?.status === 200));
    expect(await held(ORDER.recipient_wallet)).toBe(merchant + 49_990_000);
  });

  test('take from one wallet no more than it holds', async () => {
    const payer = 'demo:saver';
    const before = await held(payer);
    const amount = 10_000;
    const possible = Math.floor(before / (amount * 10_000));
    const made = await Promise.all(
      Array.from({ length: possible + 4 }, () => makeInvoice(server, key, { amount_cents: amount })),
    );
    const answers = await Promise.all(made.map((one) => payWith(server, one, payer)));
    const paid = answers.filter(({ status }) => status === 200).length;
    expect(paid).toBe(possible);
    expect(answers.filter(({ code }) => code === 'INSUFFICIENT_CREDITS').length).toBe(4);
    expect(await held(payer)).toBe(before - possible * amount * 10_000);
  });

  test('pay each other, and nobody waits in a circle', async () => {
    const [one, other] = [newWallet(), newWallet()];
    const total = (await held(one)) + (await held(other));
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        makeInvoice(server, key, { amount_cents: 100, recipient_wallet: at % 2 === 0 ? one : other }),
      ),
    );
    const answers = await Promise.all(made.map((invoice, at) => payWith(server, invoice, at % 2 === 0 ? other : one)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await held(one)) + (await held(other))).toBe(total);
  });
});

describe('12.26: the pages that this server shows by the names of its API', () => {
  test('may verify and pay, by the name that they were loaded from', async () => {
    const made = await makeInvoice(server, key);
    const json = { commitment: made.commitment, chain: 'solana' };
    const from = (origin: string, host: string, path: string, body: object) =>
      server.call('POST', BASE + path, { json: body, headers: { host, origin, 'sec-fetch-site': 'same-origin' } });
    for (const host of ['127.0.0.1:7433', '[::1]:7433']) {
      expect((await from(`http://${host}`, host, '/verify', json)).status).toBe(200);
    }
    for (const origin of ['null', 'http://127.0.0.1:7434', 'https://127.0.0.1:7433', 'http://[::1]:7433']) {
      expect((await from(origin, '127.0.0.1:7433', '/verify', json)).code).toBe('FORBIDDEN_ORIGIN');
    }
    const body = { payer_wallet: newWallet(), opening: made.opening };
    const path = `/invoice/${made.id}/pay`;
    expect((await from('http://127.0.0.1:7433', '127.0.0.1:7433', path, body)).at('status')).toBe('settled');
  });

  test('nothing else is open to them', async () => {
    const headers = { host: '127.0.0.1:7433', origin: 'http://127.0.0.1:7433' };
    const invoice = await server.call('POST', `${BASE}/invoice`, { token: key, json: ORDER, headers });
    expect(invoice.code).toBe('FORBIDDEN_ORIGIN');
    for (const path of [`${BASE}/health`, '/health', '/openapi.json', '/docs']) {
      expect((await server.call('GET', path, { headers })).code).toBe('FORBIDDEN_ORIGIN');
    }
  });
});
