/** The outcome of the last walk over the audit chain, as the console was told it. */
import { parseIsoTime } from '@touchstone/core/time.ts';
import { consoleState } from '../../lib/state/live-state.ts';

export interface AuditVerdict {
  /** When it was asked, ISO 8601. */
  readonly at: string;
  readonly intact: boolean;
  readonly entries: number;
  readonly brokenAt: number | null;
  /** SHA3-256 of the last intact entry, hex; null where there is none. */
  readonly head: string | null;
}

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
  return readAuditVerdict(consoleState.getItem('audit_verdict'));
}

export function keepAuditVerdict(verdict: AuditVerdict): void {
  consoleState.setItem('audit_verdict', JSON.stringify(verdict));
}

/** Whether entries are gone that an earlier walk saw: the chain can only grow. */
export function isShorter(before: AuditVerdict | null, now: AuditVerdict): boolean {
  return before?.intact === true && now.intact && now.entries < before.entries;
}
