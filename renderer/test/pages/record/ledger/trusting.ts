/** How the console verifies a chain in tests: with the signatures of a browser, trusting one pinned key set. */
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { pinKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { nobleBackend } from '@touchstone/core/sign/noble-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { NOW } from '../../../../../core/test/ledger/chain.ts';

export const provider = createSignatureProvider([nobleBackend], systemRandom);

export function pinned(keySet: KeySet): TrustStore {
  const change = pinKeySet(EMPTY_TRUST_STORE, keySet, { by: 'test', source: 'test', at: NOW });
  if (!change.ok) throw new TypeError('not pinned');
  return change.store;
}
