/** Ties handlers to their contracts: a missing one, a stranger, or a wrong answer does not compile. */
import type { Endpoint, InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { Deps } from './deps.ts';
import type { Caller } from './http/auth.ts';
import type { Db } from './store/db.ts';

export interface Context<E extends Endpoint = Endpoint> {
  readonly deps: Deps;
  readonly requestId: string;
  /** null on operations without authentication. */
  readonly caller: E['auth'] extends 'none' ? null : Caller;
  /**
   * Runs `action` in a transaction that also charges the operation's units: both are on the disk, or neither. An
   * operation that stores something calls it once. `action` uses the `db` that it is given and no other: there is one
   * connection, and the transaction holds it.
   */
  write<T>(action: (db: Db) => Promise<T>): Promise<T>;
}

export type Handler<E extends Endpoint> = (context: Context<E>, input: InputOf<E>) => Promise<OutputOf<E>>;

export type Handlers<G extends Readonly<Record<string, Endpoint>>> = { readonly [O in keyof G]: Handler<G[O]> };

/** An operation and its handler, as `bind` takes them; the handler's types have been checked by `implement`. */
export interface Implementation {
  readonly operation: Endpoint;
  readonly handle: (context: Context, input: unknown) => Promise<unknown>;
}

/**
 * `implement(api.signing.svcKey)({ … })`. In two calls, because TypeScript checks literal types in answers only where the
 * group's type is fixed before the handlers are looked at.
 */
export function implement<const G extends Readonly<Record<string, Endpoint>>>(group: G) {
  return (handlers: Handlers<G>): Readonly<Record<keyof G & string, Implementation>> => {
    const pairs = Object.entries(group).map(([name, operation]): [string, Implementation] => {
      // `validate.ts` has held the input against the schema from which the handler's types come.
      const handle = handlers[name] as Handler<Endpoint> as Implementation['handle'];
      return [name, { operation, handle }];
    });
    return Object.freeze(Object.fromEntries(pairs) as Record<keyof G & string, Implementation>);
  };
}
