import Type from 'typebox';
import { Hex64, IsoTime, KeySetDocument, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Encoding = Type.Enum(['utf8', 'base64', 'hex'], {
  description: 'How `data` is written. base64 is padded (RFC 4648 section 4), hex is lower case.',
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
});
