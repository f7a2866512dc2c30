import Type from 'typebox';
import { object, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import {
  AFTER_START,
  AgentId,
  actingIds,
  commonDetails,
  ENDED_SENTENCE,
  EXAMPLE_IDS,
  RecordingHeaders,
  receiptWith,
  SessionId,
  SessionScope,
} from './receipt-schema.ts';

export const delegate = group({
  create: endpoint({
    id: 'agents.delegate.create',
    service: 'agents',
    method: 'POST',
    path: '/delegate',
    headers: RecordingHeaders,
    body: object({
      ...actingIds,
      delegate_agent_id: { ...AgentId, description: 'The agent that gets the child session.' },
      allowed_tools: Type.Optional(
        Type.Array(text(200, 'The name of a tool.'), {
          maxItems: 1_000,
          description: "Tools of the child. Left out or empty, it has the parent's.",
        }),
      ),
      duration_secs: Type.Integer({
        minimum: 1,
        maximum: 2_592_000,
        description: 'Seconds; the child never outlives its parent.',
      }),
      max_value: Type.Optional(
        Type.Number({ minimum: 0, description: "Highest value of an action. Left out or 0, it is the parent's." }),
      ),
    }),
    response: receiptWith(object({ ...commonDetails, child_session_id: SessionId, scope: SessionScope })),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'SESSION_EXPIRED'],
    summary: 'Open a child session for another agent, never wider than the parent.',
    description: `The receipt belongs to the parent's chain; \`details.child_session_id\` names the child and \`details.scope\` what it may do. Tools, jurisdiction and time are what parent and request have in common, caps the lower of both, forbidden data classes those of both. Tools without anything in common leave an empty list: the child may use none. The first node of the child has this node as its parent. ${ENDED_SENTENCE}`,
    example: {
      body: {
        ...EXAMPLE_IDS,
        delegate_agent_id: 'agt_8c05d2b97f1e6a34',
        allowed_tools: ['svc.tool.example.ledger-read.v1'],
        duration_secs: 600,
        max_value: 100,
      },
      after: { ...AFTER_START, use: { ...AFTER_START.use, 'body.delegate_agent_id': 'agent_id' } },
    },
  }),
});
