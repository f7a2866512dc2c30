import Type from 'typebox';
import { base64, Count, Hex64, IsoTime, nullable, object, text, timeOf } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import { keyFhe } from './key-fhe.ts';
import { keyGateway, TargetId } from './key-gateway.ts';
import {
  afterEncrypt,
  EnvelopeVersion,
  EXAMPLE_KEY_ID,
  KeyId,
  KeyMaterial,
  KeyStatus,
  KeyTier,
  WrappedKeyId,
} from './key-schemas.ts';

/** 40,000 characters, which are 80,000 bytes: more than key material may have. */
const LONG_IN_UTF8 = 'é'.repeat(40_000);

const KeyParams = object({ id: KeyId });

const ProvenanceEvent = object({
  event: Type.Enum(['created', 'decrypted', 'gateway_bound', 'rotated', 'revoked', 'envelope_rotated', 'restored'], {
    description:
      '`decrypted`: the material was answered by `/key/decrypt`, that of a wrapped key by `/api/svc-key/unwrap`. `gateway_bound`: the key was first carried to a target. `restored`: the data folder was brought back from a backup.',
  }),
  key_id: Type.String({ description: 'The key, always as `key_<x>`, or the wrapped key that it happened to.' }),
  timestamp: IsoTime,
  actor: Type.String({ description: 'The id of the API key, or `console`, `administrator`, `system`.' }),
  envelope_version: Type.Optional(EnvelopeVersion),
  managed_key_id: Type.Optional(Type.String({ description: 'The key whose status a wrapped key obeys.' })),
  rotated_from: Type.Optional(Type.String({ description: 'The key that this one replaces.' })),
  rotated_to: Type.Optional(Type.String({ description: 'The key that replaces this one.' })),
  gateway_targets: Type.Optional(
    Type.Array(
      object({ target_id: TargetId, version: Type.String({ description: 'Another one where it counts as new.' }) }),
      {
        description: 'The gateway targets to which the key was bound, or that it took over from the one before.',
      },
    ),
  ),
  grace_period_ends: Type.Optional(IsoTime),
  reason: Type.Optional(Type.String({ description: 'As the revocation stated it.' })),
  keyset_id: Type.String({ description: 'The `service` key set that signed.' }),
  previous_hash: nullable(Hex64),
  signature: base64('ML-DSA-65 of the `service` key set over this event without this member.'),
});

const ProvenanceHead = object(
  {
    key_id: Type.String({ description: 'Whose chain it is: `key_<x>` or `wk_<x>`.' }),
    events: Count,
    head_hash: nullable(Hex64),
    timestamp: IsoTime,
    keyset_id: Type.String({ description: 'The `service` key set that signed.' }),
    signature: base64('ML-DSA-65 of the `service` key set over the head without this member.'),
  },
  {
    description:
      'Of a page: how many events the whole chain had then, and SHA3-256 of the canonical JSON of its newest event with its signature, null where there was none.',
  },
);

export const key = group({
  encrypt: endpoint({
    id: 'crypto.key.encrypt',
    service: 'crypto',
    method: 'POST',
    path: '/key/encrypt',
    body: object({
      key_material: KeyMaterial,
      label: text(200, 'What people call the key.'),
      tier: KeyTier,
      key_id: Type.Optional(KeyId),
    }),
    response: object({
      id: KeyId,
      encrypted: base64('The blob; `id` stands inside its authenticated part.'),
      kem_ct: base64('The KEM ciphertext that belongs to it.'),
      hmac_digest: Type.String({
        pattern: '^[0-9a-f]{64}$',
        'x-expects': '64 digits of lower-case hexadecimal',
        description: 'HMAC-SHA3-256 of blob and KEM ciphertext, in hexadecimal, under a key that the server keeps.',
      }),
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: 'K-0',
    units: 3,
    errors: ['NOT_FOUND', 'KEY_REVOKED', 'KEY_EXPIRED'],
    summary: 'Encrypt key material and manage it under a key id.',
    description:
      'Makes a new managed key and keeps the blob, so that its id alone opens it. With `key_id` the material joins this existing key: the blob obeys its status and is kept by the caller only, `id` repeats the form given, `tier` must be that of the key, and `label` changes nothing. The server holds what opens the blob: it protects copies of the blob and of the data folder, not against the running server.',
    refused: { body: { key_material: LONG_IN_UTF8, label: 'x', tier: 'key-1' } },
    example: { body: { key_material: 'sk_live_51Hx9TqExampleExample4242', label: 'Payment provider', tier: 'key-2' } },
  }),
  decrypt: endpoint({
    id: 'crypto.key.decrypt',
    service: 'crypto',
    method: 'POST',
    path: '/key/decrypt',
    body: object({
      id: Type.Optional(KeyId),
      encrypted: Type.Optional(base64('The blob of `/key/encrypt`.')),
      kem_ct: Type.Optional(base64('The KEM ciphertext that came with it.')),
    }),
    response: object({
      plaintext: Type.String({ description: 'The key material as it was given.' }),
      verified: Type.Boolean({ description: 'The integrity of the blob was checked before it was opened.' }),
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: 'K-0',
    units: 3,
    errors: ['NOT_FOUND', 'KEY_REVOKED', 'KEY_EXPIRED', 'INVALID_CIPHERTEXT'],
    summary: 'Open key material by id, or from the blob that you kept.',
    description:
      'Give `id`, or `encrypted` with `kem_ct`; with all three the blob must carry this id. A blob that was changed, or that comes from another project, is INVALID_CIPHERTEXT; one whose key is revoked is KEY_REVOKED. Whoever has read the material can keep it; that it was answered is an event in `/key/provenance`.',
    refused: { body: { kem_ct: 'AA==' } },
    example: { body: { id: EXAMPLE_KEY_ID }, after: afterEncrypt('body.id') },
  }),
  verify: endpoint({
    id: 'crypto.key.verify',
    service: 'crypto',
    method: 'POST',
    path: '/key/verify',
    body: object({ id: KeyId }),
    response: object({
      valid: Type.Boolean({ description: 'The stored blob is the one that was made.' }),
      checked_at: IsoTime,
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: 'K-1',
    units: 8,
    errors: ['NOT_FOUND', 'KEY_REVOKED', 'KEY_EXPIRED'],
    summary: 'Check the integrity of a stored blob without decrypting it.',
    description:
      'Compares the HMAC-SHA3-256 of the blob. `valid` false means that the store was damaged or changed: restore a backup, and run `touchstone doctor`. It does not say that the material still works at its provider.',
    example: { body: { id: EXAMPLE_KEY_ID }, after: afterEncrypt('body.id') },
  }),
  wrap: endpoint({
    id: 'crypto.key.wrap',
    service: 'crypto',
    method: 'POST',
    path: '/key/wrap',
    body: object({ key_material: KeyMaterial, wrapping_tier: KeyTier, key_id: Type.Optional(KeyId) }),
    response: object({ wrapped_key_id: WrappedKeyId, envelope_version: EnvelopeVersion }),
    auth: 'bearer',
    scope: 'keys',
    minTier: 'K-2',
    units: 15,
    errors: ['NOT_FOUND', 'KEY_REVOKED', 'KEY_EXPIRED'],
    summary: 'Wrap key material in an envelope that can be rotated.',
    description:
      'The material is encrypted under a data key, and the data key under the KEM of the tier. `/api/svc-key/unwrap` opens it. With `key_id` the wrapped key obeys the status of that managed key.',
    refused: { body: { key_material: LONG_IN_UTF8, wrapping_tier: 'key-1' } },
    example: { body: { key_material: 'c2FtcGxlLWtleS1tYXRlcmlhbA==', wrapping_tier: 'key-2' } },
  }),
  rotateEnvelope: endpoint({
    id: 'crypto.key.rotate-envelope',
    service: 'crypto',
    method: 'POST',
    path: '/key/rotate-envelope',
    body: object({ wrapped_key_id: WrappedKeyId }),
    response: object({ new_envelope_version: EnvelopeVersion, rotated_at: IsoTime }),
    auth: 'bearer',
    scope: 'keys',
    minTier: 'K-2',
    units: 15,
    errors: ['NOT_FOUND', 'CONFLICT', 'KEY_REVOKED', 'KEY_EXPIRED'],
    summary: 'Renew the envelope of a wrapped key.',
    description:
      'The data key is wrapped anew; the material itself is not encrypted again, and the id stays valid. It helps against an old envelope that leaked without its data key, not where the material or the data key is known already. A key that was wrapped to the public key of a recipient is CONFLICT: only its holder can open that envelope.',
    example: {
      body: { wrapped_key_id: 'wk_0123456789abcdef' },
      after: { operation: 'crypto.key.wrap', use: { 'body.wrapped_key_id': 'wrapped_key_id' } },
    },
  }),
  provenance: endpoint({
    id: 'crypto.key.provenance',
    service: 'crypto',
    method: 'GET',
    path: '/key/provenance/:id',
    params: object({
      id: Type.String({
        pattern: '^(?:key|hk|wk)_[A-Za-z0-9_-]{1,64}$',
        'x-expects': 'a key id: key_, hk_ or wk_ and up to 64 letters, digits, _ and -',
        description: 'A managed or storage key, `key_<x>` or `hk_<x>`, or a wrapped key, `wk_<x>`.',
      }),
    }),
    query: object({
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'A page of at most this many; 50 with `offset` alone.' }),
      ),
      offset: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000_000,
          description: 'A page that leaves out so many of the oldest; 0 with `limit` alone.',
        }),
      ),
    }),
    response: object({
      chain: Type.Array(ProvenanceEvent, { description: 'The oldest event first.' }),
      dilithium_signature: Type.Optional(
        base64('ML-DSA-65 of the `service` key set over the whole chain; a page has `head` instead.'),
      ),
      keyset_id: Type.String({ description: 'The `service` key set that signed the whole, or the head.' }),
      offset: Type.Optional(Type.Integer({ minimum: 0, description: 'Of a page: how many events come before it.' })),
      head: Type.Optional(ProvenanceHead),
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: 'K-3',
    units: 25,
    errors: ['NOT_FOUND'],
    summary: 'The signed history of a key, whatever its status.',
    description:
      'Each event is signed over `svc-provenance-event/v1`, a zero byte and SHA3-256 of its canonical JSON without `signature`; `dilithium_signature` covers `svc-provenance/v1`, a zero byte and SHA3-256 of the canonical JSON of `chain`. With `limit` or `offset` the answer is a page: instead of `dilithium_signature` it has `offset` and `head`, whose `signature` covers `svc-provenance-head/v1`, a zero byte and SHA3-256 of the canonical JSON of `head` without it. Pages that are held against each other, each first event by its `previous_hash` against the last of the page before, up to the event whose hash is `head_hash`, show as much as the whole; one page alone shows its own events only. `previous_hash` is SHA3-256 of the canonical JSON of the event before with its signature, null for the first. Keys that were wrapped, or made for storage, before this was recorded begin with their next event; of storage keys the making and the revocation are recorded. Every `/key/decrypt` and `/api/svc-key/unwrap` is an event; calls through the gateway are counted, and the first one to each target is an event. It proves what this service recorded, not what was done with the material elsewhere.',
    example: { params: { id: EXAMPLE_KEY_ID }, after: afterEncrypt('params.id') },
  }),
  revoke: endpoint({
    id: 'crypto.key.revoke',
    service: 'crypto',
    method: 'POST',
    path: '/key/revoke',
    body: object({
      key_id: KeyId,
      reason: text(500, 'Why, in words for the record.'),
      notify_webhook: Type.Optional(
        Type.Boolean({
          description: 'Send the event `key.revoked` to the webhook of the project; not unless stated.',
        }),
      ),
    }),
    response: object({
      key_id: KeyId,
      status: Type.Literal('revoked'),
      revoked_at: IsoTime,
      affected_operations: Type.Integer({
        minimum: 0,
        description: 'Operations under this key that were in flight and are refused.',
      }),
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: 'K-0',
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'Revoke a key at once and for good.',
    description:
      'From now on encrypt, decrypt, wrap and proxy under this id are KEY_REVOKED, also those in flight; there is no way back. Revoking again changes nothing and answers the first time. The notice goes to the webhook that the administrator set for the project, or else for all; without one there is none. It carries `event`, `id`, `key_id`, `revoked_at` and `reason`; its header `X-Svc-Signature` is a MAC over `svc-webhook/v1`, id, time and body. The material is not withdrawn at its provider, and whoever has a copy of it still has it. Restoring a backup keeps the revocation.',
    example: {
      body: { key_id: EXAMPLE_KEY_ID, reason: 'Seen in a public repository', notify_webhook: false },
      after: afterEncrypt('body.key_id'),
    },
  }),
  rotate: endpoint({
    id: 'crypto.key.rotate',
    service: 'crypto',
    method: 'POST',
    path: '/key/rotate',
    body: object({
      key_id: KeyId,
      new_key_material: KeyMaterial,
      tier: KeyTier,
      grace_period_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 31_536_000,
          description: 'How long the old id stays valid; 86,400 unless stated or set otherwise.',
        }),
      ),
    }),
    response: object({
      new_key_id: KeyId,
      old_key_id: KeyId,
      old_key_status: Type.Literal('rotated'),
      grace_period_ends: IsoTime,
      new_ciphertext: base64('The new blob. The server keeps it with its KEM ciphertext; `new_key_id` opens it.'),
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: 'K-0',
    units: 3,
    errors: ['NOT_FOUND', 'CONFLICT', 'KEY_REVOKED', 'KEY_EXPIRED'],
    summary: 'Replace a key by a new one; the old id stays valid for a while.',
    description:
      'Until the grace period ends both ids work; then the old one is KEY_EXPIRED, without a further request. The new key takes over the gateway targets of the old one. A key that was rotated before is CONFLICT: rotate the one that `rotated_to` of its status names.',
    refused: { body: { key_id: 'key_0', new_key_material: LONG_IN_UTF8, tier: 'key-1' } },
    example: {
      body: {
        key_id: EXAMPLE_KEY_ID,
        new_key_material: 'sk_live_51Hx9TqExampleExample9731',
        tier: 'key-2',
        grace_period_seconds: 3_600,
      },
      after: afterEncrypt('body.key_id'),
    },
  }),
  status: endpoint({
    id: 'crypto.key.status',
    service: 'crypto',
    method: 'GET',
    path: '/key/status/:id',
    params: KeyParams,
    response: object({
      key_id: KeyId,
      status: KeyStatus,
      tier: KeyTier,
      created_at: IsoTime,
      last_used: nullable(timeOf('The last operation with the key; null before the first.')),
      total_operations: Count,
      rotated_to: nullable(KeyId),
      revoked_at: nullable(IsoTime),
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: 'K-0',
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'The status of a key and what it was used for.',
    description:
      '`active`; `rotated`: replaced, valid until its grace period ends; `expired`: that period is over; `revoked`. Operations are counted, not listed: `/key/provenance` has the history, and in it every decryption.',
    example: { params: { id: EXAMPLE_KEY_ID }, after: afterEncrypt('params.id') },
  }),
  ...keyGateway,
  ...keyFhe,
});
