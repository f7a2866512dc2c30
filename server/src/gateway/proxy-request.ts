/** A call as the caller asked for it, its body written out once. */
import type { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { jsonHash } from './answer-body.ts';

export type ProxyBody = InputOf<typeof api.crypto.key.gatewayProxy>['body'];

export interface ProxyRequest {
  readonly call: Omit<ProxyBody, 'body'>;
  /** JSON in UTF-8; null where there is none. */
  readonly bytes: Uint8Array | null;
  /** SHA3-256 of the canonical form of the body, or of null; hex. */
  readonly hash: string;
}

/** Linear in the length of the body. */
export function proxyRequest({ body, ...call }: ProxyBody): ProxyRequest {
  return { call, bytes: body === undefined ? null : utf8(JSON.stringify(body)), hash: jsonHash(body ?? null) };
}
