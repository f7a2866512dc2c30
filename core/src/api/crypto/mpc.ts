import Type from 'typebox';
import { base64, Count, object, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const SessionId = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  'x-expects': 'a UUID in lower case',
  description: 'The session, a UUID, as `mpc/init` answered it.',
});
const SessionParams = object({ session_id: SessionId });
const Needed = Type.Integer({ minimum: 2, description: 'How many contributions compute needs in all: the threshold.' });
const Result = Type.Number({ description: 'The result of the computation; all that is opened.' });
const Proof = base64('The transcript of the computation (JSON), signed by the service.');

const Custom = object(
  {
    kind: Type.Enum(['weighted_sum', 'variance', 'count_above']),
    weights: Type.Optional(
      Type.Array(Type.Integer(), {
        minItems: 2,
        maxItems: 256,
        description: 'For `weighted_sum`: one whole number for each participant, none of them zero.',
      }),
    ),
    threshold: Type.Optional(Type.Integer({ description: 'For `count_above`: inputs greater than this are counted.' })),
  },
  { description: 'What `custom` computes; fixed for the life of the session. Required with `custom` and only there.' },
);

const SESSION_EXAMPLE = '3f0c8a52-7d1e-4b69-9a37-5c2e8f14d0b6';

export const mpc = group({
  init: endpoint({
    id: 'crypto.mpc.init',
    service: 'crypto',
    planned: true,
    method: 'POST',
    path: '/mpc/init',
    aliases: ['/v1/mpc/session/init'],
    body: object({
      participants: Type.Integer({ minimum: 2, maximum: 256, description: 'How many may contribute.' }),
      threshold: Type.Integer({
        minimum: 2,
        maximum: 256,
        description: 'How many contributions compute waits for; at most `participants`.',
      }),
      computation: Type.Enum(['sum', 'average', 'max', 'min', 'custom']),
      custom: Type.Optional(Custom),
    }),
    response: object({
      session_id: SessionId,
      participant_ids: Type.Array(Type.String(), { description: 'One for each participant; hand them out.' }),
      public_params: base64(
        'JSON with all that a participant needs to seal an input: the description of the session, the field and the ML-KEM keys of the computing parties.',
      ),
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 5,
    errors: [],
    summary: 'Open a session that computes on inputs nobody shows.',
    description:
      'Participants send one whole number each, at most 2^31 in size, as secret shares for three computing parties in separate worker threads of this server; only the result is opened. `threshold` is the least number of contributions before compute and no bound on secrecy: all others together can work out the last input of a sum from its result. The protocol withstands one curious party, not the operator of the server, who runs all of them. A session lives 24 hours unless the settings say otherwise.',
    example: { body: { participants: 3, threshold: 2, computation: 'average' } },
  }),
  contribute: endpoint({
    id: 'crypto.mpc.contribute',
    service: 'crypto',
    planned: true,
    method: 'POST',
    path: '/mpc/:session_id/contribute',
    aliases: ['/v1/mpc/session/:session_id/contribute'],
    params: SessionParams,
    body: object({
      participant_id: text(100, 'One of the `participant_ids` of the session.'),
      encrypted_share: base64('The sealed shares of the input; SDK and console build it from `public_params`.'),
    }),
    response: object({ accepted: Type.Boolean(), contributions: Count, needed: Needed }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 5,
    errors: ['NOT_FOUND', 'CONFLICT', 'SESSION_EXPIRED', 'INVALID_CIPHERTEXT'],
    summary: "Hand in a participant's sealed input.",
    description:
      'Each participant contributes once; a second time, or after the first compute, is CONFLICT. Shares are sealed to this session, its participants and its computation: shares made for another session are INVALID_CIPHERTEXT. What the input is worth is not checked; a participant can lie.',
    example: {
      params: { session_id: SESSION_EXAMPLE },
      body: { participant_id: 'p1', encrypted_share: 'c3ZjLW1wYy92MQBzZWFsZWQtc2hhcmVz' },
    },
  }),
  compute: endpoint({
    id: 'crypto.mpc.compute',
    service: 'crypto',
    planned: true,
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
      'Before `threshold` contributions it is CONFLICT. The first compute closes the session; repeats answer the stored result. The proof shows which contributions went in and that the shares of the result agree; it is signed by the service and does not show that the parties kept the inputs to themselves.',
    example: {
      params: { session_id: SESSION_EXAMPLE },
    },
  }),
  get: endpoint({
    id: 'crypto.mpc.get',
    service: 'crypto',
    planned: true,
    method: 'GET',
    path: '/mpc/:session_id',
    aliases: ['/v1/mpc/session/:session_id'],
    params: SessionParams,
    response: object({
      state: Type.Enum(['collecting', 'ready', 'computed'], {
        description: '`ready` once enough have contributed, `computed` after the first compute.',
      }),
      contributions: Count,
      needed: Needed,
      result: Type.Optional(Result),
      proof: Type.Optional(Proof),
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'SESSION_EXPIRED'],
    summary: 'How far a session is, and its result once there is one.',
    description:
      'All participants read the same result here. It says how many have contributed, not who. An expired session is SESSION_EXPIRED.',
    example: {
      params: { session_id: SESSION_EXAMPLE },
      after: { operation: 'crypto.mpc.init', use: { 'params.session_id': 'session_id' } },
    },
  }),
});
