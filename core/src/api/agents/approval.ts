import Type from 'typebox';
import { object, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import {
  AFTER_START,
  ApprovalState,
  actingIds,
  commonDetails,
  ENDED_SENTENCE,
  EXAMPLE_IDS,
  NodeId,
  RecordingHeaders,
  receiptWith,
} from './receipt-schema.ts';

export const approval = group({
  request: endpoint({
    id: 'agents.approval.request',
    service: 'agents',
    method: 'POST',
    path: '/approval/request',
    headers: RecordingHeaders,
    body: object({
      ...actingIds,
      summary: text(2_000, 'What is to be approved, for those who decide.'),
      approvers: Type.Array(text(200, 'Who may decide: a name, an address, or the id of an API key.'), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
      }),
      threshold: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          description:
            'How many of the approvers have to approve; 1 unless stated, never more than there are approvers.',
        }),
      ),
      timeout_secs: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 2_592_000,
          description:
            'Seconds, at most 30 days; 300 unless stated. The approval runs out with its session in any case.',
        }),
      ),
      allow_requester: Type.Optional(
        Type.Boolean({
          description:
            'Whether whoever asks may decide too: this key and all keys of its tree. `false` unless stated; `true` is hashed into the node.',
        }),
      ),
    }),
    response: receiptWith(
      object({
        ...commonDetails,
        approval_id: NodeId,
        state: ApprovalState,
        allow_requester: Type.Optional(Type.Literal(true, { description: 'Whoever asked may also decide.' })),
      }),
    ),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'SESSION_EXPIRED'],
    summary: 'Ask people to approve something.',
    description: `Opens an approval whose id is the \`node_id\` of the receipt and whose state is \`pending\`. \`approvals/:id/decide\` records decisions; whether it was approved is read at \`approvals/:id\`, since the receipt keeps the state in which it was made. Where an approver is the id of an API key, only that key decides in its name, or one of its tree. The service does not notify the approvers, and does not stop an agent that does not wait. ${ENDED_SENTENCE}`,
    refused: { body: { ...EXAMPLE_IDS, summary: 'x', approvers: ['ada@example.com'], threshold: 2 } },
    example: {
      body: {
        ...EXAMPLE_IDS,
        summary: 'Pay invoice 2041, 480.00 EUR, to supplier 17.',
        approvers: ['ada@example.com', 'grace@example.com'],
        threshold: 1,
        timeout_secs: 300,
        allow_requester: true,
      },
      after: AFTER_START,
    },
  }),
});
