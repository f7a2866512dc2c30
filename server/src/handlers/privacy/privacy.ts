import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { toBase64 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { attestationTypeOf } from '@touchstone/core/privacy/commitment.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { ApiError } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../../frame/list-pages.ts';
import { byWork } from '../../frame/work.ts';
import { type IssueNeeds, type Issuing, issueProof } from '../../privacy/issue.ts';
import { inputsIn, isExpired, isValid, type ShieldProof, shieldProofOf } from '../../privacy/proofs.ts';
import { findProof, findWholeProof, lockProof, markHidden, type ProofFacts, proofsBelow } from '../../privacy/store.ts';
import { type ChosenClaim, type ClaimFacts, type MadeClaim, WORKS } from '../../privacy/work.ts';

export type Needs = IssueNeeds;

const CURSOR = /^(\d{1,15})-([0-9a-f]{64})$/;

export const privacy = implement(api.privacy.privacy)<Needs>({
  age: byWork(WORKS.age, issue),
  identity: byWork(WORKS.identity, issue),
  kycStatus: byWork(WORKS.kycStatus, issue),
  jurisdiction: byWork(WORKS.jurisdiction, issue),
  accredited: byWork(WORKS.accredited, issue),
  compliance: byWork(WORKS.compliance, issue),
  defiBalanceRange: byWork(WORKS.defiBalanceRange, issue),
  defiCollateral: byWork(WORKS.defiCollateral, issue),
  defiPortfolioThreshold: byWork(WORKS.defiPortfolioThreshold, issue),

  async proof({ deps }, { params: { id }, query }) {
    if (query.include !== 'proof') return shieldProofOf(requireCurrent(await findProof(deps.db, id), deps.clock()));
    const row = requireCurrent(await findWholeProof(deps.db, id), deps.clock());
    const { proof, public_inputs, record, signature } = row;
    return {
      ...shieldProofOf(row),
      ...(proof === null ? {} : { proof: toBase64(proof) }),
      public_inputs: inputsIn(public_inputs) as PublicInputs,
      record: { ...(inputsIn(record) as Omit<SignedRecord, 'signature'>), signature },
    };
  },

  async list({ deps, caller }, { query: { limit = PAGE_ITEMS, cursor } }) {
    const parts = cursorParts(cursor, CURSOR);
    const below = parts === null ? null : { issuedAt: Number(parts[0]), commitment: parts[1] ?? '' };
    const found = await proofsBelow(deps.db, caller.projectId, below, limit + 1);
    const { page, nextCursor } = cutPage(found, limit, ({ issued_at, commitment }) => `${issued_at}-${commitment}`);
    const now = deps.clock();
    const items = page.map((row) => ({
      ...shieldProofOf(row),
      issued_at: formatIsoTime(row.issued_at),
      public_inputs: inputsIn(row.public_inputs) as PublicInputs,
      is_expired: isExpired(row, now),
    }));
    return { items, next_cursor: nextCursor };
  },

  async hide({ deps, caller, write }, { params: { id: commitment } }) {
    await write(async (db) => {
      const row = await lockProof(db, commitment);
      if (row === null || row.project_id !== caller.projectId) throw noSuchProof();
      if (caller.kind === 'key' && row.key_id !== caller.keyId) {
        throw new ApiError('INVALID_SCOPE', 'A key hides only the proofs that it made itself.');
      }
      if (row.hidden_at === null) await markHidden(db, commitment, deps.clock());
    });
    return { commitment, hidden: true };
  },

  async verify({ deps }, { body: { commitment, chain, expected = {} } }) {
    const { db, chains, clock } = deps;
    const now = clock();
    const row = await findProof(db, commitment);
    const demands = { chain, expected: expected as JsonObject, now };
    return {
      valid: row !== null && (await isValid(db, chains, row, demands)),
      commitment,
      attestation_type: row === null ? null : attestationTypeOf(inputsIn(row.public_inputs).statement),
      expires_at: row === null ? null : formatIsoTime(row.expires_at),
      chain,
      verified_at: formatIsoTime(now),
    };
  },
});

type LookUp = OutputOf<typeof api.privacy.privacy.proof>;
type PublicInputs = NonNullable<LookUp['public_inputs']>;
type SignedRecord = NonNullable<LookUp['record']>;

async function issue(
  context: Issuing,
  { body }: { readonly body: ChosenClaim },
  run: (facts: ClaimFacts) => Promise<MadeClaim>,
): Promise<ShieldProof> {
  return shieldProofOf(await issueProof(context, body, run));
}

/** Throws NOT_FOUND and, of one that has expired, SESSION_EXPIRED. */
function requireCurrent<T extends ProofFacts>(row: T | null, now: number): T {
  if (row === null) throw noSuchProof();
  if (isExpired(row, now)) throw new ApiError('SESSION_EXPIRED', 'This proof has expired. Ask for a new one.');
  return row;
}

function noSuchProof(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such privacy proof.');
}
