/** A privacy proof as a service makes it, for tests. */
import { toBase64, toHex } from '@touchstone/core/bytes.ts';
import { canonicalBytes, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { algorithmOf } from '@touchstone/core/keys/key-set.ts';
import { privacyCommitment } from '@touchstone/core/privacy/commitment.ts';
import { PROOF_FILE_FORMAT } from '@touchstone/core/privacy/proof-file.ts';
import { type PrivacyRecord, recordBody } from '@touchstone/core/privacy/record.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { signStatement } from '@touchstone/core/sign/sign-statement.ts';
import { STATEMENT_ALGORITHM } from '@touchstone/core/sign/statement.ts';
import type { ProfileName } from '@touchstone/core/stark/options.ts';
import { prove } from '@touchstone/core/stark/prove.ts';
import { PROVERS } from '@touchstone/core/stark/provers.ts';
import { NOW, provider } from '../agent/bundle-fixture.ts';

export const ISSUED = NOW - 60_000;
export const EXPIRES = ISSUED + 86_400_000;

export interface ProofDraft {
  readonly service: GeneratedKeySet;
  readonly profile?: ProfileName;
  /** Laid over the public inputs before they are proven. */
  readonly inputs?: JsonObject;
  /** Laid over the record before it is signed. */
  readonly record?: Partial<PrivacyRecord>;
}

/** A proof that somebody of 37 years is 18 at least. */
export async function makeProofFile({ service, profile = 'STANDARD', inputs = {}, record }: ProofDraft) {
  const { valueCommitment, salt } = PROVERS.age_threshold.commit({ age: 37 }, systemRandom);
  const publicInputs: JsonObject = {
    statement: 'age_threshold/v1',
    value_commitment: valueCommitment,
    bounds: { minimum_age: 18 },
    source: 'self_asserted',
    nonce: 'relying-party-1',
    chain: 'solana',
    issued_at: new Date(ISSUED).toISOString(),
    expires_at: new Date(EXPIRES).toISOString(),
    ...inputs,
  };
  const claim = PROVERS.age_threshold.claim(publicInputs, { age: 37 }, salt);
  if (claim === null) throw new Error('the claim does not hold');
  const options = { random: systemRandom, profile };
  const proof = prove(claim.instance, canonicalBytes(publicInputs), claim.trace, options);
  const body = recordBody({
    attestation_type: 'age_threshold',
    chain: String(publicInputs.chain),
    claim_satisfied: true,
    commitment: privacyCommitment(publicInputs),
    expires_at: String(publicInputs.expires_at),
    issued_at: String(publicInputs.issued_at),
    keyset_id: service.keySet.keyset_id,
    network: 'embedded:solana',
    proof_sha3_256: toHex(sha3_256(proof)),
    ...record,
  });
  return {
    format: PROOF_FILE_FORMAT,
    commitment: privacyCommitment(publicInputs),
    public_inputs: publicInputs,
    proof: toBase64(proof),
    record: { ...body, signature: await signedBy(service, body) },
  };
}

async function signedBy(service: GeneratedKeySet, body: JsonObject): Promise<string> {
  const key = service.keySet.keys.find((one) => algorithmOf(one) === STATEMENT_ALGORITHM);
  const secretKey = service.secretKeys.get(key?.kid ?? '') ?? new Uint8Array();
  return signStatement('privacy-record', body, secretKey, provider);
}
