import Type from 'typebox';
import { Hex64, object, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import {
  AFTER_START,
  actingIds,
  commonDetails,
  DENIED_SENTENCE,
  ENDED_SENTENCE,
  EXAMPLE_HASH,
  EXAMPLE_IDS,
  GUESSABLE_SENTENCE,
  ImportedOrigin,
  Metadata,
  RecordingHeaders,
  receiptWith,
} from './receipt-schema.ts';

export const actions = group({
  attest: endpoint({
    id: 'agents.actions.attest',
    service: 'agents',
    method: 'POST',
    path: '/actions/attest',
    headers: RecordingHeaders,
    body: object({
      ...actingIds,
      action_type: text(100, 'The kind of action, such as `payment.prepare`.'),
      summary: text(2_000, 'What was done, for people.'),
      input_hash: { ...Hex64, description: 'SHA-256 of the input, which itself is never sent.' },
      output_hash: Type.Optional({ ...Hex64, description: 'SHA-256 of the output, where there is one.' }),
      metadata: Type.Optional(Metadata),
      imported: Type.Optional(ImportedOrigin),
    }),
    response: receiptWith(object({ ...commonDetails, status: Type.Optional(Type.Enum(['success', 'denied'])) })),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'SESSION_EXPIRED'],
    summary: 'Attest an action of an agent.',
    description: `Appends a receipt to the chain of the session. ${DENIED_SENTENCE} ${ENDED_SENTENCE} The receipt does not prove that the action took place or that the hashes belong to real data. ${GUESSABLE_SENTENCE}`,
    refused: { body: { ...EXAMPLE_IDS, action_type: 'session.end', summary: 'x', input_hash: EXAMPLE_HASH } },
    example: {
      body: {
        ...EXAMPLE_IDS,
        action_type: 'payment.prepare',
        summary: 'Prepared the payment of invoice 2041.',
        input_hash: EXAMPLE_HASH,
        output_hash: EXAMPLE_HASH,
        metadata: { invoice: '2041', value: '120.50', jurisdiction: 'EU' },
      },
      after: AFTER_START,
    },
  }),
});
