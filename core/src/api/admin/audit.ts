import Type from 'typebox';
import { anyObject, base64, Hex64, IsoTime, ListQuery, object, pageOf } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

/** What is entered. Entries of later versions may have other actions, so the contract takes any text. */
export type AuditAction =
  | 'account.opened'
  | 'account.changed'
  | 'key.issued'
  | 'key.changed'
  | 'key.rotated'
  | 'key.revoked'
  | 'settings.changed'
  | 'trust.pinned'
  | 'trust.unpinned'
  | 'trust.revocation-imported'
  | 'trust.own-revoked'
  | 'trust.revoked'
  | 'key-set.rotated'
  | 'gateway-target.configured'
  | 'gateway-target.changed'
  | 'agent-policy.set'
  | 'agreement.accepted'
  | 'biometric-threshold.set'
  | 'ceremony.dealt'
  | 'device.enrolled'
  | 'webhook.set'
  | 'webhook.removed'
  | 'webhook.retried'
  | 'backup.made'
  | 'rollback.accepted'
  | 'restored';

const Entry = object({
  position: Type.Integer({ minimum: 1, description: 'Counts from 1 without gaps.' }),
  action: Type.String({ description: 'For example `key.rotated`.' }),
  actor: object({
    kind: Type.Enum(['administrator', 'console', 'key', 'anonymous', 'system']),
    key_id: Type.Union([Type.String(), Type.Null()]),
  }),
  account_id: Type.Union([Type.String(), Type.Null()]),
  subject: Type.String({ description: 'The id of what was changed.' }),
  details: anyObject('What was changed. Never a secret.'),
  created_at: IsoTime,
  previous: Type.Union([Hex64, Type.Null()], {
    description: 'SHA3-256 of the JCS of the entry before this one without its signature; null in the first.',
  }),
  keyset_id: Type.String(),
  signature: base64('ML-DSA-65 of the `service` set over `svc-admin-audit/v1` 00 SHA3-256(JCS(the other members)).'),
});

export const audit = group({
  list: endpoint({
    id: 'admin.audit.list',
    service: 'admin',
    method: 'GET',
    path: '/audit',
    query: object({
      ...ListQuery.properties,
      action: Type.Optional(Type.String({ maxLength: 100 })),
      account_id: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    response: pageOf(Entry),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Who changed accounts, keys, settings and trust, the newest first.',
    description:
      'A hash chain of signed entries: a removed, changed or inserted entry breaks it. That the newest entries were cut off shows only against a copy kept elsewhere.',
    example: { query: { limit: 20 } },
  }),
  verify: endpoint({
    id: 'admin.audit.verify',
    service: 'admin',
    method: 'POST',
    path: '/audit/verify',
    response: object({
      intact: Type.Boolean(),
      entries: Type.Integer({ minimum: 0 }),
      broken_at: Type.Union([Type.Integer(), Type.Null()], { description: 'The position of the first broken entry.' }),
      head: Type.Union([Hex64, Type.Null()], {
        description: 'SHA3-256 of the last entry: keep it elsewhere to notice a cut tail.',
      }),
    }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Walk the audit chain and verify every link and signature.',
    description: 'Ten thousand entries take some seconds.',
    example: {},
  }),
});
