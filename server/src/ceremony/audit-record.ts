/** What the administration's audit records of rows of this room that decide about trust. */

import { toHex } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { hashOf, type RecordedRow } from '../audit/records.ts';
import type { Row } from '../store/tables.ts';

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
