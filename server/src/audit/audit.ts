/**
 * The administration's audit: who changed accounts, keys, settings and trust. Each entry names the hash of the one before
 * and is signed as a statement of the service (S5), in the transaction that makes the change: both are on the disk, or
 * neither.
 */

import type { AuditAction } from '@touchstone/core/api/admin/audit.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { canonicalBytes, canonicalJson, isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Caller } from '../frame/caller.ts';
import type { Statements, StatementVerifier } from '../key-sets/statements.ts';
import { deleteSetting, readSetting } from '../settings/store.ts';
import { type Db, write } from '../store/engine.ts';
import type { Row } from '../store/tables.ts';
import { auditEntriesAfter, insertAuditEntry, lastAuditEntry, takeAuditPosition } from './store.ts';

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
  verify(): Promise<AuditVerdict>;
}

export interface AuditVerdict {
  readonly intact: boolean;
  /** Entries that were walked: all, or those up to the first broken one. */
  readonly entries: number;
  readonly brokenAt: number | null;
  /** Hash of the last intact entry, hex. */
  readonly head: string | null;
}

interface Needs {
  readonly db: Db;
  readonly statements: Statements;
  readonly clock: Clock;
}

const BATCH = 200;

export function createAudit({ db, statements, clock }: Needs): Audit {
  const audit: Audit = {
    async tellRestore() {
      if ((await readSetting(db, 'restored')) === null) return;
      const writeHere: Write = (action) => write(db, action);
      await audit.recorded(writeHere, 'system', async (transaction) => {
        const facts = await readSetting(transaction, 'restored');
        if (facts === null) return { result: null, event: null };
        await deleteSetting(transaction, 'restored');
        const details = JSON.parse(facts) as JsonObject;
        return { result: null, event: { action: 'restored', accountId: null, subject: 'data folder', details } };
      });
    },

    recorded(write, caller, change) {
      return statements.signing(({ keySetId, sign }) =>
        write(async (transaction) => {
          const { result, event, caller: actor = caller } = await change(transaction);
          if (event === null) return result;
          const position = await takeAuditPosition(transaction);
          const last = await lastAuditEntry(transaction);
          const at = clock();
          const body: JsonObject = {
            position,
            action: event.action,
            actor: actorOf(actor),
            account_id: event.accountId,
            subject: event.subject,
            details: event.details,
            created_at: formatIsoTime(at),
            previous: last === null ? null : entryHash(bodyOf(last)),
            keyset_id: keySetId,
          };
          await insertAuditEntry(transaction, {
            position,
            action: event.action,
            account_id: event.accountId,
            body: canonicalJson(body),
            signature: await sign('admin-audit', body),
            keyset_id: keySetId,
            created_at: at,
          });
          return result;
        }),
      );
    },

    verify: async () => verifyAudit(db, await statements.verifier()),
  };
  return audit;
}

/** Walks the whole chain in a database, with whoever verifies its signatures. */
export async function verifyAudit(db: Db, verify: StatementVerifier): Promise<AuditVerdict> {
  let entries = 0;
  let head: string | null = null;
  for (;;) {
    const batch = await auditEntriesAfter(db, entries, BATCH);
    for (const row of batch) {
      const body = bodyOf(row);
      if (!(await isIntact(row, body, entries + 1, head, verify))) {
        return { intact: false, entries, brokenAt: entries + 1, head };
      }
      head = entryHash(body);
      entries++;
    }
    if (batch.length < BATCH) return { intact: true, entries, brokenAt: null, head };
  }
}

async function isIntact(
  row: Row<'audit_entries'>,
  body: JsonObject,
  position: number,
  previous: string | null,
  verify: StatementVerifier,
): Promise<boolean> {
  // The columns are what lists are filtered by: they must say what was signed.
  const { action, account_id, keyset_id, created_at } = row;
  const stated = { action, account_id, keyset_id, created_at: formatIsoTime(created_at), position, previous };
  if (Object.entries(stated).some(([name, value]) => body[name] !== value) || row.position !== position) return false;
  return verify('admin-audit', body, row.signature, keyset_id);
}

/** The signed body of a stored entry; an empty object where the text is broken, which then fails every comparison. */
function bodyOf(row: Row<'audit_entries'>): JsonObject {
  const parsed = parseStrictJson(row.body);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
}

function entryHash(body: JsonObject): string {
  return toHex(sha3_256(canonicalBytes(body)));
}

function actorOf(caller: Caller | 'system' | null): JsonObject {
  if (caller === null) return { kind: 'anonymous', key_id: null };
  if (caller === 'system') return { kind: 'system', key_id: null };
  return { kind: caller.kind, key_id: caller.keyId };
}
