/**
 * Key encapsulation: ML-KEM of FIPS 203 behind one type. noble is the reference and the fallback; the other backends, in the order of
 * `backend-order.ts`, serve an algorithm after a known-answer check, as in sign/provider.ts.
 */
import { type BackendName, inOrder, type Place } from '../backend-order.ts';
import { equalBytes, fromHex, wipe } from '../bytes.ts';
import { sha3_256 } from '../hash.ts';
import type { Random } from '../random.ts';
import { type Encapsulation, type KemAlgorithm, type KemBackend, type KemKeyPair, kemLengths } from './backend.ts';
import { nobleKem } from './ml-kem.ts';

export interface Kem {
  /** A fresh key pair, or the one that a 64-byte seed determines. Throws RangeError for a seed of another length. */
  generateKeyPair(algorithm: KemAlgorithm, seed?: Uint8Array): Promise<KemKeyPair>;
  /** The encapsulation key of a 64-byte seed or of an expanded key; null for an expanded key that fails its check. */
  publicKeyOf(algorithm: KemAlgorithm, secretKey: Uint8Array): Promise<Uint8Array | null>;
  /** A shared secret for the holder of a key; null where the key fails the checks of section 7.2. */
  encapsulate(algorithm: KemAlgorithm, publicKey: Uint8Array): Promise<Encapsulation | null>;
  /**
   * The shared secret of a ciphertext. `secretKey` is the 64-byte seed or the expanded key. null where an input fails
   * the checks of section 7.3; a ciphertext that was tampered with gives a secret that nobody else has (implicit rejection).
   */
  decapsulate(algorithm: KemAlgorithm, secretKey: Uint8Array, ciphertext: Uint8Array): Promise<Uint8Array | null>;
  /** Name of the backend that serves an algorithm. */
  backendFor(algorithm: KemAlgorithm): Promise<BackendName>;
}

/**
 * A KEM over the given backends, whatever their order; noble is always the last. `random` makes the seeds of fresh key pairs where
 * the backend does not, `place` is where it is called.
 */
export function createKem(backends: readonly KemBackend[], random: Random, place: Place = 'loop'): Kem {
  const checks = new Map<string, Promise<boolean>>();

  function passes(backend: KemBackend, algorithm: KemAlgorithm): Promise<boolean> {
    const name = `${backend.name} ${algorithm}`;
    const known = checks.get(name) ?? passesKnownAnswer(backend, algorithm);
    checks.set(name, known);
    return known;
  }

  /** The backends that serve an algorithm, first choice first. */
  async function* serving(algorithm: KemAlgorithm): AsyncGenerator<KemBackend> {
    for (const backend of inOrder(backends, algorithm, 'kem', place)) {
      if (backend.supports(algorithm) && (await passes(backend, algorithm))) yield backend;
    }
  }

  /** The first answer; noble's where all others throw. Null is an answer: the input is refused. */
  async function attempt<T>(algorithm: KemAlgorithm, call: (backend: KemBackend) => Promise<T>): Promise<T> {
    for await (const backend of serving(algorithm)) {
      try {
        return await call(backend);
      } catch {
        // The next one is asked.
      }
    }
    return call(nobleKem);
  }

  return {
    async generateKeyPair(algorithm, seed) {
      if (seed !== undefined && seed.length !== 64) throw new RangeError(`the ${algorithm} seed must have 64 bytes`);
      return attempt(algorithm, async (backend) => {
        const fresh = seed === undefined ? await backend.freshKeyPair(algorithm) : null;
        if (fresh !== null) return fresh;
        const secretKey = seed === undefined ? random(64) : new Uint8Array(seed);
        return { publicKey: await backend.publicKeyOf(algorithm, secretKey), secretKey };
      });
    },

    async publicKeyOf(algorithm, secretKey) {
      if (secretKey.length === 64) return attempt(algorithm, (backend) => backend.publicKeyOf(algorithm, secretKey));
      return nobleKem.publicKeyOfExpanded(algorithm, secretKey);
    },

    async encapsulate(algorithm, publicKey) {
      if (publicKey.length !== kemLengths(algorithm).publicKey) return null;
      return attempt(algorithm, (backend) => backend.encapsulate(algorithm, publicKey));
    },

    async decapsulate(algorithm, secretKey, ciphertext) {
      if (ciphertext.length !== kemLengths(algorithm).ciphertext) return null;
      if (secretKey.length === 64)
        return attempt(algorithm, (backend) => backend.decapsulate(algorithm, secretKey, ciphertext));
      return nobleKem.decapsulateExpanded(algorithm, secretKey, ciphertext);
    },

    async backendFor(algorithm) {
      for await (const { name } of serving(algorithm)) return name;
      return nobleKem.name;
    },
  };
}

/**
 * For the seed 00 01 … 3f: SHA3-256 of the encapsulation key, and the secret that decapsulating a ciphertext of zeros
 * gives by implicit rejection (FIPS 203 algorithm 18, line 7). Hex; made by noble.
 */
const KNOWN_ANSWERS: Readonly<Record<KemAlgorithm, readonly [string, string]>> = {
  'ML-KEM-512': [
    '82f101ff648063b376e2bb6c5b7455f655a50c2feadade150efa0e0e6f365aea',
    'fc3ccf20a37dd91d9f511da5e6cb92039b1414db5b0880741178ccfb143212ff',
  ],
  'ML-KEM-768': [
    'a24e16d8f8f9383a95b77050f4d9fd2f5733eec1d63ef3c23ebf9918173669a7',
    'c8fbeddafdacef2ffeb8b354ea644f11b5c150f3e2c4a74ce38abba8f854ae16',
  ],
  'ML-KEM-1024': [
    '61349e5c131a7e116a0463861d7d18663c5627c38c7147ddaadfd48acd7a4535',
    '294cb5b6b0f37a047745a2a69991f66ac85936e1b077e717eaeb26bb0ba42c68',
  ],
};

/** The first coefficient of a key that fails the check of section 7.2 is 4095: three bytes of ones hold two of them. */
const TOO_LARGE = [0xff, 0xff, 0xff] as const;

/**
 * Whether a backend gives the known answers, takes back what it encapsulated, makes seeds of their keys and refuses a key that is
 * none. Never rejects.
 */
async function passesKnownAnswer(backend: KemBackend, algorithm: KemAlgorithm): Promise<boolean> {
  const seed = Uint8Array.from({ length: 64 }, (_, i) => i);
  const [keyHash, rejection] = KNOWN_ANSWERS[algorithm].map((hex) => fromHex(hex) ?? new Uint8Array());
  if (keyHash === undefined || rejection === undefined) return false;
  try {
    const publicKey = await backend.publicKeyOf(algorithm, seed);
    const zeros = new Uint8Array(kemLengths(algorithm).ciphertext);
    const rejected = await backend.decapsulate(algorithm, seed, zeros);
    const sent = await backend.encapsulate(algorithm, publicKey);
    const taken = sent === null ? null : await backend.decapsulate(algorithm, seed, sent.ciphertext);
    const notAKey = publicKey.slice();
    notAKey.set(TOO_LARGE);
    const fresh = await backend.freshKeyPair(algorithm);
    const freshSeed = fresh?.secretKey.slice();
    const passed =
      equalBytes(sha3_256(publicKey), keyHash) &&
      (!fresh || !freshSeed || equalBytes(await backend.publicKeyOf(algorithm, freshSeed), fresh.publicKey)) &&
      rejected !== null &&
      equalBytes(rejected, rejection) &&
      sent !== null &&
      taken !== null &&
      equalBytes(taken, sent.sharedSecret) &&
      (await backend.encapsulate(algorithm, notAKey)) === null;
    wipe(sent?.sharedSecret, taken ?? undefined, fresh?.secretKey, freshSeed);
    return passed;
  } catch {
    return false;
  }
}
