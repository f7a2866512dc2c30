/** Signs grades as `touchstone grade` does, with a server's own 3key set. */
import { signThreeKey } from '@touchstone/core/composite/sign-three-key.ts';
import type { ThreeKeyBytes } from '@touchstone/core/composite/three-key.ts';
import { type GradeBody, gradeMessage } from '@touchstone/core/grade/record.ts';
import { createServerSigner } from '../../../src/crypto/signer.ts';
import type { KeySets } from '../../../src/key-sets/key-sets.ts';

/** `signature` of a record with these members. */
export async function signedGrade(keySets: KeySets, body: GradeBody): Promise<string> {
  return keySets.withSecrets('3key', async (_keySet, secrets) => {
    const families = ['Ed25519', 'ML-DSA-65', 'FALCON-512'] as const;
    const entries = families.map((family) => [family, secrets.get(family)]);
    const keys = Object.fromEntries(entries) as unknown as ThreeKeyBytes;
    const { signature } = await signThreeKey(gradeMessage(body), keys, createServerSigner(), 0);
    return signature;
  });
}
