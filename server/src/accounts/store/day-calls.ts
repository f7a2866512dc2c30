/** Calls of the platform API by account and day in UTC (`YYYY-MM-DD`). */
import type { Db } from '../../store/engine.ts';
import { prepared } from '../../store/prepared.ts';

/** How often each account has called on a day. */
export async function findPlatformCalls(db: Db, day: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('platform_calls').select(['account_id', 'calls']).where('day', '=', day).execute();
  return new Map(rows.map(({ account_id, calls }) => [account_id, calls]));
}

export interface PlatformCalls {
  readonly accountId: string;
  readonly day: string;
  readonly calls: number;
}

/** Sets how often an account has called on a day. */
export async function storePlatformCalls(db: Db, calls: PlatformCalls): Promise<void> {
  await callsStored.change(db, calls);
}

const callsStored = prepared<PlatformCalls>()((db, value) =>
  db
    .insertInto('platform_calls')
    .values({ account_id: value('accountId'), day: value('day'), calls: value('calls') })
    .onConflict((conflict) => conflict.columns(['account_id', 'day']).doUpdateSet({ calls: value('calls') })),
);

/** Removes what was counted on the days before. */
export async function removePlatformCallsBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('platform_calls').where('day', '<', day).execute();
}
