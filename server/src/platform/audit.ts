/**
 * The platform's audit log: appends what callers state, signed and chained, and anchors the hash of every entry on the
 * ledger, all in one transaction. Verification recomputes everything from the rows.
 */

import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalJson, isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { type ChainHead, EMPTY_CHAIN, entryHash, placeFault } from '@touchstone/core/chain-of-entries/chain.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { JudgeSignature } from '@touchstone/core/ledger/verify-chain.ts';
import { PLATFORM_AUDIT, type PlatformAuditEntry } from '@touchstone/core/platform/audit-chain.ts';
import type { Random } from '@touchstone/core/random.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { newId } from '../frame/ids.ts';
import type { Sweep } from '../frame/sweep.ts';
import type { StatementSigner, Statements, StatementVerifier } from '../key-sets/statements.ts';
import type { Chains } from '../ledger/chain.ts';
import { type AnchorVerdict, type Outcome, verifyAnchor } from '../ledger/verify-anchor.ts';
import { type Db, write } from '../store/engine.ts';
import {
  insertPlatformAudit,
  lastPlatformAudit,
  type PlatformAuditRow,
  platformAuditAfter,
  platformAuditAt,
  platformAuditsToBeTold,
  takePlatformAuditNotice,
  takePlatformAuditPosition,
} from './store/audit.ts';

export interface AuditNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly statements: Statements;
  readonly chains: Chains;
}

/** New entries are anchored on this chain of the embedded ledger; each entry keeps its own. */
export const PLATFORM_AUDIT_CHAIN = 'ethereum';
export const PLATFORM_AUDIT_KIND = 'platform-audit';

/** What an entry tells. */
export type PlatformEvent = Pick<
  PlatformAuditEntry,
  'source' | 'action' | 'userId' | 'resourceId' | 'metadata' | 'keyId'
>;

type Means = Pick<AuditNeeds, 'clock' | 'random' | 'chains'>;

/** Appends an entry. `db` is a transaction. A chain that was restored is told so first (S27). */
export async function appendPlatformAudit(
  db: Db,
  means: Means,
  signer: StatementSigner,
  projectId: string,
  event: PlatformEvent,
): Promise<PlatformAuditRow> {
  await tellPlatformAudit(db, means, signer, projectId);
  return append(db, means, signer, projectId, event);
}

/** Appends `restored` where a restore has left that to be told. */
async function tellPlatformAudit(db: Db, means: Means, signer: StatementSigner, projectId: string): Promise<void> {
  if (await takePlatformAuditNotice(db, projectId)) await append(db, means, signer, projectId, RESTORED);
}

const RESTORED: PlatformEvent = {
  source: 'service',
  action: 'restored',
  userId: null,
  resourceId: null,
  metadata: {},
  keyId: null,
};

async function append(
  db: Db,
  { clock, random, chains }: Means,
  { keySetId, sign }: StatementSigner,
  projectId: string,
  event: PlatformEvent,
): Promise<PlatformAuditRow> {
  const position = await takePlatformAuditPosition(db, projectId);
  const last = await lastPlatformAudit(db, projectId);
  const now = clock();
  const entry: PlatformAuditEntry = {
    ...event,
    auditId: newId('aud', random),
    projectId,
    position,
    timestamp: formatIsoTime(now),
    keysetId: keySetId,
    previousHash: last === null ? null : storedHash(last),
  };
  const chain = chains.get(PLATFORM_AUDIT_CHAIN);
  const { tx } = await chain.anchor(db, PLATFORM_AUDIT_KIND, entryHash(PLATFORM_AUDIT, entry));
  const row: PlatformAuditRow = {
    project_id: projectId,
    position: entry.position,
    id: entry.auditId,
    action: entry.action,
    body: canonicalJson(entry),
    signature: await sign(PLATFORM_AUDIT_KIND, entry),
    chain: chain.chain,
    tx,
    created_at: now,
  };
  await insertPlatformAudit(db, row);
  return row;
}

/** Tells chains of a restore, also those to which nobody writes any more. */
export const platformAuditRestores: Sweep<AuditNeeds> = {
  name: 'platform-audit-restores',
  everyMs: 10_000,
  async run(deps) {
    const waiting = await platformAuditsToBeTold(deps.db);
    if (waiting.length === 0) return;
    await deps.statements.signing(async (signer) => {
      for (const projectId of waiting) {
        await write(deps.db, (db) => tellPlatformAudit(db, deps, signer, projectId));
      }
    });
  },
};

/** The signed body of a stored entry; null where the text is not the canonical text of an object. */
export function signedBody({ body }: Pick<PlatformAuditRow, 'body'>): JsonObject | null {
  const parsed = parseStrictJson(body);
  return parsed.ok && isJsonObject(parsed.value) && canonicalJson(parsed.value) === body ? parsed.value : null;
}

/** The hash of an entry as its text stands: one that was damaged is found where it is, not where it is linked from. */
export function storedHash({ body }: Pick<PlatformAuditRow, 'body'>): string {
  return toHex(sha3_256(utf8(body)));
}

/** Whether the columns, by which entries are found and listed, say what was signed. */
export function saysWhatIsSigned(row: PlatformAuditRow, body: JsonObject): boolean {
  const { project_id: projectId, position, id: auditId, action, created_at } = row;
  const stated = { projectId, position, auditId, action, timestamp: formatIsoTime(created_at) };
  return Object.entries(stated).every(([name, value]) => body[name] === value);
}

export interface PlatformAuditVerdict extends Omit<AnchorVerdict, 'height' | 'count'> {
  /** The stored entry is canonical, and the columns say the same. */
  readonly entry: Outcome;
  /** It names the hash of the entry before it as that one stands. */
  readonly link: Outcome;
  readonly signature: Outcome;
  readonly height: number;
  readonly count: number;
}

/** Checks an entry with everything that it stands on. */
export async function verifyPlatformAudit(
  db: Db,
  row: PlatformAuditRow,
  verify: StatementVerifier,
  judge: JudgeSignature,
): Promise<PlatformAuditVerdict> {
  const body = signedBody(row);
  const chain = CHAIN_NAMES.find((name) => name === row.chain);
  const keySetId = body?.keysetId;
  const isSigned =
    body !== null && typeof keySetId === 'string' && (await verify(PLATFORM_AUDIT_KIND, body, row.signature, keySetId));
  const anchored =
    body === null || chain === undefined
      ? NOT_ANCHORED
      : await verifyAnchor(
          db,
          chain,
          { tx: row.tx, kind: PLATFORM_AUDIT_KIND, commitment: entryHash(PLATFORM_AUDIT, body) },
          judge,
        );
  return {
    entry: outcome(body !== null && saysWhatIsSigned(row, body)),
    link: outcome(body !== null && (await follows(db, row, body))),
    signature: outcome(isSigned),
    ...anchored,
  };
}

const NOT_ANCHORED: AnchorVerdict = {
  anchor: 'failed',
  block: 'failed',
  confirmations: 'failed',
  doubt: null,
  height: 0,
  count: 0,
};

function outcome(holds: boolean): Outcome {
  return holds ? 'passed' : 'failed';
}

async function follows(
  db: Db,
  { project_id: projectId, position }: PlatformAuditRow,
  body: JsonObject,
): Promise<boolean> {
  const isNext = (head: ChainHead) => placeFault(PLATFORM_AUDIT, { projectId }, head, body) === null;
  if (position === 1) return isNext(EMPTY_CHAIN);
  const before = await platformAuditAt(db, projectId, position - 1);
  const bodyBefore = before === null ? null : signedBody(before);
  if (bodyBefore === null) return false;
  return isNext({ position: position - 1, hash: entryHash(PLATFORM_AUDIT, bodyBefore) });
}

const BATCH = 200;

export interface PlatformChainVerdict {
  /** Entries that hold, from the first on. */
  readonly entries: number;
  readonly brokenAt: number | null;
}

/** Walks the chain of a project: links, columns, signatures. `isAnchored` says whether the ledger holds an entry's hash. */
export async function verifyPlatformChain(
  db: Db,
  projectId: string,
  verify: StatementVerifier,
  isAnchored: (row: PlatformAuditRow, hash: string) => Promise<boolean>,
): Promise<PlatformChainVerdict> {
  let head = EMPTY_CHAIN;
  for (;;) {
    const batch = await platformAuditAfter(db, projectId, head.position, BATCH);
    for (const row of batch) {
      const body = signedBody(row);
      const keySetId = body?.keysetId;
      const holds =
        body !== null &&
        typeof keySetId === 'string' &&
        placeFault(PLATFORM_AUDIT, { projectId }, head, body) === null &&
        saysWhatIsSigned(row, body) &&
        (await verify(PLATFORM_AUDIT_KIND, body, row.signature, keySetId)) &&
        (await isAnchored(row, entryHash(PLATFORM_AUDIT, body)));
      if (!holds) return { entries: head.position, brokenAt: head.position + 1 };
      head = { position: head.position + 1, hash: entryHash(PLATFORM_AUDIT, body) };
    }
    if (batch.length < BATCH) return { entries: head.position, brokenAt: null };
  }
}
