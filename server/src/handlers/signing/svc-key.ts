import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { ThreeKeySigned } from '@touchstone/core/composite/three-key.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { isRevoked } from '@touchstone/core/keys/trust.ts';
import type { Deps } from '../../deps.ts';
import { implement } from '../../implement.ts';
import { signBody, verifyBody } from '../../three-key-work.ts';
import { createPooledSigner } from '../../workers/pooled-signer.ts';

export const svcKey = implement(api.signing.svcKey)(
  {
    async publicKeys({ deps }) {
      const stored = await deps.keySets.all();
      const usable = stored.filter(({ state }) => state !== 'revoked');
      return { keysets: usable.map(({ keySet }) => ({ ...keySet, keys: [...keySet.keys] })) };
    },

    async sign3key({ deps }, { body }) {
      const signer = { ...deps.signer, ...createPooledSigner(deps.signer, deps.run) };
      return signedAnswer(
        await deps.keySets.withSecrets('3key', (_keySet, secrets) => signBody(body, secrets, deps.clock(), signer)),
      );
    },

    async verify3key({ deps }, { body }) {
      return verifyBody(body, await verifyingSets(deps), deps.signer);
    },
  },
  {
    async sign3key({ deps }, _input, pieces) {
      return signedAnswer(
        await deps.keySets.withSecrets('3key', (_keySet, secrets) =>
          deps.run('signThreeKey', { pieces, secrets, time: deps.clock() }),
        ),
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
  // Spares the thumbprints of the usual case.
  if (trust.revocations.length === 0) return own;
  return own.filter((keySet) => !keySet.keys.some((key) => isRevoked(trust, key)));
}

function signedAnswer(signed: ThreeKeySigned): OutputOf<typeof api.signing.svcKey.sign3key> {
  return { ...signed, families: [...signed.families] };
}
