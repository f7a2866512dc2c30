import { api } from '@touchstone/core/api/api.ts';
import { fromBase64 } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { Computation } from '@touchstone/core/mpc/computations.ts';
import { TRUST_MODEL } from '@touchstone/core/mpc/session.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { Caller } from '../../frame/caller.ts';
import { ApiError, invalidCiphertext } from '../../frame/errors.ts';
import { newUuid } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../../frame/list-pages.ts';
import {
  computeSession,
  descriptionOf,
  isTaken,
  MOST_SESSIONS,
  openSession,
  publicParams,
  requireOpen,
  requireToken,
  resultOf,
  type SessionNeeds,
  stateOf,
} from '../../mpc/sessions.ts';
import {
  closeSession,
  contributionsOf,
  contributorsOf,
  countOpenSessions,
  deleteSession,
  endSession,
  findSession,
  insertContribution,
  insertSession,
  listSessions,
  lockSession,
  type SessionRow,
  type SignedTranscript,
} from '../../mpc/store.ts';
import { taskIn } from '../../mpc/work.ts';
import type { SettingsAccess } from '../../settings/settings.ts';
import { type Db, write as writeUncharged } from '../../store/engine.ts';

export interface Needs extends SessionNeeds {
  readonly settings: SettingsAccess;
}

const CURSOR = /^(\d{1,15})\.([0-9a-f-]{36})$/;

export const mpc = implement(api.crypto.mpc)<Needs>({
  async init({ deps, caller, write }, { body }) {
    const { db, clock, random, settings } = deps;
    const { participants, threshold, participant_tokens: withTokens = false } = body;
    const task = taskIn(body);
    const createdAt = clock();
    await requireRoom(db, caller, createdAt);
    const expiresAt = createdAt + (await settings.read()).mpc_session_seconds * 1_000;
    const id = newUuid(random);
    const opening = {
      id,
      projectId: caller.projectId,
      participants,
      threshold,
      task,
      createdAt,
      expiresAt,
      withTokens,
    };
    const { row, description, tokens } = await openSession(deps, opening);
    await write(async (transaction) => {
      await requireRoom(transaction, caller, createdAt);
      await insertSession(transaction, row);
    });
    const ids = description.participants;
    return {
      session_id: id,
      participant_ids: [...ids],
      public_params: publicParams(row),
      expires_at: formatIsoTime(expiresAt),
      trust_model: TRUST_MODEL,
      ...(tokens === null
        ? {}
        : { participant_tokens: Object.fromEntries(ids.map((name, index) => [name, tokens[index] ?? ''])) }),
    };
  },

  async contribute({ deps, caller, write }, { params: { session_id: id }, body }) {
    const session = requireSession(await findSession(deps.db, caller.projectId, id));
    const { participants } = descriptionOf(session);
    const participant = participants.indexOf(body.participant_id);
    if (participant < 0) {
      throw new ApiError('NOT_FOUND', 'This session has no such participant.', { field: 'participant_id' });
    }
    requireToken(session, participant, body.participant_token);
    requireCollecting(session, deps.clock());
    if ((await contributorsOf(deps.db, id)).includes(participant)) throw contributed();
    const encryptedShare = fromBase64(body.encrypted_share);
    const isGood =
      encryptedShare !== null &&
      (await isTaken(deps, requireOpen(session, deps.clock()), body.participant_id, encryptedShare));
    if (!isGood) throw invalidCiphertext('encrypted_share');
    return write(async (transaction) => {
      const now = deps.clock();
      const locked = requireSession(await lockSession(transaction, caller.projectId, id));
      requireCollecting(locked, now);
      const contribution = {
        session_id: id,
        participant,
        sealed_shares: encryptedShare,
        sha3_256: sha3_256(encryptedShare),
        received_at: now,
      };
      if (!(await insertContribution(transaction, locked, contribution))) throw contributed();
      return { accepted: true, contributions: locked.contributions + 1, needed: locked.threshold };
    });
  },

  async compute({ deps, caller, write, waive }, { params: { session_id: id } }) {
    const { db, clock } = deps;
    const before = requireSession(await findSession(db, caller.projectId, id));
    const known = signedOf(before);
    if (known !== null) {
      waive();
      return resultOf(known);
    }
    requireReady(before, clock());
    // Closed before anything is computed: of two sets of inputs only one result is ever opened. A try that fails can be repeated.
    await writeUncharged(db, async (transaction) => {
      const session = requireSession(await lockSession(transaction, caller.projectId, id));
      if (session.closed_at === null) await closeSession(transaction, id, clock());
    });
    const session = requireSession(await findSession(db, caller.projectId, id));
    const signed =
      signedOf(session) ?? (await computeSession(deps, requireOpen(session, clock()), await contributionsOf(db, id)));
    const stored = await write(async (transaction) => {
      const locked = requireSession(await lockSession(transaction, caller.projectId, id));
      const earlier = signedOf(locked);
      if (earlier !== null) return earlier;
      requireOpen(locked, clock());
      await endSession(transaction, id, clock(), signed);
      return signed;
    });
    return resultOf(stored);
  },

  async get({ deps, caller }, { params: { session_id: id } }) {
    const found = requireSession(await findSession(deps.db, caller.projectId, id));
    const places = await contributorsOf(deps.db, id);
    // Somebody may have contributed between the two: state and count then follow the list.
    const session = { ...found, contributions: places.length };
    const state = stateOf(session, deps.clock());
    if (state === 'expired') throw new ApiError('SESSION_EXPIRED');
    const { participants } = descriptionOf(session);
    const signed = signedOf(session);
    return {
      state,
      contributions: session.contributions,
      needed: session.threshold,
      ...(signed === null ? {} : resultOf(signed)),
      contributed: places.flatMap((place) => participants[place] ?? []),
      public_params: publicParams(session),
      has_tokens: session.token_hashes !== null,
      created_at: formatIsoTime(session.created_at),
      trust_model: TRUST_MODEL,
    };
  },

  async list({ deps, caller }, { query: { limit = PAGE_ITEMS, cursor } }) {
    const parts = cursorParts(cursor, CURSOR);
    const below = parts === null ? null : { createdAt: Number(parts[0]), id: parts[1] ?? '' };
    const found = await listSessions(deps.db, caller.projectId, below, limit + 1);
    const { page, nextCursor } = cutPage(found, limit, ({ created_at, id }) => `${created_at}.${id}`);
    const now = deps.clock();
    const items = page.map((row) => ({
      session_id: row.id,
      state: stateOf(row, now),
      // Only these are stored.
      computation: row.computation as Computation,
      participants: row.participants,
      contributions: row.contributions,
      needed: row.threshold,
      created_at: formatIsoTime(row.created_at),
      expires_at: formatIsoTime(row.expires_at),
    }));
    return { items, next_cursor: nextCursor };
  },

  async delete({ deps: _, caller, write }, { params: { session_id: id } }) {
    await write(async (transaction) => {
      requireSession(await lockSession(transaction, caller.projectId, id));
      await deleteSession(transaction, id);
    });
    return { session_id: id, status: 'deleted' };
  },
});

async function requireRoom(db: Db, { projectId }: Caller, now: number): Promise<void> {
  if ((await countOpenSessions(db, projectId, now)) < MOST_SESSIONS) return;
  throw new ApiError('CONFLICT', `A project has at most ${MOST_SESSIONS} sessions at a time. Delete one.`);
}

function requireSession(row: SessionRow | null): SessionRow {
  if (row !== null) return row;
  throw new ApiError('NOT_FOUND', 'This project has no joint computation with this id.');
}

/** Throws SESSION_EXPIRED and CONFLICT. */
function requireCollecting(row: SessionRow, now: number): void {
  requireOpen(row, now);
  if (row.closed_at !== null) throw new ApiError('CONFLICT', 'This session takes no more contributions.');
}

/** Throws SESSION_EXPIRED and CONFLICT. */
function requireReady(row: SessionRow, now: number): void {
  requireOpen(row, now);
  const { contributions, threshold } = row;
  if (contributions >= threshold) return;
  throw new ApiError('CONFLICT', `${contributions} of ${threshold} contributions that are needed have come in.`);
}

function contributed(): ApiError {
  return new ApiError('CONFLICT', 'This participant has contributed already.', { field: 'participant_id' });
}

function signedOf({ transcript, signature }: SessionRow): SignedTranscript | null {
  return transcript === null || signature === null ? null : { transcript, signature };
}
