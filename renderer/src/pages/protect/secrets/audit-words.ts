/** Entries of the audit of secrets in words, and the file that it is exported to. */
import { words } from '../../../words/protect/secrets.ts';
import type { SecretAuditItem } from './audit-walk.ts';
import type { AuditAction } from './search.ts';

/** Who asked, as far as the entry says. */
export function actorWords({ key_id, ip_address }: Pick<SecretAuditItem, 'key_id' | 'ip_address'>): string {
  if (key_id !== null) return words.audit.byKey(key_id);
  return ip_address === '' ? words.audit.byServer : words.audit.byConsole;
}

export interface AuditFilter {
  readonly action: AuditAction | null;
  readonly secretId: string | null;
}

/** The members of the operation's query that a filter sets. */
export function queryOf({ action, secretId }: AuditFilter) {
  return { ...(action === null ? {} : { action }), ...(secretId === null ? {} : { secret_id: secretId }) };
}

export function isFiltered({ action, secretId }: AuditFilter): boolean {
  return action !== null || secretId !== null;
}

/** The file of an export. Only the whole chain, unfiltered, can be verified from it. */
export function auditFile(
  entries: readonly SecretAuditItem[],
  projectId: string,
  filter: AuditFilter,
  isWhole: boolean,
  at: string,
): string {
  const head = {
    format: 'touchstone-secret-audit',
    exported_at: at,
    project_id: projectId,
    filter: { action: filter.action, secret_id: filter.secretId },
    whole_chain: isWhole && !isFiltered(filter),
  };
  return `${JSON.stringify({ ...head, entries }, null, 2)}\n`;
}

/** Entries of pages that shifted while they were read: each once, the newest first. */
export function withoutRepeats(entries: readonly SecretAuditItem[]): readonly SecretAuditItem[] {
  const seen = new Set<string>();
  return entries.filter(({ id }) => !seen.has(id) && seen.add(id));
}
