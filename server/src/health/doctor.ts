import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { attestationCommitment } from '@touchstone/core/health/event-chain.ts';
import { recordCheck } from '../audit/recorded-rows.ts';
import { lacksAnchored } from '../chain-of-entries/anchor.ts';
import { verifyStoredChain } from '../chain-of-entries/verify.ts';
import { type Check, type Finding, listed, ok, problem, RESTORE } from '../doctor/check.ts';
import { createCounters, type RowFaults } from '../doctor/row-faults.ts';
import { objectIn, plainOr, timeIn } from '../doctor/stated.ts';
import { statementVerifier } from '../key-sets/held-verifier.ts';
import type { StatementVerifier } from '../key-sets/statements.ts';
import { checkAnchored } from '../ledger/anchored-rows.ts';
import { findAnchor } from '../ledger/store.ts';
import type { Db } from '../store/engine.ts';
import type { NumberedRow } from '../store/tables.ts';
import { rowsOf } from '../store/walk.ts';
import { recordedAgreement } from './audit-record.ts';
import { HEALTH_CHAIN, HEALTH_NETWORK } from './chain.ts';
import {
  type HealthAttestationRow,
  type HealthSessionRow,
  healthAttestationsOf,
  healthSessionsAfter,
  listAgreements,
  strayHealthEvents,
} from './store.ts';

const BATCH = 200;

/** The chain of every health session, its head on the ledger, and its attestations. */
export const healthAudit: Check = {
  id: 'health-audit',
  needs: 'schema',
  async run({ inspection: { db }, signer }) {
    const verify = await statementVerifier(db, signer);
    const findings: Finding[] = [];
    let sessions = 0;
    let events = 0;
    for (let after = ''; ; ) {
      const batch = await healthSessionsAfter(db, after, BATCH);
      for (const session of batch) {
        sessions++;
        events += session.events;
        const fault = await chainFault(db, session, verify);
        if (fault !== null) findings.push(problem(`The audit of health session ${session.id} ${fault}.`, RESTORE));
        for (const attestation of await healthAttestationsOf(db, session.id)) {
          if (await isAnchored(db, attestation)) continue;
          const which = `Attestation ${attestation.position} of health session ${session.id}`;
          findings.push(problem(`${which} was changed, or is not on the ledger.`, RESTORE));
        }
      }
      const last = batch.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
    const stray = await strayHealthEvents(db);
    if (stray.length > 0) {
      findings.push(problem(`Health events belong to no session of their project: ${listed(stray)}.`, RESTORE));
    }
    if (await lacksAnchored(db, HEALTH_CHAIN)) {
      const lost = 'The ledger contains a health event that no session has: a chain was changed, cut off or removed.';
      findings.push(problem(lost, RESTORE));
    }
    if (findings.length > 0) return findings;
    return [ok(`The audit of health sessions is intact (${sessions} sessions, ${events} events).`)];
  },
};

/** What is wrong with a chain, as the end of a sentence. */
async function chainFault(db: Db, session: HealthSessionRow, verify: StatementVerifier): Promise<string | null> {
  const owner = { project_id: session.project_id, session_id: session.id };
  const { intact, entries, head } = await verifyStoredChain(db, HEALTH_CHAIN, owner, verify);
  if (!intact) return `is broken at event ${entries + 1}: the event was changed, or an earlier event is missing`;
  if (entries !== session.events) {
    return `ends at event ${entries} instead of ${session.events}: events were cut off or added`;
  }
  if (head !== (session.head_hash ?? null)) return `ends with an event ${entries} other than the session says`;
  if (session.head_tx === null || session.head_tx === undefined) return null;
  const anchor = await findAnchor(db, HEALTH_NETWORK, session.head_tx);
  const isHeld = anchor?.kind === HEALTH_CHAIN.anchored.kind && anchor.commitment === head;
  return isHeld ? null : 'does not end with the event on the ledger';
}

async function isAnchored(db: Db, { body, commitment, chain, tx }: HealthAttestationRow): Promise<boolean> {
  if (attestationCommitment(objectIn(body)) !== commitment) return false;
  const known = CHAIN_NAMES.find((name) => name === chain);
  const anchor = known === undefined ? null : await findAnchor(db, known, tx);
  return anchor?.kind === 'health' && anchor.commitment === commitment;
}

export const healthAgreements: Check = recordCheck(
  'health-agreements',
  'agreement.accepted',
  'accepted agreements',
  async (db) => (await listAgreements(db)).map(recordedAgreement),
);

/** Attestations of health sessions, held against their signed bodies and the ledger. */
export async function checkHealth(db: Db, faults: RowFaults): Promise<void> {
  const placeOf = createCounters();
  const sessions = new Map<string, NumberedRow<'health_sessions'>>();
  for await (const row of rowsOf(db, 'health_sessions')) sessions.set(row.id, row);
  const attested = new Set<string>();
  for await (const row of rowsOf(db, 'health_attestations')) {
    if (attested.has(row.tx)) {
      faults.add('health_attestations', `${row.session_id} ${row.position}`, 'repeats another attestation');
    }
    attested.add(row.tx);
    const body = objectIn(row.body);
    faults.compare('health_attestations', `${row.session_id} ${row.position}`, {
      position: placeOf(row.position, row.session_id),
      session_id: [row.session_id, plainOr(body.session_id)],
      project_id: [row.project_id, plainOr(body.project_id)],
      created_at: [row.created_at, timeIn(body.attested_at)],
    });
    const session = sessions.get(row.session_id);
    if (session === undefined) continue;
    faults.compare('health_sessions', session.id, { contract_id: [session.contract_id, plainOr(body.contract_id)] });
  }
  await checkAnchored(db, 'health', 'health_attestations', attested, faults);
  for (const session of sessions.values()) {
    if (session.released_at === null) continue;
    const isWithin = session.opened_at <= session.released_at && session.released_at <= session.expires_at;
    if (!isWithin) faults.add('health_sessions', session.id, 'has a released_at when the session was not open');
  }
}
