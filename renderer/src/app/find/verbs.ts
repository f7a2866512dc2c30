/** The verbs of all pages, in the order of the navigation. Loaded when the palette opens first. */

import { verbs as accounts } from '../../pages/administration/accounts/verbs.ts';
import { verbs as cache } from '../../pages/administration/cache/verbs.ts';
import { verbs as devices } from '../../pages/administration/devices/verbs.ts';
import { verbs as settings } from '../../pages/administration/settings/verbs.ts';
import { verbs as webhooks } from '../../pages/administration/webhooks/verbs.ts';
import { verbs as trust } from '../../pages/check/trust/verbs.ts';
import { verbs as encryptedCompute } from '../../pages/compute/encrypted-compute/verbs.ts';
import { verbs as fraud } from '../../pages/compute/fraud/verbs.ts';
import { verbs as jointComputation } from '../../pages/compute/joint-computation/verbs.ts';
import { verbs as search } from '../../pages/compute/search/verbs.ts';
import { verbs as artifacts } from '../../pages/issue/artifacts/verbs.ts';
import { verbs as proofs } from '../../pages/issue/proofs/verbs.ts';
import { verbs as receipts } from '../../pages/issue/receipts/verbs.ts';
import { verbs as biometrics } from '../../pages/protect/biometrics/verbs.ts';
import { verbs as keys } from '../../pages/protect/keys/verbs.ts';
import { verbs as secrets } from '../../pages/protect/secrets/verbs.ts';
import { verbs as agents } from '../../pages/record/agents/verbs.ts';
import { verbs as calls } from '../../pages/record/calls/verbs.ts';
import { verbs as detection } from '../../pages/record/detection/verbs.ts';
import { verbs as health } from '../../pages/record/health/verbs.ts';
import { verbs as ledger } from '../../pages/record/ledger/verbs.ts';
import { verbs as payments } from '../../pages/record/payments/verbs.ts';
import type { PageVerb } from '../../parts/navigation/page-verb.ts';

export const VERBS: readonly PageVerb[] = [
  ...trust,
  ...artifacts,
  ...receipts,
  ...proofs,
  ...secrets,
  ...keys,
  ...biometrics,
  ...encryptedCompute,
  ...search,
  ...fraud,
  ...jointComputation,
  ...agents,
  ...ledger,
  ...health,
  ...payments,
  ...detection,
  ...calls,
  ...accounts,
  ...webhooks,
  ...devices,
  ...cache,
  ...settings,
];
