/** Templates of people and thresholds. `sealed-values` tries the envelopes, which hold what the rows say of them. */
import type { AuditHistory } from '../audit/history.ts';
import { type Check, ok } from '../doctor/check.ts';
import { type RowFaults, stamped } from '../doctor/row-faults.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';
import { templateCounts } from './store.ts';
import { thresholdRecord } from './thresholds.ts';

export const biometricTemplates: Check = {
  id: 'biometric-templates',
  needs: 'schema',
  async run({ inspection: { db } }) {
    const { templates, users } = await templateCounts(db);
    return [ok(`Biometric templates: ${templates} of ${users} users, all encrypted.`)];
  },
};

/** Thresholds are as they were last set. */
export async function checkThresholds(db: Db, history: AuditHistory, faults: RowFaults): Promise<void> {
  const known = new Set<string>();
  for await (const row of rowsOf(db, 'biometric_thresholds')) {
    const { subject } = thresholdRecord(row.project_id, row.modality, row.threshold);
    known.add(subject);
    const last = history.about(subject, 'biometric-threshold.set').at(-1);
    if (last === undefined) {
      faults.add('biometric_thresholds', subject, 'is a threshold that the audit does not mention');
      continue;
    }
    faults.compare('biometric_thresholds', subject, {
      threshold: [row.threshold, Number(last.details.threshold)],
      updated_at: stamped(row.updated_at, last.at),
    });
  }
  for (const { subject } of history.all('biometric-threshold.set')) {
    if (!known.has(subject)) faults.add('biometric_thresholds', subject, 'is missing, although the audit lists it');
  }
}
