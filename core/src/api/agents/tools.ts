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
  ToolCallStatus,
} from './receipt-schema.ts';

export const tools = group({
  attest: endpoint({
    id: 'agents.tools.attest',
    service: 'agents',
    method: 'POST',
    path: '/tools/attest',
    headers: RecordingHeaders,
    body: object({
      ...actingIds,
      tool_name: text(200, 'The tool; its canonical form is `svc.tool.<provider>.<capability>.<version>`.'),
      request_hash: { ...Hex64, description: 'SHA-256 of the canonical JSON of the request.' },
      response_hash: Type.Optional({ ...Hex64, description: 'SHA-256 of the canonical JSON of the response.' }),
      status: Type.Optional({
        ...ToolCallStatus,
        description: 'Unless stated `success` with a `response_hash` and `pending` without one.',
      }),
      metadata: Type.Optional(Metadata),
      imported: Type.Optional(ImportedOrigin),
    }),
    response: receiptWith(object({ ...commonDetails, status: ToolCallStatus })),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'SESSION_EXPIRED'],
    summary: 'Attest a call of a tool.',
    description: `Appends a receipt with the hashes of request and response as \`input_hash\` and \`output_hash\`. A call that failed is attested too. ${DENIED_SENTENCE} ${ENDED_SENTENCE} The receipt does not prove that the tool was called or what it answered: it holds what the caller reported. ${GUESSABLE_SENTENCE}`,
    refused: {
      body: {
        ...EXAMPLE_IDS,
        tool_name: 'x',
        request_hash: EXAMPLE_HASH,
        imported: { source: 'otel', started_at: '2026-02-30T12:00:00Z' },
      },
    },
    example: {
      body: {
        ...EXAMPLE_IDS,
        tool_name: 'svc.tool.example.ledger-read.v1',
        request_hash: EXAMPLE_HASH,
        response_hash: EXAMPLE_HASH,
        status: 'success',
        metadata: { attempt: '1' },
      },
      after: AFTER_START,
    },
  }),
});
