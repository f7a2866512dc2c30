/**
 * Charges the minutes of calls as they begin, and ends calls: by request, by time, and where the account cannot pay a further
 * minute (12.37). Every end is signed, with its reason, and the relay then carries nothing more.
 */
import { MINUTE_MS, minuteBegins, startedMinutes } from '@touchstone/core/calls/minutes.ts';
import { canonicalJson } from '@touchstone/core/canonical-json.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Credits } from '../accounts/credits.ts';
import { lockAccount } from '../accounts/store/accounts.ts';
import type { Sweep } from '../frame/sweep.ts';
import type { StatementSigner, Statements } from '../key-sets/statements.ts';
import { type Db, listsChanged, write } from '../store/engine.ts';
import type { Relay } from '../turn/relay.ts';
import { queueNotice } from '../webhooks/webhooks.ts';
import { announceCall } from './announcements.ts';
import { type CallRow, callsToSettle, lockCall, pruneMessages, setEnd, setMinutes } from './store.ts';

export const UNITS_PER_MINUTE = 5;
const OPERATION = 'crypto.video.session';

export interface SettlingNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly credits: Pick<Credits, 'settleIfPossible'>;
  readonly statements: Statements;
  readonly relay: Pick<Relay, 'end'>;
}

/**
 * Charges what has begun of a call and ends it where it is to end. `reason` is why somebody wants it to; null where only time
 * and credits decide. Answers the call as it is then; null where there is none. The relay hears of it by `afterSettling`.
 */
export async function settleCall(
  transaction: Db,
  needs: Pick<SettlingNeeds, 'clock' | 'random' | 'credits'>,
  signer: StatementSigner,
  { id, account_id: accountId }: Pick<CallRow, 'id' | 'account_id'>,
  reason: 'ended' | null,
): Promise<CallRow | null> {
  // The account comes first in the order of locks.
  await lockAccount(transaction, accountId);
  const call = await lockCall(transaction, id);
  if (call === null || call.end_record !== null) return call;
  if (call.ended_at !== null) return signEnd(transaction, needs, signer, call);
  const now = needs.clock();
  // Where the clock was set back, the minute that was charged last has begun all the same.
  const until = Math.max(call.created_at + minuteBegins(call.minutes), Math.min(now, call.expires_at));
  const due = startedMinutes(call.created_at, until);
  const minutes = await chargeMinutes(transaction, needs.credits, call, due);
  const charged = { ...call, minutes };
  if (minutes !== call.minutes) await setMinutes(transaction, id, minutes);
  if (minutes < due) {
    const paidUntil = call.created_at + minutes * MINUTE_MS;
    return signEnd(transaction, needs, signer, { ...charged, ended_at: paidUntil, end_reason: 'credits' });
  }
  const endReason = now >= call.expires_at ? 'expired' : reason;
  if (endReason === null) return charged;
  return signEnd(transaction, needs, signer, { ...charged, ended_at: until, end_reason: endReason });
}

/** How many minutes are charged then. */
async function chargeMinutes(
  transaction: Db,
  credits: SettlingNeeds['credits'],
  { account_id: accountId, minutes }: CallRow,
  due: number,
): Promise<number> {
  let charged = minutes;
  const minute = { accountId, operation: OPERATION, units: UNITS_PER_MINUTE, calls: 0 } as const;
  while (charged < due && (await credits.settleIfPossible(transaction, minute))) charged++;
  return charged;
}

async function signEnd(
  transaction: Db,
  { clock, random }: Pick<SettlingNeeds, 'clock' | 'random'>,
  signer: StatementSigner,
  call: CallRow,
): Promise<CallRow> {
  const { ended_at: endedAt, end_reason: reason } = call;
  if (endedAt === null || reason === null) throw new TypeError(`internal: ${call.id} has not ended`);
  const body = {
    session_id: call.id,
    project_id: call.project_id,
    opened_at: formatIsoTime(call.created_at),
    expires_at: formatIsoTime(call.expires_at),
    ended_at: formatIsoTime(endedAt),
    reason,
    security_level: call.security_level,
    record_transcript: call.is_recorded === 1,
    messages: call.messages,
    minutes: call.minutes,
    keyset_id: signer.keySetId,
  };
  const signature = await signer.sign('call-end', body);
  const end = { ended_at: endedAt, end_reason: reason, end_record: canonicalJson(body), end_signature: signature };
  await setEnd(transaction, call.id, end);
  await pruneMessages(transaction, call.id, call.is_recorded === 1);
  listsChanged(transaction, 'calls', call.project_id);
  if (reason !== 'ended') {
    const facts = { session_id: call.id, reason, ended_at: body.ended_at };
    await queueNotice(transaction, { event: 'call.ended', projectId: call.project_id, facts }, clock(), random);
  }
  return { ...call, ...end };
}

/** What comes after the commit: watchers hear of it, and an ended call has no relay any more. */
export function afterSettling({ db, relay }: Pick<SettlingNeeds, 'db' | 'relay'>, call: CallRow): void {
  if (call.ended_at !== null) relay.end(call.id);
  announceCall(db, call.id);
}

const MOST_A_RUN = 100;

/** Charges minutes that have begun, and ends what is over. */
export const settledCalls: Sweep<SettlingNeeds> = {
  name: 'settled-calls',
  everyMs: 2_000,
  async run(needs) {
    const { db, clock, statements } = needs;
    for (const due of await callsToSettle(db, clock(), MOST_A_RUN)) {
      const call = await statements.signing((signer) =>
        write(db, (transaction) => settleCall(transaction, needs, signer, due, null)),
      );
      if (call !== null) afterSettling(needs, call);
    }
  },
};
