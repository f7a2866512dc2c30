import type { Signer } from '../sign/family.ts';
import type { SecretKeys } from './generate.ts';
import type { KeySet } from './key-set.ts';
import { type RevocationBody, type RevocationFile, revocationMessage } from './revocation.ts';
import { signWithAll } from './sign-endorsement.ts';

/** Signs a revocation with all keys of the set itself or of a later edition; `secretKeys` are that edition's, by kid. */
export async function signRevocation(
  body: RevocationBody,
  edition: KeySet,
  secretKeys: SecretKeys,
  signer: Pick<Signer, 'sign'>,
): Promise<RevocationFile> {
  return { ...body, signatures: await signWithAll(edition, secretKeys, revocationMessage(body), signer) };
}

/** A `*.pqrevoke.json` file. */
export function revocationText(file: RevocationFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}
