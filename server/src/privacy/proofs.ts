/** Privacy proofs as operations show and judge them. */
import type { api } from '@touchstone/core/api/api.ts';
import { CHAIN_NAMES, type ChainName } from '@touchstone/core/api/common.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { toBase58 } from '@touchstone/core/ledger/base58.ts';
import { attestationTypeOf, privacyCommitment } from '@touchstone/core/privacy/commitment.ts';
import { meetsExpectation } from '@touchstone/core/privacy/expected.ts';
import { formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import { anchors, type Chains } from '../ledger/chain.ts';
import type { Db } from '../store/engine.ts';
import type { ProofFacts } from './store.ts';

export type ShieldProof = OutputOf<typeof api.privacy.privacy.age>;

/** Bytes on the chain of what is anchored (document 1). */
const ANCHORED_BYTES = 74;
const CACHE_KEY_DIGITS = 8;
/** In the form of Solana's ids. No such program is deployed: the ledger of this server stands for the chain. */
const PROGRAM_ID = toBase58(sha3_256(utf8('svc-privacy-program/v1')));

export function shieldProofOf({ commitment, public_inputs, chain, is_satisfied, expires_at }: ProofFacts): ShieldProof {
  const type = attestationTypeOf(inputsIn(public_inputs).statement);
  const known = CHAIN_NAMES.find((name) => name === chain);
  if (type === null || known === undefined) throw new TypeError(`internal: the proof ${commitment} cannot be read`);
  return {
    commitment,
    claim_satisfied: is_satisfied === 1,
    attestation_type: type,
    expires_at: formatIsoTime(expires_at),
    cache_key: `${type}:${known}:${commitment.slice(0, CACHE_KEY_DIGITS)}`,
    proof_size_bytes: is_satisfied === 1 ? ANCHORED_BYTES : 0,
    solana_program_id: PROGRAM_ID,
    chain: known,
    details: { network: `embedded:${known}` },
  };
}

/** The public inputs of a row. Throws TypeError where the database was damaged. */
export function inputsIn(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (isJsonObject(value as JsonObject)) return value as JsonObject;
  throw new TypeError('internal: public inputs are an object');
}

/** Whether a proof can still be looked up and verified. */
export function isExpired({ expires_at }: ProofFacts, now: number): boolean {
  return now >= expires_at;
}

export interface Demands {
  readonly chain: ChainName;
  readonly expected: JsonObject;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Whether a proof is anchored on this chain as a privacy proof whose claim held, has not expired, and is what is expected (S13,
 * S15). What counts is what the commitment covers, not what the columns say.
 */
export async function isValid(
  db: Db,
  chains: Chains,
  row: ProofFacts,
  { chain, expected, now }: Demands,
): Promise<boolean> {
  const inputs = inputsIn(row.public_inputs);
  if (privacyCommitment(inputs) !== row.commitment || inputs.chain !== chain) return false;
  const until = typeof inputs.expires_at === 'string' ? parseIsoTime(inputs.expires_at) : null;
  if (until === null || now >= until || row.is_satisfied !== 1 || row.tx === null) return false;
  const status = await chains.get(chain).status(db, row.tx);
  return anchors(status, 'privacy', row.commitment) && meetsExpectation(expected, inputs);
}
