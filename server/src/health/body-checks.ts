/** What is wrong with the bodies of health operations in themselves. */
import type { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { invalid } from '../frame/errors.ts';

type Health = typeof api.crypto.health;

/** The session that all events of a call name. Throws INVALID_REQUEST where they name several, or a time does not exist. */
export function checkAuditBody({ events }: InputOf<Health['audit']>['body']): string {
  const sessionId = events[0]?.session_id ?? '';
  for (const [place, { session_id, timestamp }] of events.entries()) {
    if (session_id !== sessionId) {
      throw invalid(`events.${place}.session_id`, `\`events.${place}.session_id\` must be that of the first event.`);
    }
    if (parseIsoTime(timestamp) === null) {
      throw invalid(`events.${place}.timestamp`, `\`events.${place}.timestamp\` is no date-time that exists.`);
    }
  }
  return sessionId;
}

/** Throws INVALID_REQUEST where more fields passed or were flagged than were validated. */
export function checkAttestBody({ validation_results }: InputOf<Health['attest']>['body']): void {
  for (const name of ['passed', 'flagged'] as const) {
    if (validation_results[name] > validation_results.fields_validated) {
      const field = `validation_results.${name}`;
      throw invalid(field, `\`${field}\` must not be more than \`fields_validated\`.`);
    }
  }
}
