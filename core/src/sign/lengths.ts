import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm, type SignatureLengths } from './family.ts';

/** Row: seed, stored secret key, public key, signature; bytes. Kept apart from the code so that parsing a key set loads no family. */
const TABLE: Readonly<Record<SignatureAlgorithm, readonly [number, number, number, number]>> = {
  // RFC 8032 section 5.1
  Ed25519: [32, 32, 32, 64],
  // FIPS 204 table 2
  'ML-DSA-44': [32, 32, 1312, 2420],
  'ML-DSA-65': [32, 32, 1952, 3309],
  'ML-DSA-87': [32, 32, 2592, 4627],
  // FIPS 205 table 2; the seed is SK.seed, SK.prf, PK.seed
  'SLH-DSA-SHA2-128s': [48, 64, 32, 7856],
  'SLH-DSA-SHA2-128f': [48, 64, 32, 17088],
  'SLH-DSA-SHA2-256s': [96, 128, 64, 29792],
  'SLH-DSA-SHAKE-128s': [48, 64, 32, 7856],
  'SLH-DSA-SHAKE-128f': [48, 64, 32, 17088],
  'SLH-DSA-SHAKE-256s': [96, 128, 64, 29792],
  // FALCON specification 1.2, section 3.11, padded signatures
  'FALCON-512': [48, 1281, 897, 666],
  'FALCON-1024': [48, 2305, 1793, 1280],
};

/** FIPS 203 table 3: the KEM keys that a key set with `use: enc` may hold. */
const KEM_PUBLIC_KEY: Readonly<Record<string, number>> = { 'ML-KEM-768': 1184, 'ML-KEM-1024': 1568 };

/** Lengths in bytes of an algorithm's seed, stored secret key, public key and signature. */
export function signatureLengths(algorithm: SignatureAlgorithm): SignatureLengths {
  const [seed, secretKey, publicKey, signature] = TABLE[algorithm];
  return { seed, secretKey, publicKey, signature };
}

export function isSignatureAlgorithm(name: string): name is SignatureAlgorithm {
  return (SIGNATURE_ALGORITHMS as readonly string[]).includes(name);
}

/** The public key length of any algorithm that a key set may name; undefined for unknown names. */
export function lengthsOf(algorithm: string): { readonly publicKey: number } | undefined {
  if (isSignatureAlgorithm(algorithm)) return signatureLengths(algorithm);
  const publicKey = Object.hasOwn(KEM_PUBLIC_KEY, algorithm) ? KEM_PUBLIC_KEY[algorithm] : undefined;
  return publicKey === undefined ? undefined : { publicKey };
}
