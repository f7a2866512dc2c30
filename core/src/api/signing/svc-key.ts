import Type from 'typebox';
import { base64, Hex64, IsoTime, KeySetDocument, object, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Encoding = Type.Enum(['utf8', 'base64', 'hex'], {
  description: 'How `data` is written. base64 is padded (RFC 4648 section 4), hex is lower case.',
});

/** Key material is at most this long, in bytes of UTF-8. */
export const MAX_KEY_MATERIAL_BYTES = 65_536;

const WrappingTier = Type.Enum(['key-1', 'key-2'], {
  description: '`key-1` wraps with ML-KEM-768, `key-2` (the default) with ML-KEM-1024.',
});

const WrappedKeyId = Type.String({
  pattern: '^wk_[A-Za-z0-9]{1,64}$',
  'x-expects': 'a wrapped key id: wk_ and up to 64 letters and digits',
  description: 'As `wrap` answered it.',
});

function layer(family: 'classical' | 'lattice' | 'lattice-ntru') {
  return object({ valid: Type.Boolean(), family: Type.Literal(family) });
}

export const svcKey = group({
  publicKeys: endpoint({
    id: 'signing.svc-key.public-keys',
    service: 'signing',
    method: 'GET',
    path: '/svc-key/keys/public',
    response: object({ keysets: Type.Array(KeySetDocument) }),
    auth: 'none',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'The public verification keys of this service.',
    description:
      'Key sets by use, the current one before retired ones. `enc` holds the ML-KEM-1024 key that clients seal to. On the very first start the answer waits until the keys are made.',
    example: {},
  }),
  sign3key: endpoint({
    id: 'signing.svc-key.sign-3key',
    service: 'signing',
    method: 'POST',
    path: '/svc-key/sign/3key',
    body: object({ data: Type.String(), encoding: Type.Optional(Encoding) }),
    response: object({
      signature: Type.String({ description: '`3key:<ed25519>:<ml_dsa_65>:<falcon_512>`, each part base64.' }),
      algorithm: Type.Literal('SVC-3-Key'),
      families: Type.Array(Type.Enum(['Ed25519', 'ML-DSA-65', 'FALCON-512'])),
      data_hash: Hex64,
      timestamp: IsoTime,
    }),
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 1,
    errors: ['KEY_REVOKED'],
    summary: 'Sign data with Ed25519, ML-DSA-65 and FALCON-512.',
    description:
      'Each family signs `svc-3key/v1`, a zero byte and SHA3-256 of the data under the current `3key` key set. It means that the service saw these bytes; the timestamp is not covered.',
    refused: { body: { data: 'zz', encoding: 'hex' } },
    example: { body: { data: 'Hello, world', encoding: 'utf8' } },
  }),
  verify3key: endpoint({
    id: 'signing.svc-key.verify-3key',
    service: 'signing',
    method: 'POST',
    path: '/svc-key/verify/3key',
    body: object({ data: Type.String(), signature: Type.String(), encoding: Type.Optional(Encoding) }),
    response: object({
      valid: Type.Boolean({ description: 'True only if all three layers hold under one unrevoked key set.' }),
      algorithm: Type.Literal('SVC-3-Key'),
      layers: object({ ed25519: layer('classical'), dilithium: layer('lattice'), falcon: layer('lattice-ntru') }),
      keyset_id: Type.Optional(Type.String({ description: 'The key set under which all layers hold.' })),
    }),
    auth: 'none',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Verify a three-family signature; free and without a key.',
    description:
      'Tries the current and the retired `3key` key sets. A signature text that cannot be decoded is 400; a well-formed one that does not hold is 200 with `valid` false.',
    example: {
      body: { data: 'Hello, world', encoding: 'utf8', signature: '' },
      after: { operation: 'signing.svc-key.sign-3key', use: { 'body.signature': 'signature' } },
    },
  }),
  wrap: endpoint({
    id: 'signing.svc-key.wrap',
    service: 'signing',
    method: 'POST',
    path: '/svc-key/wrap',
    body: object({
      key_material: text(MAX_KEY_MATERIAL_BYTES, 'The secret: text of at most 65,536 bytes in UTF-8.'),
      tier: Type.Optional(WrappingTier),
      recipient_public_key: Type.Optional(
        base64('Raw ML-KEM encapsulation key of the tier: 1,184 bytes for key-1, 1,568 bytes for key-2.'),
      ),
    }),
    response: object({
      wrapped_key_id: WrappedKeyId,
      algorithm: Type.Enum(['ML-KEM-768+AES-256-GCM', 'ML-KEM-1024+AES-256-GCM']),
      kem_ciphertext: base64('1,088 bytes for key-1, 1,568 bytes for key-2.'),
      wrapped_key: base64('AES-256-GCM ciphertext and 16-byte tag.'),
      nonce: base64('12 bytes.'),
      tier: WrappingTier,
      envelope_version: Type.Integer({ minimum: 1, description: 'Starts at 1 and counts rotations of the envelope.' }),
      created_at: IsoTime,
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: null,
    units: 1,
    errors: [],
    summary: 'Wrap a secret with ML-KEM and AES-256-GCM.',
    description:
      "Without `recipient_public_key` the secret is kept for the project: `wrapped_key` holds a fresh data key under a KEM key of the project's own, the secret is stored under that data key, and `unwrap` gives it back. With `recipient_public_key` it holds the secret itself, nothing else of it is stored, and only the holder of the secret key can open it: key = HKDF-SHA3-256(shared secret, salt = SHA3-256(kem_ciphertext ‖ public key), info = `wrap`), additional data = JCS of [`wrap`, project id, wrapped_key_id, `wrapped_key`, envelope_version].",
    refused: { body: { key_material: 'x', recipient_public_key: 'AA==' } },
    example: { body: { key_material: 'correct horse battery staple', tier: 'key-2' } },
  }),
  unwrap: endpoint({
    id: 'signing.svc-key.unwrap',
    service: 'signing',
    method: 'POST',
    path: '/svc-key/unwrap',
    body: object({ wrapped_key_id: WrappedKeyId }),
    response: object({ key_material: Type.String() }),
    auth: 'bearer',
    scope: 'keys',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'KEY_REVOKED', 'KEY_EXPIRED'],
    summary: 'Give back a secret that was wrapped for this project.',
    description:
      'Opens every wrapped key of the project but those that were wrapped to the public key of a recipient: they are CONFLICT, because this service cannot open them. One that `/v1/key/wrap` bound to a managed key obeys its status. Each opening is an event in the history of the wrapped key, `/v1/key/provenance`.',
    example: {
      body: { wrapped_key_id: 'wk_0123456789abcdef' },
      after: { operation: 'signing.svc-key.wrap', use: { 'body.wrapped_key_id': 'wrapped_key_id' } },
    },
  }),
});
