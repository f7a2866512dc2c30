/** Privacy proofs, held against what the service signed of them and against the ledger. */

import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { attestationTypeOf, privacyCommitment } from '@touchstone/core/privacy/commitment.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import type { Check } from '../doctor/check.ts';
import { createRowFaults, type Held } from '../doctor/row-faults.ts';
import { statementVerifier } from '../key-sets/held-verifier.ts';
import { checkAnchored } from '../ledger/anchored-rows.ts';
import { anchors } from '../ledger/chain.ts';
import { statusOf } from '../ledger/local-ledger.ts';
import { findAnchor } from '../ledger/store.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';

const TABLE = 'privacy_proofs';

export const privacyProofs: Check = {
  id: 'privacy-proofs',
  needs: 'schema',
  async run({ inspection: { db }, signer }) {
    const faults = createRowFaults();
    const verify = await statementVerifier(db, signer);
    const anchored = new Set<string>();
    let count = 0;
    for await (const row of rowsOf(db, TABLE)) {
      count++;
      if (row.tx !== null) anchored.add(row.tx);
      const [inputs, record] = [objectOf(row.public_inputs), objectOf(row.record)];
      if (inputs === null || record === null) {
        faults.add(TABLE, row.commitment, 'cannot be read');
        continue;
      }
      if (!(await verify('privacy-record', record, row.signature, String(record.keyset_id)))) {
        faults.add(TABLE, row.commitment, 'has a record that the service has not signed');
        continue;
      }
      const hash = record.proof_sha3_256;
      faults.compare(TABLE, row.commitment, {
        commitment: [row.commitment, text(record.commitment)],
        public_inputs: [privacyCommitment(inputs), text(record.commitment)],
        attestation_type: [row.attestation_type, attestationTypeOf(inputs.statement)],
        chain: [row.chain, text(inputs.chain)],
        is_satisfied: [row.is_satisfied === 1, record.claim_satisfied === true],
        issued_at: [row.issued_at, timeOf(inputs.issued_at)],
        expires_at: [row.expires_at, timeOf(inputs.expires_at)],
        // Of an expired one the proof is gone, of a claim that did not hold there never was one.
        proof: row.ended_at === null ? [row.proof === null ? null : toHex(sha3_256(row.proof)), text(hash)] : [0, 0],
        ended_at: [row.ended_at === null || row.ended_at >= row.expires_at, true],
      });
      if (row.tx !== null && !(await isAnchored(db, row.chain, row.tx, row.commitment))) {
        faults.add(TABLE, row.commitment, 'names a transaction that does not anchor it');
      }
    }
    await checkAnchored(db, 'privacy', TABLE, anchored, faults);
    return faults.findings(`The privacy proofs are as they were signed and anchored (${count}).`);
  },
};

async function isAnchored(db: Db, chain: string, tx: string, commitment: string): Promise<boolean> {
  const known = CHAIN_NAMES.find((name) => name === chain);
  const row = known === undefined ? null : await findAnchor(db, known, tx);
  return known !== undefined && row !== null && anchors(await statusOf(db, known, row), 'privacy', commitment);
}

function objectOf(json: string): JsonObject | null {
  const parsed = parseStrictJson(json);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : null;
}

function text(value: unknown): Held {
  return typeof value === 'string' ? value : null;
}

function timeOf(value: unknown): Held {
  return typeof value === 'string' ? parseIsoTime(value) : null;
}
