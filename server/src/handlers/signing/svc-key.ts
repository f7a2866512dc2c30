import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { ThreeKeySigned } from '@touchstone/core/composite/three-key.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { isRevoked, type TrustStore } from '@touchstone/core/keys/trust.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { signBody, verifyBody } from '../../three-key-work.ts';
import { createPooledSigner } from '../../workers/pooled-signer.ts';

export const svcKey = implement(api.signing.svcKey)(
  {
    async publicKeys({ deps }) {
      const stored = await deps.keySets.all();
      const trust = deps.trustStore.read();
      const usable = stored.filter(({ keySet, state }) => state !== 'revoked' && !holdsRevokedKey(trust, keySet));
      return { keysets: usable.map(({ keySet }) => ({ ...keySet, keys: [...keySet.keys] })) };
    },

    async sign3key({ deps }, { body }) {
      const signer = { ...deps.signer, ...createPooledSigner(deps.signer, deps.run) };
      return signedAnswer(
        await deps.keySets.withSecrets('3key', (keySet, secrets) => {
          requireUnrevoked(deps, keySet);
          return signBody(body, secrets, deps.clock(), signer);
        }),
      );
    },

    async verify3key({ deps }, { body }) {
      return verifyBody(body, await verifyingSets(deps), deps.signer);
    },
  },
  {
    async sign3key({ deps }, _input, pieces) {
      return signedAnswer(
        await deps.keySets.withSecrets('3key', (keySet, secrets) => {
          requireUnrevoked(deps, keySet);
          return deps.run('signThreeKey', { pieces, secrets, time: deps.clock() });
        }),
      );
    },

    async verify3key({ deps }, _input, pieces) {
      return deps.run('verifyThreeKey', { pieces, keySets: await verifyingSets(deps) });
    },
  },
);

/** The service's own sets without those that hold a revoked key. */
async function verifyingSets(deps: Deps): Promise<readonly KeySet[]> {
  const trust = deps.trustStore.read();
  const own = await deps.keySets.verifying('3key');
  return own.filter((keySet) => !holdsRevokedKey(trust, keySet));
}

function holdsRevokedKey(trust: TrustStore, keySet: KeySet): boolean {
  // Spares the thumbprints of the usual case.
  return trust.revocations.length > 0 && keySet.keys.some((key) => isRevoked(trust, key));
}

/** Throws KEY_REVOKED: nobody would believe what such a set signs. */
function requireUnrevoked(deps: Deps, keySet: KeySet): void {
  if (!holdsRevokedKey(deps.trustStore.read(), keySet)) return;
  throw new ApiError('KEY_REVOKED', 'A key of the current key set of this service has been revoked.');
}

function signedAnswer(signed: ThreeKeySigned): OutputOf<typeof api.signing.svcKey.sign3key> {
  return { ...signed, families: [...signed.families] };
}
