import { object, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import {
  AFTER_START,
  actingIds,
  commonDetails,
  ENDED_SENTENCE,
  EXAMPLE_IDS,
  ExposureStatus,
  RecordingHeaders,
  receiptWith,
} from './receipt-schema.ts';

export const exposure = group({
  check: endpoint({
    id: 'agents.exposure.check',
    service: 'agents',
    method: 'POST',
    path: '/exposure/check',
    headers: RecordingHeaders,
    body: object({
      ...actingIds,
      data_class: text(200, 'The class of the data, such as `pii` or `phi`.'),
      operation: text(200, 'What is done with the data, such as `read` or `send`.'),
    }),
    response: receiptWith(object({ ...commonDetails, status: ExposureStatus })),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'SESSION_EXPIRED'],
    summary: 'Check a data class against the scope, and attest the result.',
    description: `\`details.status\` is \`exposed\` where the session or a policy that applies forbids the class, and \`details.rule\` names which; else it is \`clean\`. \`input_hash\` is the SHA-256 of the request's canonical JSON. Only the names are judged: no data was looked at, and \`clean\` does not prove that none leaked. ${ENDED_SENTENCE}`,
    example: { body: { ...EXAMPLE_IDS, data_class: 'phi', operation: 'send' }, after: AFTER_START },
  }),
});
