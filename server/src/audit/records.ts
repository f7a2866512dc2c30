/**
 * What the administration's audit records of rows that decide about trust: where keys may be carried, who has accepted the
 * agreement, which keys were dealt, which devices answer for whom. `touchstone doctor` makes the same of the rows and holds
 * it against the record.
 */
import type { AuditAction } from '@touchstone/core/api/admin/audit.ts';
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { GatewayTarget } from '../gateway/store.ts';
import type { Row } from '../store/tables.ts';
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

/** `subject` is the name within the project, so that the newest record of it is what counts. */
export function recordedTarget(
  target: Omit<GatewayTarget, 'allowPrivate' | 'totalProxied' | 'isGenuine'>,
): RecordedRow {
  return {
    subject: `${target.projectId} ${target.name}`,
    facts: {
      project_id: target.projectId,
      target_id: target.name,
      version: target.id,
      base_url: target.baseUrl,
      auth_header: target.authHeader,
      // People have been seen to write a key where `{{key}}` belongs.
      auth_template_sha3_256: hashOf(target.authTemplate),
      allowed_paths: target.allowedPaths,
      allowed_methods: target.allowedMethods,
      allowed_headers: target.allowedHeaders,
      rate_limit: target.rateLimit,
      created_at: formatIsoTime(target.createdAt),
    },
  };
}

export function recordedAgreement(agreement: Row<'health_agreements'>): RecordedRow {
  return {
    subject: `${agreement.project_id} ${agreement.user_id}`,
    facts: {
      project_id: agreement.project_id,
      user_id: agreement.user_id,
      signature_name: agreement.signature_name,
      accepted_by: agreement.actor,
      accepted_at: formatIsoTime(agreement.accepted_at),
    },
  };
}

export function recordedCeremony(ceremony: Row<'ceremonies'>): RecordedRow {
  return {
    subject: `${ceremony.project_id} ${ceremony.id}`,
    facts: {
      project_id: ceremony.project_id,
      ceremony_id: ceremony.id,
      algorithm: ceremony.algorithm,
      participants: ceremony.participants,
      threshold: ceremony.threshold,
      public_key_sha3_256: toHex(sha3_256(ceremony.public_key)),
      commitments_sha3_256: hashOf(ceremony.commitments),
      created_at: formatIsoTime(ceremony.created_at),
    },
  };
}

/** Without what changes with every answer, and what people call the device. */
export function recordedDevice(credential: Row<'device_credentials'>): RecordedRow {
  return {
    subject: `${credential.project_id} ${credential.id}`,
    facts: {
      project_id: credential.project_id,
      credential_id: credential.id,
      user_id: credential.user_id,
      type: credential.type,
      form: credential.form,
      public_key_sha3_256: toHex(sha3_256(credential.public_key)),
      created_at: formatIsoTime(credential.created_at),
    },
  };
}

function hashOf(text: string): string {
  return toHex(sha3_256(utf8(text)));
}
