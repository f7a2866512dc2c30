/**
 * The administration's audit: who changed accounts, keys, settings and trust. An entry is appended in the transaction that
 * makes the change: both are on the disk, or neither.
 */
import { ADMIN_AUDIT } from '@touchstone/core/administration/audit-chain.ts';
import type { AuditAction } from '@touchstone/core/api/admin/audit.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { type Clock, formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import { type AppendableChain, appendEntries } from '../chain-of-entries/append.ts';
import { tellRestored } from '../chain-of-entries/restored.ts';
import { readRestores, takeUntold } from '../chain-of-entries/restores.ts';
import { headAt } from '../chain-of-entries/stored-chain.ts';
import { type ChainVerdict, verifyStoredChain } from '../chain-of-entries/verify.ts';
import type { Caller } from '../frame/caller.ts';
import type { StatementSigner, Statements } from '../key-sets/statements.ts';
import { deleteSetting, lockSetting, readSealedSetting, type SealedSetting } from '../settings/store.ts';
import { type Db, listsChanged, takePositions } from '../store/engine.ts';
import type { Row } from '../store/tables.ts';
import { auditEntriesAfter, insertAuditEntry, lastAuditEntry } from './store.ts';

export interface AuditEvent {
  readonly action: AuditAction;
  readonly accountId: string | null;
  /** The id of what was changed. */
  readonly subject: string;
  /** Never a secret. */
  readonly details: JsonObject;
}

/** Runs an action in a transaction: `context.write`, or one of the service's own. */
type Write = <T>(action: (db: Db) => Promise<T>) => Promise<T>;

interface Recorded<T> {
  readonly result: T;
  readonly event: AuditEvent | null;
  /** Who did it, where that is known only by then. */
  readonly caller?: Caller | null;
}

export interface Audit {
  /** Runs a change and appends its entry in one transaction. Without an event nothing is appended. */
  recorded<T>(write: Write, caller: Caller | 'system' | null, change: (db: Db) => Promise<Recorded<T>>): Promise<T>;
  /** Appends what a restore has left to be told (S27); nothing where there was none. */
  tellRestore(): Promise<void>;
  /** Walks the whole chain. */
  verify(): Promise<ChainVerdict>;
}

interface Needs {
  readonly db: Db;
  readonly statements: Statements;
  readonly clock: Clock;
}

/** What of an entry does not follow from its place. */
interface AdminEvent extends JsonObject {
  readonly action: AuditAction;
  readonly actor: JsonObject;
  readonly account_id: string | null;
  readonly subject: string;
  readonly details: JsonObject;
  readonly created_at: string;
}

/** One chain for the whole data folder: its owner has no name. */
const FOLDER = {};

export const ADMIN_AUDIT_CHAIN: AppendableChain<typeof FOLDER, AdminEvent, Row<'audit_entries'>> = {
  chain: ADMIN_AUDIT,
  anchored: { kind: 'admin-audit-head', what: 'heads', title: "the administration's audit" },

  async *owners() {
    yield FOLDER;
  },

  head: async (db) => headAt(ADMIN_AUDIT, await lastAuditEntry(db)),

  entriesAfter: (db, _owner, position, limit) => auditEntriesAfter(db, position, limit),

  columns: ({ action, account_id = null, keyset_id, created_at }) => ({
    action,
    account_id,
    keyset_id,
    created_at: formatIsoTime(created_at),
  }),

  takePositions: (db, _owner, count) => takePositions(db, 'audit_entries', {}, count),

  async insert(db, _owner, { action, account_id, created_at }, { position, text, signature, keySetId }) {
    const at = parseIsoTime(created_at);
    if (at === null) throw new TypeError('internal: the audit has no time');
    const row = { position, action, account_id, body: text, signature, keyset_id: keySetId, created_at: at };
    await insertAuditEntry(db, row);
    return row;
  },

  async takeRestored(db, _owner, now) {
    const restored = await takeUntold(db);
    const accepted = rollbackIn(await lockSetting(db, 'rollback_accepted'));
    if (accepted !== null) await deleteSetting(db, 'rollback_accepted');
    return [
      ...restored.map((details) => folderEvent('restored', details, now)),
      ...(accepted === null ? [] : [folderEvent('rollback.accepted', accepted, now)]),
    ];
  },
};

export function createAudit({ db, statements, clock }: Needs): Audit {
  const append = (transaction: Db, signer: StatementSigner, ...events: readonly AdminEvent[]) => {
    // Its entries are listed beside the accounts.
    listsChanged(transaction, 'accounts', null);
    return appendEntries(transaction, ADMIN_AUDIT_CHAIN, FOLDER, { signer, now: clock() }, ...events);
  };
  return {
    tellRestore: () =>
      tellRestored(
        { db, statements },
        async () => {
          const restores = await readRestores(db);
          const isUntold =
            restores.some(({ isTold }) => !isTold) ||
            rollbackIn(await readSealedSetting(db, 'rollback_accepted')) !== null;
          return isUntold ? [FOLDER] : [];
        },
        (transaction, signer) => append(transaction, signer),
      ),

    recorded(write, caller, change) {
      return statements.signing((signer) =>
        write(async (transaction) => {
          const { result, event, caller: actor = caller } = await change(transaction);
          if (event !== null) await append(transaction, signer, adminEvent(event, actor, clock()));
          return result;
        }),
      );
    },

    verify: async () => verifyStoredChain(db, ADMIN_AUDIT_CHAIN, FOLDER, await statements.verifier()),
  };
}

/** What a start on an older database has left to be told (S36); null where nothing, or what this service did not write. */
function rollbackIn(found: SealedSetting | null): JsonObject | null {
  const parsed = found?.isGenuine === true ? parseStrictJson(found.value) : null;
  return parsed?.ok === true && isJsonObject(parsed.value) ? parsed.value : null;
}

/** What is told because nothing could be signed when it happened. */
function folderEvent(action: AuditAction, details: JsonObject, now: number): AdminEvent {
  return adminEvent({ action, accountId: null, subject: 'data folder', details }, 'system', now);
}

function adminEvent(
  { action, accountId, subject, details }: AuditEvent,
  caller: Caller | 'system' | null,
  now: number,
): AdminEvent {
  return { action, actor: actorOf(caller), account_id: accountId, subject, details, created_at: formatIsoTime(now) };
}

function actorOf(caller: Caller | 'system' | null): JsonObject {
  if (caller === null) return { kind: 'anonymous', key_id: null };
  if (caller === 'system') return { kind: 'system', key_id: null };
  return { kind: caller.kind, key_id: caller.keyId };
}
