/** Proving and verifying STARKs for `/v1/zkp/stark`: tens of milliseconds, so always in a worker. */
import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { fromHex, toBase64, toHex } from '@touchstone/core/bytes.ts';
import { canonicalBytes, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { loadSha256Many } from '@touchstone/core/hashing/sha256-many.ts';
import type { Random } from '@touchstone/core/random.ts';
import { prove } from '@touchstone/core/stark/prove.ts';
import { PROVERS } from '@touchstone/core/stark/provers.ts';
import { instanceOf, STATEMENTS } from '@touchstone/core/stark/statements.ts';
import { type StarkVerdict, verify } from '@touchstone/core/stark/verify.ts';
import { bodyCheck } from '../frame/body-check.ts';
import { bytesIn } from '../frame/decode-base64.ts';
import { ApiError, invalid } from '../frame/errors.ts';
import { type BodyOf, jobsOf, type Work } from '../frame/work.ts';
import { decodeIdentityProof, encodeIdentityProof, identityInputs } from './identity-proof.ts';
import { provingQueue } from './queue.ts';

type Prove = typeof api.crypto.zkp.starkProve;
type Verify = typeof api.crypto.zkp.starkVerify;

const IDENTITY = 'identity';
const COMMITMENT_BYTES = 32;

export const proveWork: Work<Prove, null, null, OutputOf<Prove>> = {
  operation: api.crypto.zkp.starkProve,
  queue: provingQueue,
  choose: () => null,
  isHeavy: () => true,
  async run({ attribute, witness }, _facts, { random }) {
    await loadSha256Many();
    return proveIdentity(attribute, witness.value, random);
  },
};

function proveIdentity(attribute: string, value: string, random: Random): OutputOf<Prove> {
  const prover = PROVERS.identity_attribute;
  const { valueCommitment, salt } = prover.commit({ value }, random);
  const inputs = identityInputs(valueCommitment, attribute);
  const claim = prover.claim(inputs, { value }, salt);
  const commitment = fromHex(valueCommitment);
  if (claim === null || commitment === null)
    throw new TypeError('internal: every text that is not empty can be proven');
  const stark = prove(claim.instance, canonicalBytes(inputs), claim.trace, { random, profile: 'STANDARD' });
  return {
    proof: toBase64(encodeIdentityProof({ attribute, stark })),
    public_inputs: { commitment: toBase64(commitment), attribute },
  };
}

export const verifyWork: Work<Verify, null, null, OutputOf<Verify>> = {
  operation: api.crypto.zkp.starkVerify,
  choose: () => null,
  isHeavy: () => true,
  async run(body) {
    checkVerify(body);
    await loadSha256Many();
    const begun = performance.now();
    const valid = holds(body);
    return { valid, verify_time_ns: Math.round((performance.now() - begun) * 1e6) };
  },
};

/** Throws INVALID_PROOF for bytes that are no proof of the statement. */
function holds({ proof, statement, public_inputs: given }: BodyOf<Verify>): boolean {
  const bytes = bytesIn('proof', proof);
  if (statement === IDENTITY) return holdsIdentity(bytes, given as JsonObject);
  const inputs = given as JsonObject;
  const instance = inputs.statement === statement ? instanceOf(inputs) : null;
  if (instance === null) return false;
  return isValid(verify(instance, canonicalBytes(inputs), bytes, { accept: ['STANDARD', 'STRONG'] }));
}

function holdsIdentity(bytes: Uint8Array, given: JsonObject): boolean {
  const decoded = decodeIdentityProof(bytes);
  if (decoded === null) throw new ApiError('INVALID_PROOF');
  const { attribute, stark } = decoded;
  const inputs = identityInputs(toHex(identityCommitment(given)), attribute);
  const instance = instanceOf(inputs);
  if (instance === null) return false;
  const isHeld = isValid(verify(instance, canonicalBytes(inputs), stark, { accept: ['STANDARD', 'STRONG'] }));
  return isHeld && (given.attribute === undefined || given.attribute === attribute);
}

function isValid(verdict: StarkVerdict): boolean {
  if (!verdict.ok && verdict.code === 'undecodable') throw new ApiError('INVALID_PROOF');
  return verdict.ok;
}

/** Of any length: one of another length is answered as not valid. Throws INVALID_REQUEST. */
function identityCommitment({ commitment }: JsonObject): Uint8Array {
  const field = 'public_inputs.commitment';
  if (typeof commitment !== 'string') throw invalid(field, `\`${field}\` must be base64 of ${COMMITMENT_BYTES} bytes.`);
  return bytesIn(field, commitment);
}

function checkVerify({ statement, public_inputs: given }: BodyOf<Verify>): void {
  if (statement === IDENTITY) {
    identityCommitment(given as JsonObject);
    const { attribute, commitment: _read, ...others } = given;
    const [other] = Object.keys(others);
    if (other !== undefined) throw invalid(`public_inputs.${other}`, `\`public_inputs.${other}\` is not known.`);
    if (attribute !== undefined && typeof attribute !== 'string') {
      throw invalid('public_inputs.attribute', '`public_inputs.attribute` must be text.');
    }
    return;
  }
  if (!STATEMENTS.some(({ id }) => id === statement)) {
    throw invalid('statement', '`statement` must be identity or the statement of a privacy proof.');
  }
}

export const checks = [bodyCheck(api.crypto.zkp.starkVerify, checkVerify)];
export const jobs = [...jobsOf(proveWork), ...jobsOf(verifyWork)] as const;
