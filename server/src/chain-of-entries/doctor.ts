import type { Check } from '../doctor/check.ts';
import { createRowFaults } from '../doctor/row-faults.ts';
import { type Db, snapshot } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';
import { timesOfRestores } from './restores.ts';

/** What waits to be told in a chain: whose it is, and the time of the restore. */
type Notice = readonly [table: string, owner: string, restoredAt: number];

async function* notices(db: Db): AsyncGenerator<Notice> {
  for await (const row of rowsOf(db, 'secret_audit_notices'))
    yield ['secret_audit_notices', row.project_id, row.restored_at];
  for await (const row of rowsOf(db, 'platform_audit_notices'))
    yield ['platform_audit_notices', row.project_id, row.restored_at];
  for await (const row of rowsOf(db, 'usage_statement_notices'))
    yield ['usage_statement_notices', row.account_id, row.restored_at];
  for await (const row of rowsOf(db, 'health_restores')) yield ['health_restores', row.session_id, row.restored_at];
  for await (const row of rowsOf(db, 'key_chain_restores')) yield ['key_chain_restores', row.key_id, row.restored_at];
}

/** Notices that restores have left to chains (S27) name a restore that there was. `row-seals` looks at the list of those. */
export const restoreNotices: Check = {
  id: 'restore-notices',
  needs: 'schema',
  // A server that runs takes notices away while it tells of them.
  run: ({ inspection: { db } }) =>
    snapshot(db, async (moment) => {
      const restores = await timesOfRestores(moment);
      const faults = createRowFaults();
      for await (const [table, owner, restoredAt] of notices(moment)) {
        if (restores.has(restoredAt)) continue;
        faults.add(table, owner, 'names a restore that never happened, so nothing is signed for it');
      }
      return faults.findings('Restores that are still to be recorded in chains did happen.');
    }),
};
