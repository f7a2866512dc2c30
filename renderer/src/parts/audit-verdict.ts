/** The outcome of the last walk over the audit chain, as this browser was told it. */
import { parseIsoTime } from '@touchstone/core/time.ts';

export interface AuditVerdict {
  /** When it was asked, ISO 8601. */
  readonly at: string;
  readonly intact: boolean;
  readonly entries: number;
  readonly brokenAt: number | null;
  /** SHA3-256 of the last intact entry, hex; null where there is none. */
  readonly head: string | null;
}

const KEY = 'touchstone.audit-verdict';

/** Reads what was stored; null where it cannot be read. */
export function readAuditVerdict(text: string | null): AuditVerdict | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { at, intact, entries, brokenAt, head } = value as Record<string, unknown>;
    if (typeof at !== 'string' || parseIsoTime(at) === null || typeof intact !== 'boolean') return null;
    if (typeof entries !== 'number' || !Number.isInteger(entries) || entries < 0) return null;
    if (brokenAt !== null && (typeof brokenAt !== 'number' || !Number.isInteger(brokenAt))) return null;
    if (head !== null && (typeof head !== 'string' || !/^[0-9a-f]{64}$/.test(head))) return null;
    return { at, intact, entries, brokenAt, head };
  } catch {
    return null;
  }
}

export function lastAuditVerdict(): AuditVerdict | null {
  return readAuditVerdict(localStorage.getItem(KEY));
}

export function keepAuditVerdict(verdict: AuditVerdict): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(verdict));
  } catch {
    // Storage is full or forbidden: the page then says that the chain was not verified before.
  }
}

/** Whether entries are gone that an earlier walk saw: the chain can only grow. */
export function isShorter(before: AuditVerdict | null, now: AuditVerdict): boolean {
  return before?.intact === true && now.intact && now.entries < before.entries;
}
