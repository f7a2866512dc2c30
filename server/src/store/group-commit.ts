/**
 * Writes that come together share one transaction, because what costs time is getting a commit onto the disk. Each runs
 * behind a savepoint of its own: one that fails takes back what it did and leaves the others alone. Nobody is answered
 * before the commit is on the disk; where that fails, all have failed.
 */
import { CompiledQuery } from 'kysely';
import type { Db } from './db.ts';

interface Member {
  /** Runs the action and keeps its answer. */
  readonly run: (transaction: Db) => Promise<void>;
  /** Hands out the answer that was kept. */
  readonly answer: () => void;
  readonly fail: (error: unknown) => void;
}

interface Group {
  waiting: Member[];
  isRunning: boolean;
}

const SAVEPOINT = CompiledQuery.raw('SAVEPOINT member');
const ROLLBACK = CompiledQuery.raw('ROLLBACK TO SAVEPOINT member');
const RELEASE = CompiledQuery.raw('RELEASE SAVEPOINT member');

/** Members of one transaction. The others wait for the connection meanwhile. */
const MOST_MEMBERS = 16;

const groups = new WeakMap<Db, Group>();

/** Work on everything of its kind that the members of a transaction have left. */
type Gathered<T> = (transaction: Db, items: readonly T[]) => Promise<void>;

interface Left {
  /** The same for all items that are worked on together. */
  readonly kind: unknown;
  readonly item: unknown;
  readonly work: (items: readonly unknown[]) => Promise<void>;
}

/** What was left for the end of a shared transaction. */
const leftOver = new WeakMap<Db, Left[]>();

/** Runs an action in a transaction of `db` that it may share with others, and answers when that is on the disk. */
export function writeTogether<T>(db: Db, action: (transaction: Db) => Promise<T>): Promise<T> {
  const group = groups.get(db) ?? { waiting: [], isRunning: false };
  groups.set(db, group);
  return new Promise<T>((resolve, reject) => {
    let answer = () => {};
    group.waiting.push({
      async run(transaction) {
        const value = await action(transaction);
        answer = () => resolve(value);
      },
      answer: () => answer(),
      fail: reject,
    });
    if (group.isRunning) return;
    group.isRunning = true;
    // At the end of this turn of the event loop, so that who comes in it is a member too: a commit holds the loop.
    setImmediate(runAll, db, group);
  });
}

/**
 * Leaves work for the end of a shared transaction, so that what is slow and needs no database meanwhile, such as signing,
 * goes on beside the other members. In a transaction that is not shared it is done at once. Where it fails, all fail.
 */
export async function atCommit(transaction: Db, work: () => Promise<void>): Promise<void> {
  const left = leftOver.get(transaction);
  if (left === undefined) await work();
  else left.push({ kind: work, item: null, work });
}

/**
 * The same for work that is cheaper done at once: `work` gets the items of all members whose work it is, in their order.
 * What the other members do until then cannot see its effect.
 */
export async function togetherAtCommit<T>(transaction: Db, work: Gathered<T>, item: T): Promise<void> {
  const left = leftOver.get(transaction);
  if (left === undefined) await work(transaction, [item]);
  else left.push({ kind: work, item, work: (items) => work(transaction, items as readonly T[]) });
}

/** Never rejects: each member hears of its failure. */
async function runAll(db: Db, group: Group): Promise<void> {
  while (group.waiting.length > 0) {
    let members: readonly Member[] = [];
    try {
      const written = await db.transaction().execute((transaction) => {
        // Now, so that whoever came while the connection was taken is a member too.
        members = group.waiting.splice(0, MOST_MEMBERS);
        return runMembers(transaction, members);
      });
      for (const member of written) member.answer();
    } catch (error) {
      if (members.length === 0) members = group.waiting.splice(0);
      for (const member of members) member.fail(error);
    }
  }
  group.isRunning = false;
}

/** Runs members one after the other; those that have not failed, with all that they left done. */
async function runMembers(transaction: Db, members: readonly Member[]): Promise<readonly Member[]> {
  const left: Left[] = [];
  const written: Member[] = [];
  leftOver.set(transaction, left);
  for (const member of members) {
    const before = left.length;
    await transaction.executeQuery(SAVEPOINT);
    try {
      await member.run(transaction);
      written.push(member);
    } catch (error) {
      left.length = before;
      // Throws, and with it all fail, where the database has given the whole transaction up: with the fault that ended it.
      await transaction.executeQuery(ROLLBACK);
      member.fail(error);
    }
    await transaction.executeQuery(RELEASE);
  }
  for (const [{ work }, items] of gathered(left)) await work(items);
  return written;
}

/** Items of one kind together, the kinds in the order in which they first come. */
function gathered(left: readonly Left[]): readonly (readonly [Left, readonly unknown[]])[] {
  return [...Map.groupBy(left, ({ kind }) => kind).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [[first, same.map(({ item }) => item)] as const];
  });
}
