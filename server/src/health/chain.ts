/**
 * The audit of health sessions: a chain for each. All entries of a call are on the disk with its units, or none. A signature
 * takes about a millisecond: signing comes before the transaction, which then makes sure that the chain has not moved.
 */
import { HEALTH_EVENTS } from '@touchstone/core/health/event-chain.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { type AppendableChain, appendEntries } from '../chain-of-entries/append.ts';
import { tellRestored } from '../chain-of-entries/restored.ts';
import { timeOfRestore } from '../chain-of-entries/restores.ts';
import { textHash } from '../chain-of-entries/stored-chain.ts';
import type { Sweep } from '../frame/sweep.ts';
import type { Statements } from '../key-sets/statements.ts';
import type { Chains } from '../ledger/chain.ts';
import { type Db, listsChanged, takePositions, writeEach } from '../store/engine.ts';
import {
  appendHealthEvents,
  findHealthSession,
  type HealthEventRow,
  type HealthSessionRow,
  healthEventsAfter,
  healthHeadsToAnchor,
  healthRestoresToTell,
  healthSessionsAfter,
  lockHealthSession,
  storeHeadAnchor,
  takeHealthRestore,
} from './store.ts';
import type { HealthEvent, SignedEvents } from './work.ts';

export interface SweepNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly statements: Statements;
  readonly chains: Chains;
}

/** The network of attestations and of the heads of chains. */
export const HEALTH_NETWORK = 'ethereum';

interface Owner extends Readonly<Record<string, string>> {
  readonly project_id: string;
  readonly session_id: string;
}

const BATCH = 200;

/** The head stands in the row of the session, so that a call which signs beforehand can be held against it. */
export const HEALTH_CHAIN: AppendableChain<Owner, HealthEvent & { readonly received_at: string }, HealthEventRow> = {
  chain: HEALTH_EVENTS,
  anchored: { kind: 'health-audit-head', what: 'heads', title: 'the audit of health sessions' },

  async *owners(db) {
    for (let after = ''; ; ) {
      const sessions = await healthSessionsAfter(db, after, BATCH);
      yield* sessions.map(ownerOf);
      const last = sessions.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  },

  async head(db, { project_id, session_id }) {
    const session = await findHealthSession(db, project_id, session_id);
    return { position: session?.events ?? 0, hash: session?.head_hash ?? null };
  },

  entriesAfter: (db, { session_id }, position, limit) => healthEventsAfter(db, session_id, position, limit),

  columns: ({ project_id, session_id }) => ({ project_id, session_id }),

  takePositions: (db, { session_id }, count) => takePositions(db, 'health_events', { session_id }, count),

  async insert(db, { project_id, session_id }, _event, { position, text, signature }) {
    const row = { session_id, position, project_id, body: text, signature };
    await appendHealthEvents(db, [row], { events: position, headHash: textHash(text) });
    return row;
  },

  async takeRestored(db, { session_id }, now) {
    const restoredAt = await timeOfRestore(db, await takeHealthRestore(db, session_id));
    if (restoredAt === null) return [];
    const timestamp = formatIsoTime(restoredAt);
    const event = { field_id: null, action: 'restored', actor: 'system', key_id: null } as const;
    return [{ ...event, timestamp, received_at: formatIsoTime(now) }];
  },
};

/**
 * Stores signed entries if the chain still stands where they begin; false where it has moved. `now` is the session as the
 * transaction has locked it, `before` as they were signed for it.
 */
export async function storeHealthEvents(
  transaction: Db,
  now: HealthSessionRow,
  before: HealthSessionRow,
  signed: SignedEvents,
): Promise<boolean> {
  if (now.events !== before.events || now.head_hash !== before.head_hash) return false;
  const first = await HEALTH_CHAIN.takePositions(transaction, ownerOf(now), signed.entries.length);
  if (first !== now.events + 1) throw new TypeError(`internal: the head of ${now.id} is not its newest entry`);
  await appendHealthEvents(transaction, signed.entries, signed);
  return true;
}

function ownerOf({ project_id, id }: HealthSessionRow): Owner {
  return { project_id, session_id: id };
}

const MOST_A_RUN = 100;

/** Tells chains of a restore (S27), and anchors the newest entry of every session that is over, so that a cut tail shows (S15). */
export const healthSessions: Sweep<SweepNeeds> = {
  name: 'health-sessions',
  everyMs: 5_000,
  async run(deps) {
    const { db, chains, clock } = deps;
    await tellRestored(deps, healthRestoresToTell, async (transaction, signer, owner) => {
      await lockHealthSession(transaction, owner.project_id, owner.session_id);
      await appendEntries(transaction, HEALTH_CHAIN, owner, { signer, now: clock() });
    });
    const over = await healthHeadsToAnchor(db, clock(), MOST_A_RUN);
    await writeEach(db, over, (transaction, session) => anchorHead(transaction, chains, session));
  },
};

async function anchorHead(transaction: Db, chains: Chains, { project_id, id }: HealthSessionRow): Promise<void> {
  const session = await lockHealthSession(transaction, project_id, id);
  if (session?.head_hash == null || session.head_tx !== null) return;
  const { tx } = await chains.get(HEALTH_NETWORK).anchor(transaction, HEALTH_CHAIN.anchored.kind, session.head_hash);
  listsChanged(transaction, 'health', project_id);
  await storeHeadAnchor(transaction, id, tx);
}
