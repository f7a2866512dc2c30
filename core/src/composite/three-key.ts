/**
 * SVC-3-Key and its verification: one text of three signatures, Ed25519, ML-DSA-65 and FALCON-512, each over
 * `svc-3key/v1` 00 SHA3-256(data) (decisions, section 6). Valid means all three under one key set (security, S7);
 * `timestamp` of the signing answer is not covered.
 */
import { fromBase64, toBase64 } from '../bytes.ts';
import { sha3_256, tagged } from '../hash.ts';
import { algorithmOf, type KeySet, publicKeyBytes } from '../keys/key-set.ts';
import type { SignatureVerifier } from '../sign/family.ts';

export const THREE_KEY_ALGORITHM = 'SVC-3-Key';
export const THREE_KEY_FAMILIES = ['Ed25519', 'ML-DSA-65', 'FALCON-512'] as const;
export type ThreeKeyFamily = (typeof THREE_KEY_FAMILIES)[number];

/** How a report names the three families. */
export const THREE_KEY_SLOTS: Readonly<Record<ThreeKeyFamily, string>> = {
  Ed25519: 'ed25519',
  'ML-DSA-65': 'ml_dsa_65',
  'FALCON-512': 'falcon_512',
};

const PREFIX = '3key:';

/** One byte string per family: public keys, secret keys in their stored form, or signatures. */
export type ThreeKeyBytes = Readonly<Record<ThreeKeyFamily, Uint8Array>>;

export interface ThreeKeyLayer<Family extends string> {
  readonly valid: boolean;
  readonly family: Family;
}

/** The verification answer of document 1. */
export interface ThreeKeyVerified {
  readonly valid: boolean;
  readonly algorithm: typeof THREE_KEY_ALGORITHM;
  readonly layers: {
    readonly ed25519: ThreeKeyLayer<'classical'>;
    readonly dilithium: ThreeKeyLayer<'lattice'>;
    readonly falcon: ThreeKeyLayer<'lattice-ntru'>;
  };
}

/** What every layer signs. */
export function threeKeyMessage(data: Uint8Array): Uint8Array {
  return threeKeyMessageOf(sha3_256(data));
}

/** The message for data of which only the SHA3-256 is known. */
export function threeKeyMessageOf(dataHash: Uint8Array): Uint8Array {
  return tagged('3key', dataHash);
}

/** The text form: the signatures in base64, in the order of `THREE_KEY_FAMILIES`. */
export function formatThreeKey(signatures: ThreeKeyBytes): string {
  return PREFIX + THREE_KEY_FAMILIES.map((family) => toBase64(signatures[family])).join(':');
}

/** Reads the text form; null unless it is `3key:` and exactly three padded base64 parts. Lengths are judged by verification. */
export function parseThreeKey(text: string): ThreeKeyBytes | null {
  if (!text.startsWith(PREFIX)) return null;
  const parts = text.slice(PREFIX.length).split(':').map(fromBase64);
  const [ed25519, mlDsa, falcon] = parts;
  if (parts.length !== 3 || !ed25519 || !mlDsa || !falcon) return null;
  return { Ed25519: ed25519, 'ML-DSA-65': mlDsa, 'FALCON-512': falcon };
}

/** Judges every layer alone, always all of them; valid only if all are. */
export async function verifyThreeKey(
  data: Uint8Array,
  signatures: ThreeKeyBytes,
  publicKeys: ThreeKeyBytes,
  verifier: SignatureVerifier,
): Promise<ThreeKeyVerified> {
  const message = threeKeyMessage(data);
  const judge = (family: ThreeKeyFamily) => verifier.verify(family, publicKeys[family], message, signatures[family]);
  const [ed25519, dilithium, falcon] = await Promise.all([judge('Ed25519'), judge('ML-DSA-65'), judge('FALCON-512')]);
  return {
    valid: ed25519 && dilithium && falcon,
    algorithm: THREE_KEY_ALGORITHM,
    layers: {
      ed25519: { valid: ed25519, family: 'classical' },
      dilithium: { valid: dilithium, family: 'lattice' },
      falcon: { valid: falcon, family: 'lattice-ntru' },
    },
  };
}

/** The three public keys of a key set; null unless its use is `3key` and it holds exactly one key of each family (S4). */
export function threeKeysOf(keySet: KeySet): ThreeKeyBytes | null {
  if (keySet.use !== '3key' || keySet.keys.length !== THREE_KEY_FAMILIES.length) return null;
  const keys = new Map(keySet.keys.map((key) => [algorithmOf(key), publicKeyBytes(key)]));
  const [ed25519, mlDsa, falcon] = THREE_KEY_FAMILIES.map((family) => keys.get(family));
  if (!ed25519 || !mlDsa || !falcon) return null;
  return { Ed25519: ed25519, 'ML-DSA-65': mlDsa, 'FALCON-512': falcon };
}
