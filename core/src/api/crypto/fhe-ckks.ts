/** CKKS: approximate numbers (document 2, "Homomorphic encryption"; decisions, section 7; security, S29). */
import Type from 'typebox';
import { base64, Count, IsoTime, ListQuery, listOf, object, pageOf, prefixedId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { FHE_SLOTS, fheOperation } from './fhe-bfv.ts';

const SessionId = prefixedId('ckks', 'The session, as `ckks/session` answered it.');
const Ciphertext = base64('A ciphertext of this session, about 1.6 MB.');
const Scale = Type.Number({
  exclusiveMinimum: 0,
  description: 'The factor by which values are scaled: 2^40 when fresh, close to it after products.',
});
const Encrypted = object({ ciphertext: Ciphertext, scale: Scale });
const OneInput = object({ session_id: SessionId, ciphertext: Ciphertext });
const TwoInputs = object({ session_id: SessionId, ciphertext_a: Ciphertext, ciphertext_b: Ciphertext });

const USE_ERRORS = ['NOT_FOUND', 'SESSION_EXPIRED', 'INVALID_CIPHERTEXT', 'NOISE_BUDGET_EXHAUSTED'] as const;

const SESSION_EXAMPLE = 'ckks_0123456789abcdef';
const CIPHERTEXT_EXAMPLE = 'c3ZjLWZoZS92MQBja2tzLWNpcGhlcnRleHQ=';
const TWO_EXAMPLE = {
  session_id: SESSION_EXAMPLE,
  ciphertext_a: CIPHERTEXT_EXAMPLE,
  ciphertext_b: CIPHERTEXT_EXAMPLE,
} as const;

export const ckks = {
  ckksSession: endpoint({
    ...fheOperation,
    id: 'crypto.fhe.ckks-session',
    path: '/fhe/ckks/session',
    aliases: ['/api/v1/fhe/ckks/session'],
    response: object({ session_id: SessionId, expires_at: IsoTime }),
    errors: ['CONFLICT'],
    summary: 'Open a CKKS session with keys of its own.',
    description:
      'The service makes and keeps the keys of the session: 8,192 slots, scale 2^40, five multiplications before a refresh. A session lives an hour unless the settings say otherwise, or until a backup is restored; then its ciphertexts cannot be opened any more. A project has at most 64 open ones. Whoever may decrypt counts as holding the key.',
    example: {},
  }),
  ckksEncrypt: endpoint({
    ...fheOperation,
    id: 'crypto.fhe.ckks-encrypt',
    path: '/fhe/ckks/encrypt',
    aliases: ['/api/v1/fhe/ckks/encrypt'],
    body: object({
      session_id: SessionId,
      plaintext: Type.Array(Type.Number({ minimum: -(2 ** 40), maximum: 2 ** 40 }), {
        minItems: 1,
        maxItems: FHE_SLOTS,
        description: 'One number for each slot; further slots are zero.',
      }),
    }),
    response: Encrypted,
    errors: ['NOT_FOUND', 'SESSION_EXPIRED'],
    summary: 'Encrypt up to 8,192 approximate numbers.',
    description:
      'Values beyond 2^40 are refused, in either direction. The service sees the plaintext once and does not keep it.',
    example: {
      body: { session_id: SESSION_EXAMPLE, plaintext: [0.5, -1.25, 3] },
      after: { operation: 'crypto.fhe.ckks-session', use: { 'body.session_id': 'session_id' } },
    },
  }),
  ckksDecrypt: endpoint({
    ...fheOperation,
    id: 'crypto.fhe.ckks-decrypt',
    path: '/fhe/ckks/decrypt',
    aliases: ['/api/v1/fhe/ckks/decrypt'],
    body: OneInput,
    response: object({
      plaintext: listOf(Type.Number(), {
        maxItems: FHE_SLOTS,
        description: 'As many values as the longest plaintext that went in, rounded to multiples of 2^-18.',
      }),
    }),
    errors: USE_ERRORS,
    summary: 'Decrypt a CKKS ciphertext to approximate numbers.',
    description:
      'Small Gaussian noise (standard deviation 2^-19) is added and the values are rounded; the same ciphertext always gives the same numbers. A session decrypts 1,000 times, after that it is SESSION_EXPIRED. This makes it harder to learn the key from results, it does not make it impossible: CKKS is not IND-CPA-D secure, so whoever may decrypt counts as holding the key.',
    example: {
      body: { session_id: SESSION_EXAMPLE, ciphertext: CIPHERTEXT_EXAMPLE },
    },
  }),
  ckksAdd: endpoint({
    ...fheOperation,
    id: 'crypto.fhe.ckks-add',
    path: '/fhe/ckks/add',
    aliases: ['/api/v1/fhe/ckks/add'],
    body: TwoInputs,
    response: Encrypted,
    errors: USE_ERRORS,
    summary: 'Add two CKKS ciphertexts slot by slot.',
    description:
      'Both must belong to the session; neither is decrypted. Ciphertexts of different depth may be added. Where the sum might be too large for the remaining levels, the answer is NOISE_BUDGET_EXHAUSTED.',
    example: { body: TWO_EXAMPLE },
  }),
  ckksMultiply: endpoint({
    ...fheOperation,
    id: 'crypto.fhe.ckks-multiply',
    path: '/fhe/ckks/multiply',
    aliases: ['/api/v1/fhe/ckks/multiply'],
    body: TwoInputs,
    response: Encrypted,
    errors: USE_ERRORS,
    summary: 'Multiply two CKKS ciphertexts slot by slot.',
    description:
      'Multiplies, relinearises and rescales. Each product uses one of five levels; when none is left the answer is NOISE_BUDGET_EXHAUSTED and `refresh` gives the levels back. So it is where values might have grown beyond what the remaining levels hold: 2^18 at the last one, 2^40 times as much at each one before.',
    example: { body: TWO_EXAMPLE },
  }),
  ckksRotate: endpoint({
    ...fheOperation,
    id: 'crypto.fhe.ckks-rotate',
    path: '/fhe/ckks/rotate',
    aliases: ['/api/v1/fhe/ckks/rotate'],
    body: object({
      session_id: SessionId,
      ciphertext: Ciphertext,
      steps: Type.Integer({
        minimum: 1 - FHE_SLOTS,
        maximum: FHE_SLOTS - 1,
        description: 'Positive steps move slot i + steps to slot i, negative ones the other way.',
      }),
    }),
    response: Encrypted,
    errors: USE_ERRORS,
    summary: 'Rotate the slots of a CKKS ciphertext.',
    description:
      'All 8,192 slots form one ring: what leaves at one end enters at the other. Slots behind the plaintext hold zeros, and they rotate too; afterwards decryption answers all slots.',
    example: { body: { session_id: SESSION_EXAMPLE, ciphertext: CIPHERTEXT_EXAMPLE, steps: 1 } },
  }),
  ckksRefresh: endpoint({
    ...fheOperation,
    id: 'crypto.fhe.ckks-refresh',
    path: '/fhe/ckks/refresh',
    aliases: ['/api/v1/fhe/ckks/refresh'],
    body: OneInput,
    response: Encrypted,
    errors: USE_ERRORS,
    summary: 'Give a CKKS ciphertext its levels back.',
    description:
      'The process that holds the key decrypts and encrypts again. With it computations may be of any depth. This is not bootstrapping: the holder of the key sees the values for a moment.',
    example: { body: { session_id: SESSION_EXAMPLE, ciphertext: CIPHERTEXT_EXAMPLE } },
  }),
  ckksSessions: endpoint({
    ...fheOperation,
    id: 'crypto.fhe.ckks-sessions',
    method: 'GET',
    path: '/fhe/ckks/sessions',
    aliases: ['/api/v1/fhe/ckks/sessions'],
    query: ListQuery,
    response: pageOf(
      object({
        session_id: SessionId,
        state: Type.Enum(['open', 'ended']),
        decrypts: Count,
        created_at: IsoTime,
        expires_at: IsoTime,
      }),
    ),
    units: 0,
    errors: [],
    summary: 'List the CKKS sessions of the project.',
    description:
      'Oldest first. `decrypts` counts towards the 1,000 of the session. The keys of a session are deleted when it ends, the entry 30 days later.',
    example: {},
  }),
  ckksDeleteSession: endpoint({
    ...fheOperation,
    id: 'crypto.fhe.ckks-delete-session',
    method: 'DELETE',
    path: '/fhe/ckks/sessions/:session_id',
    aliases: ['/api/v1/fhe/ckks/sessions/:session_id'],
    params: object({ session_id: SessionId }),
    response: object({ session_id: SessionId, status: Type.Literal('deleted') }),
    units: 1,
    errors: ['NOT_FOUND'],
    summary: 'End a CKKS session and delete its keys.',
    description: 'Its ciphertexts cannot be opened any more, and its entry leaves the list.',
    example: {
      params: { session_id: SESSION_EXAMPLE },
      after: { operation: 'crypto.fhe.ckks-session', use: { 'params.session_id': 'session_id' } },
    },
  }),
} as const;
