import Type from 'typebox';
import {
  ApiKey,
  GracePeriod,
  KeyId,
  KeyLabel,
  NewApiKey,
  OwnedApiKey,
  RevokedApiKey,
  WantedScopes,
} from '../api-key.ts';
import { IsoTime, ListQuery, object, pageOf } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Id = Type.String({ maxLength: 100 });
const fromCreate = { operation: 'admin.keys.create', use: { 'params.key_id': 'key_id' } } as const;

export const keys = group({
  list: endpoint({
    id: 'admin.keys.list',
    service: 'admin',
    method: 'GET',
    path: '/keys',
    query: object({
      ...ListQuery.properties,
      account_id: Type.Optional(Id),
      project_id: Type.Optional(Id),
      ends_with: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'Only the keys that a revocation of this key would end with it, and those that ended before.',
        }),
      ),
    }),
    response: pageOf(OwnedApiKey),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'The API keys of all accounts, the newest first.',
    description: 'Never the keys themselves: the store holds salted hashes only.',
    example: { query: { account_id: 'acc_local', limit: 20 } },
  }),
  create: endpoint({
    id: 'admin.keys.create',
    service: 'admin',
    method: 'POST',
    path: '/keys',
    body: object({
      project_id: Id,
      scopes: Type.Optional(WantedScopes),
      label: Type.Optional(KeyLabel),
      expires_at: Type.Optional(IsoTime),
    }),
    response: NewApiKey,
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Issue an API key for a project.',
    description:
      'All scopes but `reveal` and `approve` unless stated. No key ever administers. For a suspended account it is a CONFLICT.',
    example: { body: { project_id: 'prj_local', scopes: ['sign', 'keys'], label: 'build server' } },
  }),
  update: endpoint({
    id: 'admin.keys.update',
    service: 'admin',
    method: 'PATCH',
    path: '/keys/:key_id',
    params: KeyId,
    body: object({
      scopes: Type.Optional(WantedScopes),
      label: Type.Optional(KeyLabel),
      expires_at: Type.Optional(Type.Union([IsoTime, Type.Null({ description: 'It never ends.' })])),
    }),
    response: ApiKey,
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Change scopes, label or end of an API key.',
    description:
      'In force for the next request. What is taken from a key is taken from all keys below it too; a key never gets more than its maker has, and one that was rotated gets no more at all: both are INVALID_REQUEST. A revoked key cannot be changed.',
    example: {
      params: { key_id: 'ak_0000000000000000' },
      body: { scopes: ['sign'], label: 'signing only' },
      after: fromCreate,
    },
  }),
  rotate: endpoint({
    id: 'admin.keys.rotate',
    service: 'admin',
    method: 'POST',
    path: '/keys/:key_id/rotate',
    params: KeyId,
    body: object({ grace_period_seconds: Type.Optional(GracePeriod) }),
    response: NewApiKey,
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Replace an API key; the old one works through a grace period.',
    description:
      'The new key has the project, scopes, label and maker of the old one, and the keys that the old one made. With a grace period of 0 the old one ends at once. A key that is revoked, expired or rotated already is a CONFLICT.',
    example: { params: { key_id: 'ak_0000000000000000' }, body: { grace_period_seconds: 3_600 }, after: fromCreate },
  }),
  revoke: endpoint({
    id: 'admin.keys.revoke',
    service: 'admin',
    method: 'DELETE',
    path: '/keys/:key_id',
    params: KeyId,
    query: object({
      descendants: Type.Optional(
        Type.Enum(['true', 'false'], {
          description: '`false` keeps the keys that it made: they go on without a maker. `true` unless stated.',
        }),
      ),
    }),
    response: RevokedApiKey,
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'Revoke an API key at once and for good.',
    description:
      'All keys below it are revoked with it unless `descendants` is `false`, and those that it replaced and that still work in any case. A second revocation changes nothing and answers the time of the first.',
    example: { params: { key_id: 'ak_0000000000000000' }, after: fromCreate },
  }),
});
