/** The service's own key sets as the Trust page sees them: listed from the data folder, pinned, revoked for others. */

import type { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { heldByFingerprint, isEditionRevoked } from '@touchstone/core/keys/editions.ts';
import { algorithmOf, type KeySet, keyThumbprint } from '@touchstone/core/keys/key-set.ts';
import { REVOCATION_KIND, type RevocationBody, type RevocationFile } from '@touchstone/core/keys/revocation.ts';
import { signRevocation } from '@touchstone/core/keys/sign-revocation.ts';
import { isSignatureAlgorithm } from '@touchstone/core/sign/lengths.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { createPooledSigner } from '../crypto/pooled-signer.ts';
import { ApiError } from '../frame/errors.ts';
import type { RunJob } from '../frame/job.ts';
import type { KeySets } from '../key-sets/key-sets.ts';
import type { StoredKeySet } from '../key-sets/store.ts';
import type { TrustStoreAccess } from './store-file.ts';

export interface OwnServiceNeeds {
  readonly dataDir: string;
  readonly run: RunJob;
  readonly signer: SignatureProvider;
  readonly keySets: KeySets;
  readonly trustStore: TrustStoreAccess;
}

/** Every own set, the artifact sets first, since they are what a person may pin; of each use the current one first. */
export async function ownServiceAnswer({
  keySets,
  trustStore,
  dataDir,
}: OwnServiceNeeds): Promise<OutputOf<typeof api.admin.trust.ownService>> {
  const stored = await keySets.all();
  const trust = trustStore.read();
  const isArtifact = ({ keySet }: StoredKeySet) => keySet.use === 'artifact';
  const ordered = [...stored.filter(isArtifact), ...stored.filter((one) => !isArtifact(one))];
  return {
    data_dir: dataDir,
    sets: ordered.map(({ keySet, state }) => {
      const { fingerprint, keyset_id, principal, use, serial, not_before, not_after } = keySet;
      return {
        ...{ fingerprint, keyset_id, principal, use, serial, not_before, not_after },
        state: isEditionRevoked(trust, keySet) ? 'revoked' : state,
        is_trusted: heldByFingerprint(trust, fingerprint) !== undefined,
      };
    }),
  };
}

/** Throws NOT_FOUND for a set of another use: those count on this machine without a pin (decisions 12.18). */
export async function ownArtifactSet(deps: OwnServiceNeeds, fingerprint: string): Promise<KeySet> {
  const keySet = await ownSet(deps, fingerprint);
  if (keySet.use === 'artifact') return keySet;
  throw new ApiError('NOT_FOUND', 'Only artifact sets of this service are pinned here.');
}

async function ownSet({ keySets }: OwnServiceNeeds, fingerprint: string): Promise<KeySet> {
  const stored = (await keySets.all()).find(({ keySet }) => keySet.fingerprint === fingerprint);
  if (stored !== undefined) return stored.keySet;
  throw new ApiError('NOT_FOUND', 'This service has no key set with this fingerprint.');
}

/** Signs the revocation of all keys of an own set by that set itself. Throws NOT_FOUND, and CONFLICT where it cannot sign. */
export async function signOwnRevocation(
  deps: OwnServiceNeeds,
  fingerprint: string,
  reason: string,
  at: number,
): Promise<{ readonly file: RevocationFile; readonly thumbprints: readonly string[] }> {
  const keySet = await ownSet(deps, fingerprint);
  if (!keySet.keys.every((key) => isSignatureAlgorithm(algorithmOf(key)))) {
    throw new ApiError(
      'CONFLICT',
      'An enc set cannot sign its own revocation. Rotate it, or revoke its key by thumbprint.',
    );
  }
  const kids = keySet.keys.map(({ kid }) => kid);
  const body: RevocationBody = {
    kind: REVOCATION_KIND,
    keyset_fingerprint: fingerprint,
    kids,
    revoked_at: formatIsoTime(at),
    reason,
  };
  const signer = createPooledSigner(deps.signer, deps.run);
  const file = await deps.keySets.withAllSecrets(keySet, (secretKeys) =>
    signRevocation(body, keySet, secretKeys, signer),
  );
  return { file, thumbprints: keySet.keys.map(keyThumbprint) };
}
