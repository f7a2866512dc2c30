/**
 * The description of a joint computation: who may contribute, what is computed, and the keys of the computing parties. Inputs
 * are sealed to its hash, so that they serve this session and no other (security, S32).
 */
import { fromBase64, toBase64, toHex } from '../bytes.ts';
import { canonicalBytes, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { sha3_256, tagged } from '../hash.ts';
import { kemLengths } from '../kem/backend.ts';
import { base64, count, exactly, listOf, oneOf, text, time, Unreadable } from '../strict-members.ts';
import {
  COMPUTATIONS,
  type Computation,
  CUSTOM_KINDS,
  type Custom,
  MOST_INPUT,
  MOST_WEIGHT,
  mostInput,
  type Task,
} from './computations.ts';
import { MODULUS } from './field.ts';
import { PARTIES } from './shamir.ts';

export const SESSION_FORMAT = 'svc-mpc-session/v1';
/** Of one session. */
const MOST_PARTICIPANTS = 256;

export const PARTY_KEM = 'ML-KEM-1024';

/** Said in answers, transcripts and pages alike. */
export const TRUST_MODEL =
  'Semi-honest: three computing parties in separate threads of one server follow the protocol. One of them that is curious, or whose memory leaks, learns no input. The operator of the server runs all three and could put inputs together.';

export interface SessionDescription {
  readonly format: typeof SESSION_FORMAT;
  /** A UUID. */
  readonly session_id: string;
  /** Their ids; weights stand in this order. */
  readonly participants: readonly string[];
  /** How many contributions compute waits for. */
  readonly threshold: number;
  readonly computation: Computation;
  /** With the computation `custom`. */
  readonly custom?: Custom;
  /** The prime of the field, in decimal. */
  readonly field: string;
  /** How large an input may be, either way. */
  readonly most_input: number;
  /** ML-KEM-1024 keys of the computing parties 1, 2 and 3, base64. */
  readonly party_keys: readonly string[];
  /** ISO 8601 UTC. */
  readonly expires_at: string;
}

/** What somebody asks for who opens a session. */
export interface SessionRequest {
  readonly sessionId: string;
  readonly participants: number;
  readonly threshold: number;
  readonly task: Task;
  readonly partyKeys: readonly Uint8Array[];
  readonly expiresAt: string;
}

export function describeSession(request: SessionRequest): SessionDescription {
  const { sessionId, participants, threshold, task, partyKeys, expiresAt } = request;
  return {
    format: SESSION_FORMAT,
    session_id: sessionId,
    participants: Array.from({ length: participants }, (_, i) => `p${i + 1}`),
    threshold,
    ...(typeof task === 'string' ? { computation: task } : { computation: 'custom', custom: task }),
    field: String(MODULUS),
    most_input: mostInput(task),
    party_keys: partyKeys.map(toBase64),
    expires_at: expiresAt,
  };
}

export function taskOf({
  computation,
  custom,
}: {
  readonly computation: Computation;
  readonly custom?: Custom | undefined;
}): Task {
  if (computation !== 'custom') return computation;
  if (custom === undefined) throw new TypeError('internal: a custom computation that is not described');
  return custom;
}

/** As JSON. */
export function sessionJson(session: SessionDescription): JsonObject {
  const { custom, ...rest } = session;
  return {
    ...rest,
    participants: [...session.participants],
    party_keys: [...session.party_keys],
    ...(custom === undefined
      ? {}
      : { custom: custom.kind === 'weighted_sum' ? { ...custom, weights: [...custom.weights] } : { ...custom } }),
  };
}

/** SHA3-256(`svc-mpc-session/v1` 00 JCS(description)): what inputs are sealed to. */
export function sessionHash(session: SessionDescription): Uint8Array {
  return sha3_256(tagged('mpc-session', canonicalBytes(sessionJson(session))));
}

export function sessionHashHex(session: SessionDescription): string {
  return toHex(sessionHash(session));
}

const MEMBERS = [
  'format',
  'session_id',
  'participants',
  'threshold',
  'computation',
  'field',
  'most_input',
  'party_keys',
  'expires_at',
] as const;

/** Throws Unreadable for what describes no session that can be computed. */
export function readSession(value: JsonValue | undefined, field: string): SessionDescription {
  const at = (name: string) => (field === '' ? name : `${field}.${name}`);
  const members = exactly(value, field, MEMBERS, ['custom']);
  const computation = oneOf(members.computation, at('computation'), COMPUTATIONS);
  const participants = listOf(members.participants, at('participants'), text);
  if (new Set(participants).size !== participants.length) throw new Unreadable(at('participants'), 'One stands twice.');
  if (participants.length < 2) throw new Unreadable(at('participants'), 'Two are needed.');
  if (participants.length > MOST_PARTICIPANTS) throw new Unreadable(at('participants'), 'They are more than 256.');
  const threshold = count(members.threshold, at('threshold'), 2);
  if (threshold > participants.length) throw new Unreadable(at('threshold'), 'It is more than there are participants.');
  if ((computation === 'custom') !== (members.custom !== undefined)) {
    throw new Unreadable(at('custom'), 'It stands with the computation custom, and only there.');
  }
  const custom =
    members.custom === undefined ? undefined : readCustom(members.custom, at('custom'), participants.length);
  const task = taskOf({ computation, custom });
  const mostStated = count(members.most_input, at('most_input'), 1);
  if (mostStated !== mostInput(task)) throw new Unreadable(at('most_input'), `It is not ${mostInput(task)}.`);
  const keys = listOf(members.party_keys, at('party_keys'), base64);
  const { publicKey } = kemLengths(PARTY_KEM);
  if (keys.length !== PARTIES.length || keys.some((key) => fromBase64(key)?.length !== publicKey)) {
    throw new Unreadable(at('party_keys'), `They are not three ${PARTY_KEM} keys.`);
  }
  // A party with two keys would read two shares, which give the input.
  if (new Set(keys).size !== keys.length) throw new Unreadable(at('party_keys'), 'One stands twice.');
  return {
    format: oneOf(members.format, at('format'), [SESSION_FORMAT]),
    session_id: text(members.session_id, at('session_id')),
    participants,
    threshold,
    computation,
    ...(custom === undefined ? {} : { custom }),
    field: oneOf(members.field, at('field'), [String(MODULUS)]),
    most_input: mostStated,
    party_keys: keys,
    expires_at: time(members.expires_at, at('expires_at')),
  };
}

function readCustom(value: JsonValue, field: string, participants: number): Custom {
  const kind = oneOf(exactly(value, field, ['kind'], ['weights', 'threshold']).kind, `${field}.kind`, CUSTOM_KINDS);
  if (kind === 'variance') {
    exactly(value, field, ['kind']);
    return { kind };
  }
  if (kind === 'count_above') {
    const { threshold } = exactly(value, field, ['kind', 'threshold']);
    return { kind, threshold: integer(threshold, `${field}.threshold`, MOST_INPUT) };
  }
  const weights = listOf(exactly(value, field, ['kind', 'weights']).weights, `${field}.weights`, (weight, at) =>
    integer(weight, at, MOST_WEIGHT),
  );
  if (weights.length !== participants || weights.includes(0)) {
    throw new Unreadable(`${field}.weights`, 'It is not one weight for each participant, none of them 0.');
  }
  const total = weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
  if (total > MOST_WEIGHT)
    throw new Unreadable(`${field}.weights`, `Their sizes are more than ${MOST_WEIGHT} together.`);
  return { kind, weights };
}

function integer(value: JsonValue | undefined, field: string, most: number): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) <= most) return value;
  throw new Unreadable(field, `It is no whole number from -${most} to ${most}.`);
}
