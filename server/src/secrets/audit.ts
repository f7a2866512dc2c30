/**
 * The audit of secrets: who did what to which, successful or not. Each entry names the hash of the one before in its
 * project and stands in the transaction of what it tells. The last of a project in each transaction is signed as a statement
 * of the service (S5), which covers the others by their hashes.
 */

import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalJson, isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { type ChainHead, EMPTY_CHAIN } from '@touchstone/core/chain-of-entries/chain.ts';
import {
  type ChainEntry,
  type EntrySignatureCheck,
  MOST_COVERED,
  unsignedAt,
  walkChain,
} from '@touchstone/core/chain-of-entries/walk.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { Random } from '@touchstone/core/random.ts';
import { SECRET_AUDIT, type SecretAuditBody } from '@touchstone/core/secrets/audit-chain.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Context } from '../frame/context.ts';
import { newUuid } from '../frame/ids.ts';
import type { StatementSigner, Statements } from '../key-sets/statements.ts';
import { type Db, togetherAtCommit, write } from '../store/engine.ts';
import type { Row } from '../store/tables.ts';
import {
  insertSecretAudit,
  type ListedSecretAudit,
  lastSecretAudit,
  type NewSecretAudit,
  secretAuditAfter,
  signSecretAudit,
  takeRestoreNotice,
} from './store/audit.ts';
import { findSecretVersion } from './store/secrets.ts';

interface AuditNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly statements: Statements;
}

export type SecretAction = 'store' | 'reveal' | 'verify' | 'rotate' | 'delete' | 'restore' | 'destroy' | 'restored';

export interface SecretEvent {
  readonly action: SecretAction;
  /** null for what concerns the chain itself. */
  readonly secretId: string | null;
  readonly result: 'success' | 'failure';
  readonly units: number;
  /** Address of the peer; empty for the service itself. */
  readonly peer: string;
  readonly keyId: string | null;
}

type Means = Pick<AuditNeeds, 'clock' | 'random'>;

/** What one caller tells. */
interface Told {
  readonly means: Means;
  readonly signer: StatementSigner;
  readonly projectId: string;
  readonly entries: readonly (SecretEvent & { readonly createdAt: string })[];
}

/**
 * Appends entries. `db` is the transaction of what they tell; where others share it, the entries of all are appended at its
 * end, and one signature for each project covers them. A chain that was restored is told so first (S27).
 */
export async function appendSecretAudit(
  db: Db,
  means: Means,
  signer: StatementSigner,
  projectId: string,
  ...events: readonly SecretEvent[]
): Promise<void> {
  const createdAt = formatIsoTime(means.clock());
  const entries = events.map((event) => ({ ...event, createdAt }));
  await togetherAtCommit<Told>(db, appendAll, { means, signer, projectId, entries });
}

/** Appends `restored` where a restore has left that to be told. */
export async function tellRestored(db: Db, means: Means, signer: StatementSigner, projectId: string): Promise<void> {
  await appendSecretAudit(db, means, signer, projectId);
}

/** What the service does without a request. */
export const BY_ITSELF = { units: 0, peer: '', keyId: null } as const;

/** Entries that one signature covers, which is made while the others are inserted. */
interface SignedRun {
  readonly projectId: string;
  readonly covered: readonly NewSecretAudit[];
  readonly last: NewSecretAudit;
  readonly signing: Promise<string>;
}

async function appendAll(db: Db, told: readonly Told[]): Promise<void> {
  const runs: SignedRun[] = [];
  for (const [projectId, same] of Map.groupBy(told, (one) => one.projectId)) {
    runs.push(...(await signedRuns(db, projectId, same)));
  }
  for (const { projectId, covered, last, signing } of runs) {
    for (const row of covered) await insertSecretAudit(db, projectId, row, { coveredBy: last.position });
    await insertSecretAudit(db, projectId, last, { signature: await signing });
  }
}

/** The next entries of a project's chain, under the key of whoever tells last: all who share a transaction wait for its end. */
async function signedRuns(db: Db, projectId: string, told: readonly Told[]): Promise<readonly SignedRun[]> {
  const teller = told.at(-1);
  if (teller === undefined) return [];
  const { means, signer } = teller;
  const entries = told.flatMap((one) => one.entries);
  if (await takeRestoreNotice(db, projectId)) {
    const createdAt = formatIsoTime(means.clock());
    entries.unshift({ action: 'restored', secretId: null, result: 'success', ...BY_ITSELF, createdAt });
  }
  if (entries.length === 0) return [];
  const newest = await lastSecretAudit(db, projectId);
  let position = newest?.position ?? 0;
  let hash = newest === null ? null : textHash(newest.body);
  const made = entries.map(({ action, secretId, result, units, peer, keyId, createdAt }) => {
    position++;
    const body: SecretAuditBody = {
      id: newUuid(means.random),
      project_id: projectId,
      position,
      action,
      secret_id: secretId,
      result,
      units_consumed: units,
      ip_address: peer,
      key_id: keyId,
      keyset_id: signer.keySetId,
      previous_hash: hash,
      created_at: createdAt,
    };
    const row = { position, action, secretId: secretId ?? '', body: canonicalJson(body) };
    hash = textHash(row.body);
    return { body, row };
  });
  const runs: SignedRun[] = [];
  for (let at = 0; at < made.length; at += MOST_COVERED) {
    const run = made.slice(at, at + MOST_COVERED);
    const last = run.at(-1);
    if (last === undefined) break;
    const signing = signer.sign('audit', last.body);
    // Whether it fails is asked where it is awaited, which is not reached where an insert fails.
    signing.catch(() => undefined);
    runs.push({ projectId, covered: run.slice(0, -1).map(({ row }) => row), last: last.row, signing });
  }
  return runs;
}

/** The stored text is the JCS of the body. */
function textHash(text: string): string {
  return toHex(sha3_256(utf8(text)));
}

/** What an audited action has done. */
interface Done<T> {
  readonly answer: T;
  readonly secretId: string;
  /** `failure` for an attempt that was answered and proved nothing. */
  readonly result: 'success' | 'failure';
}

type AuditedWrite<T> = (change: (db: Db) => Promise<Done<T>>) => Promise<T>;

/** What the audit needs to know of a request. */
type Asking = Pick<Context<Endpoint, AuditNeeds>, 'deps' | 'caller' | 'requestId'>;

interface Asked {
  readonly action: SecretAction;
  /** The version that was asked for; null where there is none yet. */
  readonly asked: string | null;
}

/**
 * Runs an action on a secret. What it gives to `write` is stored, charged and told in one transaction. Where it throws, the
 * failure is told if the project has the secret that was asked for; refusals cost nothing.
 */
export function audited<T>(
  context: Asking & Pick<Context<Endpoint, AuditNeeds>, 'write'>,
  { units, ...what }: Asked & { readonly units: number },
  work: (write: AuditedWrite<T>) => Promise<T>,
): Promise<T> {
  const { deps, caller } = context;
  return deps.statements.signing(async (signer) => {
    try {
      return await work((change) =>
        context.write(async (db) => {
          const { answer, secretId, result } = await change(db);
          const by = { action: what.action, peer: peerOf(context), keyId: caller.keyId };
          await appendSecretAudit(db, deps, signer, caller.projectId, { ...by, secretId, result, units });
          return answer;
        }),
      );
    } catch (error) {
      await tellFailure(context, signer, what);
      throw error;
    }
  });
}

/** Runs what is told only where it fails. */
export async function failureTold<T>(context: Asking, what: Asked, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await context.deps.statements.signing((signer) => tellFailure(context, signer, what));
    throw error;
  }
}

async function tellFailure(context: Asking, signer: StatementSigner, { action, asked }: Asked): Promise<void> {
  const { deps, caller } = context;
  const { projectId, keyId } = caller;
  await write(deps.db, async (db) => {
    if (asked === null || (await findSecretVersion(db, projectId, asked)) === null) return;
    const event = { action, secretId: asked, result: 'failure', units: 0, peer: peerOf(context), keyId } as const;
    await appendSecretAudit(db, deps, signer, projectId, event);
  });
}

/** The address of the peer, as the frame hands it to handlers. */
function peerOf({ peer = '' }: { readonly requestId: string; readonly peer?: string }): string {
  return peer;
}

export interface SecretAuditVerdict {
  readonly intact: boolean;
  /** Entries that hold, from the first on. */
  readonly entries: number;
  readonly brokenAt: number | null;
  readonly head: string | null;
}

/**
 * The signatures of entries that shared that of their commit until they were asked for, by their positions: each is signed
 * itself under the key set that it names, and keeps that signature (ADR 0015). Before, it is held against the signature that
 * covers it; one that does not hold is left as it is, and so does not verify.
 */
export async function signedThemselves(
  deps: Pick<AuditNeeds, 'db' | 'statements'>,
  projectId: string,
  entries: readonly ListedSecretAudit[],
): Promise<ReadonlyMap<number, string>> {
  const shared = entries.filter(({ position, signedPosition }) => position !== signedPosition);
  if (shared.length === 0) return new Map();
  const verify = await deps.statements.verifier();
  const check: EntrySignatureCheck = (body, signature, keySetId) => verify('audit', body, signature, keySetId);
  const bodies: (readonly [number, JsonObject])[] = [];
  for (const [end, same] of Map.groupBy(shared, ({ signedPosition }) => signedPosition)) {
    const positions = new Set(same.map(({ position }) => position));
    bodies.push(...(await coveredBodies(deps.db, projectId, positions, end, check)));
  }
  const signed: (readonly [number, string])[] = [];
  for (const [keySetId, same] of Map.groupBy(bodies, ([, { keyset_id }]) => String(keyset_id))) {
    const sign = ({ sign: one }: StatementSigner) =>
      Promise.all(same.map(async ([position, body]) => [position, await one('audit', body)] as const));
    signed.push(...(await deps.statements.signingAs(keySetId, sign)));
  }
  return write(deps.db, async (db) => {
    const kept = new Map<number, string>();
    for (const [position, signature] of signed) {
      // Who asked at the same time may have been first.
      kept.set(position, (await signSecretAudit(db, projectId, position, signature)) ?? signature);
    }
    return kept;
  });
}

/** What stands at some positions of a run, if all up to its end is what was signed there. */
async function coveredBodies(
  db: Db,
  projectId: string,
  positions: ReadonlySet<number>,
  end: number,
  check: EntrySignatureCheck,
): Promise<readonly (readonly [number, JsonObject])[]> {
  const before = Math.max(Math.min(...positions), end - MOST_COVERED + 1) - 1;
  const entries = (await secretAuditAfter(db, projectId, before, end - before)).map(entryOf);
  const named = entries[0]?.body.previous_hash;
  // What precedes is vouched for by others: from the first that was asked for, all is as its end names it.
  const from: ChainHead = { position: before, hash: typeof named === 'string' ? named : null };
  const { head } = await walkChain(SECRET_AUDIT, { project_id: projectId }, from, entries, check);
  const held = entries.slice(0, head.position - before).map(({ body }, at) => [before + 1 + at, body] as const);
  return held.filter(([position]) => positions.has(position));
}

function entryOf(row: Row<'secret_audit'>): ChainEntry {
  return {
    body: parsedBody(row.body),
    signedPosition: row.signed_position ?? row.position,
    signature: row.signed_position === null ? row.signature : null,
  };
}

const BATCH = 200;

/** Walks the chain of a project: links, signatures, and the columns by which lists are filtered. */
export async function verifySecretAudit(
  db: Db,
  projectId: string,
  check: EntrySignatureCheck,
): Promise<SecretAuditVerdict> {
  const counts = new Map<string, number>();
  let head: ChainHead = EMPTY_CHAIN;
  let waiting: readonly ChainEntry[] = [];
  const verdict = (brokenAt: number | null): SecretAuditVerdict => ({
    intact: brokenAt === null,
    entries: head.position,
    brokenAt,
    head: head.hash,
  });
  for (;;) {
    const batch = await secretAuditAfter(db, projectId, head.position + waiting.length, BATCH);
    const entries = [...waiting];
    let strangerAt: number | null = null;
    for (const row of batch) {
      const entry = entryOf(row);
      entries.push(entry);
      if (saysWhatIsSigned(row, entry.body) && countsOn(counts, row)) continue;
      strangerAt = head.position + entries.length;
      break;
    }
    const walked = await walkChain(SECRET_AUDIT, { project_id: projectId }, head, entries, check);
    waiting = entries.slice(walked.head.position - head.position);
    ({ head } = walked);
    const brokenAt = walked.brokenAt ?? strangerAt;
    if (brokenAt !== null) return verdict(brokenAt);
    if (batch.length < BATCH) return verdict(unsignedAt(waiting, head));
  }
}

/** Whether the columns say what the body does, which stands as it was signed, and whether the row is either signed or covered. */
function saysWhatIsSigned(row: Row<'secret_audit'>, body: JsonObject): boolean {
  const { position, action, secret_id: secretId } = body;
  return (
    row.position === position &&
    row.action === action &&
    row.secret_id === (secretId ?? '') &&
    (row.signature === '') === (row.signed_position !== null) &&
    canonicalJson(body) === row.body
  );
}

/** Whether the entry is the next of its action, of its secret and of both. */
function countsOn(counts: Map<string, number>, row: Row<'secret_audit'>): boolean {
  const next = (kind: string) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count;
  };
  const { action, secret_id: id } = row;
  const [byAction, bySecret, byBoth] = [next(`action ${action}`), next(`secret ${id}`), next(`both ${action} ${id}`)];
  return row.action_position === byAction && row.secret_position === bySecret && row.secret_action_position === byBoth;
}

/** An empty object where the text is broken, which then fails every comparison. */
function parsedBody(text: string): JsonObject {
  const parsed = parseStrictJson(text);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
}
