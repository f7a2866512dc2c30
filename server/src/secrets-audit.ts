/**
 * The audit of secrets: who did what to which, successful or not. Each entry names the hash of the one before in its
 * project, is signed as a statement of the service (S5) and stands in the transaction of what it tells.
 */
import { canonicalJson, isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import {
  type AuditSignatureCheck,
  auditHash,
  type ChainHead,
  EMPTY_CHAIN,
  nextHead,
  type SecretAuditBody,
} from '@touchstone/core/secrets/audit-chain.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { Deps } from './deps.ts';
import { newUuid } from './ids.ts';
import type { Context } from './implement.ts';
import type { StatementSigner } from './statements.ts';
import type { Db } from './store/db.ts';
import { atCommit } from './store/group-commit.ts';
import {
  insertSecretAudit,
  lastSecretAudit,
  secretAuditAfter,
  setSecretAuditSignature,
  takeRestoreNotice,
} from './store/secret-audit.ts';
import { findSecretVersion } from './store/secrets.ts';
import type { Row } from './store/tables.ts';

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

type Means = Pick<Deps, 'clock' | 'random'>;

/** Appends an entry. `db` is the transaction of what it tells. A chain that was restored is told so first (S27). */
export async function appendSecretAudit(
  db: Db,
  means: Means,
  signer: StatementSigner,
  projectId: string,
  event: SecretEvent,
): Promise<void> {
  await tellRestored(db, means, signer, projectId);
  await append(db, means, signer, projectId, event);
}

/** Appends `restored` where a restore has left that to be told. */
export async function tellRestored(db: Db, means: Means, signer: StatementSigner, projectId: string): Promise<void> {
  if (!(await takeRestoreNotice(db, projectId))) return;
  await append(db, means, signer, projectId, { action: 'restored', secretId: null, result: 'success', ...BY_ITSELF });
}

/** What the service does without a request. */
export const BY_ITSELF = { units: 0, peer: '', keyId: null } as const;

async function append(
  db: Db,
  { clock, random }: Means,
  { keySetId, sign }: StatementSigner,
  projectId: string,
  { action, secretId, result, units, peer, keyId }: SecretEvent,
): Promise<void> {
  const last = await lastSecretAudit(db, projectId);
  const body: SecretAuditBody = {
    id: newUuid(random),
    project_id: projectId,
    position: (last?.position ?? 0) + 1,
    action,
    secret_id: secretId,
    result,
    units_consumed: units,
    ip_address: peer,
    key_id: keyId,
    keyset_id: keySetId,
    previous_hash: last === null ? null : auditHash(parsedBody(last.body)),
    created_at: formatIsoTime(clock()),
  };
  const { position } = body;
  // The next entry needs this one's body, not its signature, which is made in another thread meanwhile.
  const signing = sign('audit', body);
  // Whether it fails is asked below; an entry that is taken back asks no more.
  signing.catch(() => undefined);
  const entry = { position, body: canonicalJson(body) };
  await insertSecretAudit(db, projectId, { action, secretId: secretId ?? '' }, entry);
  await atCommit(db, async () => setSecretAuditSignature(db, projectId, position, await signing));
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
type Asking = Pick<Context, 'deps' | 'caller' | 'requestId'>;

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
  context: Asking & Pick<Context, 'write'>,
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
  await deps.db.transaction().execute(async (db) => {
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

const BATCH = 200;

/** Walks the chain of a project: links, signatures, and the columns by which lists are filtered. */
export async function verifySecretAudit(
  db: Db,
  projectId: string,
  check: AuditSignatureCheck,
): Promise<SecretAuditVerdict> {
  const counts = new Map<string, number>();
  let head: ChainHead = EMPTY_CHAIN;
  for (;;) {
    const batch = await secretAuditAfter(db, projectId, head.position, BATCH);
    for (const row of batch) {
      const body = parsedBody(row.body);
      const isTold = saysWhatIsSigned(row, body) && countsOn(counts, row);
      const next = isTold ? await nextHead(projectId, head, { body, signature: row.signature }, check) : null;
      if (next === null) {
        return { intact: false, entries: head.position, brokenAt: head.position + 1, head: head.hash };
      }
      head = next;
    }
    if (batch.length < BATCH) return { intact: true, entries: head.position, brokenAt: null, head: head.hash };
  }
}

function saysWhatIsSigned(row: Row<'secret_audit'>, { position, action, secret_id: secretId }: JsonObject): boolean {
  return row.position === position && row.action === action && row.secret_id === (secretId ?? '');
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
