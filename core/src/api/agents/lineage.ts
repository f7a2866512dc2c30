import Type from 'typebox';
import { Count, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import { AgentId, EXAMPLE_NODE_ID, NodeId, ReplayedNode, SessionId } from './receipt-schema.ts';

/** A receipt; or a fork in the form of one, `node_id` being its `fork_id`. */
const LineageNode = object({
  ...ReplayedNode.properties,
  fork: Type.Optional(
    object(
      {
        forked_from: { ...NodeId, description: 'The first node that was decided anew.' },
        nodes: { ...Count, description: 'How many nodes the session had when the fork was made.' },
        simulated: { ...Count, description: 'How many of them were decided anew.' },
        divergences: { ...Count, description: 'How many of those differ.' },
      },
      {
        description:
          'Of a fork: it is marked `simulation`, unsigned, covered by no seal and in no chain, so its `parent_hash` is null and its `verification_url` empty. `GET /api/v1/agents/replay/forks/<node_id>` computes it again.',
      },
    ),
  ),
});

export const lineage = group({
  query: endpoint({
    id: 'agents.lineage.query',
    service: 'agents',
    method: 'POST',
    path: '/lineage/query',
    body: object({
      node_id: Type.Optional({ ...NodeId, description: 'Start from this node, or from the fork with this `fork_id`.' }),
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
      nodes: Type.Array(LineageNode, {
        description: 'The receipts in the order in which they were made, then the forks.',
      }),
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
      'Takes exactly one of `node_id`, `session_id` and `agent_id`; none or several are 400. Follows the links of the chains and those of delegation, fork and approval within the project. Forks that were made of a session are shown beside its receipts, linked from the node at which they begin; they are simulations and no evidence. Lineage shows how receipts are linked, not that one act caused the other.',
    example: {
      body: { node_id: EXAMPLE_NODE_ID, direction: 'both', depth: 20 },
      after: { operation: 'agents.sessions.start', use: { 'body.node_id': 'node_id' } },
    },
  }),
});
