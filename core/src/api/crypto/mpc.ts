import Type from 'typebox';
import { base64, Count, IsoTime, ListQuery, object, pageOf, recordOf, text, timeOf } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const SessionId = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  'x-expects': 'a UUID in lower case',
  description: 'The session, a UUID, as `mpc/init` answered it.',
});
const SessionParams = object({ session_id: SessionId });
const Needed = Type.Integer({ minimum: 2, description: 'How many contributions compute needs in all: the threshold.' });
const Result = Type.Number({ description: 'The result of the computation; all that is opened.' });
const Proof = base64(
  'The transcript of the computation, signed by the service: a statement as a file (`*.pqst.json`), which `pq-verify statement` verifies offline.',
);
const PublicParams = base64(
  'JSON with all that a participant needs to seal an input: the description of the session, the field and the ML-KEM keys of the computing parties.',
);
const TrustModel = Type.String({ description: 'Against whom the inputs are protected, and against whom not.' });
const ParticipantToken = text(100, 'The token of the participant, where the session was opened with tokens.');

const Computation = Type.Enum(['sum', 'average', 'max', 'min', 'custom']);
const Participants = Type.Integer({ minimum: 2, maximum: 256, description: 'How many may contribute.' });
const State = Type.Enum(['collecting', 'ready', 'computed'], {
  description: '`ready` once enough have contributed, `computed` after the first compute.',
});

const Custom = object(
  {
    kind: Type.Enum(['weighted_sum', 'variance', 'count_above']),
    weights: Type.Optional(
      Type.Array(Type.Integer(), {
        minItems: 2,
        maxItems: 256,
        description:
          'For `weighted_sum`: one whole number for each participant, none of them zero, their sizes at most 4194304 together.',
      }),
    ),
    threshold: Type.Optional(
      Type.Integer({
        minimum: -(2 ** 31),
        maximum: 2 ** 31,
        description: 'For `count_above`: inputs greater than this are counted.',
      }),
    ),
  },
  { description: 'What `custom` computes; fixed for the life of the session. Required with `custom` and only there.' },
);

const SESSION_EXAMPLE = '3f0c8a52-7d1e-4b69-9a37-5c2e8f14d0b6';

export const mpc = group({
  init: endpoint({
    id: 'crypto.mpc.init',
    service: 'crypto',
    method: 'POST',
    path: '/mpc/init',
    aliases: ['/v1/mpc/session/init'],
    body: object({
      participants: Participants,
      threshold: Type.Integer({
        minimum: 2,
        maximum: 256,
        description: 'How many contributions compute waits for; at most `participants`.',
      }),
      computation: Computation,
      custom: Type.Optional(Custom),
      participant_tokens: Type.Optional(
        Type.Boolean({ description: 'Answer a token for each participant, without which nobody contributes as them.' }),
      ),
    }),
    response: object({
      session_id: SessionId,
      participant_ids: Type.Array(Type.String(), { description: 'One for each participant; hand them out.' }),
      public_params: PublicParams,
      expires_at: timeOf('Until then participants can contribute, and the result can be computed.'),
      trust_model: TrustModel,
      participant_tokens: Type.Optional(
        recordOf(Type.String(), 16, 'By participant. They are shown once and stored as hashes only.'),
      ),
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 5,
    errors: ['CONFLICT'],
    summary: 'Open a session that computes on inputs nobody shows.',
    description:
      'Participants send one whole number each, at most 2^31 in size (4,000,000 with `variance`), as secret shares for three computing parties in separate worker threads of this server; only the result is opened. `threshold` is the least number of contributions before compute and no bound on secrecy: all others together can work out the last input of a sum from its result. The protocol withstands one curious party, not the operator of the server, who runs all of them. A session lives 24 hours unless the settings say otherwise; a project has at most 1,000 at a time, beyond that it is CONFLICT.',
    refused: { body: { participants: 2, threshold: 3, computation: 'sum' } },
    example: { body: { participants: 3, threshold: 2, computation: 'average' } },
  }),
  contribute: endpoint({
    id: 'crypto.mpc.contribute',
    service: 'crypto',
    method: 'POST',
    path: '/mpc/:session_id/contribute',
    aliases: ['/v1/mpc/session/:session_id/contribute'],
    params: SessionParams,
    body: object({
      participant_id: text(100, 'One of the `participant_ids` of the session.'),
      encrypted_share: base64('The sealed shares of the input; SDK and console build it from `public_params`.'),
      participant_token: Type.Optional(ParticipantToken),
    }),
    response: object({ accepted: Type.Boolean(), contributions: Count, needed: Needed }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 5,
    errors: ['NOT_FOUND', 'CONFLICT', 'SESSION_EXPIRED', 'INVALID_CIPHERTEXT'],
    summary: "Hand in a participant's sealed input.",
    description:
      'Each participant contributes once; a second time, or after the first compute, is CONFLICT. Shares are sealed to this session, its participants and its computation: shares made for another session or participant are INVALID_CIPHERTEXT, and so are shares that do not belong together or hold a number outside the range, which the parties find out without seeing it. Whether the input is true is not checked; a participant can lie. In a session with tokens a missing or wrong `participant_token` is INVALID_SCOPE.',
    example: {
      params: { session_id: SESSION_EXAMPLE },
      body: { participant_id: 'p1', encrypted_share: 'c3ZjLW1wYy92MQBzZWFsZWQtc2hhcmVz' },
    },
  }),
  compute: endpoint({
    id: 'crypto.mpc.compute',
    service: 'crypto',
    method: 'POST',
    path: '/mpc/:session_id/compute',
    aliases: ['/v1/mpc/session/:session_id/compute'],
    params: SessionParams,
    response: object({ result: Result, proof: Proof }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 5,
    errors: ['NOT_FOUND', 'CONFLICT', 'SESSION_EXPIRED'],
    summary: 'Compute the result from the inputs collected so far.',
    description:
      'Before `threshold` contributions it is CONFLICT. The first compute closes the session; repeats answer the stored result and cost nothing. The proof shows which contributions went in and that the shares of the result agree; it is signed by the service and does not show that the parties kept the inputs to themselves. Afterwards the sealed inputs and the keys of the parties are deleted.',
    example: {
      params: { session_id: SESSION_EXAMPLE },
    },
  }),
  get: endpoint({
    id: 'crypto.mpc.get',
    service: 'crypto',
    method: 'GET',
    path: '/mpc/:session_id',
    aliases: ['/v1/mpc/session/:session_id'],
    params: SessionParams,
    response: object({
      state: State,
      contributions: Count,
      needed: Needed,
      result: Type.Optional(Result),
      proof: Type.Optional(Proof),
      contributed: Type.Array(Type.String(), { description: 'Who has contributed.' }),
      public_params: PublicParams,
      has_tokens: Type.Boolean({ description: 'Whether contributing needs a `participant_token`.' }),
      created_at: IsoTime,
      trust_model: TrustModel,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'SESSION_EXPIRED'],
    summary: 'How far a session is, and its result once there is one.',
    description:
      'All participants read the same result here, and what they need to contribute. A session whose time was over before it was computed is SESSION_EXPIRED; a computed one answers for 30 days more.',
    example: {
      params: { session_id: SESSION_EXAMPLE },
      after: { operation: 'crypto.mpc.init', use: { 'params.session_id': 'session_id' } },
    },
  }),
  list: endpoint({
    id: 'crypto.mpc.list',
    service: 'crypto',
    method: 'GET',
    path: '/mpc',
    query: ListQuery,
    response: pageOf(
      object({
        session_id: SessionId,
        state: Type.Enum(['collecting', 'ready', 'computed', 'expired']),
        computation: Computation,
        participants: Participants,
        contributions: Count,
        needed: Needed,
        created_at: IsoTime,
        expires_at: IsoTime,
      }),
    ),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 0,
    errors: [],
    summary: 'List the joint computations of the project.',
    description: 'Newest first. Entries of sessions stay for 30 days after their end.',
    example: {},
  }),
  delete: endpoint({
    id: 'crypto.mpc.delete',
    service: 'crypto',
    method: 'DELETE',
    path: '/mpc/:session_id',
    params: SessionParams,
    response: object({ session_id: SessionId, status: Type.Literal('deleted') }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND'],
    summary: 'Delete a session with its sealed inputs, keys and result.',
    description: 'Proofs that were handed out go on to verify.',
    example: {
      params: { session_id: SESSION_EXAMPLE },
      after: { operation: 'crypto.mpc.init', use: { 'params.session_id': 'session_id' } },
    },
  }),
});
