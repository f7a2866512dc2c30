/** Holds the members of the signed end of a call against each other, as far as anybody can who has only the statement. */
import type { JsonObject } from '../canonical-json.ts';
import { boolean, count, exactly, instant, oneOf, text } from '../strict-members.ts';
import type { CheckList } from '../verdict/checks.ts';
import type { AgentReport } from '../verdict/verification-report.ts';
import { MINUTE_MS, startedMinutes } from './minutes.ts';

export const END_REASONS = ['ended', 'expired', 'credits', 'restored'] as const;
export type EndReason = (typeof END_REASONS)[number];

const MEMBERS = [
  ...['session_id', 'project_id', 'opened_at', 'expires_at', 'ended_at', 'reason', 'security_level'],
  ...['record_transcript', 'messages', 'minutes', 'keyset_id'],
];

interface End {
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  readonly expiresAt: number;
  readonly endedAt: number;
  readonly reason: EndReason;
  readonly minutes: number;
}

/** Adds the checks and answers what it is about. Throws Unreadable for what is no end of a call. */
export function judgeCallEnd(body: JsonObject, checks: CheckList): AgentReport['subject'] {
  const members = exactly(body, 'body', MEMBERS);
  const end: End = {
    openedAt: instant(members.opened_at, 'body.opened_at'),
    expiresAt: instant(members.expires_at, 'body.expires_at'),
    endedAt: instant(members.ended_at, 'body.ended_at'),
    reason: oneOf(members.reason, 'body.reason', END_REASONS),
    minutes: count(members.minutes, 'body.minutes', 1),
  };
  const subject = {
    session_id: text(members.session_id, 'body.session_id'),
    project_id: text(members.project_id, 'body.project_id'),
    opened_at: String(members.opened_at),
    expires_at: String(members.expires_at),
    ended_at: String(members.ended_at),
    end_reason: end.reason,
    minutes: end.minutes,
    messages: count(members.messages, 'body.messages', 0),
    record_transcript: boolean(members.record_transcript, 'body.record_transcript') ? 'yes' : 'no',
    security_level: oneOf(members.security_level, 'body.security_level', ['L1', 'L3', 'L5']),
  };
  checkEnd(end, subject.ended_at, checks);
  checkMinutes(end, checks);
  return subject;
}

function checkEnd({ openedAt, expiresAt, endedAt, reason }: End, found: string, checks: CheckList): void {
  const isWithin = openedAt <= endedAt && endedAt <= expiresAt;
  // A restore ends a call at the time of the backup, or when its time was over.
  const fitsReason = reason === 'restored' || (endedAt === expiresAt) === (reason === 'expired');
  checks.add('integrity', 'end', {
    expected: reason === 'expired' ? 'the end of its time' : 'a time between opening and the end of its time',
    found,
    ...(isWithin && fitsReason
      ? { status: 'passed', sentence: 'The end lies within the time of the call and fits its reason.' }
      : {
          status: 'failed',
          sentence: 'The end does not lie within the time of the call, or does not fit its reason.',
          reason: 'STATEMENT_MISMATCH',
        }),
  });
}

function checkMinutes({ openedAt, endedAt, reason, minutes }: End, checks: CheckList): void {
  const started = startedMinutes(openedAt, endedAt);
  // Minutes may have begun between the last charge and the backup. Credits end a call where its last paid minute does.
  const isRight =
    reason === 'restored'
      ? minutes <= started
      : minutes === started && (reason !== 'credits' || endedAt - openedAt === minutes * MINUTE_MS);
  checks.add('integrity', 'minutes', {
    expected: reason === 'restored' ? `${started} at most` : String(started),
    found: String(minutes),
    ...(isRight
      ? { status: 'passed', sentence: 'The minutes that were charged are those that had begun.' }
      : {
          status: 'failed',
          sentence: 'The minutes that were charged are not those that had begun.',
          reason: 'STATEMENT_MISMATCH',
        }),
  });
}
