import Type from 'typebox';
import { base64, Count, Hex64, IsoTime, ListQuery, line, object, pageOf, prefixedId, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import { FRAUD_FACTORS } from './fraud-factors.ts';

/** In the order of the eight numbers of a contribution. */
const Factor = Type.Enum([...FRAUD_FACTORS], { description: 'The eight factors of a contribution, in this order.' });
const SignalId = prefixedId('sig', 'The signal.');

const ENTITY_EXAMPLE = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export const share = group({
  key: endpoint({
    id: 'crypto.share.key',
    service: 'crypto',
    method: 'GET',
    path: '/share/key',
    response: object({
      public_key: base64('The ML-KEM public key that contributions are sealed to.'),
      algorithm: Type.Literal('ML-KEM-1024'),
      context: object(
        {
          kind: Type.String(),
          project: Type.String(),
          object: Type.String(),
          column: Type.String(),
          version: Type.Integer({ minimum: 1 }),
        },
        { description: 'What the box is bound to: its canonical JSON array is the additional data of AES-256-GCM.' },
      ),
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 0,
    errors: [],
    summary: 'The public key to seal fraud signals to.',
    description:
      'A box is the KEM ciphertext, a 12-byte nonce and the AES-256-GCM ciphertext with its tag, one after the other. Its key is HKDF-SHA3-256 of the shared secret with SHA3-256(KEM ciphertext, public key) as salt and `context.kind` as info. SDK and console build it.',
    example: {},
  }),
  contribute: endpoint({
    id: 'crypto.share.contribute',
    service: 'crypto',
    method: 'POST',
    path: '/share/contribute',
    body: object({
      signal_type: line(64, 'Your name for the kind of signal, for example `account_takeover`. Not secret.'),
      data: base64(
        'A box under the key of `/share/key` over JSON `{entity_hash, factors}`: 64 hex digits and eight whole numbers from 0 to 1000.',
      ),
      ttl_hours: Type.Integer({ minimum: 1, maximum: 8_760, description: 'After this the signal counts no more.' }),
    }),
    response: object({
      signal_id: SignalId,
      accepted: Type.Boolean(),
      consortium_size: Type.Integer({ minimum: 0, description: 'How many participants have contributed.' }),
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: ['CONFLICT', 'INVALID_CIPHERTEXT'],
    summary: 'Contribute an encrypted fraud signal.',
    description:
      'Only the ingest worker opens the box: it checks the ranges, encrypts the numbers under BFV and forgets them. The service that answers queries works on ciphertexts, but both run on this machine, so its operator could read signals. A box that does not open or holds something else is INVALID_CIPHERTEXT. A box of which the project still has the signal is CONFLICT: it counts once. Once that is withdrawn or has expired, the box may be sent again. So is one beyond the 2,000 signals that a project keeps. Whether a signal is true is not checked.',
    example: { body: { signal_type: 'account_takeover', data: 'c3ZjLXNoYXJlL3YxAHNlYWxlZC1ib3g=', ttl_hours: 72 } },
  }),
  query: endpoint({
    id: 'crypto.share.query',
    service: 'crypto',
    method: 'POST',
    path: '/share/query',
    body: object({ query_type: Type.Enum(['risk_factors']), entity_hash: Hex64 }),
    response: object({
      risk_factors: Type.Array(
        object({
          factor: Factor,
          level: Type.Number({ minimum: 0, maximum: 1, description: 'The mean over contributors in steps of 0.05.' }),
        }),
        { description: 'The highest first; empty below three contributors.' },
      ),
      signal_count: Type.Integer({ minimum: 0, description: 'Signals that count; 0 below three contributors.' }),
      freshness_hours: Type.Number({ minimum: 0, description: 'Hours since these numbers were computed.' }),
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: [],
    summary: 'The risk factors known about an entity.',
    description:
      'Answers need signals from at least three contributors, move in steps of 0.05 and are recomputed once an hour, so that nobody can read a single contribution from a difference. Each contributor has the same weight, however many signals it has; of each at most as many count as there is room for in a sum of 1,000, the newest first. An entity without enough signals looks the same as an unknown one. Entity hashes of guessable names can be guessed: hash with a secret that the participants share.',
    example: { body: { query_type: 'risk_factors', entity_hash: ENTITY_EXAMPLE } },
  }),
  score: endpoint({
    id: 'crypto.share.score',
    service: 'crypto',
    method: 'POST',
    path: '/share/score',
    body: object({
      entity_hash: Hex64,
      context: text(200, 'What the score is for, for example `payment`. Not stored, and without effect on the score.'),
    }),
    response: object({
      score: Type.Number({ minimum: 0, maximum: 1, description: '0 to 1 in steps of 0.05.' }),
      level: Type.Enum(['unknown', 'low', 'medium', 'high'], { description: '`unknown` below three contributors.' }),
      factors: Type.Array(Factor, { description: 'At most three that raise the score most; the strongest first.' }),
      signals_evaluated: Count,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: [],
    summary: 'One risk score for an entity.',
    description:
      'The mean of all factors over all contributors, by the rules of `query`: at least three contributors, steps of 0.05, recomputed once an hour. Below three contributors the score is 0 and the level `unknown`, which is no good mark. From 0.35 on the level is `medium`, from 0.65 on `high`.',
    example: { body: { entity_hash: ENTITY_EXAMPLE, context: 'payment' } },
  }),
  participants: endpoint({
    id: 'crypto.share.participants',
    service: 'crypto',
    method: 'GET',
    path: '/share/participants',
    query: object({
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1000, description: 'At most this many; 1,000 unless stated.' }),
      ),
    }),
    response: object({
      participants: Type.Array(
        object({
          id: Type.String({ description: 'A pseudonym; it names no account.' }),
          joined: Type.String({
            pattern: '^\\d{4}-\\d{2}-\\d{2}$',
            'x-expects': 'a date such as 2026-04-01',
            description: 'Date of the first contribution.',
          }),
          signals_contributed: Count,
        }),
      ),
      total: Count,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Who takes part in fraud-signal sharing.',
    description:
      'One participant for each project that has contributed, in the order in which they joined, under a pseudonym that stays the same. An account may have several projects. What they contributed, and about whom, is not shown.',
    example: {},
  }),
  signals: endpoint({
    id: 'crypto.share.signals',
    service: 'crypto',
    method: 'GET',
    path: '/share/signals',
    query: ListQuery,
    response: pageOf(
      object({ signal_id: SignalId, signal_type: Type.String(), contributed_at: IsoTime, expires_at: IsoTime }),
    ),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 0,
    errors: [],
    summary: 'List the signals that this project has contributed.',
    description:
      'Oldest first, those that have expired left out. About whom they are, and what they say, is not answered.',
    example: {},
  }),
  withdraw: endpoint({
    id: 'crypto.share.withdraw',
    service: 'crypto',
    method: 'DELETE',
    path: '/share/signals/:signal_id',
    params: object({ signal_id: SignalId }),
    response: object({ signal_id: SignalId, status: Type.Literal('deleted') }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND'],
    summary: 'Withdraw a signal.',
    description:
      'It counts no more from the next computation on, which is at most an hour away. A backup that was made before still holds it.',
    example: {
      params: { signal_id: 'sig_0123456789abcdef' },
      after: { operation: 'crypto.share.contribute', use: { 'params.signal_id': 'signal_id' } },
    },
  }),
});
