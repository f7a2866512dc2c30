import Type from 'typebox';
import { base64, LatencyUs, object, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const KeyId = Type.String({
  pattern: '^(?:key|hk)_[A-Za-z0-9_-]{1,64}$',
  'x-expects': 'a key id: key_ or hk_ and up to 64 letters, digits, _ and -',
  description: 'A storage key; `key_<x>` and `hk_<x>` name the same one, and answers repeat the form used.',
});
const Ciphertext = base64('The ciphertext; it carries the id of its key inside what is authenticated.');
const Aad = Type.String({
  maxLength: 10_000,
  description:
    'Context that is authenticated and not stored: decryption needs exactly the same text. An empty one counts as none.',
});
const Algorithm = Type.Literal('Kyber-1024+AES-256-GCM', {
  description: 'ML-KEM-1024 (FIPS 203) seals a key of its own for each value, AES-256-GCM encrypts the value.',
});

const KEY_ERRORS = ['NOT_FOUND', 'KEY_REVOKED'] as const;

const KEY_EXAMPLE = 'key_0123456789abcdef';
const CIPHERTEXT_EXAMPLE = 'c3ZjLXN0b3JhZ2UvdjEAY2lwaGVydGV4dA==';

export const storage = group({
  keygen: endpoint({
    id: 'crypto.storage.keygen',
    service: 'crypto',
    method: 'POST',
    path: '/storage/keygen',
    response: object({ key_id: KeyId }),
    auth: 'bearer',
    scope: 'keys',
    minTier: null,
    units: 2,
    errors: [],
    summary: 'Make a storage key.',
    description:
      'The key stays in the service, encrypted at rest. Name it in `encrypt`, `encrypt-fields` or as the new key in `rotate`.',
    example: {},
  }),
  encrypt: endpoint({
    id: 'crypto.storage.encrypt',
    service: 'crypto',
    method: 'POST',
    path: '/storage/encrypt',
    body: object({
      plaintext_b64: base64('What to encrypt.'),
      aad: Type.Optional(Aad),
      key_id: Type.Optional(KeyId),
    }),
    response: object({ ciphertext_b64: Ciphertext, key_id: KeyId, algorithm: Algorithm, latency_us: LatencyUs }),
    auth: 'bearer',
    scope: 'keys',
    minTier: null,
    units: 1,
    errors: KEY_ERRORS,
    summary: 'Encrypt bytes for storage elsewhere.',
    description:
      'Without `key_id` every call makes a key of its own. The service keeps the key, you keep the ciphertext: neither opens the value alone. The service sees the plaintext once and does not store it.',
    example: { body: { plaintext_b64: 'SGVsbG8sIHdvcmxk', aad: 'customer 4711' } },
  }),
  decrypt: endpoint({
    id: 'crypto.storage.decrypt',
    service: 'crypto',
    method: 'POST',
    path: '/storage/decrypt',
    body: object({ ciphertext_b64: Ciphertext, key_id: KeyId, aad: Type.Optional(Aad) }),
    response: object({ plaintext_b64: base64('What was encrypted.'), latency_us: LatencyUs }),
    auth: 'bearer',
    scope: 'keys',
    minTier: null,
    units: 1,
    errors: [...KEY_ERRORS, 'INVALID_CIPHERTEXT'],
    summary: 'Decrypt a stored ciphertext.',
    description:
      'A changed byte, another key, another context, or a ciphertext of another project is INVALID_CIPHERTEXT; a revoked key is KEY_REVOKED. Where `encrypt` was given a context, the same one is needed here.',
    example: {
      body: { ciphertext_b64: CIPHERTEXT_EXAMPLE, key_id: KEY_EXAMPLE, aad: 'customer 4711' },
      after: {
        operation: 'crypto.storage.encrypt',
        use: { 'body.ciphertext_b64': 'ciphertext_b64', 'body.key_id': 'key_id' },
      },
    },
  }),
  encryptFields: endpoint({
    id: 'crypto.storage.encrypt-fields',
    service: 'crypto',
    method: 'POST',
    path: '/storage/encrypt-fields',
    body: object({
      fields: Type.Array(object({ name: text(200, 'The name; it is the context too.'), value: Type.String() }), {
        minItems: 1,
        maxItems: 1_000,
        description: 'Names must differ.',
      }),
      key_id: Type.Optional(KeyId),
    }),
    response: object({
      fields: Type.Array(
        object({
          name: Type.String(),
          sensitivity: Type.Enum(['pii', 'phi', 'financial', 'general']),
          ciphertext_b64: Ciphertext,
        }),
      ),
      key_id: KeyId,
      latency_us: LatencyUs,
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: null,
    units: 1,
    errors: KEY_ERRORS,
    summary: 'Encrypt the fields of a record one by one and classify them.',
    description:
      'All fields are encrypted alike under one key, new unless named; open each by `decrypt` with its name as `aad`. The class is guessed from the name and the form of the value (checked digits of cards, IBANs and provider identifiers among them); where several fit, `phi` comes before `financial`, and that before `pii`. It is a hint for sorting: `general` does not mean that a field is harmless.',
    refused: {
      body: {
        fields: [
          { name: 'a', value: '' },
          { name: 'a', value: '' },
        ],
      },
    },
    example: {
      body: {
        fields: [
          { name: 'email', value: 'ada@example.com' },
          { name: 'diagnosis', value: 'J45.9' },
          { name: 'colour', value: 'green' },
        ],
      },
    },
  }),
  rotate: endpoint({
    id: 'crypto.storage.rotate',
    service: 'crypto',
    method: 'POST',
    path: '/storage/rotate',
    body: object({ ciphertext_b64: Ciphertext, old_key_id: KeyId, new_key_id: KeyId }),
    response: object({
      ciphertext_b64: Ciphertext,
      key_id: KeyId,
      latency_us: LatencyUs,
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: null,
    units: 1,
    errors: [...KEY_ERRORS, 'INVALID_CIPHERTEXT'],
    summary: 'Move a ciphertext to another key.',
    description:
      'Only the key of the value is wrapped anew: the value is not decrypted, and its context stays as it was and is not needed. The old ciphertext still opens under the old key until that one is revoked. The new key must exist; `keygen` makes one, and the answer names it as `key_id`.',
    example: {
      body: {
        ciphertext_b64: CIPHERTEXT_EXAMPLE,
        old_key_id: KEY_EXAMPLE,
        new_key_id: 'key_fedcba9876543210',
      },
      after: {
        operation: 'crypto.storage.encrypt',
        use: { 'body.ciphertext_b64': 'ciphertext_b64', 'body.old_key_id': 'key_id' },
      },
    },
  }),
});
