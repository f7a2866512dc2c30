import type { SecretKeys } from '../keys/generate.ts';
import type { KeySet } from '../keys/key-set.ts';
import { signWithAll } from '../keys/sign-endorsement.ts';
import type { Signer } from '../sign/family.ts';
import { type ReleaseManifest, releaseMessage } from './manifest.ts';

/** A release set with its secret keys, which are the caller's to wipe. */
export interface ReleaseSigner {
  readonly keySet: KeySet;
  readonly secretKeys: SecretKeys;
}

export type ReleaseFacts = Omit<ReleaseManifest, 'key_set' | 'next_key_set'>;

/**
 * The text of a signed manifest. With `next`, which `by` has endorsed, the release brings that set and both sign. Throws
 * RangeError where a secret key is missing, or `next` is not endorsed by `by`.
 */
export async function signRelease(
  facts: ReleaseFacts,
  by: ReleaseSigner,
  next: ReleaseSigner | null,
  signer: Pick<Signer, 'sign'>,
): Promise<string> {
  if (next !== null && next.keySet.endorsement?.by !== by.keySet.fingerprint) {
    throw new RangeError('the next release set is not endorsed by the present one');
  }
  const manifest: ReleaseManifest = {
    ...facts,
    key_set: by.keySet.fingerprint,
    ...(next === null ? {} : { next_key_set: next.keySet }),
  };
  const message = releaseMessage(manifest);
  const signed = {
    ...manifest,
    signatures: await signWithAll(by.keySet, by.secretKeys, message, signer),
    ...(next === null ? {} : { next_signatures: await signWithAll(next.keySet, next.secretKeys, message, signer) }),
  };
  return `${JSON.stringify(signed, null, 2)}\n`;
}
