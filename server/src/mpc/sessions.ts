/** Sessions of joint computation: opened, contributed to, computed. */
import { concat, equalBytes, toBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalBytes, canonicalJson, isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { sha3_256, tagged } from '@touchstone/core/hash.ts';
import type { Task } from '@touchstone/core/mpc/computations.ts';
import { boxesOf } from '@touchstone/core/mpc/contribution.ts';
import { describeSession, readSession, type SessionDescription, sessionJson } from '@touchstone/core/mpc/session.ts';
import type { PartyNumber } from '@touchstone/core/mpc/shamir.ts';
import { type Outcome, transcriptJson, transcriptOf } from '@touchstone/core/mpc/transcript.ts';
import type { Random } from '@touchstone/core/random.ts';
import { statementFile } from '@touchstone/core/statement/file.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { ApiError, invalid } from '../frame/errors.ts';
import type { Statements } from '../key-sets/statements.ts';
import type { Db } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { partyKeysPlace, type SessionFacts } from './at-rest.ts';
import type { Parties } from './parties.ts';
import type { PartyAnswer, SealedShare } from './party-work.ts';
import type { ContributionRow, SessionRow, SignedTranscript } from './store.ts';

/** Sessions that are not over, of a project. */
export const MOST_SESSIONS = 1_000;

export interface SessionNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly parties: Parties;
  readonly statements: Statements;
}

/** What a new session is to be. */
export interface Opening {
  readonly id: string;
  readonly projectId: string;
  readonly participants: number;
  readonly threshold: number;
  readonly task: Task;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly withTokens: boolean;
}

export interface OpenedSession {
  readonly row: SessionRow;
  readonly description: SessionDescription;
  /** In the order of the participants; null in a session without. */
  readonly tokens: readonly string[] | null;
}

/** A new session with keys of its own, not stored yet. */
export async function openSession(
  { vault, random, parties }: SessionNeeds,
  { id, projectId, participants, threshold, task, createdAt, expiresAt, withTokens }: Opening,
): Promise<OpenedSession> {
  const made = await parties.run(() => ({ act: 'make-key', project: projectId, sessionId: id }));
  const keys = made.map(keyIn);
  const description = describeSession({
    sessionId: id,
    participants,
    threshold,
    task,
    partyKeys: keys.map(({ publicKey }) => publicKey),
    expiresAt: formatIsoTime(expiresAt),
  });
  const tokens = withTokens ? description.participants.map(() => `mpt_${toHex(random(32))}`) : null;
  const facts = {
    id,
    project_id: projectId,
    description: canonicalJson(sessionJson(description)),
    token_hashes: tokens === null ? null : JSON.stringify(tokens.map(tokenHash)),
    created_at: createdAt,
    expires_at: expiresAt,
  };
  const row = {
    ...facts,
    computation: description.computation,
    participants,
    threshold,
    envelope: vault.seal(partyKeysPlace(facts), concat(...keys.map(({ sealedKey }) => sealedKey))),
    contributions: 0,
    closed_at: null,
    ended_at: null,
    transcript: null,
    signature: null,
  };
  return { row, description, tokens };
}

function keyIn(answer: PartyAnswer) {
  if (answer.kind === 'key') return answer;
  throw new TypeError('internal: a party was asked for a key');
}

/** SHA3-256 over `svc-mpc-token/v1`, hex: tokens have 256 random bits. */
function tokenHash(token: string): string {
  return toHex(sha3_256(tagged('mpc-token', utf8(token))));
}

/** Throws TypeError where the database was changed. */
export function descriptionOf({ id, description }: Pick<SessionRow, 'id' | 'description'>): SessionDescription {
  const session = readSession(JSON.parse(description), '');
  if (session.session_id !== id) throw new TypeError(`internal: the session ${id} is described as another`);
  return session;
}

/** Base64 of the description. */
export function publicParams({ description }: Pick<SessionRow, 'description'>): string {
  return toBase64(utf8(description));
}

export type SessionState = 'collecting' | 'ready' | 'computed' | 'expired';

export function stateOf(
  row: Pick<SessionRow, 'transcript' | 'expires_at' | 'contributions' | 'threshold'>,
  now: number,
): SessionState {
  if (row.transcript !== null) return 'computed';
  if (row.expires_at <= now) return 'expired';
  return row.contributions < row.threshold ? 'collecting' : 'ready';
}

/** A session that goes on. */
export type OpenRow = SessionRow & { readonly envelope: Uint8Array };

/** Throws SESSION_EXPIRED, and CONFLICT where it is computed. */
export function requireOpen(row: SessionRow, now: number): OpenRow {
  const { envelope } = row;
  if (stateOf(row, now) === 'expired') throw new ApiError('SESSION_EXPIRED');
  if (envelope === null) throw new ApiError('CONFLICT', 'This session has been computed.');
  return { ...row, envelope };
}

/** Throws INVALID_REQUEST and INVALID_SCOPE for a token that is missing, wrong or needless. */
export function requireToken({ token_hashes }: SessionRow, participant: number, token: string | undefined): void {
  const field = 'participant_token';
  if (token_hashes === null) {
    if (token !== undefined) throw invalid(field, '`participant_token` belongs to sessions with tokens only.');
    return;
  }
  const expected = (JSON.parse(token_hashes) as readonly string[])[participant];
  if (token === undefined || expected === undefined || !equalBytes(utf8(tokenHash(token)), utf8(expected))) {
    throw new ApiError('INVALID_SCOPE', 'This session needs the token of the participant.', { field });
  }
}

/** Whether the parties take a contribution: sealed to them for this session and participant, whole, and within the range. */
export async function isTaken(
  deps: SessionNeeds,
  session: OpenRow,
  participant: string,
  encryptedShare: Uint8Array,
): Promise<boolean> {
  const description = descriptionOf(session);
  const boxes = boxesOf(description, encryptedShare);
  if (boxes === null) return false;
  const answers = await ask(deps, session, 'check', (party) => [{ participant, box: boxAt(boxes, party) }]);
  return answers.every(({ kind }) => kind === 'taken');
}

async function ask(
  { vault, parties }: SessionNeeds,
  session: OpenRow,
  act: 'check' | 'compute',
  sharesFor: (party: PartyNumber) => readonly SealedShare[],
): Promise<readonly PartyAnswer[]> {
  const keys = sealedKeys(vault, session);
  return parties.run((party) => ({
    act,
    project: session.project_id,
    sessionId: session.id,
    session: jsonOf(session.description),
    sealedKey: boxAt(keys, party),
    shares: sharesFor(party),
  }));
}

/** What each party has sealed; opened to the boxes of the parties, which only they open. */
function sealedKeys(vault: Vault, session: SessionFacts & { readonly envelope: Uint8Array }): readonly Uint8Array[] {
  const opened = vault.open(partyKeysPlace(session), session.envelope);
  if (opened === null) throw new TypeError(`internal: the keys of the session ${session.id} do not open`);
  const length = opened.length / 3;
  return [0, 1, 2].map((index) => opened.slice(index * length, (index + 1) * length));
}

function boxAt(boxes: readonly Uint8Array[], party: PartyNumber): Uint8Array {
  const box = boxes[party - 1];
  if (box === undefined) throw new TypeError('internal: each party has a box');
  return box;
}

function jsonOf(description: string): JsonObject {
  const value: unknown = JSON.parse(description);
  if (isJsonObject(value as JsonObject)) return value as JsonObject;
  throw new TypeError('internal: a description is an object');
}

/**
 * Has the parties compute a session that was closed, and signs the transcript. Throws CONFLICT where they do not take the inputs,
 * which were changed since they came in.
 */
export async function computeSession(
  deps: SessionNeeds,
  session: OpenRow,
  contributions: readonly ContributionRow[],
): Promise<SignedTranscript> {
  const description = descriptionOf(session);
  const sealed = contributions.map(({ participant, sealed_shares: shares }) => ({
    participant: description.participants[participant] ?? '',
    boxes: shares === null ? null : boxesOf(description, shares),
  }));
  const answers = await ask(deps, session, 'compute', (party) =>
    sealed.map(({ participant, boxes }) => ({
      participant,
      box: boxes === null ? new Uint8Array() : boxAt(boxes, party),
    })),
  );
  const computed = answers.flatMap((answer) => (answer.kind === 'computed' ? [answer] : []));
  const [first] = computed;
  if (first === undefined || computed.length < answers.length) {
    throw new ApiError(
      'CONFLICT',
      'The stored contributions do not belong to this session. They were changed outside of the service.',
    );
  }
  const outcome: Omit<Outcome, 'keysetId'> = {
    session: description,
    contributions: contributions.map(({ participant, sha3_256: hash, received_at }) => ({
      participant: description.participants[participant] ?? '',
      sha3_256: toHex(hash),
      received_at: formatIsoTime(received_at),
    })),
    shares: computed.map(({ share }) => share),
    multiplications: first.multiplications,
    openings: first.openings,
    computedAt: formatIsoTime(deps.clock()),
  };
  return deps.statements.signing(async (signer) => {
    const transcript = transcriptOf({ ...outcome, keysetId: signer.keySetId });
    if (transcript === null || computed.some(({ opened }) => String(opened) !== transcript.opened)) {
      throw new TypeError('internal: the computing parties do not agree on the result');
    }
    const body = transcriptJson(transcript);
    return { transcript: canonicalJson(body), signature: await signer.sign('mpc-proof', body) };
  });
}

/** The answer of a session that was computed: the result, and the signed transcript as the file of a statement. */
export function resultOf({ transcript, signature }: SignedTranscript): { result: number; proof: string } {
  const body = jsonOf(transcript);
  if (typeof body.result !== 'number') throw new TypeError('internal: a transcript has a result');
  return { result: body.result, proof: toBase64(canonicalBytes(statementFile('mpc-proof', body, signature))) };
}
