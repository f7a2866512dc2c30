/**
 * Writes under an `Idempotency-Key`: the same request under the same key answers what the first one made, writes nothing and
 * costs nothing.
 */
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import { equalBytes } from '@touchstone/core/bytes.ts';
import { canonicalBytes, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import type { Logger } from 'pino';
import type { Db } from '../store/engine.ts';
import { claimRequest, isOwnRequest, type KeyedRequest, settleRequest } from '../store/requests.ts';
import type { Vault } from '../vault/envelope.ts';
import type { Caller } from './caller.ts';
import type { Context } from './context.ts';
import { ApiError } from './errors.ts';

interface Needs {
  readonly vault: Vault;
  readonly log: Pick<Logger, 'error'>;
}

/** What a handler's context and input have, whichever of the operations it is. */
type Writing = Pick<Context<Endpoint, Needs>, 'deps' | 'waive'> & { readonly caller: Caller };

export interface OnceRequest {
  /** Id of the operation. */
  readonly operation: string;
  readonly headers: { readonly 'idempotency-key'?: string };
  readonly params?: object;
  readonly body: object;
}

/** Comes first in the transaction: claims the key of the request. What it answers says, in the end, the id of what was made. */
export type Claim = (transaction: Db, now: number) => Promise<(subject: string) => Promise<void>>;

/** Thrown out of a transaction, which it undoes, where the request was carried out before. */
class Repeat extends Error {
  readonly subject: string;
  constructor(subject: string) {
    super('internal: a repeat was not answered');
    this.subject = subject;
  }
}

/** Answers what `write` makes, or `again` of the id of what the request that this one repeats has made. */
export async function writeOnce<T>(
  { deps, caller, waive }: Writing,
  request: OnceRequest,
  write: (claim: Claim) => Promise<T>,
  again: (subject: string) => Promise<T>,
): Promise<T> {
  const key = request.headers['idempotency-key'];
  const hash = key === undefined ? null : requestHash(request);
  const claim: Claim = async (transaction, now) => {
    if (key === undefined || hash === null) return async () => undefined;
    const keyed = { project: caller.projectId, key, hash, now };
    await requireFirst(transaction, deps, keyed);
    return (subject) => settleRequest(transaction, deps.vault, keyed, subject);
  };
  try {
    return await write(claim);
  } catch (error) {
    if (!(error instanceof Repeat)) throw error;
    waive();
    return again(error.subject);
  }
}

async function requireFirst(transaction: Db, { vault, log }: Needs, request: KeyedRequest): Promise<void> {
  const before = await claimRequest(transaction, request);
  if (before === null) return;
  if (!isOwnRequest(vault, before)) {
    log.error({ project: request.project }, 'a request under an Idempotency-Key was changed outside of the service');
    throw new ApiError(
      'CONFLICT',
      'What was stored of the request under this Idempotency-Key was changed outside of the service. Use another key.',
    );
  }
  if (equalBytes(before.request_hash, request.hash)) throw new Repeat(before.subject);
  throw new ApiError('CONFLICT', 'Another request was made under this Idempotency-Key.');
}

function requestHash({ operation, params = {}, body }: OnceRequest): Uint8Array {
  // Contract and strict parser have made sure that both are JSON; the router's parameters have a class of their own.
  return sha256(canonicalBytes([operation, { ...params } as JsonValue, body as JsonValue]));
}
