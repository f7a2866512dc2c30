import Type from 'typebox';
import { anyObject, Hex64, IsoTime, object, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Thumbprint = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  'x-expects': 'a key thumbprint: 43 characters of base64url',
  description: 'RFC 7638 thumbprint of a key (SHA-256, base64url).',
});

export const trust = group({
  pin: endpoint({
    id: 'admin.trust.pin',
    service: 'admin',
    method: 'POST',
    path: '/trust/keysets',
    body: object({
      key_set: anyObject('A `*.pqkeys.json` document.'),
      pinned_by: text(200, 'Who compared the fingerprint.'),
      source: Type.Optional(text(1_000, 'The file or address that it came from.')),
    }),
    response: object({
      note: Type.Enum(['added', 'replaced', 'unchanged']),
      keyset_id: Type.String(),
      fingerprint: Hex64,
    }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['CONFLICT'],
    summary: 'Trust a key set.',
    description:
      'The fingerprint is recomputed and must be the stated one; compare it with its owner over another channel first. A lower serial than the pinned one, or the same serial with other contents, is a CONFLICT.',
    example: {
      body: {
        key_set: {
          keyset_id: 'example-artifact-1',
          issuer: 'Example issuer',
          principal: 'release@example.com',
          use: 'artifact',
          serial: 1,
          not_before: '2026-01-01T00:00:00.000Z',
          not_after: '2031-01-01T00:00:00.000Z',
          demo: true,
          keys: [
            {
              kty: 'OKP',
              crv: 'Ed25519',
              kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
              x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
            },
          ],
          fingerprint: '80824695cc99bb9478894ad8457c519ef60396deb50ad8a1a9ebc4144aa324e9',
        },
        pinned_by: 'Ada Example',
        source: 'example.pqkeys.json',
      },
    },
  }),
  unpin: endpoint({
    id: 'admin.trust.unpin',
    service: 'admin',
    method: 'DELETE',
    path: '/trust/keysets/:fingerprint',
    params: object({ fingerprint: Hex64 }),
    response: object({ fingerprint: Hex64, removed: Type.Literal(true) }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Stop trusting a key set.',
    description: 'Revocations of its keys stay.',
    example: {
      params: { fingerprint: '80824695cc99bb9478894ad8457c519ef60396deb50ad8a1a9ebc4144aa324e9' },
      after: { operation: 'admin.trust.pin', use: { 'params.fingerprint': 'fingerprint' } },
    },
  }),
  revoke: endpoint({
    id: 'admin.trust.revoke',
    service: 'admin',
    method: 'POST',
    path: '/trust/revocations',
    body: object({ thumbprint: Thumbprint, reason: text(1_000, 'Why, for those who read the trust store.') }),
    response: object({ note: Type.Enum(['added', 'unchanged']), thumbprint: Thumbprint, revoked_at: IsoTime }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['CONFLICT'],
    summary: 'Revoke a key for good.',
    description:
      'Holds whatever `issued_at` says and survives removing and pinning its key set again. It cannot be taken back.',
    example: {
      body: { thumbprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', reason: 'The laptop that held it was lost.' },
    },
  }),
});
