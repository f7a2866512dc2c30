/** Joint computations: rows against their descriptions and against what was signed. `sealed-values` tries the keys, whose place covers the rows of open ones. */
import { toHex } from '@touchstone/core/bytes.ts';
import { canonicalJson, isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { readSession, sessionJson } from '@touchstone/core/mpc/session.ts';
import { Unreadable } from '@touchstone/core/strict-members.ts';
import type { Check } from '../doctor/check.ts';
import { createRowFaults, type RowFaults, stamped } from '../doctor/row-faults.ts';
import { objectIn, plainOr, timeIn } from '../doctor/stated.ts';
import { statementVerifier } from '../key-sets/held-verifier.ts';
import { rowsOf } from '../store/walk.ts';
import { type ContributionRow, contributionsOf, type SessionRow } from './store.ts';

const TABLE = 'mpc_sessions';

export const jointComputations: Check = {
  id: 'joint-computations',
  needs: 'schema',
  async run({ inspection: { db }, signer }) {
    const verify = await statementVerifier(db, signer);
    const faults = createRowFaults();
    let count = 0;
    for await (const row of rowsOf(db, TABLE)) {
      count++;
      const contributions = await contributionsOf(db, row.id);
      compareDescription(row, contributions.length, faults);
      for (const contribution of contributions) compareContribution(row, contribution, faults);
      if (row.transcript === null) continue;
      const body = objectIn(row.transcript);
      if (!(await verify('mpc-proof', body, row.signature ?? '', String(body.keyset_id)))) {
        faults.add(TABLE, row.id, 'has a transcript that the service has not signed');
        continue;
      }
      compareTranscript(row, body, contributions, faults);
    }
    return faults.findings(`Joint computations are as they were described and signed (${count}).`);
  },
};

function compareDescription(row: SessionRow, contributions: number, faults: RowFaults): void {
  try {
    const described = readSession(objectIn(row.description), '');
    faults.compare(TABLE, row.id, {
      id: [row.id, described.session_id],
      computation: [row.computation, described.computation],
      participants: [row.participants, described.participants.length],
      threshold: [row.threshold, described.threshold],
      expires_at: [row.expires_at, timeIn(described.expires_at)],
      description: [row.description, canonicalJson(sessionJson(described))],
      contributions: [row.contributions, contributions],
    });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    faults.add(TABLE, row.id, `has a description that cannot be read: ${error.field}`);
  }
}

function compareContribution(row: SessionRow, contribution: ContributionRow, faults: RowFaults): void {
  const { participant, sealed_shares: shares, sha3_256: hash, received_at: at } = contribution;
  const name = `${row.id} ${participant}`;
  if (participant >= row.participants) faults.add('mpc_contributions', name, 'is of no participant of its session');
  faults.compare('mpc_contributions', name, {
    sealed_shares: [shares === null, row.ended_at !== null],
    received_at: [at >= row.created_at && at < row.expires_at, true],
    ...(shares === null ? {} : { sha3_256: [hash, sha3_256(shares)] }),
  });
}

function compareTranscript(
  row: SessionRow,
  body: JsonObject,
  contributions: readonly ContributionRow[],
  faults: RowFaults,
): void {
  const stated = Array.isArray(body.contributions) ? body.contributions : [];
  const at = timeIn(body.computed_at);
  faults.compare(TABLE, row.id, {
    description: [row.description, isJsonObject(body.session ?? null) ? canonicalJson(body.session ?? null) : null],
    contributions: [row.contributions, stated.length],
    ended_at: at === null ? [row.ended_at, null] : stamped(row.ended_at, at),
    closed_at: at === null ? [row.closed_at, null] : stamped(row.closed_at, at),
  });
  for (const [index, contribution] of contributions.entries()) {
    const said = stated[index];
    const {
      participant,
      sha3_256: hash,
      received_at: received,
    } = isJsonObject(said ?? null) ? (said as JsonObject) : {};
    faults.compare('mpc_contributions', `${row.id} ${contribution.participant}`, {
      participant: [`p${contribution.participant + 1}`, plainOr(participant)],
      sha3_256: [toHex(contribution.sha3_256), plainOr(hash)],
      received_at: [contribution.received_at, timeIn(received)],
    });
  }
}
