import Type from 'typebox';
import { Count, Hex64, IsoTime, ListQuery, object, pageOf, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import { SessionBundle } from './bundle-schema.ts';
import { MOST_OUTLINED, SessionOutline } from './outline-schema.ts';
import {
  AgentId,
  AgentReceipt,
  commonDetails,
  EXAMPLE_IDS,
  HELD_KEY_SENTENCE,
  ImportedOrigin,
  KeptFork,
  MOST_FORKS_SENTENCE,
  NodeId,
  RecordingHeaders,
  receiptWith,
  SessionId,
  SessionScope,
  scopeMembers,
  VerificationCheck,
} from './receipt-schema.ts';

const LastCheck = object({
  intact: Type.Boolean({ description: 'Every hash, link and signature of the nodes that were checked held.' }),
  nodes: { ...Count, description: 'How many nodes were checked: fewer than `node_count` where the session has grown.' },
  broken_receipt: Type.Union([
    Type.Integer({ minimum: 1, description: 'The first receipt of the session that did not hold, from 1.' }),
    Type.Null(),
  ]),
  checked_at: IsoTime,
});

const Session = object({
  session_id: SessionId,
  agent_id: AgentId,
  parent_session_id: Type.Union([Type.String({ description: 'Of a delegated session: its parent.' }), Type.Null()]),
  state: Type.Enum(['open', 'ended', 'expired']),
  scope: SessionScope,
  node_count: Count,
  imported: Type.Boolean({
    description: 'Whether it was written from a trace that was recorded elsewhere, or delegated within such a session.',
  }),
  started_at: IsoTime,
  expires_at: IsoTime,
  ended_at: Type.Union([IsoTime, Type.Null()]),
  root: Type.Union([Hex64, Type.Null()], { description: 'Merkle root of the nodes that the seal covers.' }),
  svc_74_attestation: Type.Union([
    Type.String({
      pattern: '^[0-9a-f]{148}$',
      'x-expects': 'a handle: 148 digits of lower-case hexadecimal',
      description: 'The handle of the seal, 74 bytes; `GET /v1/receipts/<handle>` answers the receipt.',
    }),
    Type.Null(),
  ]),
  failures: { ...Count, description: 'Tool calls that failed or timed out.' },
  denials: { ...Count, description: 'What was refused or exposed, and so did not run.' },
  violations: { ...Count, description: 'Acts that ran although the scope forbade them.' },
  last_check: Type.Union([LastCheck, Type.Null()], { description: 'null before the first `check`.' }),
});

const verdictMembers = {
  intact: Type.Boolean({ description: 'Every hash, link and signature of the recorded nodes holds.' }),
  nodes: Type.Integer({ minimum: 0, description: 'How many nodes were checked.' }),
  session_id: SessionId,
  sealed: Type.Boolean({ description: 'Whether a seal fixes the number of nodes.' }),
  broken_at: Type.Union([Type.String({ description: 'The first node that does not hold.' }), Type.Null()]),
  checks: Type.Array(VerificationCheck),
};

const SessionParams = object({ id: SessionId });
const exampleParams = {
  params: { id: EXAMPLE_IDS.session_id },
  after: { operation: 'agents.sessions.start', use: { 'params.id': 'session_id' } },
} as const;

export const sessions = group({
  start: endpoint({
    id: 'agents.sessions.start',
    service: 'agents',
    method: 'POST',
    path: '/sessions/start',
    headers: RecordingHeaders,
    body: object({
      agent_id: AgentId,
      duration_secs: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 2_592_000, description: 'Seconds, at most 30 days; 3,600 unless stated.' }),
      ),
      scope: Type.Optional(
        object(scopeMembers, {
          description: 'Limits of the session. What is left out, an empty list, 0 and an empty text mean unrestricted.',
        }),
      ),
      imported: Type.Optional(ImportedOrigin),
    }),
    response: receiptWith(object(commonDetails)),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND'],
    summary: 'Open an attested session of an agent.',
    description:
      "The answer is the receipt of the session's first node and carries the new `session_id`. Its `parent_hash` is the hash of the registration's node; `input_hash` covers the request as it was enforced, with the agent's public key and the scope. When the duration is over, the service seals the session by itself.",
    refused: {
      body: {
        agent_id: EXAMPLE_IDS.agent_id,
        duration_secs: 3600,
        scope: {},
        imported: { source: 'otel', started_at: '2026-02-30T12:00:00Z' },
      },
    },
    example: {
      body: {
        agent_id: EXAMPLE_IDS.agent_id,
        duration_secs: 3600,
        scope: {
          allowed_tools: ['svc.tool.example.ledger-read.v1', 'svc.tool.example.mail-send.v1'],
          forbidden_data_classes: ['phi'],
          jurisdiction: 'EU',
          max_value: 500,
        },
      },
      after: { operation: 'agents.register.create', use: { 'body.agent_id': 'agent_id' } },
    },
  }),
  end: endpoint({
    id: 'agents.sessions.end',
    service: 'agents',
    method: 'POST',
    path: '/sessions/end',
    headers: RecordingHeaders,
    body: object({
      session_id: SessionId,
      summary: Type.Optional(text(2_000, 'What the session did, for people.')),
    }),
    response: receiptWith(
      object({
        ...commonDetails,
        root: { ...Hex64, description: 'Merkle root over the nodes before this one.' },
        count: Type.Integer({ minimum: 1, description: 'How many nodes the root covers.' }),
      }),
    ),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'SESSION_EXPIRED'],
    summary: 'End a session and seal its chain.',
    description:
      'No node follows the one that is answered. `details.root` and `details.count` cover the nodes before it; the end node itself is proven by the log of the service. The seal is a receipt over session id, agent key, scope, count, first and last hash, root, start and end; its 74-byte handle is `pending` until the ledger has taken it. Sessions that were delegated from it run out at the same moment. A session that has ended answers CONFLICT, one that has run out SESSION_EXPIRED: that one is sealed already. The seal shows that no recorded node is missing or changed, not that the agent reported everything that it did.',
    example: {
      body: { session_id: EXAMPLE_IDS.session_id, summary: 'Three invoices were read and one reminder was sent.' },
      after: { operation: 'agents.sessions.start', use: { 'body.session_id': 'session_id' } },
    },
  }),
  list: endpoint({
    id: 'agents.sessions.list',
    service: 'agents',
    method: 'GET',
    path: '/sessions',
    query: ListQuery,
    response: pageOf(Session),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 0,
    errors: [],
    summary: "The project's sessions, the newest first.",
    description: 'Sessions of all agents of the project, delegated ones included, in every state.',
    example: { query: { limit: 10 } },
  }),
  read: endpoint({
    id: 'agents.sessions.read',
    service: 'agents',
    method: 'GET',
    path: '/sessions/:id',
    params: SessionParams,
    response: Session,
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'One session with its scope, state and seal.',
    description:
      'The scope is the one that is enforced: of a delegated session what is left of its parent. `root` and `svc_74_attestation` are null until the session has been sealed.',
    example: exampleParams,
  }),
  nodes: endpoint({
    id: 'agents.sessions.nodes',
    service: 'agents',
    method: 'GET',
    path: '/sessions/:id/nodes',
    params: SessionParams,
    query: object({
      after: Type.Optional({ ...NodeId, description: 'Answer the nodes after this one; a `node_id`.' }),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1_000, description: 'At most this many; 50 unless stated.' }),
      ),
    }),
    response: pageOf(AgentReceipt),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: "A session's receipts in the order of the chain.",
    description:
      'Each item is the receipt as it was answered when it was made, with the present `signature_status` and `svc_74_status`. `next_cursor` is the `node_id` to ask with as `after`, null on the last page. An `after` that is no node of this session answers NOT_FOUND.',
    example: { ...exampleParams, query: { limit: 100 } },
  }),
  outline: endpoint({
    id: 'agents.sessions.outline',
    service: 'agents',
    method: 'GET',
    path: '/sessions/:id/outline',
    params: SessionParams,
    query: object({
      after: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Answer the nodes behind so many; `next` of the answer before.' }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: MOST_OUTLINED, description: 'At most this many; 1,000 unless stated.' }),
      ),
    }),
    response: SessionOutline,
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: "A session's receipts as columns, for lists and drawings of very long sessions.",
    description:
      'What is stored, as it is stored: no hash is recomputed and no signature verified, which `nodes`, `verify` and `proof` do. The columns have one entry for each node, in the order of the chain.',
    example: { ...exampleParams, query: { limit: 1_000 } },
  }),
  forks: endpoint({
    id: 'agents.sessions.forks',
    service: 'agents',
    method: 'GET',
    path: '/sessions/:id/forks',
    params: SessionParams,
    response: pageOf(KeptFork),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'The forks that were made of a session, the newest first.',
    description: `What was asked and what came out, without the nodes: \`GET /api/v1/agents/replay/forks/<fork_id>\` computes those again. All are on one page. ${MOST_FORKS_SENTENCE} A fork is a simulation and no evidence.`,
    example: {
      params: { id: EXAMPLE_IDS.session_id },
      after: { operation: 'agents.replay.fork', use: { 'params.id': 'session_id' } },
    },
  }),
  verify: endpoint({
    id: 'agents.sessions.verify',
    service: 'agents',
    method: 'GET',
    path: '/sessions/:id/verify',
    params: SessionParams,
    response: object(verdictMembers),
    auth: 'none',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'Check the whole chain of a session; free and without a key.',
    description: `Recomputes the hash of every node, the links between them, the signatures and the seal. A session that is not sealed is intact, but its completeness cannot be concluded: nodes could still be missing at its end. Times are the clock of the service; they never run backwards, yet they are claimed, not proven. ${HELD_KEY_SENTENCE} What the agent never reported is not covered.`,
    example: exampleParams,
  }),
  check: endpoint({
    id: 'agents.sessions.check',
    service: 'agents',
    method: 'POST',
    path: '/sessions/:id/check',
    params: SessionParams,
    response: object({ ...verdictMembers, last_check: LastCheck }),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: "Check the whole chain of a session and keep the result for the project's list.",
    description:
      'Checks what `verify` checks. The result is kept with the session and answered as `last_check` from then on; the next check replaces it. It is a note of this server about its own records, no evidence for others: the bundle is.',
    example: exampleParams,
  }),
  events: endpoint({
    id: 'agents.sessions.events',
    service: 'agents',
    method: 'GET',
    path: '/sessions/:id/events',
    stream: 'sse',
    params: SessionParams,
    headers: object({
      'last-event-id': Type.Optional(
        Type.String({
          pattern: '^(?:0|[1-9][0-9]{0,14})$',
          'x-expects': 'a whole number of at most 15 digits',
          description: 'The `id` of the last event that was received: nodes behind it follow.',
        }),
      ),
    }),
    response: Type.Union([
      object({
        event: Type.Literal('node'),
        id: Type.String({
          pattern: '^[1-9][0-9]{0,14}$',
          'x-expects': 'a whole number from 1 on, of at most 15 digits',
          description: 'Counts from 1 within the session.',
        }),
        data: AgentReceipt,
      }),
      object({ event: Type.Literal('session'), data: Session }),
    ]),
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: "A session's receipts as they are recorded.",
    description:
      'Server-sent events. `session` comes first and whenever the state or the seal changes, `node` for every receipt of the chain, those that are there already included; `Last-Event-ID` goes on behind one. After the last node of a sealed session the event `end` follows. A comment comes every 15 seconds; a client that takes nothing for 30 seconds is disconnected, and so is one whose key no longer holds.',
    example: exampleParams,
  }),
  bundle: endpoint({
    id: 'agents.sessions.bundle',
    service: 'agents',
    method: 'GET',
    path: '/sessions/:id/bundle',
    params: SessionParams,
    query: object({
      openings: Type.Optional(
        Type.Enum(['all', 'beginning'], {
          description:
            'Which requests stand in it: `all`, unless stated; or those of the registration and of the first node, which makes the bundle of a session with many delegations or approvals smaller. What a request would show is then not checked.',
        }),
      ),
    }),
    response: SessionBundle,
    auth: 'bearer',
    scope: 'agents',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
    summary: 'The whole session as a file that is verified offline.',
    description: `Save the answer as \`<session_id>.pqs.json\`; \`pq-verify session\` checks it without this service, under key sets that are trusted there. It holds every node with its signature, the requests behind those hashes that the service made (\`openings\`, at the levels full and metadata_only), the registration and the seal, and the proof that the nodes are in the log. Sessions that were delegated from it have bundles of their own. Forks are in no bundle. A bundle that would have more than a gibibyte, which no verifier opens, answers PAYLOAD_TOO_LARGE with its size and what fits instead. ${HELD_KEY_SENTENCE}`,
    example: exampleParams,
  }),
});
