/**
 * The platform's audit log: what callers state, one chain for each project. The hash of every entry is anchored on the ledger
 * in the transaction that appends it.
 */

import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { EMPTY_CHAIN, placeFault } from '@touchstone/core/chain-of-entries/chain.ts';
import type { JudgeSignature } from '@touchstone/core/ledger/verify-chain.ts';
import { PLATFORM_AUDIT, type PlatformAuditEntry } from '@touchstone/core/platform/audit-chain.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import { type AppendableChain, appendEntries } from '../chain-of-entries/append.ts';
import { tellRestored } from '../chain-of-entries/restored.ts';
import { timeOfRestore } from '../chain-of-entries/restores.ts';
import { headAt, type StoredChain, storedBody, textHash } from '../chain-of-entries/stored-chain.ts';
import { saysWhatIsSigned } from '../chain-of-entries/verify.ts';
import { newId } from '../frame/ids.ts';
import type { Sweep } from '../frame/sweep.ts';
import type { StatementSigner, Statements, StatementVerifier } from '../key-sets/statements.ts';
import type { Chains } from '../ledger/chain.ts';
import { type AnchorVerdict, type Outcome, verifyAnchor } from '../ledger/verify-anchor.ts';
import { type Db, listsChanged, takePositions } from '../store/engine.ts';
import {
  insertPlatformAudit,
  lastPlatformAudit,
  type PlatformAuditRow,
  platformAuditAfter,
  platformAuditAt,
  platformAuditsToBeTold,
  projectsWithPlatformAudit,
  takePlatformAuditNotice,
} from './store/audit.ts';

/** New entries are anchored on this network of the embedded ledger; each entry keeps its own. */
export const PLATFORM_AUDIT_NETWORK = 'ethereum';
const KIND = 'platform-audit';

interface Owner extends Readonly<Record<string, string>> {
  readonly projectId: string;
}

export const PLATFORM_AUDIT_CHAIN: StoredChain<Owner, PlatformAuditRow> = {
  chain: PLATFORM_AUDIT,
  anchored: { kind: KIND, what: 'entries', title: "the platform's audit log" },

  async *owners(db) {
    for (const projectId of await projectsWithPlatformAudit(db)) yield { projectId };
  },

  head: async (db, { projectId }) => headAt(PLATFORM_AUDIT, await lastPlatformAudit(db, projectId)),

  entriesAfter: (db, { projectId }, position, limit) => platformAuditAfter(db, projectId, position, limit),

  columns: ({ project_id: projectId, id: auditId, action, created_at }) => ({
    projectId,
    auditId,
    action,
    timestamp: formatIsoTime(created_at),
  }),
};

export interface AuditNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly statements: Statements;
  readonly chains: Chains;
}

/** What an entry tells. */
export type PlatformEvent = Pick<
  PlatformAuditEntry,
  'source' | 'action' | 'userId' | 'resourceId' | 'metadata' | 'keyId'
>;

type NewEntry = PlatformEvent & Pick<PlatformAuditEntry, 'auditId' | 'timestamp'>;

const RESTORED: PlatformEvent = {
  source: 'service',
  action: 'restored',
  userId: null,
  resourceId: null,
  metadata: {},
  keyId: null,
};

function newEntry(random: Random, now: number, event: PlatformEvent): NewEntry {
  return { ...event, auditId: newId('aud', random), timestamp: formatIsoTime(now) };
}

function appendable(random: Random): AppendableChain<Owner, NewEntry, PlatformAuditRow> {
  return {
    ...PLATFORM_AUDIT_CHAIN,

    takePositions: (db, { projectId }, count) => takePositions(db, 'platform_audit', { project_id: projectId }, count),

    async insert(db, { projectId }, { auditId, action, timestamp }, { position, text, signature, tx }) {
      const at = parseIsoTime(timestamp);
      if (tx === null || at === null) throw new TypeError('internal: an entry of the audit log is not anchored');
      const place = { project_id: projectId, position, id: auditId, action };
      const row = { ...place, body: text, signature, chain: PLATFORM_AUDIT_NETWORK, tx, created_at: at };
      await insertPlatformAudit(db, row);
      return row;
    },

    async takeRestored(db, { projectId }, now) {
      const restoredAt = await timeOfRestore(db, await takePlatformAuditNotice(db, projectId));
      return restoredAt === null ? [] : [newEntry(random, now, RESTORED)];
    },
  };
}

type AppendNeeds = Pick<AuditNeeds, 'clock' | 'random' | 'chains'>;

/** Appends entries, behind what a restore has left to be told. `db` is a transaction. */
export function appendPlatformAudit(
  db: Db,
  { clock, random, chains }: AppendNeeds,
  signer: StatementSigner,
  projectId: string,
  ...events: readonly PlatformEvent[]
): Promise<readonly PlatformAuditRow[]> {
  const now = clock();
  const entries = events.map((event) => newEntry(random, now, event));
  const needs = { signer, now, ledger: chains.get(PLATFORM_AUDIT_NETWORK) };
  listsChanged(db, 'ledger', projectId);
  return appendEntries(db, appendable(random), { projectId }, needs, ...entries);
}

/** Tells chains of a restore, also those to which nobody writes any more. */
export const platformAuditRestores: Sweep<AuditNeeds> = {
  name: 'platform-audit-restores',
  everyMs: 10_000,
  run: (deps) =>
    tellRestored(deps, platformAuditsToBeTold, (db, signer, projectId) =>
      appendPlatformAudit(db, deps, signer, projectId),
    ),
};

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
  const body = storedBody(row);
  const chain = CHAIN_NAMES.find((name) => name === row.chain);
  const keySetId = body?.keysetId;
  const isSigned = body !== null && typeof keySetId === 'string' && (await verify(KIND, body, row.signature, keySetId));
  const anchored =
    body === null || chain === undefined
      ? NOT_ANCHORED
      : await verifyAnchor(db, chain, { tx: row.tx, kind: KIND, commitment: textHash(row.body) }, judge);
  return {
    entry: outcome(saysWhatIsSigned(PLATFORM_AUDIT_CHAIN, row)),
    link: outcome(await follows(db, row)),
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

async function follows(db: Db, row: PlatformAuditRow): Promise<boolean> {
  const { project_id: projectId, position } = row;
  const before = position === 1 ? null : await platformAuditAt(db, projectId, position - 1);
  const isMissing = position > 1 && (before === null || storedBody(before) === null);
  const head = before === null ? EMPTY_CHAIN : headAt(PLATFORM_AUDIT, before);
  return !isMissing && placeFault(PLATFORM_AUDIT, { projectId }, head, storedBody(row) ?? {}) === null;
}
