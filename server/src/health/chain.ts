/**
 * The audit of health sessions: signed entries, each naming the hash of the one before (S5). All entries of a call are on
 * the disk with its units, or none. A signature takes about a millisecond: signing comes before the transaction, which then
 * makes sure that the chain has not moved.
 */

import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Sweep } from '../frame/sweep.ts';
import type { Statements } from '../key-sets/statements.ts';
import type { Chains } from '../ledger/chain.ts';
import { type Db, write } from '../store/engine.ts';
import {
  appendHealthEvents,
  findHealthSession,
  forgetHealthRestore,
  type HealthEventRow,
  type HealthSessionRow,
  healthHeadsToAnchor,
  healthRestoresToTell,
  storeHeadAnchor,
} from './store.ts';
import { type HealthEvent, type SignedEvents, signHealthEvents } from './work.ts';

export interface SweepNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly statements: Statements;
  readonly chains: Chains;
}

/** The chain of attestations and of the heads of chains. */
export const HEALTH_CHAIN = 'ethereum';

/** Stores signed entries if the chain still stands where they begin; false where it has moved. `db` is a transaction. */
export async function storeHealthEvents(db: Db, session: HealthSessionRow, signed: SignedEvents): Promise<boolean> {
  const now = await findHealthSession(db, session.project_id, session.id);
  if (now?.events !== session.events || now.head_hash !== session.head_hash) return false;
  await appendHealthEvents(db, signed.entries, signed);
  return true;
}

/** The signed body of a stored entry; an empty object where the text is broken, which then fails every comparison. */
export function healthBodyOf({ body }: Pick<HealthEventRow, 'body'>): JsonObject {
  const parsed = parseStrictJson(body);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
}

const MOST_A_RUN = 100;

/** Tells chains of a restore (S27), and anchors the newest entry of every session that is over, so that a cut tail shows (S15). */
export const healthSessions: Sweep<SweepNeeds> = {
  name: 'health-sessions',
  everyMs: 5_000,
  async run(deps) {
    await tellRestores(deps);
    const { db, chains, clock } = deps;
    if ((await healthHeadsToAnchor(db, clock(), 1)).length === 0) return;
    await write(db, async (transaction) => {
      for (const { id, head_hash } of await healthHeadsToAnchor(transaction, clock(), MOST_A_RUN)) {
        if (head_hash === null || head_hash === undefined) continue;
        const { tx } = await chains.get(HEALTH_CHAIN).anchor(transaction, 'health-audit-head', head_hash);
        await storeHeadAnchor(transaction, id, tx);
      }
    });
  },
};

async function tellRestores({ db, statements, clock }: SweepNeeds): Promise<void> {
  const waiting = await healthRestoresToTell(db, MOST_A_RUN);
  if (waiting.length === 0) return;
  await statements.signing(async (signer) => {
    for (const { session, restoredAt } of waiting) {
      const event: HealthEvent = {
        field_id: null,
        action: 'restored',
        actor: 'system',
        timestamp: formatIsoTime(restoredAt),
        key_id: null,
      };
      const signed = await signHealthEvents(signer, session, [event], clock());
      await write(db, async (transaction) => {
        if (await storeHealthEvents(transaction, session, signed)) await forgetHealthRestore(transaction, session.id);
      });
    }
  });
}
