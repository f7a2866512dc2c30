/** Rows that repeat what a signed or anchored text says: of keys, artifacts, documents, invoices, attestations and the log. */
import { checkArtifacts } from '../artifacts/doctor.ts';
import { checkCalls } from '../calls/doctor.ts';
import { checkInvoices } from '../commerce/doctor.ts';
import { checkDocuments } from '../documents/doctor.ts';
import { checkBindings } from '../gateway/doctor.ts';
import { checkHealth } from '../health/doctor.ts';
import { checkManagedKeys, checkWrappedKeys } from '../keys/doctor.ts';
import { checkChains } from '../ledger/doctor.ts';
import { checkLogs } from '../log/doctor.ts';
import { checkKeyEvents } from '../provenance/doctor.ts';
import { checkStorageKeys } from '../storage/doctor.ts';
import { snapshot } from '../store/engine.ts';
import type { Check } from './check.ts';
import { checkRequests } from './requests.ts';
import { createRowFaults } from './row-faults.ts';
import type { StatedRowCheck } from './stated.ts';

/** In the order of the report. */
const ROW_CHECKS: readonly StatedRowCheck[] = [
  checkKeyEvents,
  checkManagedKeys,
  checkWrappedKeys,
  checkStorageKeys,
  checkBindings,
  checkArtifacts,
  checkDocuments,
  checkInvoices,
  checkCalls,
  checkHealth,
  checkLogs,
  checkChains,
  checkRequests,
];

export const statedRows: Check = {
  id: 'stated-rows',
  needs: 'schema',
  run: (patient) =>
    // A server that runs may store more meanwhile: rows and texts are read at one moment.
    snapshot(patient.inspection.db, async (db) => {
      const faults = createRowFaults();
      for (const check of ROW_CHECKS) await check(db, faults, patient);
      return faults.findings('Rows that repeat signed contents agree with them.');
    }),
};
