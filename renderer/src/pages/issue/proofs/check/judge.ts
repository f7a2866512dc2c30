/** Checks a proof without asking anybody: the commitment, the STARK, the signature of the service. Runs in the worker. */
import { fromBase64, toHex } from '@touchstone/core/bytes.ts';
import { canonicalBytes, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { sha3_256, tagged } from '@touchstone/core/hash.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { verifyStatement } from '@touchstone/core/sign/statement.ts';
import { instanceOf } from '@touchstone/core/stark/statements.ts';
import { verify } from '@touchstone/core/stark/verify.ts';
import type { CheckedProof, CheckState, LocalCheck, ServiceKey } from './messages.ts';

export async function checkProof(
  { commitment, publicInputs, proof, record }: CheckedProof,
  keys: readonly ServiceKey[],
  verifier: SignatureVerifier,
): Promise<LocalCheck> {
  const publicBytes = canonicalBytes(publicInputs);
  const instance = instanceOf(publicInputs);
  const bytes = fromBase64(proof);
  const verdict =
    instance === null || bytes === null ? null : verify(instance, publicBytes, bytes, { accept: ['STANDARD', 'STRONG'] });
  const holds = verdict?.ok === true ? verdict : null;
  return {
    commitment: stateOf(toHex(sha3_256(tagged('privacy', publicBytes))) === commitment),
    stark: stateOf(holds !== null),
    signature: await signatureState(commitment, record, keys, verifier),
    provenBits: holds?.provenBits ?? null,
    profile: holds?.profile ?? null,
  };
}

async function signatureState(
  commitment: string,
  record: JsonObject | null,
  keys: readonly ServiceKey[],
  verifier: SignatureVerifier,
): Promise<CheckState> {
  if (record === null) return 'not_performed';
  const { signature, ...body } = record;
  const key = keys.find(({ keySetId }) => keySetId === body.keyset_id);
  if (key === undefined || typeof signature !== 'string') return 'not_performed';
  if (body.commitment !== commitment) return 'failed';
  return stateOf(await verifyStatement('privacy-record', body, signature, key.publicKey, verifier));
}

function stateOf(holds: boolean): CheckState {
  return holds ? 'passed' : 'failed';
}
