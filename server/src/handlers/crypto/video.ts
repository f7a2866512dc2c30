import { api } from '@touchstone/core/api/api.ts';
import { startedMinutes } from '@touchstone/core/calls/minutes.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { Credits } from '../../accounts/credits.ts';
import { announceCall } from '../../calls/announcements.ts';
import {
  endAnswer,
  isOpen,
  listedAnswer,
  newCall,
  noSuchCall,
  ownCall,
  requireNames,
  stateAnswer,
} from '../../calls/calls.ts';
import { callEvents, requireMessage, storeMessage } from '../../calls/messages.ts';
import { openNames } from '../../calls/sealing.ts';
import { afterSettling, settleCall, UNITS_PER_MINUTE } from '../../calls/settling.ts';
import { deleteCall, insertCall, listCalls, lockCall } from '../../calls/store.ts';
import { makeTranscript, transcriptAnswer, verifyCall } from '../../calls/transcripts.ts';
import { ApiError } from '../../frame/errors.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../../frame/list-pages.ts';
import type { Statements } from '../../key-sets/statements.ts';
import type { SettingsAccess } from '../../settings/settings.ts';
import type { Db } from '../../store/engine.ts';
import type { Relay } from '../../turn/relay.ts';
import type { Vault } from '../../vault/envelope.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly credits: Credits;
  readonly statements: Statements;
  readonly settings: SettingsAccess;
  readonly relay: Relay;
}

const TRANSCRIPT_UNITS_PER_MINUTE = 10;
const ALGORITHMS = { key_exchange: 'ml-kem-1024', media_cipher: 'aes-256-gcm' } as const;

export const video = implement(api.crypto.video)<Needs>({
  async session({ deps, caller, write }, { body }) {
    requireNames(body.participants);
    const { call_seconds: seconds } = await deps.settings.read();
    // Before anything is charged: without the relay there is no call.
    const turnUrl = await deps.relay.url();
    const id = newId('vs', deps.random);
    const call = await write(async (db) => {
      const made = newCall(deps.vault, caller, id, body, { now: deps.clock(), seconds });
      await insertCall(db, made);
      return made;
    });
    await deps.relay.admit(id, call.expires_at);
    const { expires_at } = stateAnswer(call, deps.clock());
    return { session_id: id, turn_url: turnUrl, ...ALGORITHMS, expires_at, units_per_minute: UNITS_PER_MINUTE };
  },

  async listSessions({ deps, caller }, { query }) {
    const [time, id] = cursorParts(query.cursor, /^(\d{1,15})-(vs_[0-9a-f]{16})$/) ?? [];
    const before = time === undefined || id === undefined ? null : { createdAt: Number(time), id };
    const limit = query.limit ?? PAGE_ITEMS;
    const found = await listCalls(deps.db, caller.projectId, { before, limit: limit + 1 });
    const { page, nextCursor } = cutPage(found, limit, (last) => `${last.created_at}-${last.id}`);
    const now = deps.clock();
    const items = page.map((call) => listedAnswer(deps.vault, call, call.transcript_id !== null, now));
    return { items, next_cursor: nextCursor };
  },

  async getSession({ deps, caller }, { params }) {
    const call = await ownCall(deps.db, caller, params.session_id);
    const now = deps.clock();
    const ice = isOpen(call, now) ? await deps.relay.admit(call.id, call.expires_at) : null;
    return {
      session_id: call.id,
      participants: openNames(deps.vault, call),
      record_transcript: call.is_recorded === 1,
      turn_url: ice?.urls[0] ?? deps.relay.name,
      ice_servers: ice === null ? [] : [ice],
      ...ALGORITHMS,
      ...stateAnswer(call, now),
      messages: call.messages,
      end: endAnswer(call),
    };
  },

  async signal({ deps, caller, write }, { params, body }) {
    const { db, vault, clock } = deps;
    const call = await ownCall(db, caller, params.session_id);
    requireMessage(openNames(vault, call), body);
    const sequence = await write(async (transaction) => {
      const present = await lockCall(transaction, call.id);
      if (present === null) throw noSuchCall();
      return storeMessage(transaction, vault, present, body, clock());
    });
    announceCall(db, call.id);
    return { accepted: true, sequence };
  },

  async events({ deps, caller }, { params, query, headers }) {
    const call = await ownCall(deps.db, caller, params.session_id);
    const after = Number(headers['last-event-id'] ?? 0);
    return callEvents(deps, call, { after, participant: query.participant ?? null });
  },

  async endSession({ deps, caller, write }, { params }) {
    const found = await ownCall(deps.db, caller, params.session_id);
    const call = await deps.statements.signing((signer) =>
      write((transaction) => settleCall(transaction, deps, signer, found, 'ended')),
    );
    if (call === null) throw noSuchCall();
    afterSettling(deps, call);
    if (found.ended_at !== null || call.end_reason === 'expired') throw new ApiError('SESSION_EXPIRED');
    const { ended_at, duration_seconds } = stateAnswer(call, deps.clock());
    if (ended_at === null) throw new TypeError(`internal: ${call.id} was not ended`);
    const units = call.minutes * UNITS_PER_MINUTE;
    return { session_id: call.id, status: 'ended', ended_at, duration_seconds, units_consumed: units };
  },

  async forget({ deps, caller, write }, { params }) {
    const id = params.session_id;
    await write(async (transaction) => {
      const call = await lockCall(transaction, id);
      if (call?.project_id !== caller.projectId) throw noSuchCall();
      if (call.end_record === null) throw new ApiError('CONFLICT', 'The session is not over. End it first.');
      await deleteCall(transaction, id);
    });
    announceCall(deps.db, id);
    return { session_id: id, deleted: true };
  },

  async transcript({ deps, caller, write, surcharge }, { body }) {
    const call = await ownCall(deps.db, caller, body.session_id);
    if (call.is_recorded === 0) throw new ApiError('CONFLICT', 'This session was opened without `record_transcript`.');
    const until = call.ended_at ?? Math.min(deps.clock(), call.expires_at);
    const minutes = startedMinutes(call.created_at, until);
    await surcharge('minute', minutes - 1);
    const id = newId('tx', deps.random);
    const made = await makeTranscript(deps, call, id, (action) =>
      write(async (transaction) => {
        // It may have been forgotten meanwhile.
        if ((await lockCall(transaction, call.id)) === null) throw noSuchCall();
        await action(transaction);
      }),
    );
    return transcriptAnswer(call, id, minutes * TRANSCRIPT_UNITS_PER_MINUTE, made);
  },

  async verify({ deps, caller }, { params }) {
    return verifyCall(deps, await ownCall(deps.db, caller, params.session_id));
  },
});
