import Type from 'typebox';
import { IsoTime, ListQuery, object, pageOf, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import {
  AgentId,
  ApprovalState,
  commonDetails,
  EXAMPLE_NODE_ID,
  NodeId,
  RecordingHeaders,
  receiptWith,
  SessionId,
} from './receipt-schema.ts';

const Decision = Type.Enum(['approve', 'deny']);
const DecidedBy = Type.Union([Type.String({ description: 'The id of the API key.' }), Type.Null()], {
  description: 'Null where the console or the administrator decided.',
});

const VoterId = Type.String({
  description:
    'The first key of a tree of keys, whose votes count as one; `administration` for the console and the administrator.',
});

const Approval = object({
  approval_id: NodeId,
  agent_id: AgentId,
  session_id: SessionId,
  summary: Type.String({ description: 'What is to be approved. Empty where the redaction level drops it.' }),
  approvers: Type.Array(Type.String()),
  threshold: Type.Integer({ minimum: 1 }),
  allow_requester: Type.Boolean({ description: 'Whether the voter that asked may decide too.' }),
  state: ApprovalState,
  decisions: Type.Array(
    object({
      node_id: NodeId,
      approver: Type.String(),
      decision: Decision,
      decided_by: DecidedBy,
      decided_by_requester: Type.Boolean({ description: 'The same voter asked for the approval.' }),
      decided_at: IsoTime,
      voter: VoterId,
    }),
  ),
  voters: Type.Array(
    object({
      voter: VoterId,
      key_ids: Type.Array(Type.String(), { description: 'Its keys that can decide; at most 100 are named.' }),
    }),
    {
      description:
        'Who could vote now, while the approval is pending; at most 100 are named. Where they are fewer than the approvals that are still needed, it cannot be approved unless the administrator issues more keys.',
    },
  ),
  requested_at: IsoTime,
  expires_at: {
    ...IsoTime,
    description:
      'From then on nobody can decide: when its own time runs out, or with its session where that is over before.',
  },
});

const ApprovalParams = object({ id: { ...NodeId, description: 'The approval: the `node_id` of its request.' } });
const exampleParams = { id: EXAMPLE_NODE_ID };
const after = { operation: 'agents.approval.request', use: { 'params.id': 'node_id' } } as const;

export const approvals = group({
  list: endpoint({
    id: 'agents.approvals.list',
    service: 'agents',
    method: 'GET',
    path: '/approvals',
    query: object({ ...ListQuery.properties, state: Type.Optional(ApprovalState) }),
    response: pageOf(Approval),
    auth: 'bearer',
    scope: 'agents',
    otherScope: 'approve',
    minTier: null,
    units: 0,
    errors: [],
    summary: "The project's approvals, the newest first.",
    description: 'With `state`, only those that are in this state now.',
    example: { query: { limit: 10, state: 'pending' } },
  }),
  read: endpoint({
    id: 'agents.approvals.read',
    service: 'agents',
    method: 'GET',
    path: '/approvals/:id',
    params: ApprovalParams,
    response: Approval,
    auth: 'bearer',
    scope: 'agents',
    otherScope: 'approve',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'One approval with its state and decisions.',
    description:
      'The state is `approved` once as many listed approvers as the threshold demands have approved, `denied` once somebody has denied and this cannot happen any more, and `expired` when the time ran out or the session was over before: nobody can decide then.',
    example: { params: exampleParams, after },
  }),
  decide: endpoint({
    id: 'agents.approvals.decide',
    service: 'agents',
    method: 'POST',
    path: '/approvals/:id/decide',
    params: ApprovalParams,
    headers: RecordingHeaders,
    body: object({
      decision: Decision,
      approver: text(200, 'For whom the decision is made; one of the listed approvers.'),
    }),
    response: receiptWith(
      object({
        ...commonDetails,
        approval_id: NodeId,
        state: { ...ApprovalState, description: 'The state after this decision.' },
        decision: Decision,
        approver: Type.String(),
        decided_by: DecidedBy,
        decided_by_requester: Type.Boolean(),
      }),
    ),
    auth: 'bearer',
    scope: 'approve',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'SESSION_EXPIRED'],
    summary: 'Approve or deny a pending approval.',
    description:
      "Needs the scope `approve`, which keys with `agents` alone do not have, or the console. Each listed approver counts once; another name is 400. Votes are counted per voter: a key with all keys that it made, that made it or that replaced it is one voter, console and administrator together are one. The voter that asked does not decide unless the request had `allow_requester`, and in the name of a key only its own voter does: INVALID_SCOPE. An approval that is not pending any more, a second decision of the same approver or voter and a session that has ended answer CONFLICT, a session that has run out SESSION_EXPIRED. The receipt records which key decided and whether the same voter had asked. It proves that this key decided in the approver's name, not who held the key.",
    example: {
      params: exampleParams,
      body: { decision: 'approve', approver: 'ada@example.com' },
      after,
    },
  }),
});
