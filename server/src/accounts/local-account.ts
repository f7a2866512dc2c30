/** The account and project of the machine's owner, which console and administrator act for. */
import { LOCAL } from '../frame/caller.ts';
import { type Db, write } from '../store/engine.ts';
import { findAccount, insertAccount, insertProject } from './store/accounts.ts';

/** What `local` starts with: it is the owner of the machine and has the highest plan. */
export const LOCAL_CREDITS = 1_000_000_000;

/** Makes the account where the data folder is new. */
export async function ensureLocalAccount(db: Db, now: number): Promise<void> {
  if ((await findAccount(db, LOCAL.accountId)) !== null) return;
  await write(db, async (transaction) => {
    await insertAccount(transaction, {
      id: LOCAL.accountId,
      // No address that `POST /api/auth/request` takes: nobody can ask for a key of this account.
      email: 'local',
      plan: LOCAL.plan,
      credits: LOCAL_CREDITS,
      status: 'active',
      createdAt: now,
    });
    await insertProject(transaction, { id: LOCAL.projectId, account_id: LOCAL.accountId, created_at: now });
  });
}
