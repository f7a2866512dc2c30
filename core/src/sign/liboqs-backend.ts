/**
 * ML-DSA, and FALCON's keys and verification, by liboqs in WebAssembly: 5 to 15 times as fast as noble (docs/adr/0033). It runs on
 * the caller's thread, a fraction of a millisecond, FALCON's keys some tens. FALCON signing stays elsewhere: liboqs emulates its
 * floating point. Each call with a secret ends with the memory that the instance was born with.
 */
import { concat, toHex, wipe } from '../bytes.ts';
import { sha3_256 } from '../hash.ts';
import { MAX_MESSAGE_BYTES } from '../liboqs/instance.ts';
import type { Random } from '../random.ts';
import type { SignatureBackend } from './backend.ts';
import type { KeyPair, SignatureAlgorithm } from './family.ts';
import { signatureLengths } from './lengths.ts';
import { hasLiboqsSignature, type LiboqsSignature, openLiboqsSignature } from './liboqs-signature.ts';

const isMlDsa = (algorithm: SignatureAlgorithm) => algorithm.startsWith('ML-DSA-');
const ML_DSA_RANDOM_BYTES = 32;

/**
 * For the seed 00 01 … 2f: SHA3-256 of FALCON's public and secret key; hex, made by noble. The known answers of ML-DSA hold the
 * seed themselves.
 */
const FALCON_KEYS: Partial<Record<SignatureAlgorithm, string>> = {
  'FALCON-512': 'd848ed600a41c5872b35ddafaaddb391e69233d8ffa6932af64e4f8b18fb84e9',
  'FALCON-1024': '03b602f1c5bb8da6ca07828ee5c9098f77e507c6c0a92d75cc23b72c2607ee8f',
};

/** A backend over liboqs, each algorithm loaded at its first use. `random` hedges signatures. It declines long messages. */
export function liboqsBackend(random: Random): SignatureBackend {
  const instances = new Map<SignatureAlgorithm, Promise<LiboqsSignature>>();
  const proven = new Map<SignatureAlgorithm, Promise<boolean>>();

  function instanceOf(algorithm: SignatureAlgorithm): Promise<LiboqsSignature> {
    const instance = instances.get(algorithm) ?? openLiboqsSignature(algorithm);
    instances.set(algorithm, instance);
    return instance;
  }

  async function falconKeys(algorithm: SignatureAlgorithm, seed: Uint8Array): Promise<KeyPair> {
    const instance = await instanceOf(algorithm);
    const check = proven.get(algorithm) ?? givesKnownKeys(instance, algorithm);
    proven.set(algorithm, check);
    if (!(await check)) throw new Error(`liboqs makes other keys of a seed: ${algorithm}`);
    return instance.keyPair(seed);
  }

  return {
    name: 'liboqs',

    supports: hasLiboqsSignature,

    async verify(algorithm, publicKey, message, signature) {
      if (message.length > MAX_MESSAGE_BYTES) return null;
      return (await instanceOf(algorithm)).verify(publicKey, message, signature);
    },

    async sign(algorithm, secretKey, message) {
      if (!isMlDsa(algorithm) || message.length > MAX_MESSAGE_BYTES) return null;
      const instance = await instanceOf(algorithm);
      const randomness = random(ML_DSA_RANDOM_BYTES);
      try {
        return instance.signWithSeed(secretKey, message, randomness);
      } finally {
        wipe(randomness);
      }
    },

    async generateKeyPair(algorithm, seed) {
      if (!isMlDsa(algorithm)) return falconKeys(algorithm, seed);
      return { publicKey: (await instanceOf(algorithm)).publicKey(seed), secretKey: new Uint8Array(seed) };
    },

    async publicKeyOf(algorithm, secretKey) {
      return isMlDsa(algorithm) ? (await instanceOf(algorithm)).publicKey(secretKey) : null;
    },
  };
}

/** What makes secrets has to give the known answer to the byte. */
async function givesKnownKeys(instance: LiboqsSignature, algorithm: SignatureAlgorithm): Promise<boolean> {
  const seed = Uint8Array.from({ length: signatureLengths(algorithm).seed }, (_, index) => index);
  const { publicKey, secretKey } = instance.keyPair(seed);
  return toHex(sha3_256(concat(publicKey, secretKey))) === FALCON_KEYS[algorithm];
}
