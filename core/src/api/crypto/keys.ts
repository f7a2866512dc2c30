import Type from 'typebox';
import { Count, IsoTime, ListQuery, nullable, object, pageOf } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import { EnvelopeVersion, KeyId, KeyStatus, KeyTier, WrappedKeyId } from './key-schemas.ts';

const ManagedKey = object({
  key_id: KeyId,
  label: Type.String(),
  status: KeyStatus,
  tier: KeyTier,
  created_at: IsoTime,
  last_used: nullable(IsoTime),
  total_operations: Count,
  rotated_from: nullable(KeyId),
  rotated_to: nullable(KeyId),
  grace_period_ends: nullable(IsoTime),
  revoked_at: nullable(IsoTime),
});

const WrappedKey = object({
  wrapped_key_id: WrappedKeyId,
  wrapping_tier: KeyTier,
  envelope_version: EnvelopeVersion,
  key_id: nullable(KeyId),
  holder: Type.Enum(['service', 'recipient'], { description: 'Who can open it.' }),
  created_at: IsoTime,
  rotated_at: nullable(IsoTime),
});

const list = { service: 'crypto', method: 'GET', auth: 'bearer', scope: 'keys', minTier: 'K-0', units: 0 } as const;

export const keys = group({
  list: endpoint({
    ...list,
    id: 'crypto.keys.list',
    path: '/keys',
    query: ListQuery,
    response: pageOf(ManagedKey),
    errors: [],
    summary: 'The managed keys of the project, the newest first.',
    description: 'What `/key/status` says, with label and history of rotation. No material.',
    example: { query: { limit: 20 } },
  }),
  wrapped: endpoint({
    ...list,
    id: 'crypto.keys.wrapped',
    path: '/keys/wrapped',
    query: ListQuery,
    response: pageOf(WrappedKey),
    errors: [],
    summary: 'The wrapped keys of the project, the newest first.',
    description: 'Those of `/key/wrap` and of `/api/svc-key/wrap`. No material.',
    example: { query: { limit: 20 } },
  }),
});
