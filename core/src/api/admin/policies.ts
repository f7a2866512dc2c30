import Type from 'typebox';
import { AgentPolicy } from '../agents/receipt-schema.ts';
import { IsoTime, ListQuery, nullable, object, pageOf, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const PolicyScope = Type.Enum(['organisation', 'team', 'project'], {
  description: 'For whom the policy holds: everybody on this server, the agents of a tenant, the agents of a project.',
});

const StoredPolicy = object({
  scope: PolicyScope,
  target: nullable(
    Type.String({ description: 'The tenant of a team, the id of a project; null where it holds for all of them.' }),
  ),
  policy: AgentPolicy,
});

export const policies = group({
  list: endpoint({
    id: 'admin.policies.list',
    service: 'admin',
    method: 'GET',
    path: '/policies',
    query: object({
      limit: ListQuery.properties.limit,
      // Made of scope and target.
      cursor: Type.Optional(Type.String({ maxLength: 250, description: '`next_cursor` of the page before.' })),
    }),
    response: pageOf(object({ ...StoredPolicy.properties, updated_at: IsoTime })),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'The policies under which agents act.',
    description:
      'Those that were set and not emptied. Every one that fits an act has to permit it, and so has the session.',
    example: { query: { limit: 20 } },
  }),
  set: endpoint({
    id: 'admin.policies.set',
    service: 'admin',
    method: 'PUT',
    path: '/policies/:scope',
    params: object({ scope: PolicyScope }),
    query: object({
      target: Type.Optional(
        text(200, 'The tenant of a team or the id of a project; without it the policy holds for all of them.'),
      ),
    }),
    body: AgentPolicy,
    response: StoredPolicy,
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'Set the policy of an organisation, team or project.',
    description:
      'The body is the whole policy and takes the place of the one before; `{}` empties it. In force for what comes, also in sessions that are open; what is recorded stays as it was decided. Unlike in the scope of a session, an empty list of tools permits none and a `max_value` of 0 permits no value above 0. An organisation has no `target` (400). A policy decides what receipts say; it does not stop an agent. Recorded in the audit as `agent-policy.set`.',
    example: {
      params: { scope: 'team' },
      query: { target: 'example' },
      body: { max_value: 10_000, denied_actions: ['account.close'] },
    },
  }),
});
