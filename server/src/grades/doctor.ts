/** Grades: what the service signed of them, and the rows against it. */
import type { Check } from '../doctor/check.ts';
import { createRowFaults, stamped } from '../doctor/row-faults.ts';
import { objectIn, plainOr, timeIn } from '../doctor/stated.ts';
import { statementVerifier } from '../key-sets/held-verifier.ts';
import { rowsOf } from '../store/walk.ts';

export const grades: Check = {
  id: 'grades',
  needs: 'schema',
  async run({ inspection: { db }, signer }) {
    const verify = await statementVerifier(db, signer);
    const faults = createRowFaults();
    const counts = new Map<string, number>();
    let count = 0;
    for await (const row of rowsOf(db, 'grades')) {
      count++;
      const place = (counts.get(row.project_id) ?? 0) + 1;
      counts.set(row.project_id, place);
      const record = objectIn(row.record);
      const at = timeIn(record.submitted_at);
      faults.compare('grades', row.id, {
        id: [row.id, plainOr(record.grade_id)],
        position: [row.position, place],
        created_at: at === null ? [row.created_at, 0] : stamped(row.created_at, at),
      });
      if (!(await verify('grade', record, row.signature, String(record.keyset_id)))) {
        faults.add('grades', row.id, 'has a record or signature other than the original');
      }
    }
    return faults.findings(`The records of code grades and their signatures are unchanged (${count}).`);
  },
};
