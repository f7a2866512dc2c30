/** Holds the members of the transcript of a call against each other, as far as anybody can who has only the transcript. */
import type { JsonObject, JsonValue } from '../canonical-json.ts';
import {
  anyMembers,
  anyText,
  boolean,
  count,
  exactly,
  hash,
  instant,
  listOf,
  oneOf,
  orNull,
  text,
  time,
  Unreadable,
} from '../strict-members.ts';
import type { CheckList } from '../verdict/checks.ts';
import type { AgentReport } from '../verdict/verification-report.ts';
import { END_REASONS, type EndReason } from './judge-end.ts';
import { firstBrokenLine } from './transcript.ts';

/** As a receiver, everybody else. */
const EVERYONE = '*';
export const CALL_STATUSES = ['open', 'ended', 'expired'] as const;
export const LINE_KINDS = ['offer', 'answer', 'candidate', 'key_exchange', 'caption'] as const;
const MEMBERS = [
  ...['transcript_id', 'session_id', 'participants', 'opened_at', 'status', 'ended_at', 'end_reason'],
  ...['duration_seconds', 'made_at', 'key_exchange', 'lines', 'keyset_id'],
];
const LINE_MEMBERS = ['sequence', 'kind', 'from', 'to', 'at', 'hash'];
const EXCHANGE_MEMBERS = ['algorithm', 'media_cipher', 'completed', 'public_keys_sha3_256'];

interface Line {
  readonly sequence: number;
  readonly kind: (typeof LINE_KINDS)[number];
  readonly from: string | null;
  readonly to: string;
}

interface Transcript {
  readonly participants: readonly string[];
  readonly openedAt: number;
  readonly madeAt: number;
  readonly status: (typeof CALL_STATUSES)[number];
  readonly endedAt: number | null;
  readonly endReason: EndReason | null;
  readonly durationSeconds: number;
  readonly exchange: { readonly isComplete: boolean; readonly names: readonly string[] };
  readonly lines: readonly Line[];
}

/** Adds the checks and answers what it is about. Throws Unreadable for what is no transcript. */
export function judgeCallTranscript(body: JsonObject, checks: CheckList): AgentReport['subject'] {
  const transcript = readTranscript(body);
  const { participants, status, endReason, durationSeconds, exchange, lines } = transcript;
  checkChain(body.lines, checks);
  checkOrder(lines, checks);
  checkParticipants(transcript, checks);
  checkEnd(transcript, checks);
  checks.leaveOpen(
    'speakers',
    'Whether the participants are who their names say, and meant what their captions say.',
    'Whoever holds an API key of the project can send messages in any of the names. Captions are text that was sent.',
  );
  checks.leaveOpen(
    'key_exchange',
    'Whether the key exchange was completed, and whether clients encrypted what they sent.',
    'The transcript holds who sent a message of the exchange to whom, not what it contained.',
  );
  return {
    session_id: String(body.session_id),
    transcript_id: String(body.transcript_id),
    participants: participants.join(', '),
    opened_at: String(body.opened_at),
    status,
    ...(body.ended_at === null ? {} : { ended_at: String(body.ended_at) }),
    ...(endReason === null ? {} : { end_reason: endReason }),
    duration_seconds: durationSeconds,
    lines: lines.length,
    captions: lines.filter(({ kind }) => kind === 'caption').length,
    key_exchange: exchange.isComplete ? 'completed' : 'not completed',
    made_at: String(body.made_at),
  };
}

function readTranscript(body: JsonObject): Transcript {
  const members = exactly(body, 'body', MEMBERS);
  text(members.transcript_id, 'body.transcript_id');
  text(members.session_id, 'body.session_id');
  const duration = members.duration_seconds;
  if (typeof duration !== 'number' || duration < 0) throw new Unreadable('body.duration_seconds', 'It is no duration.');
  return {
    participants: listOf(members.participants, 'body.participants', text),
    openedAt: instant(members.opened_at, 'body.opened_at'),
    madeAt: instant(members.made_at, 'body.made_at'),
    status: oneOf(members.status, 'body.status', CALL_STATUSES),
    endedAt: orNull(members.ended_at, 'body.ended_at', instant),
    endReason: orNull(members.end_reason, 'body.end_reason', (value, field) => oneOf(value, field, END_REASONS)),
    durationSeconds: duration,
    exchange: readExchange(members.key_exchange, 'body.key_exchange'),
    lines: listOf(members.lines, 'body.lines', readLine),
  };
}

function readExchange(value: JsonValue | undefined, field: string): Transcript['exchange'] {
  const members = exactly(value, field, EXCHANGE_MEMBERS);
  oneOf(members.algorithm, `${field}.algorithm`, ['ml-kem-1024']);
  oneOf(members.media_cipher, `${field}.media_cipher`, ['aes-256-gcm']);
  const keys = anyMembers(members.public_keys_sha3_256, `${field}.public_keys_sha3_256`);
  for (const [name, key] of Object.entries(keys)) hash(key, `${field}.public_keys_sha3_256.${name}`);
  return { isComplete: boolean(members.completed, `${field}.completed`), names: Object.keys(keys) };
}

function readLine(value: JsonValue, field: string): Line {
  const kind = oneOf(anyMembers(value, field).kind, `${field}.kind`, LINE_KINDS);
  const members = exactly(value, field, kind === 'caption' ? [...LINE_MEMBERS, 'text'] : LINE_MEMBERS);
  if (kind === 'caption') anyText(members.text, `${field}.text`);
  time(members.at, `${field}.at`);
  hash(members.hash, `${field}.hash`);
  return {
    sequence: count(members.sequence, `${field}.sequence`, 1),
    kind,
    from: orNull(members.from, `${field}.from`, text),
    to: text(members.to, `${field}.to`),
  };
}

function checkChain(lines: JsonValue | undefined, checks: CheckList): void {
  const broken = firstBrokenLine(Array.isArray(lines) ? lines : []);
  checks.add(
    'integrity',
    'lines',
    broken === null
      ? { status: 'passed', sentence: 'Each line carries the hash of itself and of all lines before it.' }
      : {
          status: 'failed',
          sentence: `Line ${broken + 1} does not carry the hash of itself and of all lines before it.`,
          reason: 'HASH_MISMATCH',
        },
  );
}

/** All messages of a recorded call are there, from the first on. */
function checkOrder(lines: readonly Line[], checks: CheckList): void {
  const at = lines.findIndex(({ sequence }, place) => sequence !== place + 1);
  checks.compare('integrity', 'order', {
    expected: at < 0 ? 'every message from 1 on' : `message ${at + 1}`,
    found: at < 0 ? 'every message from 1 on' : `message ${lines[at]?.sequence}`,
    code: 'STATEMENT_MISMATCH',
    passed: 'The lines are all messages from the first on, in their order.',
    failed: `Line ${at + 1} is not the next message: one is missing, repeated or moved.`,
  });
}

function checkParticipants({ participants, exchange, lines }: Transcript, checks: CheckList): void {
  const names = new Set(participants);
  const strangers = lines.flatMap(({ from, to }, place) => {
    const isKnown = (from === null || names.has(from)) && (to === EVERYONE || names.has(to)) && from !== to;
    return isKnown ? [] : [`line ${place + 1}`];
  });
  const unknownKeys = exchange.names.filter((name) => !names.has(name)).map((name) => `key of ${name}`);
  const areNames = names.size === participants.length && names.size >= 2 && !names.has(EVERYONE);
  const hasKeys = !exchange.isComplete || exchange.names.length >= 2;
  const wrong = [
    ...(areNames ? [] : ['participants']),
    ...(hasKeys ? [] : ['a completed exchange of fewer than two keys']),
    ...unknownKeys,
    ...strangers,
  ];
  checks.add('integrity', 'participants', {
    expected: 'two or more names that differ, and nobody else',
    found: wrong[0] ?? participants.join(', '),
    ...(wrong.length === 0
      ? { status: 'passed', sentence: 'Lines and keys are of the participants only.' }
      : {
          status: 'failed',
          sentence: 'A line or a key is of somebody who does not take part.',
          reason: 'STATEMENT_MISMATCH',
        }),
  });
}

function checkEnd(transcript: Transcript, checks: CheckList): void {
  const { status, endedAt, endReason, durationSeconds } = transcript;
  const isRight = isStateRight(transcript) && isDurationRight(transcript);
  checks.add('integrity', 'end', {
    expected: 'state, end, reason and duration that belong together',
    found: `${status}, ${endedAt === null ? 'no end' : 'an end'}, ${endReason ?? 'no reason'}, ${durationSeconds} s`,
    ...(isRight
      ? { status: 'passed', sentence: 'State, end, reason and duration of the call belong together.' }
      : {
          status: 'failed',
          sentence: 'State, end, reason and duration of the call do not belong together.',
          reason: 'STATEMENT_MISMATCH',
        }),
  });
}

/** A call whose time is over may not have its end written down yet. */
function isStateRight({ status, endedAt, endReason }: Transcript): boolean {
  if ((endedAt === null) !== (endReason === null)) return false;
  if (endReason === null) return status !== 'ended';
  return status === (endReason === 'expired' ? 'expired' : 'ended');
}

/** From the opening to the end; of a call without one until now, or until its time was over. */
function isDurationRight({ openedAt, endedAt, madeAt, status, durationSeconds }: Transcript): boolean {
  if (endedAt !== null) return durationSeconds === (endedAt - openedAt) / 1000;
  const untilNow = Math.max(0, madeAt - openedAt) / 1000;
  return status === 'open' ? durationSeconds === untilNow : durationSeconds <= untilNow;
}
