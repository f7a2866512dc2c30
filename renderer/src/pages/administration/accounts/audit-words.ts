/** Entries of the audit in words. */
import type { AuditAction, audit } from '@touchstone/core/api/admin/audit.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { words } from '../../../words/administration/accounts.ts';

export type AuditEntry = OutputOf<typeof audit.list>['items'][number];

/** Exhaustive by type. */
const ACTIONS: Readonly<Record<AuditAction, string>> = words.audit.actions;

const WORDS: ReadonlyMap<string, string> = new Map(Object.entries(ACTIONS));

export const ACTION_NAMES: readonly string[] = [...WORDS.keys()];

/** Actions of other versions are shown by their name. */
export function actionWords(action: string): string {
  return WORDS.get(action) ?? action;
}

const ACTORS: Record<AuditEntry['actor']['kind'], string> = words.audit.actors;

export function actorWords({ kind, key_id }: AuditEntry['actor']): string {
  return key_id === null ? ACTORS[kind] : `${ACTORS[kind]} ${key_id}`;
}

/** What changed, one line each. `before` and `after` are compared; everything else stands as it is. */
export function detailLines(details: Readonly<Record<string, unknown>>): readonly string[] {
  const { before, after, ...rest } = details;
  const lines = Object.entries(rest).map(([name, value]) => `${name}: ${valueText(value)}`);
  if (!isObject(before) || !isObject(after)) return lines;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => valueText(before[name]) !== valueText(after[name]));
  return [...changed.map((name) => `${name}: ${valueText(before[name])} → ${valueText(after[name])}`), ...lines];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value === '' ? words.audit.emptyValue : value;
  return value === undefined ? words.audit.noValue : JSON.stringify(value);
}

export interface AuditFilter {
  readonly action: string | null;
  readonly accountId: string | null;
}

/** The file of an export. Only the whole chain, unfiltered, can be verified from it. */
export function auditFile(entries: readonly AuditEntry[], filter: AuditFilter, isWhole: boolean, at: string): string {
  const isFiltered = filter.action !== null || filter.accountId !== null;
  const head = {
    format: 'touchstone-admin-audit',
    exported_at: at,
    filter: { action: filter.action, account_id: filter.accountId },
    whole_chain: isWhole && !isFiltered,
  };
  return `${JSON.stringify({ ...head, entries }, null, 2)}\n`;
}

/** The members of the operation's query that a filter sets. */
export function queryOf({ action, accountId }: AuditFilter) {
  return {
    ...(action === null ? {} : { action }),
    ...(accountId === null ? {} : { account_id: accountId }),
  };
}
