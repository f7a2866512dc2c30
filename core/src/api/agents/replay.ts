import Type from 'typebox';
import { Hex64, IsoTime, nullable, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import {
  AgentPolicy,
  AgentReceipt,
  Divergence,
  EXAMPLE_FORK_ID,
  EXAMPLE_IDS,
  EXAMPLE_NODE_ID,
  ForkId,
  keptForkMembers,
  MOST_FORKS_SENTENCE,
  NodeId,
  ReplayedNode,
  SessionId,
} from './receipt-schema.ts';

const replayMembers = {
  chain_intact: Type.Boolean({ description: 'Every hash and link of the recorded nodes holds.' }),
  session_id: SessionId,
  replayed_at: IsoTime,
};

const forkMembers = {
  ...replayMembers,
  nodes: Type.Array(ReplayedNode),
  fork_id: nullable(
    Type.String({
      description:
        'Under this id the fork is kept with its session; null where the recorded chain breaks off before `fork_at`, so that there is nothing to keep.',
    }),
  ),
  forked_from: NodeId,
  policy: AgentPolicy,
  divergence: Type.Array(Divergence, { description: 'Every node whose outcome differs.' }),
  simulated: Type.Integer({ minimum: 0, description: 'How many nodes were decided anew, the last ones of `nodes`.' }),
  head_hash: nullable({
    ...Hex64,
    description:
      'Hash of the last simulated node, under the tag `svc-agent-fork/v1`: the end of the fork, whether or not the session had ended. Null where there is none.',
  }),
};

export const replay = group({
  run: endpoint({
    id: 'agents.replay.run',
    service: 'agents',
    method: 'POST',
    path: '/replay',
    body: object({
      session_id: SessionId,
      timestamp: Type.Optional({ ...IsoTime, description: 'Replay up to this moment; to the end unless stated.' }),
    }),
    response: object({
      ...replayMembers,
      nodes: Type.Array(AgentReceipt),
      divergence: Type.Array(Divergence, { description: 'Empty: nothing was decided anew.' }),
    }),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND'],
    summary: 'Replay a session from its receipts.',
    description:
      'Reads the recorded nodes in the order of the chain and recomputes every hash and link. Nothing is executed again and nothing is written. `chain_intact` is about the nodes that are there: of a session that is not sealed, completeness cannot be concluded.',
    example: {
      body: { session_id: EXAMPLE_IDS.session_id },
      after: { operation: 'agents.sessions.start', use: { 'body.session_id': 'session_id' } },
    },
  }),
  fork: endpoint({
    id: 'agents.replay.fork',
    service: 'agents',
    method: 'POST',
    path: '/replay/fork',
    body: object({
      session_id: SessionId,
      fork_at: {
        ...NodeId,
        description: 'The first node that is decided anew; what stands before it is kept as recorded.',
      },
      policy: Type.Optional(AgentPolicy),
    }),
    response: object(forkMembers),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND'],
    summary: 'Replay a session from a node on under another policy.',
    description: `The policy is laid over the recorded scope, and the nodes from \`fork_at\` on are decided again from the value and jurisdiction that were kept. Without a policy nothing diverges. Nodes of a fork are unsigned, marked \`simulation\` and hashed under a tag of their own: they say what the policy would have decided, and are no evidence of anything that happened. A simulated end has no \`details.root\`, which would be that of the recorded nodes. The fork is kept beside the session, by its question, its counts and its first differences; it enters no chain, no log, no bundle and no receipt. ${MOST_FORKS_SENTENCE} A node of another session answers NOT_FOUND.`,
    example: {
      body: { session_id: EXAMPLE_IDS.session_id, fork_at: EXAMPLE_NODE_ID, policy: { max_value: 100 } },
      after: {
        operation: 'agents.sessions.start',
        use: { 'body.session_id': 'session_id', 'body.fork_at': 'node_id' },
      },
    },
  }),
  read: endpoint({
    id: 'agents.replay.read',
    service: 'agents',
    method: 'GET',
    path: '/replay/forks/:id',
    params: object({ id: ForkId }),
    response: object({
      ...forkMembers,
      ...keptForkMembers,
      reproduced: Type.Boolean({
        description:
          'The fork came out as it did when it was made. False where the recorded nodes were changed since, or another version of the service decides.',
      }),
    }),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'One fork that was made, computed again.',
    description: `Goes over the nodes that the session had when the fork was made, under the same policy, and answers what \`replay/fork\` answered then. Nodes that the session has got since are left out. ${MOST_FORKS_SENTENCE} One that was dropped answers NOT_FOUND. A fork is a simulation and no evidence.`,
    example: {
      params: { id: EXAMPLE_FORK_ID },
      after: { operation: 'agents.replay.fork', use: { 'params.id': 'fork_id' } },
    },
  }),
});
