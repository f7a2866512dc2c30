/**
 * The one door to signatures: per algorithm the first backend that knows it and passes a known-answer check serves
 * it, noble serves the rest. The check runs once, at the first use of an algorithm.
 */
import { wipe } from '../bytes.ts';
import type { Random } from '../random.ts';
import type { SignatureBackend } from './backend.ts';
import type { KeyPair, SignatureAlgorithm, SignatureVerifier, Signer } from './family.ts';
import { haveLengths, requireBytes, requireSecretKey, requireSeed } from './guard.ts';
import { passesKnownAnswer } from './known-answer.ts';
import { signatureLengths } from './lengths.ts';
import { nobleBackend } from './noble-backend.ts';

export interface SignatureProvider extends SignatureVerifier, Signer {
  /** Name of the backend that verifies an algorithm, for `/health` details, `touchstone doctor` and About. */
  backendFor(algorithm: SignatureAlgorithm): Promise<string>;
}

/**
 * A provider over the given backends in their order. noble need not be listed: it is always the last.
 * `random` makes the seeds of fresh key pairs.
 */
export function createSignatureProvider(backends: readonly SignatureBackend[], random: Random): SignatureProvider {
  const candidates = backends.filter(({ name }) => name !== nobleBackend.name);
  const chosen = new Map<SignatureAlgorithm, Promise<SignatureBackend>>();
  /** Algorithms whose chosen backend has made a signature that verified. */
  const signsWell = new Set<SignatureAlgorithm>();

  async function choose(algorithm: SignatureAlgorithm): Promise<SignatureBackend> {
    for (const backend of candidates) {
      if (backend.supports(algorithm) && (await passesKnownAnswer(backend, algorithm))) return backend;
    }
    return nobleBackend;
  }

  function backendOf(algorithm: SignatureAlgorithm): Promise<SignatureBackend> {
    const known = chosen.get(algorithm);
    if (known !== undefined) return known;
    const choice = choose(algorithm);
    chosen.set(algorithm, choice);
    return choice;
  }

  /** The chosen backend where it signs, else one that does nothing else. */
  async function signerOf(algorithm: SignatureAlgorithm): Promise<SignatureBackend> {
    const backend = await backendOf(algorithm);
    if (backend !== nobleBackend && backend.sign !== undefined) return backend;
    return candidates.find(({ verify, supports }) => verify === undefined && supports(algorithm)) ?? nobleBackend;
  }

  /** The chosen backend's answer; null, for noble, where it has no such operation, declines by null, or fails. */
  async function attempt<T>(
    algorithm: SignatureAlgorithm,
    call: (backend: SignatureBackend) => Promise<T | null> | undefined,
    choice = backendOf(algorithm),
  ): Promise<T | null> {
    const backend = await choice;
    if (backend === nobleBackend) return null;
    try {
      return (await call(backend)) ?? null;
    } catch {
      return null;
    }
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
    const answer = await attempt(algorithm, (backend) => backend.verify?.(algorithm, publicKey, message, signature));
    return answer ?? nobleBackend.verify(algorithm, publicKey, message, signature);
  }

  async function publicKeyOf(algorithm: SignatureAlgorithm, secretKey: Uint8Array): Promise<Uint8Array> {
    requireSecretKey(algorithm, secretKey);
    const publicKey = await attempt(algorithm, (backend) => backend.publicKeyOf?.(algorithm, secretKey));
    return publicKey ?? nobleBackend.publicKeyOf(algorithm, secretKey);
  }

  /** The first signature that a backend makes must verify before it is handed out. */
  async function isTrusted(
    algorithm: SignatureAlgorithm,
    secretKey: Uint8Array,
    message: Uint8Array,
    signature: Uint8Array,
  ): Promise<boolean> {
    if (signature.length !== signatureLengths(algorithm).signature) return false;
    if (signsWell.has(algorithm)) return true;
    const verifies = await verify(algorithm, await publicKeyOf(algorithm, secretKey), message, signature);
    if (verifies) signsWell.add(algorithm);
    return verifies;
  }

  async function sign(algorithm: SignatureAlgorithm, secretKey: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
    requireSecretKey(algorithm, secretKey);
    requireBytes(message, null, 'the message');
    const signature = await attempt(
      algorithm,
      (backend) => backend.sign?.(algorithm, secretKey, message),
      signerOf(algorithm),
    );
    if (signature !== null && (await isTrusted(algorithm, secretKey, message, signature))) return signature;
    return nobleBackend.sign(algorithm, secretKey, message);
  }

  async function generateKeyPair(algorithm: SignatureAlgorithm, seed?: Uint8Array): Promise<KeyPair> {
    if (seed !== undefined) {
      requireSeed(algorithm, seed);
      const pair = await attempt(algorithm, (backend) => backend.generateKeyPair?.(algorithm, seed));
      return pair ?? nobleBackend.generateKeyPair(algorithm, seed);
    }
    const fresh = await attempt(algorithm, (backend) => backend.freshKeyPair?.(algorithm));
    if (fresh !== null) return fresh;
    const ownSeed = random(signatureLengths(algorithm).seed);
    try {
      return await generateKeyPair(algorithm, ownSeed);
    } finally {
      wipe(ownSeed);
    }
  }

  return {
    verify,
    sign,
    generateKeyPair,
    publicKeyOf,
    async backendFor(algorithm) {
      return (await backendOf(algorithm)).name;
    },
  };
}
