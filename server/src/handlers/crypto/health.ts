import { setTimeout } from 'node:timers/promises';
import { api } from '@touchstone/core/api/api.ts';
import { equalBytes, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalJson } from '@touchstone/core/canonical-json.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { attestationCommitment, type HealthAttestation } from '@touchstone/core/health/event-chain.ts';
import { type SessionEvent, sessionOutcome, sessionStateAt } from '@touchstone/core/health/session.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Audit } from '../../audit/audit.ts';
import { recordOf } from '../../audit/records.ts';
import { storedBody } from '../../chain-of-entries/stored-chain.ts';
import type { Caller } from '../../frame/caller.ts';
import { ApiError } from '../../frame/errors.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import { pageAddress } from '../../frame/own-address.ts';
import type { Turns } from '../../frame/turns.ts';
import { byWork } from '../../frame/work.ts';
import { recordedAgreement } from '../../health/audit-record.ts';
import { checkAttestBody } from '../../health/body-checks.ts';
import { HEALTH_NETWORK, storeHealthEvents } from '../../health/chain.ts';
import {
  acceptAgreement,
  findAgreement,
  findHealthSession,
  type HealthSessionRow,
  healthEventsAfter,
  insertHealthAttestation,
  listHealthSessions,
  lockHealthSession,
  openHealthSession,
  releaseHealthSession,
} from '../../health/store.ts';
import { auditWork } from '../../health/work.ts';
import type { Statements } from '../../key-sets/statements.ts';
import { anchors, type Chains } from '../../ledger/chain.ts';
import type { SettingsAccess } from '../../settings/settings.ts';
import type { Db } from '../../store/engine.ts';

export interface Needs {
  /** Calls that append to one health session, one after the other, so that none signs for a head that has moved. */
  readonly healthTurns: Turns;
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: SettingsAccess;
  readonly statements: Statements;
  readonly audit: Audit;
  readonly chains: Chains;
  readonly allowedHosts: () => ReadonlySet<string>;
}

const LOCK_TOKEN_BYTES = 16;
/** Decisions, section 7: an attestation waits so long for its confirmation, and no longer. */
const MOST_WAIT_MS = 10_000;
const ASK_EVERY_MS = 100;
const PAGE = 50;

export const health = implement(api.crypto.health)<Needs>({
  async openSession({ deps, caller, write }, { body }) {
    const id = newId('sess', deps.random);
    const token = `ltk_${toHex(deps.random(LOCK_TOKEN_BYTES))}`;
    const { health_session_seconds: seconds } = await deps.settings.read();
    return write(async (db) => {
      await requireAgreement(db, caller, body.user_id);
      const now = deps.clock();
      const expiresAt = now + seconds * 1000;
      const isOpened = await openHealthSession(db, {
        id,
        project_id: caller.projectId,
        contract_id: body.contract_id,
        user_id: body.user_id,
        lock_hash: lockHash(token),
        opened_at: now,
        expires_at: expiresAt,
      });
      if (!isOpened) throw new ApiError('SESSION_CONFLICT');
      return { session_id: id, lock_token: token, expires_at: formatIsoTime(expiresAt) };
    });
  },

  audit: byWork(auditWork, ({ deps, caller, write }, { body: sessionId }, run) =>
    // One after the other for each session, so that none signs for a head that has moved.
    deps.healthTurns.run(sessionId, async () => {
      const session = usableSession(deps, await findHealthSession(deps.db, caller.projectId, sessionId), 'append');
      const { id, project_id, events, head_hash = null } = session;
      const { signed, answer } = await deps.statements.lending((key) =>
        run({ keyId: caller.keyId, now: deps.clock(), chain: { id, project_id, events, head_hash }, key }),
      );
      await write(async (db) => {
        const now = usableSession(deps, await lockHealthSession(db, caller.projectId, sessionId), 'append');
        if (!(await storeHealthEvents(db, now, session, signed))) {
          throw new ApiError('CONFLICT', 'The audit of this session has grown meanwhile. Send the events again.');
        }
      });
      return answer;
    }),
  ),

  async attest({ deps, caller, write }, { body }) {
    checkAttestBody(body);
    const chain = deps.chains.get(HEALTH_NETWORK);
    const { tx, commitment, network } = await write(async (db) => {
      // Its head is attested, which must not move meanwhile.
      const session = usableSession(deps, await lockHealthSession(db, caller.projectId, body.session_id), 'attest');
      await requireAgreement(db, caller, body.reviewer_user_id);
      const now = deps.clock();
      const attestation: HealthAttestation = {
        project_id: session.project_id,
        session_id: session.id,
        contract_id: session.contract_id,
        validation_results: body.validation_results,
        signature_name: body.signature_name,
        reviewer_user_id: body.reviewer_user_id,
        events: session.events,
        head_hash: session.head_hash ?? null,
        attested_at: formatIsoTime(now),
        nonce: toHex(deps.random(16)),
      };
      const commitment = attestationCommitment(attestation);
      const accepted = await chain.anchor(db, 'health', commitment);
      await insertHealthAttestation(db, {
        session_id: session.id,
        project_id: session.project_id,
        body: canonicalJson(attestation),
        commitment,
        chain: HEALTH_NETWORK,
        tx: accepted.tx,
        actor: actorOf(caller),
        created_at: now,
      });
      return { ...accepted, commitment };
    });
    const isConfirmed = await confirmation(deps, tx, commitment);
    return { transaction_hash: tx, status: isConfirmed ? 'confirmed' : 'pending', details: { network } };
  },

  async baaStatus({ deps, caller }, { params }) {
    const agreement = await findAgreement(deps.db, caller.projectId, params.user_id);
    const reason =
      agreement === null
        ? 'This user has not accepted the business-associate agreement.'
        : `The business-associate agreement was accepted on ${formatIsoTime(agreement.accepted_at)}.`;
    return {
      allowed: agreement !== null,
      reason,
      baa_acceptance_url: pageAddress(deps.allowedHosts(), '/health'),
    };
  },

  async acceptBaa({ deps, caller, write }, { body }) {
    const agreement = await deps.audit.recorded(write, caller, async (db) => {
      const given = {
        project_id: caller.projectId,
        user_id: body.user_id,
        signature_name: body.signature_name,
        actor: actorOf(caller),
        accepted_at: deps.clock(),
      };
      if (!(await acceptAgreement(db, given))) {
        return { result: (await findAgreement(db, caller.projectId, body.user_id)) ?? given, event: null };
      }
      return { result: given, event: recordOf('agreement.accepted', caller.accountId, recordedAgreement(given)) };
    });
    return {
      user_id: agreement.user_id,
      accepted: true,
      signature_name: agreement.signature_name,
      accepted_at: formatIsoTime(agreement.accepted_at),
    };
  },

  async closeSession({ deps, caller, write }, { params, headers }) {
    return write(async (db) => {
      const session = usableSession(deps, await lockHealthSession(db, caller.projectId, params.id), 'release');
      if (!equalBytes(lockHash(headers['x-lock-token']), session.lock_hash)) {
        throw new ApiError('CONFLICT', 'The lock token does not belong to this session.');
      }
      await releaseHealthSession(db, session.id, deps.clock());
      return { released: true, session_id: session.id };
    });
  },

  async listSessions({ deps, caller }, { query }) {
    const { limit = PAGE, cursor } = query;
    const before = cursor === undefined ? null : await pageStart(deps.db, caller, cursor);
    const rows = await listHealthSessions(deps.db, caller.projectId, { before, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const now = deps.clock();
    return {
      items: page.map((row) => ({
        session_id: row.id,
        contract_id: row.contract_id,
        user_id: row.user_id,
        state: stateOf(row, now),
        opened_at: formatIsoTime(row.opened_at),
        expires_at: formatIsoTime(row.expires_at),
        released_at: row.released_at === null || row.released_at === undefined ? null : formatIsoTime(row.released_at),
        events: row.events,
        attestations: row.attestations,
        head_hash: row.head_hash ?? null,
      })),
      next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  },

  async listEvents({ deps, caller }, { params, query }) {
    const session = await findHealthSession(deps.db, caller.projectId, params.id);
    if (session === null) throw noSession();
    const { limit = PAGE, cursor = '0' } = query;
    const after = /^(?:0|[1-9]\d{0,14})$/.test(cursor) ? Number(cursor) : null;
    if (after === null) throw new ApiError('INVALID_REQUEST', '`cursor` is not from this list.', { field: 'cursor' });
    const rows = await healthEventsAfter(deps.db, session.id, after, limit + 1);
    const page = rows.slice(0, limit);
    return {
      items: page.map((row) => ({ event: storedBody(row) ?? {}, signature: row.signature })),
      next_cursor: rows.length > limit ? String(page.at(-1)?.position) : null,
    };
  },
});

/** The session in a state that takes the event. Throws NOT_FOUND, CONFLICT or SESSION_EXPIRED. */
function usableSession({ clock }: Needs, session: HealthSessionRow | null, event: SessionEvent): HealthSessionRow {
  if (session === null) throw noSession();
  const outcome = sessionOutcome(stateOf(session, clock()), event);
  if (outcome.ok) return session;
  throw outcome.refusal === 'CONFLICT'
    ? new ApiError('CONFLICT', 'This session has been released.')
    : new ApiError(outcome.refusal);
}

function stateOf({ expires_at: expiresAt, released_at: releasedAt }: HealthSessionRow, now: number) {
  return sessionStateAt({ expiresAt, releasedAt: releasedAt ?? null }, now);
}

function noSession(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such session.');
}

async function requireAgreement(db: Db, { projectId }: Caller, userId: string): Promise<void> {
  if ((await findAgreement(db, projectId, userId)) === null) throw new ApiError('BAA_REQUIRED');
}

/** The token has 128 random bits, so its hash needs no salt. */
function lockHash(token: string): Uint8Array {
  return sha3_256(utf8(token));
}

/** Asks the ledger until the transaction is confirmed, at most ten seconds. No transaction is held meanwhile. */
async function confirmation({ chains, db }: Needs, tx: string, commitment: string): Promise<boolean> {
  const begun = performance.now();
  for (;;) {
    const status = await chains.get(HEALTH_NETWORK).status(db, tx);
    if (!anchors(status, 'health', commitment)) throw new TypeError(`internal: the ledger does not hold ${tx}`);
    if (status.confirmed) return true;
    if (performance.now() - begun + ASK_EVERY_MS > MOST_WAIT_MS) return false;
    await setTimeout(ASK_EVERY_MS);
  }
}

async function pageStart(db: Db, { projectId }: Caller, cursor: string) {
  const last = await findHealthSession(db, projectId, cursor);
  if (last === null) throw new ApiError('INVALID_REQUEST', '`cursor` is not from this list.', { field: 'cursor' });
  return { openedAt: last.opened_at, id: last.id };
}

function actorOf({ kind, keyId }: Caller): string {
  return keyId ?? kind;
}
