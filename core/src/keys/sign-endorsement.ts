import { toBase64 } from '../bytes.ts';
import type { Signer } from '../sign/family.ts';
import { isSignatureAlgorithm } from '../sign/lengths.ts';
import { endorsementMessage, mayEndorse } from './endorsement.ts';
import type { SecretKeys } from './generate.ts';
import { algorithmOf, type KeySet } from './key-set.ts';

/**
 * The set with the endorsement of the edition before it (decisions 12.8). Throws RangeError where that edition cannot endorse
 * it: another line, no lower serial, no earlier `not_before`, or an example set beside one that is none.
 *
 * @param secretKeys of the endorsing edition, all of them, by kid
 */
export async function endorseKeySet(
  keySet: KeySet,
  endorser: KeySet,
  secretKeys: SecretKeys,
  signer: Pick<Signer, 'sign'>,
): Promise<KeySet> {
  if (!mayEndorse(endorser, keySet)) {
    throw new RangeError(
      'an edition endorses only a later one of its own line, with a higher serial and a later not_before',
    );
  }
  const signatures = await signWithAll(endorser, secretKeys, endorsementMessage(keySet.fingerprint), signer);
  const { fingerprint, ...document } = keySet;
  return { ...document, endorsement: { by: endorser.fingerprint, signatures }, fingerprint };
}

/** A signature of each key of a set over a message, base64 by kid. Throws RangeError where a key is missing or cannot sign. */
export async function signWithAll(
  { keys }: KeySet,
  secretKeys: SecretKeys,
  message: Uint8Array,
  signer: Pick<Signer, 'sign'>,
): Promise<Record<string, string>> {
  const signatures: [string, string][] = [];
  for (const key of keys) {
    const algorithm = algorithmOf(key);
    const secretKey = secretKeys.get(key.kid);
    if (secretKey === undefined || !isSignatureAlgorithm(algorithm)) {
      throw new RangeError(`the key ${key.kid} cannot sign: its secret key is missing, or it is no signature key`);
    }
    signatures.push([key.kid, toBase64(await signer.sign(algorithm, secretKey, message))]);
  }
  return Object.fromEntries(signatures);
}
