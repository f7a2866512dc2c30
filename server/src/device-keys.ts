/** Public keys of devices: SubjectPublicKeyInfo (RFC 5280 section 4.1) of an ES256, Ed25519 or RS256 key. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { equalBytes } from '@touchstone/core/bytes.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import type { VerifyByCredential } from '@touchstone/core/webauthn/assertion.ts';

const LEAST_RSA_BITS = 2048;
const MOST_RSA_BITS = 8192;
/** RFC 8410 section 4: the raw key ends the structure. */
const ED25519_KEY_BYTES = 32;

type DeviceKey = { readonly algorithm: 'ES256' | 'Ed25519' | 'RS256'; readonly key: KeyObject };

/** Reads a key; null for other algorithms, curves and lengths, and for bytes that are not the one DER form of theirs. */
export function readDeviceKey(spki: Uint8Array): DeviceKey | null {
  const key = importKey(spki);
  if (key === null || !equalBytes(new Uint8Array(key.export({ format: 'der', type: 'spki' })), spki)) return null;
  const { namedCurve, modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return { algorithm: 'Ed25519', key };
    case 'ec':
      return namedCurve === 'prime256v1' ? { algorithm: 'ES256', key } : null;
    case 'rsa': {
      const isSound = modulusLength >= LEAST_RSA_BITS && modulusLength <= MOST_RSA_BITS && publicExponent > 2n;
      return isSound ? { algorithm: 'RS256', key } : null;
    }
    default:
      return null;
  }
}

function importKey(spki: Uint8Array): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

/**
 * Verifies under an enrolled key: ES256 in DER (FIPS 186-5, P-256 and SHA-256), RS256 (PKCS #1 v1.5 and SHA-256), Ed25519
 * with the edge rule of our provider. Throws TypeError where the key is none that `readDeviceKey` takes.
 */
export function verifierBy(spki: Uint8Array, signer: SignatureVerifier): VerifyByCredential {
  const known = readDeviceKey(spki);
  if (known === null) throw new TypeError('internal: a device key in the store cannot be read');
  const { algorithm, key } = known;
  return async (message, signature) => {
    if (algorithm === 'Ed25519') return signer.verify(algorithm, spki.slice(-ED25519_KEY_BYTES), message, signature);
    return verify('sha256', message, key, signature);
  };
}
