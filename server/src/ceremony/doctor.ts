/** Key ceremonies, held against what was recorded of them. */
import { recordCheck } from '../audit/recorded-rows.ts';
import type { Check } from '../doctor/check.ts';
import { recordedCeremony } from './audit-record.ts';
import { listCeremonies } from './store.ts';

export const ceremonies: Check = recordCheck('ceremonies', 'ceremony.dealt', 'key ceremonies', async (db) =>
  (await listCeremonies(db)).map(recordedCeremony),
);
