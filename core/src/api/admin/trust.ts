import Type from 'typebox';
import { anyObject, Hex64, IsoTime, KeyUseName, ListQuery, nullable, object, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Thumbprint = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  'x-expects': 'a key thumbprint: 43 characters of base64url',
  description: 'RFC 7638 thumbprint of a key (SHA-256, base64url).',
});

const EXAMPLE_FINGERPRINT = '80824695cc99bb9478894ad8457c519ef60396deb50ad8a1a9ebc4144aa324e9';

const EXAMPLE_SET = {
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
  fingerprint: EXAMPLE_FINGERPRINT,
} as const;

const Edition = object({
  fingerprint: Hex64,
  keyset_id: Type.String(),
  issuer: Type.String(),
  principal: Type.String(),
  use: KeyUseName,
  serial: Type.Integer({ minimum: 1, description: 'The number of the edition.' }),
  not_before: IsoTime,
  not_after: IsoTime,
  state: Type.Enum(['current', 'older', 'not_yet', 'expired', 'untrusted', 'unsupported', 'partly_revoked', 'revoked']),
  held: Type.Enum(['pinned', 'endorsed'], {
    description: '`pinned`: a person compared the fingerprint. `endorsed`: an edition before vouches for it.',
  }),
  endorsed_by: Type.Optional(Hex64),
  at: IsoTime,
  by: Type.String(),
  source: Type.String(),
  untrusted: Type.Optional(object({ at: IsoTime, by: Type.String() })),
});

const OwnState = Type.Enum(['current', 'retired', 'revoked']);

export const trust = group({
  list: endpoint({
    id: 'admin.trust.list',
    service: 'admin',
    method: 'GET',
    path: '/trust/keysets',
    query: ListQuery,
    response: object({
      editions: Type.Array(Edition),
      next_cursor: nullable(Type.String({ description: 'Null on the last page.' })),
      store: object({
        revocations: Type.Integer({ minimum: 0 }),
        last_change: Type.Union([IsoTime, Type.Null()]),
      }),
    }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'The editions of the trust store, with who vouches for them and how they stand now.',
    description:
      'Sets of equal issuer, principal and use are editions of one line; the latest one comes first. `state` is for lists: a verification decides by the time that a file binds.',
    example: { query: { limit: 20 } },
  }),
  assess: endpoint({
    id: 'admin.trust.assess',
    service: 'admin',
    method: 'POST',
    path: '/trust/assessments',
    body: object({ key_set: anyObject('A `*.pqkeys.json` document.') }),
    response: object({
      kind: Type.Enum(['known', 'new_line', 'endorsed', 'not_endorsed', 'conflict']),
      other: Type.Union([Hex64, Type.Null()], {
        description:
          '`endorsed`: the edition that endorses it; `conflict`: the one that is trusted already; else null.',
      }),
      reason: Type.Union([Type.String(), Type.Null()], { description: '`not_endorsed`: why, as a sentence.' }),
    }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'What importing a key set would mean; changes nothing.',
    description:
      '`endorsed`: a trusted edition vouches for it, verified with all its keys; a person agrees once. `new_line` and `not_endorsed`: a person compares the fingerprint. `conflict`: another set of the same edition is trusted.',
    example: { body: { key_set: EXAMPLE_SET } },
  }),
  pin: endpoint({
    id: 'admin.trust.pin',
    service: 'admin',
    method: 'POST',
    path: '/trust/keysets',
    body: object({
      key_set: anyObject('A `*.pqkeys.json` document.'),
      pinned_by: text(200, 'Who compared the fingerprint.'),
      source: Type.Optional(text(1_000, 'The file or address that it came from.')),
      held: Type.Optional(
        Type.Enum(['pinned', 'endorsed'], {
          description:
            '`pinned` (default): the fingerprint was compared. `endorsed`: it was not, and the edition before vouches for the set.',
        }),
      ),
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
      'The fingerprint is recomputed and must be the stated one; compare it with its owner over another channel first. Other editions of its line stay: what the former one signed before `not_before` of the new one goes on verifying. Another set with the same serial in the same line is a CONFLICT, and so is `held: endorsed` where no trusted edition before it endorses the set.',
    example: {
      body: {
        key_set: EXAMPLE_SET,
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
    query: object({ by: Type.Optional(text(200, 'Who withdraws trust.')) }),
    summary: 'Withdraw trust in a key set without revoking it.',
    description:
      'Trust in editions that rest on its endorsement alone ends with it. The entry stays in the trust store as untrusted; pinning the set brings it back. Revocations of its keys stay.',
    example: {
      params: { fingerprint: EXAMPLE_FINGERPRINT },
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
  importRevocation: endpoint({
    id: 'admin.trust.import-revocation',
    service: 'admin',
    method: 'POST',
    path: '/trust/revocation-files',
    body: object({
      revocation: anyObject('A `*.pqrevoke.json` document.'),
      source: Type.Optional(text(1_000, 'The file or address that it came from.')),
    }),
    response: object({
      note: Type.Enum(['added', 'unchanged']),
      fingerprint: Hex64,
      signed_by: Hex64,
      thumbprints: Type.Array(Thumbprint),
    }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['CONFLICT'],
    summary: 'Take in a signed revocation.',
    description:
      'It must name keys of a trusted set and be signed by that set itself, or by a later trusted edition; else it is a CONFLICT. It cannot be taken back.',
    example: {
      body: {
        revocation: {
          kind: 'svc-revocation/v1',
          keyset_fingerprint: EXAMPLE_FINGERPRINT,
          kids: ['kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'],
          revoked_at: '2026-06-01T00:00:00.000Z',
          reason: 'The laptop that held it was lost.',
          signatures: {
            kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k:
              'sMaPVzJ+z2AABTN8pGgUvMPqk9LxJ8oAw0o3N8Nu/i5CrrESqFrRM7ERNh1+yNXBu1XFXoczqqcQoUitZotcCQ==',
          },
        },
        source: 'example.pqrevoke.json',
      },
      after: { operation: 'admin.trust.pin', use: {} },
    },
  }),
  ownService: endpoint({
    id: 'admin.trust.own-service',
    service: 'admin',
    method: 'GET',
    path: '/trust/own-service',
    response: object({
      data_dir: Type.String({ description: 'The folder that the fingerprints were read from.' }),
      sets: Type.Array(
        object({
          fingerprint: Hex64,
          keyset_id: Type.String(),
          principal: Type.String(),
          use: KeyUseName,
          serial: Type.Integer({ minimum: 1 }),
          not_before: IsoTime,
          not_after: IsoTime,
          state: OwnState,
          is_trusted: Type.Boolean({ description: 'Whether the trust store holds it.' }),
        }),
      ),
    }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: "The service's own key sets with their fingerprints, read from the data folder.",
    description:
      'The artifact sets come first, of each use the current one. What `service`, `receipt` and `3key` sets signed is verified on this machine as signed by its own service; others must pin the set first. An `artifact` set counts here only when it is pinned.',
    example: {},
  }),
  pinOwn: endpoint({
    id: 'admin.trust.pin-own',
    service: 'admin',
    method: 'POST',
    path: '/trust/own-service/:fingerprint/pin',
    params: object({ fingerprint: Hex64 }),
    body: object({ pinned_by: text(200, 'Who was shown the fingerprint from the data folder.') }),
    response: object({
      note: Type.Enum(['added', 'replaced', 'unchanged']),
      keyset_id: Type.String(),
      fingerprint: Hex64,
    }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: "Pin one of the service's own artifact sets.",
    description:
      'The set is taken from the data folder, so the fingerprint needs no other channel. Sets of other uses are NOT_FOUND: they count on this machine without a pin.',
    example: {
      params: { fingerprint: EXAMPLE_FINGERPRINT },
      body: { pinned_by: 'Ada Example' },
      after: { operation: 'admin.trust.own-service', use: { 'params.fingerprint': 'sets.0.fingerprint' } },
    },
  }),
  revokeOwn: endpoint({
    id: 'admin.trust.revoke-own',
    service: 'admin',
    method: 'POST',
    path: '/trust/own-service/:fingerprint/revocation',
    params: object({ fingerprint: Hex64 }),
    body: object({ reason: text(1_000, 'Why, for those who import the file.') }),
    response: object({
      kind: Type.Literal('svc-revocation/v1'),
      keyset_fingerprint: Hex64,
      kids: Type.Array(Type.String()),
      revoked_at: IsoTime,
      reason: Type.String(),
      signatures: Type.Record(Type.String(), Type.String()),
    }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: "Revoke one of the service's own key sets for good, and answer the signed revocation for others.",
    description:
      'The answer is a `*.pqrevoke.json` file. The keys are revoked here at once; a current set signs nothing afterwards until `POST /key-sets/:use/rotate` makes the next one. The set signs its own revocation, so asking again gives the file again. An `enc` set cannot sign and is a CONFLICT.',
    example: { params: { fingerprint: EXAMPLE_FINGERPRINT }, body: { reason: 'A copy of the data folder was lost.' } },
  }),
});
