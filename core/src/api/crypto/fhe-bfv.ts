/** BFV: exact integers (document 2, "Homomorphic encryption"; decisions, section 7; security, S28). */
import Type from 'typebox';
import { base64, Hex64, IsoTime, ListQuery, listOf, object, pageOf, prefixedId } from '../common.ts';
import { endpoint, LARGE_BODY_LIMIT } from '../endpoint.ts';

/** Values in one BFV row or one CKKS ciphertext (document 2, "Limits"). */
export const FHE_SLOTS = 8192;

/** What all operations under `/fhe` have in common. */
export const fheOperation = {
  service: 'crypto',
  method: 'POST',
  auth: 'bearer',
  scope: 'fhe',
  minTier: null,
  units: 2,
  bodyLimit: LARGE_BODY_LIMIT,
} as const;

const BfvKeyId = prefixedId('key_bfv', 'The key pair, as `bfv/keygen` answered it.');
const Ciphertext = base64('A ciphertext of this service, about 1 MB; it names its key and its parameters.');
const PublicKey = base64('The public key exactly as `bfv/keygen` answered it.');
const RelinKey = base64('The relinearisation key exactly as `bfv/keygen` answered it.');
const SecretKey = base64('The secret key of a pair with client custody.');
const Integers = listOf(Type.Integer(), {
  maxItems: FHE_SLOTS,
  description: 'As many values as the longest plaintext that went into the ciphertext.',
});

const CIPHERTEXT_EXAMPLE = 'c3ZjLWZoZS92MQBiZnYtY2lwaGVydGV4dA==';

export const bfv = {
  bfvKeygen: endpoint({
    ...fheOperation,
    id: 'crypto.fhe.bfv-keygen',
    path: '/fhe/bfv/keygen',
    aliases: ['/api/v1/fhe/bfv/keygen'],
    body: object({
      custody: Type.Optional(
        Type.Enum(['server', 'client'], {
          description: 'Who keeps the secret key: `server` (the default) or `client`, then it is answered once.',
        }),
      ),
      profile: Type.Optional(
        Type.Enum(['standard', 'wide'], {
          description: 'Values from -393216 to 393216 (`standard`, the default) or from -2^39 to 2^39 (`wide`).',
        }),
      ),
    }),
    response: object({
      key_id: BfvKeyId,
      public_key: base64('Encrypts.'),
      relin_key: base64('Keeps products at the size of their factors.'),
      secret_key: Type.Optional(base64('With client custody only: shown this once and not stored.')),
    }),
    errors: ['CONFLICT'],
    summary: 'Make a BFV key pair and its relinearisation key.',
    description:
      'BFV computes exactly on up to 8,192 integers at a time, five multiplications deep. The parameters stay inside the 128-bit limits of the 2024 security tables. With server custody the project decrypts by `key_id`; with client custody the secret key is in this answer and nowhere else. A project keeps at most 1,000 pairs.',
    example: { body: { profile: 'standard' } },
  }),
  bfvEncrypt: endpoint({
    ...fheOperation,
    id: 'crypto.fhe.bfv-encrypt',
    path: '/fhe/bfv/encrypt',
    aliases: ['/api/v1/fhe/bfv/encrypt'],
    body: object({
      plaintext: Type.Array(Type.Integer({ minimum: -(2 ** 39), maximum: 2 ** 39 }), {
        minItems: 1,
        maxItems: FHE_SLOTS,
        description: 'One integer for each slot; further slots are zero.',
      }),
      public_key: PublicKey,
    }),
    response: object({ ciphertext: Ciphertext }),
    errors: ['NOT_FOUND'],
    summary: 'Encrypt up to 8,192 integers.',
    description:
      "A value outside the key's range is refused and the range is named; it never wraps around. Results of later computations do wrap when they leave the range, so leave room for them. The service sees the plaintext once and does not keep it. Under a pair that was deleted nothing is encrypted: NOT_FOUND.",
    example: {
      body: { plaintext: [1, -2, 3], public_key: 'c3ZjLWZoZS92MQBiZnYtcHVibGljLWtleQ==' },
      after: { operation: 'crypto.fhe.bfv-keygen', use: { 'body.public_key': 'public_key' } },
    },
  }),
  bfvDecrypt: endpoint({
    ...fheOperation,
    id: 'crypto.fhe.bfv-decrypt',
    path: '/fhe/bfv/decrypt',
    aliases: ['/api/v1/fhe/bfv/decrypt'],
    body: object({
      ciphertext: Ciphertext,
      key_id: Type.Optional(BfvKeyId),
      secret_key: Type.Optional(SecretKey),
    }),
    response: object({ plaintext: Integers }),
    errors: ['INVALID_CIPHERTEXT', 'NOISE_BUDGET_EXHAUSTED', 'NOT_FOUND'],
    summary: 'Decrypt a BFV ciphertext.',
    description:
      'Send exactly one of `key_id` (a pair that the service keeps) and `secret_key` (a pair that you keep). A key of ours opens only ciphertexts that this service made or computed for the same project and key; everything else, changed bytes too, is INVALID_CIPHERTEXT before any secret key is touched. A ciphertext whose noise bound is spent is NOISE_BUDGET_EXHAUSTED, never a wrong number.',
    example: { body: { ciphertext: CIPHERTEXT_EXAMPLE, key_id: 'key_bfv_0123456789abcdef' } },
  }),
  bfvAdd: endpoint({
    ...fheOperation,
    id: 'crypto.fhe.bfv-add',
    path: '/fhe/bfv/add',
    aliases: ['/api/v1/fhe/bfv/add'],
    body: object({ ciphertext_a: Ciphertext, ciphertext_b: Ciphertext }),
    response: object({ ciphertext: Ciphertext }),
    errors: ['INVALID_CIPHERTEXT', 'NOISE_BUDGET_EXHAUSTED', 'NOT_FOUND'],
    summary: 'Add two BFV ciphertexts slot by slot.',
    description:
      'Both must be under the same key; neither is decrypted. The sum wraps around when it leaves the range of the key. Addition costs almost no noise budget. Under a pair that was deleted nothing is computed: NOT_FOUND.',
    example: { body: { ciphertext_a: CIPHERTEXT_EXAMPLE, ciphertext_b: CIPHERTEXT_EXAMPLE } },
  }),
  bfvMultiply: endpoint({
    ...fheOperation,
    id: 'crypto.fhe.bfv-multiply',
    path: '/fhe/bfv/multiply',
    aliases: ['/api/v1/fhe/bfv/multiply'],
    body: object({ ciphertext_a: Ciphertext, ciphertext_b: Ciphertext, relin_key: RelinKey }),
    response: object({ ciphertext: Ciphertext }),
    errors: ['INVALID_CIPHERTEXT', 'NOISE_BUDGET_EXHAUSTED', 'NOT_FOUND'],
    summary: 'Multiply two BFV ciphertexts slot by slot.',
    description:
      'Multiplies and relinearises, so that the product has the size of its factors. Products may be nested five deep; a deeper one is NOISE_BUDGET_EXHAUSTED. The relinearisation key is taken only as this service issued it for the key of the ciphertexts. The product wraps around when it leaves the range of the key. Under a pair that was deleted nothing is computed: NOT_FOUND.',
    example: {
      body: {
        ciphertext_a: CIPHERTEXT_EXAMPLE,
        ciphertext_b: CIPHERTEXT_EXAMPLE,
        relin_key: 'c3ZjLWZoZS92MQBiZnYtcmVsaW4ta2V5',
      },
    },
  }),
  bfvKeys: endpoint({
    ...fheOperation,
    id: 'crypto.fhe.bfv-keys',
    method: 'GET',
    path: '/fhe/bfv/keys',
    aliases: ['/api/v1/fhe/bfv/keys'],
    query: ListQuery,
    response: pageOf(
      object({
        key_id: BfvKeyId,
        custody: Type.Enum(['server', 'client']),
        profile: Type.Enum(['standard', 'wide']),
        fingerprint: Hex64,
        created_at: IsoTime,
      }),
    ),
    units: 0,
    errors: [],
    summary: 'List the BFV key pairs of the project.',
    description:
      'Oldest first. `fingerprint` is the SHA-256 of the public key; every ciphertext under the key carries it. Secret keys are never answered again.',
    example: {},
  }),
  bfvDeleteKey: endpoint({
    ...fheOperation,
    id: 'crypto.fhe.bfv-delete-key',
    method: 'DELETE',
    path: '/fhe/bfv/keys/:key_id',
    aliases: ['/api/v1/fhe/bfv/keys/:key_id'],
    params: object({ key_id: BfvKeyId }),
    response: object({ key_id: BfvKeyId, status: Type.Literal('deleted') }),
    units: 1,
    errors: ['NOT_FOUND'],
    summary: 'Delete a BFV key pair.',
    description:
      'The secret key that the service keeps is gone for good: nothing decrypts its ciphertexts any more. Of a pair with client custody the entry in the list is deleted, and only its client decrypts. Either way the service makes no further ciphertext under the pair. A backup that was made before still holds the key.',
    example: {
      params: { key_id: 'key_bfv_0123456789abcdef' },
      after: { operation: 'crypto.fhe.bfv-keygen', use: { 'params.key_id': 'key_id' } },
    },
  }),
} as const;
