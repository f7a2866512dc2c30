import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import { EMPTY_CHAIN } from '@touchstone/core/chain-of-entries/chain.ts';
import { type EntrySignatureCheck, walkChain } from '@touchstone/core/chain-of-entries/walk.ts';
import { attestationCommitment, HEALTH_EVENTS } from '@touchstone/core/health/event-chain.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { recordCheck } from '../audit/recorded-rows.ts';
import { type Check, type Finding, listed, ok, problem, RESTORE } from '../doctor/check.ts';
import { createCounters, type RowFaults } from '../doctor/row-faults.ts';
import { objectIn, plainOr, timeIn } from '../doctor/stated.ts';
import { statementVerifier } from '../key-sets/held-verifier.ts';
import { checkAnchored } from '../ledger/anchored-rows.ts';
import { findAnchor, listAnchors } from '../ledger/store.ts';
import type { Db } from '../store/engine.ts';
import type { NumberedRow } from '../store/walk.ts';
import { rowsOf } from '../store/walk.ts';
import { recordedAgreement } from './audit-record.ts';
import { HEALTH_CHAIN, healthBodyOf } from './chain.ts';
import {
  type HealthAttestationRow,
  type HealthSessionRow,
  healthAttestationsOf,
  healthEventsAfter,
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
    const check: EntrySignatureCheck = (body, signature, keySetId) =>
      verify(HEALTH_EVENTS.statement, body, signature, keySetId);
    const findings: Finding[] = [];
    const heads = new Set<string>();
    let sessions = 0;
    let events = 0;
    for (let after = ''; ; ) {
      const batch = await healthSessionsAfter(db, after, BATCH);
      for (const session of batch) {
        sessions++;
        events += session.events;
        const fault = await chainFault(db, session, check, heads);
        if (fault !== null) findings.push(problem(`The audit of health session ${session.id} ${fault}.`, RESTORE));
        for (const attestation of await healthAttestationsOf(db, session.id)) {
          if (await isAnchored(db, attestation)) continue;
          const which = `Attestation ${attestation.position} of health session ${session.id}`;
          findings.push(problem(`${which} was changed, or the ledger does not hold it.`, RESTORE));
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
    if (await lacksAnchoredHead(db, heads)) {
      const lost = 'The ledger holds a health event that no session has: a chain was changed, cut off or removed.';
      findings.push(problem(lost, RESTORE));
    }
    if (findings.length > 0) return findings;
    return [ok(`The audit of health sessions is intact (${sessions} sessions, ${events} events).`)];
  },
};

/** What is wrong with a chain, as the end of a sentence. Adds the hashes of its entries to `hashes`. */
async function chainFault(
  db: Db,
  session: HealthSessionRow,
  check: EntrySignatureCheck,
  hashes: Set<string>,
): Promise<string | null> {
  const owner = { project_id: session.project_id, session_id: session.id };
  let head = EMPTY_CHAIN;
  for (;;) {
    const rows = await healthEventsAfter(db, session.id, head.position, BATCH);
    for (const row of rows) {
      const entry = { body: healthBodyOf(row), signature: row.signature, signedPosition: row.position };
      const walked = await walkChain(HEALTH_EVENTS, owner, head, [entry], check);
      if (walked.head.position !== row.position) {
        return `is broken at event ${head.position + 1}: it was changed, or an event before it is missing`;
      }
      head = walked.head;
      if (head.hash !== null) hashes.add(head.hash);
    }
    if (rows.length < BATCH) break;
  }
  if (head.position !== session.events) {
    return `ends at event ${head.position} instead of ${session.events}: events were cut off or added`;
  }
  if (head.hash !== (session.head_hash ?? null))
    return `ends with another event ${head.position} than the session says`;
  if (session.head_tx === null || session.head_tx === undefined) return null;
  const anchor = await findAnchor(db, HEALTH_CHAIN, session.head_tx);
  const isHeld = anchor?.kind === 'health-audit-head' && anchor.commitment === head.hash;
  return isHeld ? null : 'does not end with the event that the ledger holds';
}

async function isAnchored(db: Db, { body, commitment, chain, tx }: HealthAttestationRow): Promise<boolean> {
  const parsed = parseStrictJson(body);
  if (!parsed.ok || !isJsonObject(parsed.value) || attestationCommitment(parsed.value) !== commitment) return false;
  const known = CHAIN_NAMES.find((name) => name === chain);
  const anchor = known === undefined ? null : await findAnchor(db, known, tx);
  return anchor?.kind === 'health' && anchor.commitment === commitment;
}

async function lacksAnchoredHead(db: Db, hashes: ReadonlySet<string>): Promise<boolean> {
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await listAnchors(db, HEALTH_CHAIN, { kind: 'health-audit-head', below, limit: BATCH });
    if (rows.some(({ commitment }) => !hashes.has(commitment))) return true;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return false;
    below = last.position;
  }
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
    if (!isWithin) faults.add('health_sessions', session.id, 'has a released_at at which the session was not open');
  }
}
