/**
 * The audit of secrets: who did what to which, successful or not; one chain for each project. Entries stand in the transaction
 * of what they tell, and the signature of the last of a project covers the others (ADR 0015).
 */

import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { ChainHead } from '@touchstone/core/chain-of-entries/chain.ts';
import { MOST_COVERED, walkChain } from '@touchstone/core/chain-of-entries/walk.ts';
import type { Random } from '@touchstone/core/random.ts';
import { SECRET_AUDIT, type SecretAuditBody } from '@touchstone/core/secrets/audit-chain.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { placeEntries } from '../chain-of-entries/append.ts';
import { timeOfRestore } from '../chain-of-entries/restores.ts';
import { headAt, type StoredChain } from '../chain-of-entries/stored-chain.ts';
import { type ChainVerdict, entryOf, verifyStoredChain } from '../chain-of-entries/verify.ts';
import type { Context } from '../frame/context.ts';
import { newUuid } from '../frame/ids.ts';
import type { StatementSigner, Statements, StatementVerifier } from '../key-sets/statements.ts';
import { type Db, listsChanged, lockChain, takePositions, togetherAtCommit, write } from '../store/engine.ts';
import type { Row } from '../store/tables.ts';
import {
  insertSecretAudit,
  type ListedSecretAudit,
  lastSecretAudit,
  type NewSecretAudit,
  projectsWithSecretAudit,
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

interface Owner extends Readonly<Record<string, string>> {
  readonly project_id: string;
}

export const SECRET_AUDIT_CHAIN: StoredChain<Owner, Row<'secret_audit'>> = {
  chain: SECRET_AUDIT,
  anchored: { kind: 'secret-audit-head', what: 'heads', title: 'the audit of secrets' },

  async *owners(db) {
    for (const project of await projectsWithSecretAudit(db)) yield { project_id: project };
  },

  async head(db, { project_id: project }) {
    const newest = await lastSecretAudit(db, project);
    return headAt(SECRET_AUDIT, newest === null ? null : { ...newest, signature: '' });
  },

  entriesAfter: (db, { project_id: project }, position, limit) => secretAuditAfter(db, project, position, limit),

  columns: ({ action, secret_id: id }) => ({ action, secret_id: id === '' ? null : id }),
};

type AppendNeeds = Pick<AuditNeeds, 'clock' | 'random'>;

/** What of an entry does not follow from its place. */
type NewEntry = Pick<
  SecretAuditBody,
  'id' | 'action' | 'secret_id' | 'result' | 'units_consumed' | 'ip_address' | 'key_id' | 'created_at'
>;

/** What one caller tells. */
interface OwnEntries {
  readonly needs: AppendNeeds;
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
  needs: AppendNeeds,
  signer: StatementSigner,
  projectId: string,
  ...events: readonly SecretEvent[]
): Promise<void> {
  // Here, since a value that is read is told as well, and reading tells no list by itself.
  listsChanged(db, 'secrets', projectId);
  const createdAt = formatIsoTime(needs.clock());
  const entries = events.map((event) => ({ ...event, createdAt }));
  await togetherAtCommit<OwnEntries>(db, 'end of secret_audit', appendAll, { needs, signer, projectId, entries });
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

async function appendAll(db: Db, told: readonly OwnEntries[]): Promise<void> {
  const runs: SignedRun[] = [];
  const projects = [...Map.groupBy(told, (one) => one.projectId)].sort();
  for (const [project_id] of projects) await lockChain(db, 'secret_audit', { project_id });
  for (const [projectId, same] of projects) {
    runs.push(...(await signedRuns(db, projectId, same)));
  }
  for (const { projectId, covered, last, signing } of runs) {
    for (const row of covered) await insertSecretAudit(db, projectId, row, { coveredBy: last.position });
    await insertSecretAudit(db, projectId, last, { signature: await signing });
  }
}

/** The next entries of a project's chain, under the key of whoever tells last: all who share a transaction wait for its end. */
async function signedRuns(db: Db, projectId: string, told: readonly OwnEntries[]): Promise<readonly SignedRun[]> {
  const teller = told.at(-1);
  if (teller === undefined) return [];
  const { needs, signer } = teller;
  const entries = told.flatMap((one) => one.entries);
  const owner = { project_id: projectId };
  if ((await timeOfRestore(db, await takeRestoreNotice(db, projectId))) !== null) {
    const createdAt = formatIsoTime(needs.clock());
    entries.unshift({ action: 'restored', secretId: null, result: 'success', ...BY_ITSELF, createdAt });
  }
  if (entries.length === 0) return [];
  const first = await takePositions(db, 'secret_audit', owner, entries.length);
  const head = await SECRET_AUDIT_CHAIN.head(db, owner);
  if (first !== head.position + 1)
    throw new TypeError('internal: the head of the audit of secrets is not its newest entry');
  const events = entries.map(
    ({ action, secretId, result, units, peer, keyId, createdAt }): NewEntry => ({
      id: newUuid(needs.random),
      action,
      secret_id: secretId,
      result,
      units_consumed: units,
      ip_address: peer,
      key_id: keyId,
      created_at: createdAt,
    }),
  );
  const placed = placeEntries(SECRET_AUDIT, owner, head, signer.keySetId, events);
  const made = placed.map(({ position, body, text }, at) => {
    const { action = '', secret_id = null } = events[at] ?? {};
    return { body, row: { position, action, secretId: secret_id ?? '', body: text } };
  });
  const runs: SignedRun[] = [];
  for (let at = 0; at < made.length; at += MOST_COVERED) {
    const run = made.slice(at, at + MOST_COVERED);
    const last = run.at(-1);
    if (last === undefined) break;
    const signing = signer.sign(SECRET_AUDIT.statement, last.body);
    // Whether it fails is asked where it is awaited, which is not reached where an insert fails.
    signing.catch(() => undefined);
    runs.push({ projectId, covered: run.slice(0, -1).map(({ row }) => row), last: last.row, signing });
  }
  return runs;
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
type AuditedRequest = Pick<Context<Endpoint, AuditNeeds>, 'deps' | 'caller' | 'requestId'>;

interface SecretAttempt {
  readonly action: SecretAction;
  /** The version that was asked for; null where there is none yet. */
  readonly asked: string | null;
}

/**
 * Runs an action on a secret. What it gives to `write` is stored, charged and told in one transaction. Where it throws, the
 * failure is told if the project has the secret that was asked for; refusals cost nothing.
 */
export function audited<T>(
  context: AuditedRequest & Pick<Context<Endpoint, AuditNeeds>, 'write'>,
  { units, ...what }: SecretAttempt & { readonly units: number },
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
export async function failureTold<T>(context: AuditedRequest, what: SecretAttempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await context.deps.statements.signing((signer) => tellFailure(context, signer, what));
    throw error;
  }
}

async function tellFailure(
  context: AuditedRequest,
  signer: StatementSigner,
  { action, asked }: SecretAttempt,
): Promise<void> {
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
  const bodies: (readonly [number, JsonObject])[] = [];
  for (const [end, same] of Map.groupBy(shared, ({ signedPosition }) => signedPosition)) {
    const positions = new Set(same.map(({ position }) => position));
    bodies.push(...(await coveredBodies(deps.db, projectId, positions, end, verify)));
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
  verify: StatementVerifier,
): Promise<readonly (readonly [number, JsonObject])[]> {
  const before = Math.max(Math.min(...positions), end - MOST_COVERED + 1) - 1;
  const entries = (await secretAuditAfter(db, projectId, before, end - before)).map(entryOf);
  const named = entries[0]?.body.previous_hash;
  // What precedes is vouched for by others: from the first that was asked for, all is as its end names it.
  const from: ChainHead = { position: before, hash: typeof named === 'string' ? named : null };
  const { head } = await walkChain(
    SECRET_AUDIT,
    { project_id: projectId },
    from,
    entries,
    (body, signature, keySetId) => verify(SECRET_AUDIT.statement, body, signature, keySetId),
  );
  const held = entries.slice(0, head.position - before).map(({ body }, at) => [before + 1 + at, body] as const);
  return held.filter(([position]) => positions.has(position));
}

/** Walks the chain of a project: links, signatures, and the columns by which lists are filtered. */
export async function verifySecretAudit(db: Db, projectId: string, verify: StatementVerifier): Promise<ChainVerdict> {
  const counts = new Map<string, number>();
  return verifyStoredChain(
    db,
    SECRET_AUDIT_CHAIN,
    { project_id: projectId },
    verify,
    // Each row is either signed or covered.
    (row) => (row.signature === '') === (row.signed_position !== null) && countsOn(counts, row),
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
