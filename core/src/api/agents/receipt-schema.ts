/** What the agent operations share: the receipt that every mutating call answers, scopes, and checks (document 3; decisions, section 9). */
import Type, { type TSchema } from 'typebox';
import { anyObject, Hex64, IsoTime, object, recordOf, text } from '../common.ts';

export const AgentId = text(200, 'The agent, as `register` answered it.');
export const SessionId = text(200, 'The session, as `sessions/start` or `delegate` answered it.');
export const NodeId = text(200, 'A receipt, which is a node of the graph.');

/** The agent and session ids that a client fills in by itself. */
export const actingIds = { agent_id: AgentId, session_id: SessionId };

export const ForkId = text(200, 'A fork, as `replay/fork` answered it.');

export const AgentType = Type.Enum(['autonomous', 'supervised', 'tool_only', 'sub_agent', 'human_in_loop']);

export const RedactionLevel = Type.Enum(['full', 'metadata_only', 'hash_only', 'redacted'], {
  description:
    'What is kept, decided before anything is hashed: `full` keeps all, `metadata_only` drops parameters, `hash_only` also summary and metadata, `redacted` leaves ids, hashes and times. `metadata_only` unless stated.',
});

export const ToolCallStatus = Type.Enum(['success', 'failure', 'timeout', 'denied', 'pending']);
export const ExposureStatus = Type.Enum(['clean', 'exposed', 'quarantined', 'unknown']);
export const ApprovalState = Type.Enum(['pending', 'approved', 'denied', 'expired']);

export const Metadata = recordOf(
  Type.String({ maxLength: 2_000 }),
  100,
  'Names and texts, together at most 16 KiB. `value` (a decimal number) and `jurisdiction` are judged against the scope.',
  { maxProperties: 64 },
);

const names = Type.Array(text(200, 'A name.'), { maxItems: 1_000 });

/** Headers of every operation that records: a repeat that answers what the first attempt recorded. */
export const RecordingHeaders = object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,200}$',
      'x-expects': '1 to 200 printable ASCII characters without spaces',
      description:
        'A name that the caller gives to this request. The same request under the same name answers the receipt of the first one, records nothing and costs nothing, for at least 7 days; another request under it answers CONFLICT.',
    }),
  ),
});

/** Where an imported node comes from; the time of the receipt is that of the import (S20). */
export const ImportedOrigin = object(
  {
    source: Type.Enum(['otel']),
    trace_id: Type.Optional(text(64, 'Of the trace.')),
    span_id: Type.Optional(text(64, 'Of the span.')),
    started_at: Type.Optional({ ...IsoTime, description: 'When it began, as the origin states it.' }),
    ended_at: Type.Optional({ ...IsoTime, description: 'When it ended, as the origin states it.' }),
  },
  { description: 'Marks the receipt as imported from elsewhere; kept in its `details`.' },
);

/** The limits of a session or policy as a caller writes them. */
export const scopeMembers = {
  allowed_tools: Type.Optional({ ...names, description: 'Tool names; no others may be used.' }),
  forbidden_data_classes: Type.Optional({
    ...names,
    description: 'Data classes that may not be touched; `PHI` and `phi` are one.',
  }),
  jurisdiction: Type.Optional(
    Type.String({ maxLength: 100, description: 'The one jurisdiction in which the agent may act, such as `EU`.' }),
  ),
  max_value: Type.Optional(Type.Number({ minimum: 0, description: 'The highest value of a single action.' })),
};

/** A policy of an organisation, team or project, or one that a fork tries. */
export const AgentPolicy = object({
  ...scopeMembers,
  denied_actions: Type.Optional({ ...names, description: 'Action types that are refused.' }),
});

const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** The limits that hold for a session; null is unrestricted, and an empty list of tools allows none (S19). */
export const SessionScope = object({
  allowed_tools: nullable(names),
  forbidden_data_classes: nullable(names),
  jurisdiction: nullable(Type.String()),
  max_value: nullable(Type.Number({ minimum: 0 })),
});

/** Members that the details of any receipt may have. */
export const commonDetails = {
  metadata: Type.Optional(Metadata),
  imported: Type.Optional(anyObject('For imported nodes: where they come from and the time that their origin states.')),
  value: Type.Optional(Type.Number({ description: 'The value that was judged; kept at every redaction level.' })),
  jurisdiction: Type.Optional(
    Type.String({ description: 'The jurisdiction that was judged; kept at every redaction level.' }),
  ),
  unreadable: Type.Optional(
    Type.Enum(['value', 'jurisdiction', 'data_class'], {
      description:
        'What was stated in no form that can be judged, so that the act was refused; kept at every redaction level.',
    }),
  ),
  rule: Type.Optional(nullable(Type.String({ description: 'The rule that decided; null where none did.' }))),
  violation: Type.Optional(
    object(
      { rule: Type.String({ description: 'The rule that forbade it.' }) },
      { description: 'The act ran although a rule forbade it; `status` is what became of it.' },
    ),
  ),
};

/** The members of the receipt in the order of document 3. */
const receiptMembers = {
  node_id: NodeId,
  agent_id: AgentId,
  session_id: nullable(Type.String({ description: 'Null for a registration.' })),
  timestamp: IsoTime,
  action_type: Type.String({ description: 'The kind of action that is attested.' }),
  action_summary: Type.String({ description: 'For people. Empty where the redaction level drops it.' }),
  input_hash: Hex64,
  output_hash: Type.String({
    pattern: '^(?:[0-9a-f]{64})?$',
    'x-expects': '64 digits of lower-case hexadecimal, or empty',
    description: 'SHA-256 of the output in lower-case hexadecimal; empty where there is no output.',
  }),
  parent_hash: nullable(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      'x-expects': '64 digits of lower-case hexadecimal',
      description:
        "Hash of the node before it in the session; of the first node: the registration's, or the delegating node's.",
    }),
  ),
  signature_status: Type.Enum(['valid', 'invalid', 'unsigned', 'expired'], {
    description: "`expired`: the node's own time lies outside its session.",
  }),
  svc_74_status: Type.Enum(['anchored', 'pending', 'unavailable'], {
    description: 'State of the 74-byte commitment that covers the node.',
  }),
  verification_url: Type.String({ description: 'Where anyone may verify the node; formed when answered, not hashed.' }),
};

/** An AgentReceipt whose hashed `details` are those of one kind of node. */
export function receiptWith<D extends TSchema>(details: D) {
  return object({ ...receiptMembers, details });
}

/** The details of every kind of node, for answers that hold receipts of several kinds. */
const AnyDetails = object({
  ...commonDetails,
  status: Type.Optional(Type.Enum([...ToolCallStatus.enum, ...ExposureStatus.enum])),
  allowed: Type.Optional(Type.Boolean()),
  parameters: Type.Optional(anyObject('Of a policy evaluation; at redaction level `full` only.')),
  approval_id: Type.Optional(NodeId),
  state: Type.Optional(ApprovalState),
  allow_requester: Type.Optional(Type.Literal(true)),
  decision: Type.Optional(Type.Enum(['approve', 'deny'])),
  approver: Type.Optional(Type.String()),
  decided_by: Type.Optional(nullable(Type.String())),
  decided_by_requester: Type.Optional(Type.Boolean()),
  child_session_id: Type.Optional(SessionId),
  scope: Type.Optional(SessionScope),
  root: Type.Optional(Hex64),
  count: Type.Optional(Type.Integer({ minimum: 0 })),
});

/** A receipt of any kind. */
export const AgentReceipt = receiptWith(AnyDetails);

/** A node of a fork: computed, unsigned, and marked as such. Recorded nodes do not have the mark. */
export const ReplayedNode = object({
  ...receiptMembers,
  details: AnyDetails,
  simulation: Type.Optional(
    Type.Literal(true, {
      description: 'The node was computed by a fork; it is not evidence of anything that happened.',
    }),
  ),
});

/** Where a fork decides otherwise than was recorded. */
export const Divergence = object({
  node_id: NodeId,
  original: Type.String({ description: 'The recorded outcome, such as `success` or `allowed`.' }),
  replayed: Type.String({ description: 'The outcome under the policy of the fork.' }),
  rule: Type.String({ description: 'The rule that decides otherwise.' }),
});

/** What a session keeps of its forks; the oldest ones go. */
export const MOST_FORKS_SENTENCE =
  'A session keeps its newest 50 forks, and of these no more than 4 MiB together; the oldest are dropped.';

/** Members that say what became of a fork that is kept. */
export const keptForkMembers = {
  made_at: IsoTime,
  made_by: Type.String({ description: 'Id of the key that asked for it, `console` or `administrator`.' }),
  simulation: Type.Literal(true, { description: 'A fork is not evidence of anything that happened.' }),
};

/** A fork as its session keeps it: without its nodes. */
export const KeptFork = object({
  fork_id: ForkId,
  session_id: SessionId,
  forked_from: NodeId,
  policy: AgentPolicy,
  nodes: Type.Integer({ minimum: 1, description: 'How many nodes the session had when the fork was made.' }),
  simulated: Type.Integer({ minimum: 1, description: 'How many of them were decided anew.' }),
  divergences: Type.Integer({ minimum: 0, description: 'How many of those differ.' }),
  divergence: Type.Array(Divergence, { description: 'The first hundred of them.' }),
  chain_intact: Type.Boolean({ description: 'Every hash and link of the recorded nodes held then.' }),
  head_hash: {
    ...Hex64,
    description: 'Hash of the last simulated node, under the tag `svc-agent-fork/v1`: of no recorded node.',
  },
  ...keptForkMembers,
});

/** One thing that was checked; what could not be checked is `not_performed` with its reason, never passed. */
export const VerificationCheck = object({
  id: Type.String(),
  status: Type.Enum(['passed', 'failed', 'pending', 'not_performed']),
  expected: Type.Optional(Type.String()),
  found: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
});

/** Sentences that several operations owe their readers (S20). */
export const HELD_KEY_SENTENCE =
  'The service holds the keys of agents: a signature means that the service recorded this for the API key that called, not that the agent itself signed.';
export const GUESSABLE_SENTENCE =
  'Hashes are not salted, so whoever knows a short input can guess it from its hash; send only hashes of what may be guessed.';
export const ENDED_SENTENCE =
  'A session that has ended answers CONFLICT, one that has run out SESSION_EXPIRED; then nothing is recorded.';
export const DENIED_SENTENCE =
  'What the scope forbids is recorded all the same and answers 200: the receipt attests what happened, it does not prevent it. What ran keeps its status and gets `details.violation` with the rule; what did not run gets `details.status` `denied` and the rule.';

/** Ids and hashes of the examples; a running server makes its own. */
export const EXAMPLE_IDS = { agent_id: 'agt_3f2a91c07be45d18', session_id: 'ags_71c9e0d4a25b8f36' };
export const EXAMPLE_FORK_ID = 'fork_90d3c2b17a6e45f8';
export const EXAMPLE_NODE_ID = 'node_5be1a7f2093c64d8';
export const EXAMPLE_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
/** What names the ids of a session that the example of `sessions/start` has opened. */
export const AFTER_START = {
  operation: 'agents.sessions.start',
  use: { 'body.agent_id': 'agent_id', 'body.session_id': 'session_id' },
};
