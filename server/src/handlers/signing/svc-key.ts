import { api } from '@touchstone/core/api/api.ts';
import { fromBase64, fromHex, utf8 } from '@touchstone/core/bytes.ts';
import {
  parseThreeKey,
  signThreeKey,
  type ThreeKeyVerified,
  threeKeysOf,
  verifyThreeKey,
} from '@touchstone/core/composite/three-key.ts';
import { isRevoked } from '@touchstone/core/keys/trust.ts';
import { invalid } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { createPooledSigner } from '../../workers/pooled-signer.ts';

type Encoding = 'utf8' | 'base64' | 'hex';

export const svcKey = implement(api.signing.svcKey)({
  async publicKeys({ deps }) {
    const stored = await deps.keySets.all();
    const usable = stored.filter(({ state }) => state !== 'revoked');
    return { keysets: usable.map(({ keySet }) => ({ ...keySet, keys: [...keySet.keys] })) };
  },

  async sign3key({ deps }, { body }) {
    const data = bytesOf(body.data, body.encoding ?? 'utf8');
    const signer = { ...deps.signer, ...createPooledSigner(deps.signer, deps.run) };
    const signed = await deps.keySets.withSecrets('3key', (_keySet, secrets) => {
      const [ed25519, mlDsa, falcon] = ['Ed25519', 'ML-DSA-65', 'FALCON-512'].map((family) => secrets.get(family));
      if (!ed25519 || !mlDsa || !falcon) throw new TypeError('internal: the 3key set lacks a family');
      const keys = { Ed25519: ed25519, 'ML-DSA-65': mlDsa, 'FALCON-512': falcon };
      return signThreeKey(data, keys, signer, deps.clock());
    });
    return { ...signed, families: [...signed.families] };
  },

  async verify3key({ deps }, { body }) {
    const data = bytesOf(body.data, body.encoding ?? 'utf8');
    const signatures = parseThreeKey(body.signature);
    if (signatures === null) {
      throw invalid('signature', '`signature` must be `3key:` and three base64 parts with colons between them.');
    }
    const trust = deps.trustStore.read();
    let best: { readonly count: number; readonly result: ThreeKeyVerified } | null = null;
    for (const keySet of await deps.keySets.verifying('3key')) {
      const publicKeys = threeKeysOf(keySet);
      if (publicKeys === null || keySet.keys.some((key) => isRevoked(trust, key))) continue;
      const result = await verifyThreeKey(data, signatures, publicKeys, deps.signer);
      if (result.valid) return { ...result, keyset_id: keySet.keyset_id };
      const count = Object.values(result.layers).filter(({ valid }) => valid).length;
      if (best === null || count > best.count) best = { count, result };
    }
    return best?.result ?? NO_LAYER;
  },
});

/** What is answered when every key set of the service is revoked. */
const NO_LAYER: ThreeKeyVerified = {
  valid: false,
  algorithm: 'SVC-3-Key',
  layers: {
    ed25519: { valid: false, family: 'classical' },
    dilithium: { valid: false, family: 'lattice' },
    falcon: { valid: false, family: 'lattice-ntru' },
  },
};

function bytesOf(data: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf8') return utf8(data);
  const bytes = encoding === 'base64' ? fromBase64(data) : fromHex(data);
  if (bytes === null) throw invalid('data', `\`data\` is not valid ${encoding}.`);
  return bytes;
}
