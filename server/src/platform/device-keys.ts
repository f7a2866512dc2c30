/** Public keys of devices: SubjectPublicKeyInfo (RFC 5280 section 4.1) of an ES256, Ed25519 or RS256 key. */
import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { equalBytes, toBase64Url } from '@touchstone/core/bytes.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import type { VerifyByCredential } from '@touchstone/core/webauthn/assertion.ts';
import type { CoseKey } from '@touchstone/core/webauthn/authenticator-data.ts';

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
 * The SubjectPublicKeyInfo of a COSE_Key of the three kinds; null for others. ES256 and RS256 are RFC 9053 section 2.1 and
 * RFC 8812 section 2; Ed25519 goes by EdDSA (RFC 9053 section 2.2) or its own name (RFC 9864 section 2.2).
 */
export function spkiOfCose(cose: CoseKey): Uint8Array | null {
  const jwk = jwkOf(cose);
  if (jwk === null) return null;
  try {
    return new Uint8Array(createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'spki' }));
  } catch {
    return null;
  }
}

/** Labels of COSE_Key: 1 kty, 3 alg; of the key types -1, -2, -3 (RFC 9053 section 7, RFC 8230 section 4). */
function jwkOf(cose: CoseKey): JsonWebKey | null {
  const member = (label: number) => {
    const value = cose.get(label);
    return value instanceof Uint8Array ? toBase64Url(value) : '';
  };
  const [kty, alg, curve] = [cose.get(1), cose.get(3), cose.get(-1)];
  if (kty === 2 && alg === -7 && curve === 1) return { kty: 'EC', crv: 'P-256', x: member(-2), y: member(-3) };
  if (kty === 1 && (alg === -8 || alg === -19) && curve === 6) return { kty: 'OKP', crv: 'Ed25519', x: member(-2) };
  return kty === 3 && alg === -257 ? { kty: 'RSA', n: member(-1), e: member(-2) } : null;
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
