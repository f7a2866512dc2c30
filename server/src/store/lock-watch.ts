/**
 * Holds transactions to the rules of locks, in tests: a second engine waits, and blocks, where SQLite has one writer and nobody
 * notices. What a write changes it has read by `lockRow`, or changes by `set x = x + …`; and it locks in the one order.
 */
import { type CompiledQuery, type QueryResult, SelectQueryNode } from 'kysely';
import { CHAINS, type ChainName, type ChainPlace } from './chains.ts';
import { rankOf } from './lock-order.ts';

export interface LockWatch {
  /** A write begins, in a transaction that may hold others. */
  beginWrite(): void;
  /** What the writes have left begins, after all of them. */
  beginRest(): void;
  /** Throws TypeError where the query, which was run, breaks a rule. */
  sees(query: CompiledQuery, result: QueryResult<unknown>): void;
  /** The same for a position: `name` is that of the chain within its kind. */
  takes(chain: ChainName, name: string): void;
}

/** What one write has done so far. */
interface Sequence {
  /** Tables that were read without a lock. */
  readonly read: Set<string>;
  /** Tables that were read by `lockRow`, whatever was found. */
  readonly asked: Set<string>;
  /** Places, and what of them. */
  readonly held: Map<string, Set<string>>;
  furthest: { readonly rank: number; readonly place: string; readonly key: string };
}

const NOWHERE = { rank: -1, place: '', key: '' };

export function createLockWatch(): LockWatch {
  let all: Sequence[] = [];
  let own = newSequence();

  function lock(place: string, key: string): void {
    const rank = rankOf(place);
    const { furthest } = own;
    if (rank < furthest.rank || (rank === furthest.rank && key < furthest.key)) {
      throw new TypeError(`internal: ${place} ${key} is locked after ${furthest.place} ${furthest.key}`);
    }
    own.furthest = { rank, place, key };
    own.held.set(place, (own.held.get(place) ?? new Set()).add(key));
  }

  function change(table: string, text: string, changed: bigint): void {
    if (own.held.has(table)) return;
    // There was nothing to lock, and still is not.
    if (own.asked.has(table) && changed === 0n) return;
    if (own.read.has(table) && !own.asked.has(table) && !isBlind(text)) {
      throw new TypeError(`internal: ${table} is read without a lock and then changed: ${text}`);
    }
    lock(table, '');
  }

  return {
    beginWrite() {
      own = newSequence();
      all.push(own);
    },

    beginRest() {
      const furthest = all.reduce((one, other) => (other.furthest.rank > one.rank ? other.furthest : one), NOWHERE);
      own = { ...newSequence(), furthest, held: new Map(all.flatMap(({ held }) => [...held])) };
      all = [];
    },

    sees({ query, sql: text, parameters }, { rows, numAffectedRows = 0n }) {
      const changed = /^\s*(?:update|delete from|replace into|insert into(?=.* on conflict)) "(\w+)"/is.exec(text)?.[1];
      if (changed !== undefined) return change(changed, text, numAffectedRows);
      if (!/^\s*(?:select|with)\b/i.test(text)) return;
      const [table = '', ...joined] = [...text.matchAll(/\b(?:from|join) "(\w+)"/gi)].map(([, name = '']) => name);
      for (const name of joined) own.read.add(name);
      if (!isLocking(query)) return void own.read.add(table);
      own.asked.add(table);
      for (const row of rows) {
        const key = String(Reflect.get(Object(row), 'id') ?? parameters.map(String).join(' '));
        if (own.held.get(table)?.has(key) !== true) hold(table, key);
      }
    },

    takes(chain, name) {
      const counted: ChainPlace = CHAINS[chain];
      if (counted.of !== undefined) {
        if (own.held.has(`end of ${counted.of}`)) return;
        throw new TypeError(`internal: ${chain} is counted without the end of ${counted.of}`);
      }
      const place = `end of ${chain}`;
      if (own.held.get(place)?.has(name) !== true) lock(place, name);
    },
  };

  /** A row: those of one table come in the order in which the query has found them. */
  function hold(table: string, key: string): void {
    if (own.furthest.place !== table) lock(table, '');
    own.held.get(table)?.add(key);
  }
}

function newSequence(): Sequence {
  return { read: new Set(), asked: new Set(), held: new Map(), furthest: NOWHERE };
}

function isLocking(query: CompiledQuery['query']): boolean {
  if (!SelectQueryNode.is(query)) return false;
  return query.endModifiers?.some(({ modifier }) => modifier === 'ForUpdate') ?? false;
}

/** Whether a change needs nothing of what was read before: it counts from what stands there, or only inserts. */
function isBlind(text: string): boolean {
  return /"(\w+)" = "(?:\w+"\.")?\1" [-+]/i.test(text) || /\bdo nothing\b/i.test(text);
}
