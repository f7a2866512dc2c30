/** What the administration's audit records of rows of this room that decide about trust. */
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { RecordedRow } from '../audit/records.ts';
import type { Row } from '../store/tables.ts';

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
