/**
 * What the administration's audit records of rows that decide about trust: where keys may be carried, who has accepted the
 * agreement, which keys were dealt, which devices answer for whom. `touchstone doctor` makes the same of the rows and holds
 * it against the record.
 */
import type { AuditAction } from '@touchstone/core/api/admin/audit.ts';
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { AuditEvent } from './audit.ts';

export interface RecordedRow {
  /** The id of the row, unlike any other's on this server. */
  readonly subject: string;
  /** Never a secret, nor what might be one. */
  readonly facts: JsonObject;
}

export type RecordAction = Extract<
  AuditAction,
  'gateway-target.configured' | 'agreement.accepted' | 'ceremony.dealt' | 'device.enrolled'
>;

/** The entry that records a row. */
export function recordOf(action: RecordAction, accountId: string, { subject, facts }: RecordedRow): AuditEvent {
  return { action, accountId, subject, details: facts };
}

/** Of a text that is too long or too delicate for the record. */
export function hashOf(text: string): string {
  return toHex(sha3_256(utf8(text)));
}
