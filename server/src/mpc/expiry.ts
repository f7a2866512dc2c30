/** The end of joint computations by time. */
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Sweep } from '../frame/sweep.ts';
import { type Db, listsChanged, write } from '../store/engine.ts';
import { queueNotice } from '../webhooks/webhooks.ts';
import { deleteSession, endSession, expiredSessions, lockSession, sessionsEndedBefore } from './store.ts';

const MOST_A_RUN = 100;
/** Sessions are known for so long after their time. */
const REMEMBERED_MS = 30 * 86_400_000;

/** Tells of sessions whose time was over before they were computed, deletes their keys and inputs, and in the end forgets them. */
export const expiredMpcSessions: Sweep<{ readonly db: Db; readonly clock: Clock; readonly random: Random }> = {
  name: 'expired-mpc-sessions',
  everyMs: 10_000,
  async run({ db, clock, random }) {
    const now = clock();
    for (const { project_id: projectId, id } of await expiredSessions(db, now, MOST_A_RUN)) {
      await write(db, async (transaction) => {
        const session = await lockSession(transaction, projectId, id);
        if (session === null || session.ended_at !== null) return;
        await endSession(transaction, id, now, null);
        listsChanged(transaction, 'mpc', projectId);
        const facts = {
          session_id: id,
          computation: session.computation,
          contributions: `${session.contributions} of ${session.threshold}`,
          expired_at: formatIsoTime(session.expires_at),
        };
        await queueNotice(transaction, { event: 'mpc.expired', projectId, facts }, now, random);
      });
    }
    for (const { project_id: projectId, id } of await sessionsEndedBefore(db, now - REMEMBERED_MS, MOST_A_RUN)) {
      await write(db, async (transaction) => {
        if ((await lockSession(transaction, projectId, id)) === null) return;
        await deleteSession(transaction, id);
        listsChanged(transaction, 'mpc', projectId);
      });
    }
  },
};
