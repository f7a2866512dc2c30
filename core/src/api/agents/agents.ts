import Type from 'typebox';
import { base64, IsoTime, ListQuery, nullable, object, pageOf } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import { AgentId, AgentType, NodeId, RedactionLevel } from './receipt-schema.ts';

const Agent = object({
  agent_id: AgentId,
  name: Type.String(),
  canonical_name: Type.String(),
  tenant: Type.String(),
  agent_type: AgentType,
  capabilities: Type.Array(Type.String()),
  redaction_level: RedactionLevel,
  public_key: base64('The ML-DSA-65 key with which the service signs for the agent.'),
  node_id: { ...NodeId, description: 'The receipt of the registration.' },
  registered_at: IsoTime,
  svc_74_attestation: nullable(
    Type.String({
      pattern: '^[0-9a-f]{148}$',
      'x-expects': 'a handle: 148 digits of lower-case hexadecimal',
      description: 'The handle of the seal of the registration, 74 bytes.',
    }),
  ),
});

export const agents = group({
  list: endpoint({
    id: 'agents.agents.list',
    service: 'agents',
    method: 'GET',
    path: '',
    query: object({
      ...ListQuery.properties,
      canonical_name: Type.Optional(Type.String({ maxLength: 400, description: 'Agents of exactly this name.' })),
    }),
    response: pageOf(Agent),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 0,
    errors: [],
    summary: "The project's agents, the newest first.",
    description:
      'As they were registered, at every redaction level: what the level drops is missing in receipts, not here.',
    example: { query: { limit: 10 } },
  }),
});
