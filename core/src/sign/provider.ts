/**
 * The one door to signatures: per algorithm and operation the first backend in the order of `backend-order.ts` that knows it, passes
 * a known-answer check and does not decline serves it, noble the rest. The check runs once, at the first use of an algorithm.
 */
import { type BackendName, inOrder, type Operation, type Place } from '../backend-order.ts';
import { wipe } from '../bytes.ts';
import type { Random } from '../random.ts';
import type { SignatureBackend } from './backend.ts';
import type { KeyPair, SignatureAlgorithm, SignatureVerifier, Signer } from './family.ts';
import { haveLengths, requireBytes, requireSecretKey, requireSeed } from './guard.ts';
import { checkKnownAnswer, type KnownAnswerCheck } from './known-answer.ts';
import { signatureLengths } from './lengths.ts';
import { nobleBackend } from './noble-backend.ts';

type SignatureOperation = Exclude<Operation, 'kem'>;

export interface SignatureProvider extends SignatureVerifier, Signer {
  /**
   * Name of the backend that is asked first, to verify unless stated, for `/health` details, `touchstone doctor` and About. `at` is
   * where the call runs, if elsewhere in the process.
   */
  backendFor(algorithm: SignatureAlgorithm, operation?: SignatureOperation, at?: Place): Promise<BackendName>;
}

/** What a backend needs to be asked for an operation. */
const MEMBERS: Readonly<Record<SignatureOperation, readonly (keyof SignatureBackend)[]>> = {
  keys: ['generateKeyPair', 'freshKeyPair', 'publicKeyOf'],
  sign: ['sign'],
  verify: ['verify'],
};

/**
 * A provider over the given backends, whatever their order; noble need not be listed. `random` makes the seeds of fresh key pairs,
 * `place` is where it is called.
 */
export function createSignatureProvider(
  backends: readonly SignatureBackend[],
  random: Random,
  place: Place = 'loop',
): SignatureProvider {
  const checks = new Map<string, Promise<KnownAnswerCheck>>();
  /** Backend and algorithm of which a signature has verified. */
  const signsWell = new Set<string>();

  function check(backend: SignatureBackend, algorithm: SignatureAlgorithm): Promise<KnownAnswerCheck> {
    const name = `${backend.name} ${algorithm}`;
    const known = checks.get(name) ?? checkKnownAnswer(backend, algorithm);
    checks.set(name, known);
    return known;
  }

  async function passes(
    backend: SignatureBackend,
    algorithm: SignatureAlgorithm,
    operation: SignatureOperation,
  ): Promise<boolean> {
    if (!backend.supports(algorithm) || MEMBERS[operation].every((member) => backend[member] === undefined))
      return false;
    const answer = await check(backend, algorithm);
    return answer === 'right' || (answer === 'unjudged' && operation !== 'verify');
  }

  /** The first answer that is right in its form; null where no backend gives one: it declines, fails, or has not passed. */
  async function attempt<T>(
    algorithm: SignatureAlgorithm,
    operation: SignatureOperation,
    call: (backend: SignatureBackend) => Promise<T | null> | undefined,
  ): Promise<T | null> {
    for (const backend of inOrder(backends, algorithm, operation, place)) {
      if (!(await passes(backend, algorithm, operation))) continue;
      try {
        const answer = (await call(backend)) ?? null;
        if (answer !== null) return answer;
      } catch {
        // The next one is asked.
      }
    }
    return null;
  }

  async function verify(
    algorithm: SignatureAlgorithm,
    publicKey: Uint8Array,
    message: Uint8Array,
    signature: Uint8Array,
  ): Promise<boolean> {
    requireBytes(publicKey, null, 'the public key');
    requireBytes(message, null, 'the message');
    requireBytes(signature, null, 'the signature');
    if (!haveLengths(algorithm, publicKey, signature)) return false;
    const answer = await attempt(algorithm, 'verify', (backend) =>
      backend.verify?.(algorithm, publicKey, message, signature),
    );
    return answer ?? nobleBackend.verify(algorithm, publicKey, message, signature);
  }

  async function publicKeyOf(algorithm: SignatureAlgorithm, secretKey: Uint8Array): Promise<Uint8Array> {
    requireSecretKey(algorithm, secretKey);
    const publicKey = await attempt(algorithm, 'keys', (backend) => backend.publicKeyOf?.(algorithm, secretKey));
    return publicKey ?? nobleBackend.publicKeyOf(algorithm, secretKey);
  }

  /** A backend's signature; null for one of another length, and unless the first that it makes verifies. */
  async function signatureBy(
    backend: SignatureBackend,
    algorithm: SignatureAlgorithm,
    secretKey: Uint8Array,
    message: Uint8Array,
  ): Promise<Uint8Array | null> {
    const signature = (await backend.sign?.(algorithm, secretKey, message)) ?? null;
    if (signature?.length !== signatureLengths(algorithm).signature) return null;
    const name = `${backend.name} ${algorithm}`;
    if (signsWell.has(name)) return signature;
    if (!(await verify(algorithm, await publicKeyOf(algorithm, secretKey), message, signature))) return null;
    signsWell.add(name);
    return signature;
  }

  async function sign(algorithm: SignatureAlgorithm, secretKey: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
    requireSecretKey(algorithm, secretKey);
    requireBytes(message, null, 'the message');
    const signature = await attempt(algorithm, 'sign', (backend) =>
      signatureBy(backend, algorithm, secretKey, message),
    );
    return signature ?? nobleBackend.sign(algorithm, secretKey, message);
  }

  async function fromSeed(algorithm: SignatureAlgorithm, seed: Uint8Array, isFresh: boolean): Promise<KeyPair> {
    const pair = await attempt(
      algorithm,
      'keys',
      async (backend) =>
        (isFresh ? await backend.freshKeyPair?.(algorithm) : null) ??
        (await backend.generateKeyPair?.(algorithm, seed)) ??
        null,
    );
    return pair ?? nobleBackend.generateKeyPair(algorithm, seed);
  }

  async function generateKeyPair(algorithm: SignatureAlgorithm, seed?: Uint8Array): Promise<KeyPair> {
    if (seed !== undefined) {
      requireSeed(algorithm, seed);
      return fromSeed(algorithm, seed, false);
    }
    const ownSeed = random(signatureLengths(algorithm).seed);
    try {
      return await fromSeed(algorithm, ownSeed, true);
    } finally {
      wipe(ownSeed);
    }
  }

  return {
    verify,
    sign,
    generateKeyPair,
    publicKeyOf,
    async backendFor(algorithm, operation = 'verify', at = place) {
      for (const backend of inOrder(backends, algorithm, operation, at)) {
        if (await passes(backend, algorithm, operation)) return backend.name;
      }
      return nobleBackend.name;
    },
  };
}
