/** Units around a handler: reserved before it, committed with its effect, given back when it fails. */

import { isServerWide, kindChangedBy } from '@touchstone/core/api/changed-kinds.ts';
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import type { Caller } from '../frame/caller.ts';
import type { Context } from '../frame/context.ts';
import { ApiError } from '../frame/errors.ts';
import { type Db, listsChanged, write } from '../store/engine.ts';

export interface Charge {
  readonly accountId: string;
  readonly operation: string;
  readonly units: number;
}

export interface ChargeNeeds {
  readonly db: Db;
  readonly credits: {
    /** Sets units aside. Throws INSUFFICIENT_CREDITS where balance less what others have set aside is too low. */
    reserve(charge: Charge): Promise<void>;
    /** Gives a reservation back, after `settle` or a failure alike. */
    release(charge: Charge): void;
    /** Charges within the caller's transaction. */
    settle(transaction: Db, charge: Charge): Promise<void>;
    /** Charges for an operation that stores nothing; charges that come together share one transaction. */
    settleTogether(charge: Charge): Promise<void>;
    /** Counts a free call. */
    count(accountId: string, operation: string): void;
  };
}

export interface Work<N> {
  readonly operation: Endpoint;
  readonly caller: Caller | null;
  readonly sender: Caller | null;
  readonly requestId: string;
  readonly peer: string;
  /** Throws INVALID_REQUEST; runs where the units are short, so that what is wrong with the body is said first. */
  readonly checkBody: () => Promise<void>;
  /** Whether the request names itself as one that was carried out before: its answer costs nothing. */
  readonly isRepeat: () => Promise<boolean>;
  readonly handle: (context: Context<Endpoint, N>) => Promise<unknown>;
}

/**
 * Runs a handler between reserving and committing its units. What the handler writes through `context.write` is charged
 * in the same transaction; a handler that writes nothing is charged before its answer leaves. Where the units are short, it
 * runs for a repeat only, and has no effect unless it waives the charge.
 */
export async function charged<N extends ChargeNeeds>(deps: N, work: Work<N>): Promise<unknown> {
  const { operation, caller, sender, requestId, peer, checkBody, isRepeat, handle } = work;
  const { units } = operation;
  const base = typeof units === 'number' ? units : units.base;
  const reserved: Charge[] = [];
  let settled = false;
  /** Why nothing is reserved. */
  let short: ApiError | null = null;

  async function reserve(more: number): Promise<void> {
    if (caller === null || more === 0) return;
    const charge = { accountId: caller.accountId, operation: operation.id, units: more };
    await deps.credits.reserve(charge);
    reserved.push(charge);
  }

  /** All that is reserved, as one; null where nothing is. */
  function total(): Charge | null {
    const [first] = reserved;
    return first === undefined ? null : { ...first, units: reserved.reduce((sum, { units }) => sum + units, 0) };
  }

  const context: Context<Endpoint, N> = {
    deps,
    requestId,
    peer,
    // The contract's `auth` decides which of the two it is; `implement` has typed the handler accordingly.
    caller: caller as Context['caller'],
    sender,

    async write(action) {
      const charge = settled ? null : total();
      const result = await write(deps.db, async (transaction) => {
        // The account comes first in the order of locks.
        if (charge !== null) await deps.credits.settle(transaction, charge);
        const value = await action(transaction);
        if (short !== null) throw short;
        tellLists(transaction, operation, caller);
        return value;
      });
      // Not before: a write may be run again, and is paid for by the run that is committed.
      settled = true;
      return result;
    },

    async surcharge(name, times = 1) {
      const found = typeof units === 'number' ? undefined : units.surcharges[name];
      if (found === undefined) throw new TypeError(`${operation.id} has no surcharge ${name}`);
      if (settled) throw new TypeError(`${operation.id}: a surcharge comes before the write that it pays for`);
      await reserve(found.units * times);
    },

    waive() {
      settled = true;
    },
  };

  if (base > 0) {
    try {
      await reserve(base);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await checkBody();
      if (!(await isRepeat())) throw error;
      short = error;
    }
  }
  try {
    const answer = await handle(context);
    if (short !== null) {
      if (!settled) throw short;
      return answer;
    }
    const charge = total();
    if (charge !== null && !settled) await deps.credits.settleTogether(charge);
    if (charge === null && caller !== null) deps.credits.count(caller.accountId, operation.id);
    return answer;
  } finally {
    for (const charge of reserved) deps.credits.release(charge);
  }
}

/** Says which lists show what the operation has stored. */
function tellLists(transaction: Db, operation: Endpoint, caller: Caller | null): void {
  const kind = kindChangedBy(operation);
  if (kind === null) return;
  if (isServerWide(kind)) listsChanged(transaction, kind, null);
  else if (caller !== null) listsChanged(transaction, kind, caller.projectId);
}
