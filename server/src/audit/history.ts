/** What the administration's signed audit tells of rows. */
import type { AuditAction } from '@touchstone/core/api/admin/audit.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';
import { auditEntriesAfter } from './store.ts';

const BATCH = 200;

/** An entry as it is signed. `admin-audit` tells whether entries hold. */
export interface Entry {
  readonly action: string;
  readonly isAnonymous: boolean;
  readonly accountId: string | null;
  readonly subject: string;
  readonly details: JsonObject;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What the audit tells, the oldest first. */
export interface AuditHistory {
  /** Entries about a subject with one of these actions. */
  about(subject: string, ...actions: readonly AuditAction[]): readonly Entry[];
  all(...actions: readonly AuditAction[]): readonly Entry[];
  /** Whether this folder goes on from a backup: a restore makes rows stricter than the audit tells (S27). */
  readonly isRestored: boolean;
}

const READ: ReadonlySet<string> = new Set<AuditAction>([
  'account.opened',
  'account.changed',
  'key.issued',
  'key.changed',
  'key.rotated',
  'key.revoked',
  'settings.changed',
  'key-set.rotated',
  'agent-policy.set',
  'biometric-threshold.set',
  'webhook.set',
  'webhook.removed',
  'restored',
]);

export async function readAudit(db: Db): Promise<AuditHistory> {
  const entries: Entry[] = [];
  for (let after = 0; ; ) {
    const rows = await auditEntriesAfter(db, after, BATCH);
    for (const { action, body, created_at: at } of rows) {
      const parsed = READ.has(action) ? parseStrictJson(body) : null;
      if (parsed?.ok !== true || !isJsonObject(parsed.value)) continue;
      const { subject, details, account_id: accountId = null, actor } = parsed.value;
      if (typeof subject !== 'string' || !isJsonObject(details)) continue;
      const isAnonymous = isJsonObject(actor) && actor.kind === 'anonymous';
      entries.push({ action, isAnonymous, accountId: textOr(accountId), subject, details, at });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) break;
    after = last.position;
  }
  let isRestored = entries.some(({ action }) => action === 'restored');
  for await (const { name } of rowsOf(db, 'settings')) isRestored ||= name === 'restores';
  const bySubject = Map.groupBy(entries, ({ subject }) => subject);
  const among = (some: readonly Entry[], actions: readonly string[]) =>
    some.filter(({ action }) => actions.includes(action));
  return {
    isRestored,
    about: (subject, ...actions) => among(bySubject.get(subject) ?? [], actions),
    all: (...actions) => among(entries, actions),
  };
}

/** null for what is no text. */
export function textOr(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

export function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

/** A plain value of an entry; `found` where the entry does not tell. */
export function recordedOr<T extends string | number | boolean | null>(value: JsonValue | undefined, found: T) {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : found;
}
