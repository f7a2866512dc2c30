/**
 * The acts of a session that wait for their transaction. Each is judged, its node made and signed as soon as its request is
 * there, for the session as it will stand when those before it are recorded: so signing takes no time of the transaction,
 * for which everybody else would have to wait. That is a guess and no more. In its turn, within the transaction, the session
 * is read, and a node that was made for any other state of it is dropped, with its signature, and made anew.
 */
import { equalBytes } from '@touchstone/core/bytes.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { Db } from '../store/engine.ts';
import { createMemory } from '../store/memories.ts';
import type { KnownAgent } from './agent-rows.ts';
import type { NextNode } from './append.ts';
import { signedTogether } from './signed-groups.ts';
import type { AgentSessionRow } from './store/sessions.ts';

/** A session and whose it is. */
export interface Acting {
  readonly agent: KnownAgent;
  readonly session: AgentSessionRow;
}

/** What an act becomes. Both are asked again where a guess was wrong. */
export interface SessionAct {
  /** Whether the act may be recorded in this session at this time. */
  fits(acting: Acting, now: number): boolean;
  /** Judges it and makes its node. */
  make(acting: Acting, now: number): NextNode;
}

export interface QueuedAct {
  /** When to ask for the transaction: the node is signed, and those before it have asked. Never rejects. */
  readonly ready: Promise<void>;
  /** The node of the act in the session as the transaction has read it, in which it fits `now`. */
  take(acting: Acting, now: number): NextNode;
  /** Called once, whatever has become of it. */
  end(): void;
}

interface Waiting {
  readonly act: SessionAct;
  guess: { readonly on: AgentSessionRow; readonly next: NextNode } | null;
  guesses: number;
}

/** The acts of a session whose turn is to come, in their order. */
interface Chain {
  readonly waiting: Waiting[];
  /** The session behind them; null where that cannot be told before one of them has had its turn. */
  behind: Acting | null;
  /** When all of them are signed that can be. */
  signed: Promise<void>;
}

/** A guess that is wrong costs a signature, so an act has two. */
const MOST_GUESSES = 2;

const MOST_CHAINS = 1_000;

const chains = createMemory('agents/act-queue', () => new Map<string, Chain>());

/** Queues an act. `database` is the database itself, not a transaction of it. */
export function queueAct(database: Db, clock: Clock, sessionId: string, act: SessionAct): QueuedAct {
  const chain = chainOf(database, sessionId);
  const own: Waiting = { act, guess: null, guesses: 0 };
  chain.waiting.push(own);
  guess(chain, own, clock());
  chain.signed = signedAfter(chain.signed, own);
  return {
    ready: signedTogether(database, chain.signed),
    take(acting, now) {
      leave(chain, own);
      if (own.guess !== null && isSame(own.guess.on, acting.session)) return own.guess.next;
      const next = act.make(acting, now);
      chain.behind = { agent: acting.agent, session: next.session };
      for (const other of chain.waiting) guess(chain, other, now);
      return next;
    },
    end() {
      // It had no turn: whoever is behind it finds the session otherwise than guessed, and whoever comes cannot know it.
      if (leave(chain, own) && own.guess !== null) chain.behind = null;
    },
  };
}

function chainOf(database: Db, sessionId: string): Chain {
  const known = chains.of(database);
  const chain = known.get(sessionId) ?? { waiting: [], behind: null, signed: Promise.resolve() };
  // Those that were used last stand last.
  known.delete(sessionId);
  known.set(sessionId, chain);
  const oldest = known.size > MOST_CHAINS ? known.keys().next().value : undefined;
  if (oldest !== undefined) known.delete(oldest);
  return chain;
}

async function signedAfter(before: Promise<void>, { guess }: Waiting): Promise<void> {
  // Whether signing fails is asked in the transaction.
  await guess?.next.signature.catch(() => undefined);
  await before;
}

/** Whether it was waiting. */
function leave(chain: Chain, own: Waiting): boolean {
  const at = chain.waiting.indexOf(own);
  if (at >= 0) chain.waiting.splice(at, 1);
  return at >= 0;
}

/** Makes the node of an act for the session behind those before it, and with that the session behind it. */
function guess(chain: Chain, own: Waiting, now: number): void {
  const { behind } = chain;
  own.guess = null;
  // One that does not fit will be refused and changes nothing.
  if (behind === null || !own.act.fits(behind, now)) return;
  if (own.guesses >= MOST_GUESSES) {
    chain.behind = null;
    return;
  }
  own.guesses++;
  try {
    const next = own.act.make(behind, now);
    own.guess = { on: behind.session, next };
    chain.behind = { agent: behind.agent, session: next.session };
  } catch {
    // It fails again in its turn, where its own request hears of it.
    chain.behind = null;
  }
}

/** Whether a session is in every column what it was taken for. */
function isSame(guessed: AgentSessionRow, found: AgentSessionRow): boolean {
  const columns = Object.keys(found) as (keyof AgentSessionRow)[];
  return columns.every((name) => {
    const [one, other] = [guessed[name], found[name]];
    return one instanceof Uint8Array && other instanceof Uint8Array ? equalBytes(one, other) : one === other;
  });
}
