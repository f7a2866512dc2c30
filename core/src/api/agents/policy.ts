import Type from 'typebox';
import { anyObject, object, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import {
  AFTER_START,
  actingIds,
  commonDetails,
  ENDED_SENTENCE,
  EXAMPLE_IDS,
  RecordingHeaders,
  receiptWith,
} from './receipt-schema.ts';

export const policy = group({
  evaluate: endpoint({
    id: 'agents.policy.evaluate',
    service: 'agents',
    method: 'POST',
    path: '/policy/evaluate',
    headers: RecordingHeaders,
    body: object({
      ...actingIds,
      action_type: text(100, 'The kind of action that the agent intends.'),
      target_resource: text(1_000, 'What the action would touch.'),
      parameters: Type.Optional(
        anyObject('Parameters of the action. `value` and `jurisdiction` are judged; the rest is hashed and recorded.'),
      ),
    }),
    response: receiptWith(
      object({
        ...commonDetails,
        allowed: Type.Boolean(),
        parameters: Type.Optional(anyObject('As they were sent; at redaction level `full` only.')),
        rule: Type.Union([Type.String({ description: 'The rule that refused.' }), Type.Null()]),
      }),
    ),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 1,
    bodyLimit: 65_536,
    errors: ['NOT_FOUND', 'CONFLICT', 'SESSION_EXPIRED'],
    summary: 'Ask whether an action is allowed, and attest the decision.',
    description: `The scope of the session, its action rules and the policies of project, team and organisation are applied; each of them may refuse, and \`details.rule\` names the rule that did. A refusal is a normal answer with \`details.allowed\` false. \`input_hash\` is the SHA-256 of the request's canonical JSON. The receipt attests the decision only: the service does not stop an agent that acts against it. Parameters are kept at redaction level \`full\` only. ${ENDED_SENTENCE}`,
    example: {
      body: {
        ...EXAMPLE_IDS,
        action_type: 'payment.execute',
        target_resource: 'account:supplier-17',
        parameters: { value: 120.5, jurisdiction: 'EU', currency: 'EUR' },
      },
      after: AFTER_START,
    },
  }),
});
