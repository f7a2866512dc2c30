/** Steps of tests about invoices. */
import { expect } from 'vitest';
import type { Answer, TestServer } from '../../harness.ts';

export const BASE = '/api/v1/commerce';
/** Holds nothing. */
export const EMPTY_WALLET = 'demo:empty';

export const ORDER = {
  amount_cents: 4_999,
  currency: 'USD',
  description: 'Support, January',
  recipient_wallet: 'demo:merchant',
  chain: 'solana',
};

export interface Made {
  readonly id: string;
  readonly commitment: string;
  readonly url: string;
  readonly opening: string;
  readonly answer: Answer;
}

export async function makeInvoice(
  server: TestServer,
  token: string,
  order: object = {},
  headers: Record<string, string> = {},
): Promise<Made> {
  const json = { ...ORDER, ...order };
  const answer = await server.call('POST', `${BASE}/invoice`, { token, json, headers });
  expect(answer.status, answer.text).toBe(200);
  const url = String(answer.at('payment_url'));
  return {
    id: String(answer.at('invoice_id')),
    commitment: String(answer.at('commitment')),
    url,
    opening: new URL(url).hash.slice(1),
    answer,
  };
}

/** As a stranger pays: without a key. */
export function payWith(server: TestServer, { id, opening }: Pick<Made, 'id' | 'opening'>, wallet: string) {
  return server.call('POST', `${BASE}/invoice/${id}/pay`, { json: { payer_wallet: wallet, opening } });
}

export function verify(server: TestServer, commitment: string, chain = 'solana') {
  return server.call('POST', `${BASE}/verify`, { json: { commitment, chain } });
}
