/** The two operations that the page asks, both without a credential. */
import type { api } from '@touchstone/core/api/api.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';

type Commerce = typeof api.privacy.commerce;
export type Status = OutputOf<Commerce['verify']>['status'];
export type Settlement = OutputOf<Commerce['settlement']>;

export interface Refusal {
  /** Of the catalogue, or `UNREACHABLE`. */
  readonly code: string;
  /** The member that the refusal is about; empty where it is about none. */
  readonly field: string;
  readonly requestId: string;
  readonly retryAfterSeconds: number;
}

export type Asked<T> = { readonly ok: true; readonly answer: T } | { readonly ok: false; readonly refusal: Refusal };

const BASE = '/api/v1/commerce';

export function askStatus(
  body: InputOf<Commerce['verify']>['body'] | { readonly commitment: string; readonly chain: string },
): Promise<Asked<OutputOf<Commerce['verify']>>> {
  return post('/verify', body);
}

export function pay(invoiceId: string, body: InputOf<Commerce['pay']>['body']): Promise<Asked<Settlement>> {
  return post(`/invoice/${encodeURIComponent(invoiceId)}/pay`, body);
}

async function post<T>(path: string, body: object): Promise<Asked<T>> {
  try {
    const answer = await fetch(BASE + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    });
    const value: unknown = await answer.json();
    return answer.ok ? { ok: true, answer: value as T } : { ok: false, refusal: refusalOf(answer.headers, value) };
  } catch {
    return { ok: false, refusal: { code: 'UNREACHABLE', field: '', requestId: '', retryAfterSeconds: 0 } };
  }
}

function refusalOf(headers: Headers, body: unknown): Refusal {
  const error = memberOf(body, 'error');
  const [code, requestId] = [memberOf(error, 'code'), memberOf(error, 'request_id')];
  return {
    code: typeof code === 'string' ? code : 'INTERNAL',
    field: headers.get('x-error-field') ?? '',
    requestId: typeof requestId === 'string' ? requestId : '',
    retryAfterSeconds: Number(headers.get('retry-after') ?? 1),
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
