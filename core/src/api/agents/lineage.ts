import Type from 'typebox';
import { object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import { AgentId, AgentReceipt, EXAMPLE_NODE_ID, NodeId, SessionId } from './receipt-schema.ts';

export const lineage = group({
  query: endpoint({
    id: 'agents.lineage.query',
    service: 'agents',
    method: 'POST',
    path: '/lineage/query',
    body: object({
      node_id: Type.Optional({ ...NodeId, description: 'Start from this node.' }),
      session_id: Type.Optional({ ...SessionId, description: 'Start from every node of this session.' }),
      agent_id: Type.Optional({ ...AgentId, description: 'Start from every node of this agent.' }),
      direction: Type.Optional(
        Type.Enum(['ancestors', 'descendants', 'both'], { description: '`both` unless stated.' }),
      ),
      depth: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 10_000, description: 'Edges to follow; 100 unless stated.' }),
      ),
    }),
    response: object({
      nodes: Type.Array(AgentReceipt),
      edges: Type.Array(
        object({
          from: { ...NodeId, description: 'The earlier node.' },
          to: { ...NodeId, description: 'The later node.' },
          kind: Type.Enum(['chain', 'delegation', 'fork', 'approval']),
        }),
      ),
      roots: Type.Array(NodeId, { description: 'Nodes of the answer into which no edge of it leads.' }),
      truncated: Type.Boolean({
        description:
          'There is more than the answer holds: the depth, or the limit of 1,000 nodes or of some four megabytes, ended the search.',
      }),
    }),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND'],
    summary: 'What a node, session or agent came from and led to.',
    description:
      'Takes exactly one of `node_id`, `session_id` and `agent_id`; none or several are 400. Follows the links of the chains and those of delegation, fork and approval within the project. Lineage shows how receipts are linked, not that one act caused the other.',
    example: {
      body: { node_id: EXAMPLE_NODE_ID, direction: 'both', depth: 20 },
      after: { operation: 'agents.sessions.start', use: { 'body.node_id': 'node_id' } },
    },
  }),
});
