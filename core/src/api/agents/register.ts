import Type from 'typebox';
import { object, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import {
  AgentType,
  commonDetails,
  HELD_KEY_SENTENCE,
  RecordingHeaders,
  RedactionLevel,
  receiptWith,
} from './receipt-schema.ts';

export const register = group({
  create: endpoint({
    id: 'agents.register.create',
    service: 'agents',
    method: 'POST',
    path: '/register',
    headers: RecordingHeaders,
    body: object({
      name: text(200, 'What people call the agent.'),
      canonical_name: Type.String({
        maxLength: 400,
        pattern: '^svc\\.agent(?:\\.[A-Za-z0-9][A-Za-z0-9_-]{0,62}){5}$',
        'x-expects':
          'a canonical name: svc.agent. and five names between dots, of letters, digits, _ and -, such as svc.agent.acme.billing.clerk.prod.001',
        description: '`svc.agent.<org>.<domain>.<role>.<env>.<seq>`.',
      }),
      tenant: text(200, 'The tenant for which the agent works.'),
      agent_type: Type.Optional({ ...AgentType, description: '`autonomous` unless stated.' }),
      capabilities: Type.Optional(
        Type.Array(text(100, 'A capability.'), {
          maxItems: 100,
          description: '`execute`, `use_tools` and `read_memory` unless stated.',
        }),
      ),
      redaction_level: Type.Optional(RedactionLevel),
    }),
    response: receiptWith(object(commonDetails)),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 1,
    errors: ['CONFLICT'],
    summary: 'Register an agent and make its key pair.',
    description: `The answer is the registration's receipt: its \`agent_id\` names the agent from now on, \`session_id\` and \`parent_hash\` are null. \`input_hash\` covers the registration as it was enforced, with the agent's public key. A canonical name that an agent of the project has is a CONFLICT, which names that agent. The receipt does not prove who runs the agent or that it has the capabilities that it names. ${HELD_KEY_SENTENCE}`,
    example: {
      body: {
        name: 'Invoice clerk',
        canonical_name: 'svc.agent.example.finance.clerk.prod.001',
        tenant: 'example',
        agent_type: 'supervised',
        capabilities: ['execute', 'use_tools', 'read_memory'],
        redaction_level: 'metadata_only',
      },
    },
  }),
});
