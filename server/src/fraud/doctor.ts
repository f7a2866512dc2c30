/** Fraud signals. `sealed-values` tries the envelopes, which hold what the rows say of them. */
import { type Check, ok, problem, RESTORE } from '../doctor/check.ts';
import { findFraudKey, fraudCounts } from './store.ts';

export const fraudSignals: Check = {
  id: 'fraud-signals',
  needs: 'schema',
  async run({ inspection: { db } }) {
    const { participants, signals } = await fraudCounts(db);
    if (signals > 0 && (await findFraudKey(db)) === null) {
      return [problem(`The key of ${signals} fraud signals in fraud_keys is gone (consortium).`, RESTORE)];
    }
    return [ok(`Fraud signals: ${signals} of ${participants} participants, all encrypted.`)];
  },
};
