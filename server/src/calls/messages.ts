/** Messages between participants, and the stream by which they read them. */
import type { api } from '@touchstone/core/api/api.ts';
import type { JsonItem } from '@touchstone/core/api/common.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { canonicalJson, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { createBell } from '../frame/bell.ts';
import { ApiError, invalid } from '../frame/errors.ts';
import { Events } from '../frame/events.ts';
import type { Db } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { watchCall } from './announcements.ts';
import { EVERYONE, endAnswer, isOpen, stateAnswer } from './calls.ts';
import { headJson, messagePlace, openHead, openNames, openPayload, sealJson } from './sealing.ts';
import { type CallRow, findCall, insertMessage, messagesAfter } from './store.ts';

type Video = typeof api.crypto.video;
type Body = InputOf<Video['signal']>['body'];
type CallEvent = OutputOf<Video['events']>;

const MOST_PAYLOAD_BYTES = 64 * 1024;
const MOST_CAPTION = 2_000;
/** Of one call: what a transcript of all of them is still made of within a moment. */
export const MOST_MESSAGES = 5_000;

/** The members of a message, as contract and room want them. Throws INVALID_REQUEST. */
export function requireMessage(names: readonly string[], { to, from, kind, payload }: Body): void {
  if (to !== EVERYONE && !names.includes(to)) throw invalid('to', '`to` is no participant of this session.');
  if (from !== undefined && !names.includes(from)) throw invalid('from', '`from` is no participant of this session.');
  if (from === to) throw invalid('to', 'A message to its sender is not carried.');
  if (kind === 'caption' && (typeof payload !== 'string' || payload.length > MOST_CAPTION)) {
    throw invalid('payload', `The payload of a caption is text of at most ${MOST_CAPTION} characters.`);
  }
  if (utf8(canonicalJson(payload as JsonValue)).length > MOST_PAYLOAD_BYTES) {
    throw invalid('payload', '`payload` is larger than 64 KiB.');
  }
}

/** Stores a message of a call that the transaction has locked; its sequence. */
export async function storeMessage(
  transaction: Db,
  vault: Pick<Vault, 'seal'>,
  call: CallRow,
  { to, from, kind, payload }: Body,
  now: number,
): Promise<number> {
  if (!isOpen(call, now)) throw new ApiError('SESSION_EXPIRED');
  if (call.messages >= MOST_MESSAGES) {
    throw new ApiError('CONFLICT', `This session has carried ${MOST_MESSAGES} messages, the most of one session.`);
  }
  const sequence = call.messages + 1;
  const head = { kind, from: from ?? null, to, at: formatIsoTime(now) };
  await insertMessage(transaction, {
    call_id: call.id,
    sequence,
    kind,
    envelope: sealJson(vault, messagePlace(call, sequence, 'envelope'), headJson(head)),
    payload: sealJson(vault, messagePlace(call, sequence, 'payload'), payload as JsonValue),
  });
  return sequence;
}

/** Messages that are read at once. */
const PAGE = 50;
/** Time ends a call without anybody announcing it. */
const LOOK_AGAIN_MS = 1_000;

interface StreamNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Vault;
}

/** What comes behind the message of a sequence number (0: all), for one participant or for all (null). */
export function callEvents(
  needs: StreamNeeds,
  call: CallRow,
  { after, participant }: { readonly after: number; readonly participant: string | null },
): Events<CallEvent> {
  if (participant !== null && !openNames(needs.vault, call).includes(participant)) {
    throw invalid('participant', '`participant` is no participant of this session.');
  }
  return new Events((signal) => eventsOf(needs, call.id, after, participant, signal));
}

async function* eventsOf(
  { db, clock, vault }: StreamNeeds,
  id: string,
  after: number,
  participant: string | null,
  signal: AbortSignal,
): AsyncGenerator<CallEvent, void, void> {
  const changes = createBell(signal);
  const unwatch = watchCall(db, id, changes.ring);
  let last = after;
  let told: string | null = null;
  try {
    while (!signal.aborted) {
      changes.quiet();
      const call = await findCall(db, id);
      // Forgotten meanwhile.
      if (call === null) return;
      const state = { session_id: id, ...stateAnswer(call, clock()), end: endAnswer(call) };
      if (told === null) {
        told = tellable(state);
        yield { event: 'session', data: state };
      }
      const rows = await messagesAfter(db, id, last, PAGE);
      for (const row of rows) {
        last = row.sequence;
        const head = openHead(vault, call, row);
        const isMeant =
          participant === null || (head.from !== participant && [EVERYONE, participant].includes(head.to));
        if (!isMeant || row.payload === null) continue;
        const payload = openPayload(vault, call, row) as JsonItem;
        yield { event: 'signal', id: String(last), data: { sequence: last, ...head, payload } };
      }
      if (rows.length > 0) continue;
      if (tellable(state) !== told) {
        told = tellable(state);
        yield { event: 'session', data: state };
        continue;
      }
      if (state.end !== null) return;
      await changes.wait(LOOK_AGAIN_MS);
    }
  } finally {
    unwatch();
    changes.close();
  }
}

/** What a change of is told. */
function tellable({ status, end }: { readonly status: string; readonly end: object | null }): string {
  return `${status} ${end === null}`;
}
