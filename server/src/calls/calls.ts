/** Calls as they are opened and shown. */
import type { api } from '@touchstone/core/api/api.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { isInvisible } from '@touchstone/core/text/visible-text.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { objectIn } from '../doctor/stated.ts';
import type { Caller } from '../frame/caller.ts';
import { ApiError, invalid } from '../frame/errors.ts';
import type { Db } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { openNames, sealFacts } from './sealing.ts';
import { type CallRow, findCall } from './store.ts';

type Video = typeof api.crypto.video;

/** Everyone, as a receiver. */
export const EVERYONE = '*';

/** Throws INVALID_REQUEST for names that are no names of a call, or that nobody can tell apart by eye. */
export function requireNames(names: readonly string[]): void {
  if (new Set(names.map(drawnName)).size !== names.length) {
    throw invalid('participants', 'The names in `participants` must differ, and not in invisible characters alone.');
  }
  if (names.some((name) => name === EVERYONE || name.trim() !== name || drawnName(name) === '')) {
    throw invalid('participants', 'A name in `participants` is empty, is `*`, or begins or ends with a space.');
  }
}

/** What of a name is seen: without invisible characters, and with letters in a special form as plain ones. */
function drawnName(name: string): string {
  return [...name.normalize('NFKC')].filter((character) => !isInvisible(character)).join('');
}

/** A call that is not stored yet. */
export function newCall(
  vault: Pick<Vault, 'seal'>,
  { accountId, projectId }: Caller,
  id: string,
  { participants, security_level, record_transcript }: InputOf<Video['session']>['body'],
  { now, seconds }: { readonly now: number; readonly seconds: number },
): CallRow {
  const fixed = {
    id,
    project_id: projectId,
    account_id: accountId,
    security_level,
    is_recorded: record_transcript ? 1 : 0,
    created_at: now,
    expires_at: now + seconds * 1000,
  } as const;
  return {
    ...fixed,
    envelope: sealFacts(vault, fixed, participants),
    messages: 0,
    // The first is charged with the opening.
    minutes: 1,
    ended_at: null,
    end_reason: null,
    end_record: null,
    end_signature: null,
  };
}

/** A call of the caller's project. Throws NOT_FOUND. */
export async function ownCall(db: Db, caller: Caller, id: string): Promise<CallRow> {
  const call = await findCall(db, id);
  if (call?.project_id !== caller.projectId) throw noSuchCall();
  return call;
}

export function noSuchCall(): ApiError {
  return new ApiError('NOT_FOUND', 'This project has no such video session.');
}

/** Whether it goes on; a call whose time is over does not, whether or not that is written down yet. */
export function isOpen({ ended_at: endedAt, expires_at: expiresAt }: CallRow, now: number): boolean {
  return endedAt === null && now < expiresAt;
}

type Status = OutputOf<Video['getSession']>['status'];

function statusOf(call: CallRow, now: number): Status {
  if (isOpen(call, now)) return 'open';
  return call.end_reason === null || call.end_reason === 'expired' ? 'expired' : 'ended';
}

/** State and times. */
export function stateAnswer(call: CallRow, now: number) {
  const over = call.ended_at ?? Math.min(now, call.expires_at);
  return {
    status: statusOf(call, now),
    created_at: formatIsoTime(call.created_at),
    expires_at: formatIsoTime(call.expires_at),
    ended_at: call.ended_at === null ? null : formatIsoTime(call.ended_at),
    end_reason: call.end_reason,
    duration_seconds: Math.max(0, over - call.created_at) / 1000,
  };
}

/** The signed end; null until there is one. */
export function endAnswer({ end_record: record, end_signature: signature }: CallRow) {
  return record === null || signature === null ? null : { body: objectIn(record), signature };
}

/** What a list shows of it. */
export function listedAnswer(
  vault: Pick<Vault, 'open'>,
  call: CallRow,
  hasTranscript: boolean,
  now: number,
): OutputOf<Video['listSessions']>['items'][number] {
  return {
    session_id: call.id,
    participants: openNames(vault, call),
    record_transcript: call.is_recorded === 1,
    ...stateAnswer(call, now),
    has_transcript: hasTranscript,
  };
}
