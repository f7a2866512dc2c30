/** The transcript of a joint computation, which the service signs: the body of a statement of kind `mpc-proof`. */

import { fromHex, toHex } from '../bytes.ts';
import type { JsonObject, JsonValue } from '../canonical-json.ts';
import { count, exactly, hash, listOf, text, time, Unreadable } from '../strict-members.ts';
import { resultOf } from './computations.ts';
import { elementFromBytes, elementToBytes, toInteger } from './field.ts';
import { readSession, type SessionDescription, sessionHashHex, sessionJson, TRUST_MODEL, taskOf } from './session.ts';
import { PARTIES, secretOf } from './shamir.ts';

export interface TranscriptContribution {
  readonly participant: string;
  /** SHA3-256 of the bytes of `encrypted_share`, hex. */
  readonly sha3_256: string;
  /** ISO 8601 UTC. */
  readonly received_at: string;
}

export interface Transcript {
  readonly session: SessionDescription;
  /** `sessionHashHex` of the session. */
  readonly session_sha3_256: string;
  /** In the order of the participants. */
  readonly contributions: readonly TranscriptContribution[];
  /** The parties' shares of what was opened, 16 hex digits each, in their order: they lie on one line. */
  readonly result_shares: readonly string[];
  /** What the shares give, in decimal. */
  readonly opened: string;
  readonly result: number;
  /** What the parties did for it; each did the same. */
  readonly multiplications: number;
  readonly openings: number;
  readonly trust_model: string;
  /** ISO 8601 UTC. */
  readonly computed_at: string;
  readonly keyset_id: string;
}

export const TRANSCRIPT_MEMBERS = [
  'session',
  'session_sha3_256',
  'contributions',
  'result_shares',
  'opened',
  'result',
  'multiplications',
  'openings',
  'trust_model',
  'computed_at',
  'keyset_id',
] as const satisfies readonly (keyof Transcript)[];

/** What a computation gave, before it is a transcript. */
export interface Outcome {
  readonly session: SessionDescription;
  readonly contributions: readonly TranscriptContribution[];
  /** Of the parties, in their order. */
  readonly shares: readonly bigint[];
  readonly multiplications: number;
  readonly openings: number;
  readonly computedAt: string;
  readonly keysetId: string;
}

/** null where the shares of the parties lie on no line: then nothing may be stated. */
export function transcriptOf(outcome: Outcome): Transcript | null {
  const { session, contributions, shares, multiplications, openings, computedAt, keysetId } = outcome;
  const opened = openedOf(shares);
  if (opened === null) return null;
  return {
    session,
    session_sha3_256: sessionHashHex(session),
    contributions,
    result_shares: shares.map((share) => toHex(elementToBytes(share))),
    opened: String(opened),
    result: resultOf(taskOf(session), opened, contributions.length),
    multiplications,
    openings,
    trust_model: TRUST_MODEL,
    computed_at: computedAt,
    keyset_id: keysetId,
  };
}

export function transcriptJson(transcript: Transcript): JsonObject {
  return {
    ...transcript,
    session: sessionJson(transcript.session),
    contributions: transcript.contributions.map((one) => ({ ...one })),
    result_shares: [...transcript.result_shares],
  };
}

/** The number that three shares stand for; null where they lie on no line. */
export function openedOf([first, second, third]: readonly bigint[]): bigint | null {
  if (first === undefined || second === undefined || third === undefined) return null;
  const value = secretOf(first, second, third);
  return value === null ? null : toInteger(value);
}

/** Throws Unreadable for what is no transcript. Whether its members fit each other is the verifier's to say. */
export function readTranscript(value: JsonValue, field: string): Transcript {
  const members = exactly(value, field, TRANSCRIPT_MEMBERS);
  const at = (name: string) => `${field}.${name}`;
  const result = members.result;
  if (typeof result !== 'number') throw new Unreadable(at('result'), 'It is no number.');
  const shares = listOf(members.result_shares, at('result_shares'), shareText);
  if (shares.length !== PARTIES.length) throw new Unreadable(at('result_shares'), 'They are not three.');
  const opened = text(members.opened, at('opened'));
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(opened)) throw new Unreadable(at('opened'), 'It is no whole number.');
  return {
    session: readSession(members.session, at('session')),
    session_sha3_256: hash(members.session_sha3_256, at('session_sha3_256')),
    contributions: listOf(members.contributions, at('contributions'), readContribution),
    result_shares: shares,
    opened,
    result,
    multiplications: count(members.multiplications, at('multiplications'), 0),
    openings: count(members.openings, at('openings'), 0),
    trust_model: text(members.trust_model, at('trust_model')),
    computed_at: time(members.computed_at, at('computed_at')),
    keyset_id: text(members.keyset_id, at('keyset_id')),
  };
}

/** The shares of a transcript as elements; none where one of them is no element. */
export function sharesIn({ result_shares: texts }: Transcript): readonly bigint[] {
  return texts.flatMap((one) => {
    const bytes = fromHex(one);
    const element = bytes === null ? null : elementFromBytes(bytes);
    return element === null ? [] : [element];
  });
}

function shareText(value: JsonValue, field: string): string {
  if (typeof value === 'string' && /^[0-9a-f]{16}$/.test(value)) return value;
  throw new Unreadable(field, 'It is not 16 lower-case hex digits.');
}

function readContribution(value: JsonValue, field: string): TranscriptContribution {
  const members = exactly(value, field, ['participant', 'sha3_256', 'received_at']);
  return {
    participant: text(members.participant, `${field}.participant`),
    sha3_256: hash(members.sha3_256, `${field}.sha3_256`),
    received_at: time(members.received_at, `${field}.received_at`),
  };
}
