/** What every family and backend does with its arguments: our own misuse throws, bytes from outside are judged. */
import type { SignatureAlgorithm } from './family.ts';
import { signatureLengths } from './lengths.ts';

/** Throws TypeError unless `bytes` is a byte string, RangeError unless it has `length` bytes. Names what it is, never what it holds. */
export function requireBytes(bytes: Uint8Array, length: number | null, what: string): void {
  if (!(bytes instanceof Uint8Array)) throw new TypeError(`${what} must be a Uint8Array`);
  if (length !== null && bytes.length !== length) {
    throw new RangeError(`${what} must have ${length} bytes, not ${bytes.length}`);
  }
}

/** Throws unless `seed` has the family's seed length. */
export function requireSeed(algorithm: SignatureAlgorithm, seed: Uint8Array): void {
  requireBytes(seed, signatureLengths(algorithm).seed, `the ${algorithm} seed`);
}

/** Throws unless `secretKey` has the length of the stored short form. */
export function requireSecretKey(algorithm: SignatureAlgorithm, secretKey: Uint8Array): void {
  requireBytes(secretKey, signatureLengths(algorithm).secretKey, `the ${algorithm} secret key`);
}

/** Whether key and signature have the only lengths that the algorithm knows. Both may come from outside. */
export function haveLengths(algorithm: SignatureAlgorithm, publicKey: Uint8Array, signature: Uint8Array): boolean {
  const lengths = signatureLengths(algorithm);
  return publicKey.length === lengths.publicKey && signature.length === lengths.signature;
}

/** The check's answer; false where a library throws over bytes that do not decode. */
export function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
