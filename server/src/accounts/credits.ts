/**
 * Units: reserved before an operation, committed with its effect, given back when it fails (decisions, section 2).
 * Reservations live in memory: after a crash there are none, and nothing was charged that did not happen.
 */
import type { Clock } from '@touchstone/core/time.ts';
import type { Logger } from 'pino';
import { ApiError } from '../frame/errors.ts';
import { type Db, togetherAtCommit, write, writeSoon } from '../store/engine.ts';
import { addUsage, findCredits, takeCredits, type Usage } from './store/accounts.ts';

export interface Charge {
  readonly accountId: string;
  readonly operation: string;
  readonly units: number;
  /** Whether it counts as a call of the operation: 1 unless stated; 0 for what a call goes on to cost. */
  readonly calls?: 0 | 1;
}

export interface Credits {
  /** Sets units aside. Throws INSUFFICIENT_CREDITS where balance less what others have set aside is too low. */
  reserve(charge: Charge): Promise<void>;
  /** Gives a reservation back, after `settle` or a failure alike. */
  release(charge: Charge): void;
  /** Charges within the caller's transaction. */
  settle(transaction: Db, charge: Charge): Promise<void>;
  /** The same where it is no error that the balance is too low: false, and nothing charged. */
  settleIfPossible(transaction: Db, charge: Charge): Promise<boolean>;
  /** Charges for an operation that stores nothing; charges that come together share one transaction. */
  settleTogether(charge: Charge): Promise<void>;
  /** Counts a free call; written once a second. */
  count(accountId: string, operation: string): void;
  /** Writes what is counted and stops the timer. Counts that cannot be written are logged and lost. */
  close(): Promise<void>;
}

const FLUSH_MS = 1_000;
const DAY_MS = 86_400_000;

export function createCredits(db: Db, clock: Clock, log: Pick<Logger, 'error'>): Credits {
  const reserved = new Map<string, number>();
  const freeCalls = new Map<string, Map<string, number>>();
  let waiting: { charge: Charge; resolve: () => void; reject: (error: unknown) => void }[] = [];

  let dayNumber = Number.NaN;
  let dayText = '';

  function today(): string {
    const number = Math.floor(clock() / DAY_MS);
    if (number !== dayNumber) {
      dayText = new Date(number * DAY_MS).toISOString().slice(0, 10);
      dayNumber = number;
    }
    return dayText;
  }

  async function settleIfPossible(transaction: Db, charge: Charge): Promise<boolean> {
    const { accountId, operation, units, calls = 1 } = charge;
    if (!(await takeCredits(transaction, accountId, units))) return false;
    await togetherAtCommit(transaction, 'usage', addUsages, { accountId, operation, units, day: today(), calls });
    return true;
  }

  async function settle(transaction: Db, charge: Charge): Promise<void> {
    if (!(await settleIfPossible(transaction, charge))) throw new ApiError('INSUFFICIENT_CREDITS');
  }

  async function settleWaiting(): Promise<void> {
    const batch = waiting;
    waiting = [];
    const short = new Set<Charge>();
    try {
      await write(db, async (transaction) => {
        const day = today();
        const usages: Usage[] = [];
        short.clear();
        for (const { charge } of batch.toSorted(byAccount)) {
          const { accountId, operation, units } = charge;
          if (!(await takeCredits(transaction, accountId, units))) short.add(charge);
          else usages.push({ accountId, operation, units, day, calls: 1 });
        }
        await addUsages(transaction, usages);
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

  function addCalls(accountId: string, operation: string, calls: number): void {
    const operations = freeCalls.get(accountId) ?? new Map<string, number>();
    operations.set(operation, (operations.get(operation) ?? 0) + calls);
    freeCalls.set(accountId, operations);
  }

  /** Never rejects: what cannot be written now is counted again, for the next time. */
  async function flush(): Promise<void> {
    if (freeCalls.size === 0) return;
    const counted = [...freeCalls].flatMap(([accountId, operations]) =>
      [...operations].map(([operation, calls]) => ({ accountId, operation, calls })),
    );
    freeCalls.clear();
    const day = today();
    try {
      await writeSoon(db, (transaction) =>
        addUsages(
          transaction,
          counted.map((usage) => ({ ...usage, day, units: 0 })),
        ),
      );
    } catch (error) {
      for (const { accountId, operation, calls } of counted) addCalls(accountId, operation, calls);
      log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'usage could not be written');
    }
  }

  let flushing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    flushing = flushing.then(flush);
  }, FLUSH_MS);
  timer.unref();

  return {
    async reserve({ accountId, units }) {
      const credits = await findCredits(db, accountId);
      const held = reserved.get(accountId) ?? 0;
      if (credits === null || credits - held < units) throw new ApiError('INSUFFICIENT_CREDITS');
      reserved.set(accountId, held + units);
    },

    release({ accountId, units }) {
      const left = (reserved.get(accountId) ?? 0) - units;
      if (left > 0) reserved.set(accountId, left);
      else reserved.delete(accountId);
    },

    settle,
    settleIfPossible,

    settleTogether(charge) {
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(settleWaiting);
        waiting.push({ charge, resolve, reject });
      });
    },

    count: (accountId, operation) => addCalls(accountId, operation, 1),

    async close() {
      clearInterval(timer);
      await flushing;
      await flush();
    },
  };
}

/** One row for each operation of an account, however many calls a transaction settles. */
async function addUsages(transaction: Db, usages: readonly Usage[]): Promise<void> {
  const rows = Map.groupBy(usages, ({ accountId, operation, day }) => `${accountId} ${operation} ${day}`);
  // By name: two transactions that count the same must not wait for each other.
  for (const [, same] of [...rows].sort()) {
    const sums = { calls: sumOf(same, 'calls'), units: sumOf(same, 'units') };
    const [first] = same;
    if (first !== undefined) await addUsage(transaction, { ...first, ...sums });
  }
}

function byAccount(one: { readonly charge: Charge }, other: { readonly charge: Charge }): number {
  return one.charge.accountId < other.charge.accountId ? -1 : Number(one.charge.accountId > other.charge.accountId);
}

function sumOf(usages: readonly Usage[], member: 'calls' | 'units'): number {
  return usages.reduce((sum, usage) => sum + usage[member], 0);
}
