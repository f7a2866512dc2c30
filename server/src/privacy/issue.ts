/** Issues a privacy proof: proves, signs the record, anchors what holds, stores. The value never comes here (S13, S14). */
import { toHex } from '@touchstone/core/bytes.ts';
import { canonicalJson } from '@touchstone/core/canonical-json.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { type PrivacyRecord, recordBody } from '@touchstone/core/privacy/record.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Caller } from '../frame/caller.ts';
import type { Statements } from '../key-sets/statements.ts';
import type { Chains } from '../ledger/chain.ts';
import type { SettingsAccess } from '../settings/settings.ts';
import { type Db, listsChanged } from '../store/engine.ts';
import { readFigure, SELF_ASSERTED } from './figures.ts';
import { insertProof, type ProofRow } from './store.ts';
import type { ChosenClaim, ClaimFacts, MadeClaim } from './work.ts';

export interface IssueNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly chains: Chains;
  readonly settings: Pick<SettingsAccess, 'read'>;
  readonly statements: Statements;
}

/** What of a request is needed. */
export interface Issuing {
  readonly deps: IssueNeeds;
  /** Who asks; null for nobody that is known. */
  readonly sender: Caller | null;
  readonly write: <T>(action: (db: Db) => Promise<T>) => Promise<T>;
}

export async function issueProof(
  { deps, sender, write }: Issuing,
  { type, chain, question }: ChosenClaim,
  run: (facts: ClaimFacts) => Promise<MadeClaim>,
): Promise<ProofRow> {
  const { db, clock, chains, settings, statements } = deps;
  const { privacy_proof_seconds: seconds } = await settings.read();
  const read = question === null ? null : await readFigure(db, chains, chain, question);
  const issuedAt = clock();
  const expiresAt = issuedAt + seconds * 1000;
  const source = read?.source ?? SELF_ASSERTED;
  const made = await run({ source, issuedAt, expiresAt, figure: read?.figure ?? null });
  const { commitment, publicInputs, proof } = made;
  return statements.signing(async (signer) => {
    const record: PrivacyRecord = {
      attestation_type: type,
      chain,
      claim_satisfied: proof !== null,
      commitment,
      expires_at: formatIsoTime(expiresAt),
      issued_at: formatIsoTime(issuedAt),
      keyset_id: signer.keySetId,
      network: chains.get(chain).network,
      proof_sha3_256: proof === null ? null : toHex(sha3_256(proof)),
    };
    const body = recordBody(record);
    const signature = await signer.sign('privacy-record', body);
    return write(async (transaction) => {
      if (sender !== null) listsChanged(transaction, 'proofs', sender.projectId);
      const row: ProofRow = {
        commitment,
        project_id: sender?.projectId ?? null,
        key_id: sender?.keyId ?? null,
        attestation_type: type,
        chain,
        is_satisfied: proof === null ? 0 : 1,
        public_inputs: canonicalJson(publicInputs),
        proof,
        // A claim that does not hold is never anchored.
        tx: proof === null ? null : (await chains.get(chain).anchor(transaction, 'privacy', commitment)).tx,
        record: canonicalJson(body),
        signature,
        issued_at: issuedAt,
        expires_at: expiresAt,
        hidden_at: null,
        ended_at: null,
      };
      await insertProof(transaction, row);
      return row;
    });
  });
}
