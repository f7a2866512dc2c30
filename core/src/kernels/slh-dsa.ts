/**
 * SLH-DSA (FIPS 205) over kernels: leaves, nodes and chains are hashed as many at once as a vector has lanes. Messages are those
 * of the internal functions (section 9): the caller puts the context before them. Where a branch or an address depends on a
 * value, the value is public: a digest, a digit of what is signed, a signature.
 */
import { concat, equalBytes } from '../bytes.ts';
import { loadSlhDsaKernel, moduleFor } from './slh-dsa-kernel.ts';
import { randomizer, selectedBy } from './slh-dsa-message.ts';
import { type SlhDsaSet, signatureBytes } from './slh-dsa-sets.ts';
import { hashTree, signSelected } from './slh-dsa-sign.ts';
import { rootOf } from './slh-dsa-verify.ts';
import { start, workOver } from './slh-dsa-work.ts';

export interface SlhDsa {
  /** The whole memory of the kernel. Outside a call it holds no secret. */
  readonly memory: Uint8Array;
  /** Algorithm 18. The seed is SK.seed, SK.prf, PK.seed. */
  generateKeyPair(seed: Uint8Array): { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array };
  /**
   * Algorithm 19, with `randomness` of n bytes, or deterministic with PK.seed in its place. Throws where the secret key's root
   * is not the one of its seeds, which a flaw of the machine would show as well.
   */
  sign(secretKey: Uint8Array, message: Uint8Array, randomness: Uint8Array | null): Uint8Array;
  /** Algorithm 20, for a key and a signature of the right lengths. */
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}

/** A parameter set on a kernel of its own. All lengths have been checked before a call. */
export async function createSlhDsa(set: SlhDsaSet, module = moduleFor(set)): Promise<SlhDsa> {
  const work = workOver(set, await loadSlhDsaKernel(module));
  const { memory, places } = work;
  const { n, d } = set;
  const root = () => memory.slice(places.nodes, places.nodes + n);
  const wipeWork = () => memory.fill(0, places.work);

  return {
    memory,

    generateKeyPair(seed) {
      const publicSeed = seed.subarray(2 * n);
      try {
        start(work, publicSeed, seed.subarray(0, n));
        hashTree(work, d - 1, 0n, null);
        return { publicKey: concat(publicSeed, root()), secretKey: concat(seed, root()) };
      } finally {
        wipeWork();
      }
    },

    sign(secretKey, message, randomness) {
      const publicKey = secretKey.subarray(2 * n);
      const publicSeed = publicKey.subarray(0, n);
      const r = randomizer(set, secretKey.subarray(n, 2 * n), randomness ?? publicSeed, message);
      try {
        start(work, publicSeed, secretKey.subarray(0, n));
        memory.set(r, places.signature);
        signSelected(work, selectedBy(set, r, publicKey, message), places.signature + n);
        if (!equalBytes(root(), publicKey.subarray(n))) throw new Error('the secret key has another root');
        return memory.slice(places.signature, places.signature + signatureBytes(set));
      } finally {
        wipeWork();
      }
    },

    verify(publicKey, message, signature) {
      start(work, publicKey.subarray(0, n));
      memory.set(signature, places.signature);
      rootOf(work, selectedBy(set, signature.subarray(0, n), publicKey, message), places.signature + n);
      return equalBytes(root(), publicKey.subarray(n));
    },
  };
}
