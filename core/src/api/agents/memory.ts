import Type from 'typebox';
import { Hex64, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import {
  AFTER_START,
  actingIds,
  commonDetails,
  ENDED_SENTENCE,
  EXAMPLE_HASH,
  EXAMPLE_IDS,
  RecordingHeaders,
  receiptWith,
} from './receipt-schema.ts';

export const memory = group({
  checkpoint: endpoint({
    id: 'agents.memory.checkpoint',
    service: 'agents',
    method: 'POST',
    path: '/memory/checkpoint',
    headers: RecordingHeaders,
    body: object({
      ...actingIds,
      memory_hash: { ...Hex64, description: "SHA-256 of the agent's memory, or of its receipt chain." },
      context_hash: {
        ...Hex64,
        description: 'SHA-256 of the context window: the messages in order as `role:content`, joined by newline.',
      },
      size_bytes: Type.Integer({ minimum: 0, description: 'Size of the memory in bytes, as the caller states it.' }),
    }),
    response: receiptWith(object(commonDetails)),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'SESSION_EXPIRED'],
    summary: "Record the state of an agent's memory.",
    description: `Appends a receipt with the hash of the memory as \`input_hash\` and that of the context as \`output_hash\`; the size is what the caller states and is not checked. Clients make one by themselves every ten actions unless told otherwise. Memory that is shown later can be compared with the hash; the service never sees it and does not prove that the agent used it. ${ENDED_SENTENCE}`,
    example: {
      body: { ...EXAMPLE_IDS, memory_hash: EXAMPLE_HASH, context_hash: EXAMPLE_HASH, size_bytes: 20_480 },
      after: AFTER_START,
    },
  }),
});
