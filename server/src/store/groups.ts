/**
 * Writes that come together share one transaction, because what costs time is getting a commit onto the disk. Each runs
 * behind a savepoint of its own: one that fails takes back what it did and leaves the others alone. Nobody is answered
 * before the commit is on the disk; where that fails, all have failed.
 */
import { CompiledQuery } from 'kysely';
import type { Db, Groups } from './database.ts';
import { rankOf } from './lock-order.ts';
import { type DeferredWork, placeOf } from './place.ts';
import type { ListChange, Topic } from './topics.ts';

interface Member {
  /** Runs the action and keeps its answer. */
  readonly run: (transaction: Db) => Promise<void>;
  /** Hands out the answer that was kept. */
  readonly answer: () => void;
  readonly fail: (error: unknown) => void;
}

/** What has become of the members of a transaction. */
interface Outcome {
  readonly written: readonly Member[];
  readonly failed: ReadonlyMap<Member, unknown>;
  readonly topics: readonly Topic[];
  readonly lists: readonly ListChange[];
}

const MEMBER = savepoint('member');
const REHEARSAL = savepoint('rehearsal');

/** Members of one transaction. The others wait for the connection meanwhile. */
const MOST_MEMBERS = 16;

export interface GroupOptions {
  /** Whether the members of every transaction are run, taken back, and run again: `Engine`. */
  readonly rehearses: boolean;
  /** Hears of what a transaction has changed that others remember or show, when it is committed and before anybody is answered. */
  readonly onCommit: (changed: Pick<Outcome, 'topics' | 'lists'>) => void;
}

/** The groups of one database. */
export function createGroups({ rehearses, onCommit }: GroupOptions): Groups {
  const waiting: Member[] = [];
  let isRunning = false;

  /** Never rejects: each member hears of its failure. */
  async function runAll(db: Db): Promise<void> {
    while (waiting.length > 0) {
      let members: readonly Member[] = [];
      let failed: ReadonlyMap<Member, unknown> = new Map();
      try {
        const { written, ...changed } = await db.transaction().execute(async (transaction) => {
          // Now, so that whoever came while the connection was taken is a member too.
          members = waiting.splice(0, MOST_MEMBERS);
          if (rehearses) await rehearse(transaction, members);
          const outcome = await runMembers(transaction, members);
          failed = outcome.failed;
          return outcome;
        });
        onCommit(changed);
        for (const [member, error] of failed) member.fail(error);
        for (const member of written) member.answer();
      } catch (error) {
        if (members.length === 0) members = waiting.splice(0);
        for (const member of members) member.fail(failed.has(member) ? failed.get(member) : error);
      }
    }
    isRunning = false;
  }

  return {
    write<T>(db: Db, action: (transaction: Db) => Promise<T>) {
      return new Promise<T>((resolve, reject) => {
        let answer = () => {};
        waiting.push({
          async run(transaction) {
            const value = await action(transaction);
            answer = () => resolve(value);
          },
          answer: () => answer(),
          fail: reject,
        });
        if (isRunning) return;
        isRunning = true;
        // At the end of this turn of the event loop, so that who comes in it is a member too: a commit holds the loop.
        setImmediate(runAll, db);
      });
    },
  };
}

/** Runs members as far as the commit and takes everything back. */
async function rehearse(transaction: Db, members: readonly Member[]): Promise<void> {
  await transaction.executeQuery(REHEARSAL.begin);
  // What fails here fails again, where it counts.
  await runMembers(transaction, members).catch(() => undefined);
  await transaction.executeQuery(REHEARSAL.rollback);
  await transaction.executeQuery(REHEARSAL.release);
}

/** Runs members one after the other; then, for those that have not failed, all that they left. */
async function runMembers(transaction: Db, members: readonly Member[]): Promise<Outcome> {
  const { engine, unfinished } = placeOf(transaction);
  if (unfinished === null) throw new TypeError('internal: this is no transaction');
  unfinished.isAwaited = true;
  unfinished.left.length = 0;
  unfinished.topics.length = 0;
  unfinished.lists.length = 0;
  unfinished.taken.clear();
  const { watch } = unfinished;
  const written: Member[] = [];
  const failed = new Map<Member, unknown>();
  for (const member of members) {
    const { left, topics, lists } = unfinished;
    const before = { left: left.length, topics: topics.length, lists: lists.length };
    await transaction.executeQuery(MEMBER.begin);
    watch?.beginWrite();
    try {
      await member.run(transaction);
      written.push(member);
    } catch (error) {
      left.length = before.left;
      topics.length = before.topics;
      lists.length = before.lists;
      unfinished.taken.clear();
      // Throws, and with it all fail, where the database has given the whole transaction up: with the fault that ended it.
      await transaction.executeQuery(MEMBER.rollback);
      failed.set(member, error);
    }
    await transaction.executeQuery(MEMBER.release);
  }
  watch?.beginRest();
  for (const [{ work }, items] of gathered(unfinished.left)) await work(items);
  const topics = [...new Set(unfinished.topics)].sort();
  for (const topic of topics) await engine.changed(transaction, topic);
  return { written, failed, topics, lists: [...unfinished.lists] };
}

/** Items of one kind together, the kinds in the order of their locks. */
function gathered(left: readonly DeferredWork[]): readonly (readonly [DeferredWork, readonly unknown[]])[] {
  const inOrder = left.toSorted((one, other) => rankOf(one.place) - rankOf(other.place));
  return [...Map.groupBy(inOrder, ({ kind }) => kind).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [[first, same.map(({ item }) => item)] as const];
  });
}

function savepoint(name: string) {
  return {
    begin: CompiledQuery.raw(`SAVEPOINT ${name}`),
    rollback: CompiledQuery.raw(`ROLLBACK TO SAVEPOINT ${name}`),
    release: CompiledQuery.raw(`RELEASE SAVEPOINT ${name}`),
  };
}
