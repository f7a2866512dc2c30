/** What the administration's audit records of rows of this room that decide about trust. */

import { toHex } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { RecordedRow } from '../audit/records.ts';
import type { Row } from '../store/tables.ts';

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
