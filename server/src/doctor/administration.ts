/** Accounts, projects, API keys, settings, webhooks, policies and biometric thresholds, held against the administration's signed audit. */
import { checkApiKeys } from '../accounts/api-key-history.ts';
import { checkAccounts, checkGrants, checkProjects } from '../accounts/doctor.ts';
import { checkPolicies } from '../agents/doctor.ts';
import { readAudit } from '../audit/history.ts';
import { checkThresholds } from '../biometrics/doctor.ts';
import { checkKeySets } from '../key-sets/doctor.ts';
import { checkSettings } from '../settings/doctor.ts';
import { snapshot } from '../store/engine.ts';
import { checkWebhooks } from '../webhooks/doctor.ts';
import type { Check } from './check.ts';
import { createRowFaults } from './row-faults.ts';

export const administration: Check = {
  id: 'administration',
  needs: 'schema',
  // A server that runs may store more meanwhile: rows and entries are read at one moment.
  run: ({ inspection: { db } }) =>
    snapshot(db, async (moment) => {
      const history = await readAudit(moment);
      const faults = createRowFaults();
      await checkAccounts(moment, history, faults);
      await checkGrants(moment, history, faults);
      await checkProjects(moment, history, faults);
      const unknown = await checkApiKeys(moment, history, faults);
      await checkSettings(moment, history, faults);
      await checkKeySets(moment, history, faults);
      await checkWebhooks(moment, history, faults);
      await checkPolicies(moment, history, faults);
      await checkThresholds(moment, history, faults);
      const findings = faults.findings(
        'Accounts, keys, settings, webhooks, policies and biometric thresholds agree with the audit.',
      );
      return [...findings, ...unknown];
    }),
};
