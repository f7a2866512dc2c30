/**
 * Units: reserved before an operation, committed with its effect, given back when it fails (decisions, section 2).
 * Reservations live in memory: after a crash there are none, and nothing was charged that did not happen.
 */
import type { Clock } from '@touchstone/core/time.ts';
import { ApiError } from './errors.ts';
import { addUsage, findAccount, takeCredits } from './store/accounts.ts';
import type { Db } from './store/db.ts';

export interface Charge {
  readonly accountId: string;
  readonly operation: string;
  readonly units: number;
}

export interface Credits {
  /** Sets units aside. Throws INSUFFICIENT_CREDITS where balance less what others have set aside is too low. */
  reserve(charge: Charge): Promise<void>;
  /** Gives a reservation back, after `settle` or a failure alike. */
  release(charge: Charge): void;
  /** Charges within the caller's transaction. */
  settle(transaction: Db, charge: Charge): Promise<void>;
  /** Charges for an operation that stores nothing; charges that come together share one transaction. */
  settleTogether(charge: Charge): Promise<void>;
  /** Counts a free call; written once a second. */
  count(accountId: string, operation: string): void;
  /** Writes what is counted and stops the timer. */
  close(): Promise<void>;
}

const FLUSH_MS = 1_000;

export function createCredits(db: Db, clock: Clock): Credits {
  const reserved = new Map<string, number>();
  const freeCalls = new Map<string, Map<string, number>>();
  let waiting: { charge: Charge; resolve: () => void; reject: (error: unknown) => void }[] = [];

  const today = () => new Date(clock()).toISOString().slice(0, 10);

  async function settle(transaction: Db, charge: Charge): Promise<void> {
    const { accountId, operation, units } = charge;
    if (!(await takeCredits(transaction, accountId, units))) throw new ApiError('INSUFFICIENT_CREDITS');
    await addUsage(transaction, { accountId, operation, units, day: today(), calls: 1 });
  }

  async function settleWaiting(): Promise<void> {
    const batch = waiting;
    waiting = [];
    const short = new Set<Charge>();
    try {
      await db.transaction().execute(async (transaction) => {
        for (const { charge } of batch) {
          const { accountId, operation, units } = charge;
          if (!(await takeCredits(transaction, accountId, units))) short.add(charge);
          else await addUsage(transaction, { accountId, operation, units, day: today(), calls: 1 });
        }
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { charge, resolve, reject } of batch) {
      if (short.has(charge)) reject(new ApiError('INSUFFICIENT_CREDITS'));
      else resolve();
    }
  }

  async function flush(): Promise<void> {
    if (freeCalls.size === 0) return;
    const counted = [...freeCalls];
    freeCalls.clear();
    const day = today();
    await db.transaction().execute(async (transaction) => {
      for (const [accountId, operations] of counted) {
        for (const [operation, calls] of operations) {
          await addUsage(transaction, { accountId, operation, calls, day, units: 0 });
        }
      }
    });
  }

  let flushing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    flushing = flushing.then(flush);
  }, FLUSH_MS);
  timer.unref();

  return {
    async reserve({ accountId, units }) {
      const account = await findAccount(db, accountId);
      const held = reserved.get(accountId) ?? 0;
      if (account === null || account.credits - held < units) throw new ApiError('INSUFFICIENT_CREDITS');
      reserved.set(accountId, held + units);
    },

    release({ accountId, units }) {
      const left = (reserved.get(accountId) ?? 0) - units;
      if (left > 0) reserved.set(accountId, left);
      else reserved.delete(accountId);
    },

    settle,

    settleTogether(charge) {
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(settleWaiting);
        waiting.push({ charge, resolve, reject });
      });
    },

    count(accountId, operation) {
      const operations = freeCalls.get(accountId) ?? new Map<string, number>();
      operations.set(operation, (operations.get(operation) ?? 0) + 1);
      freeCalls.set(accountId, operations);
    },

    async close() {
      clearInterval(timer);
      await flushing;
      await flush();
    },
  };
}
