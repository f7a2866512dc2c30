/** Delete, restore, destroy: the part of the segment `shield` that ends secrets (decisions, section 7; S27). */
import Type from 'typebox';
import { IsoTime, object, timeOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { AFTER_STORE, EXAMPLE_PARAMS, SecretId, SecretParams, SecretStatus } from './shield-schemas.ts';

/** What delete, restore and destroy act on. */
const WHICH_VERSIONS =
  'The id of the newest version stands for the secret with all its versions (of a deletion: those that it deleted), the id of an older version for that one alone.';
const Versions = Type.Integer({ minimum: 1, description: 'How many versions this concerned.' });

export const deletion = {
  delete: endpoint({
    id: 'crypto.shield.delete',
    service: 'crypto',
    method: 'DELETE',
    path: '/shield/secrets/:id',
    params: SecretParams,
    response: object({
      id: SecretId,
      status: Type.Literal('deleted'),
      versions: Versions,
      deleted_at: IsoTime,
      restorable_until: timeOf('30 days later; from then on the value is destroyed.'),
    }),
    auth: 'bearer',
    scope: 'secrets',
    minTier: 'S-0',
    units: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Delete a secret; for 30 days it can be restored.',
    description: `It can no longer be read, verified or rotated. ${WHICH_VERSIONS} What is deleted or destroyed already is CONFLICT.`,
    example: { ...EXAMPLE_PARAMS, after: AFTER_STORE },
  }),
  restore: endpoint({
    id: 'crypto.shield.restore',
    service: 'crypto',
    method: 'POST',
    path: '/shield/secrets/:id/restore',
    params: SecretParams,
    response: object({ id: SecretId, status: SecretStatus, versions: Versions, restored_at: IsoTime }),
    auth: 'bearer',
    scope: 'secrets',
    minTier: 'S-0',
    units: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Take back a deletion.',
    description: `Each version returns to the state that it had, unless the time of that state is over. ${WHICH_VERSIONS} What is not deleted, or was destroyed since, is CONFLICT.`,
    example: { ...EXAMPLE_PARAMS, after: { operation: 'crypto.shield.delete', use: { 'params.id': 'id' } } },
  }),
  destroy: endpoint({
    id: 'crypto.shield.destroy',
    service: 'crypto',
    method: 'POST',
    path: '/shield/secrets/:id/destroy',
    params: SecretParams,
    response: object({
      id: SecretId,
      status: Type.Literal('destroyed'),
      versions: Versions,
      destroyed_at: IsoTime,
      notice: Type.String({ description: 'Says that backups made before still hold the value.' }),
    }),
    auth: 'bearer',
    scope: 'secrets',
    minTier: 'S-0',
    units: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Destroy the value of a secret for good.',
    description: `Deletes the data key under which the value is encrypted, from whatever state; name, state and audit remain. ${WHICH_VERSIONS} Older backups still hold the value and its key: destroy them too, or rotate the secret at its provider. What is destroyed already is CONFLICT.`,
    example: { ...EXAMPLE_PARAMS, after: AFTER_STORE },
  }),
} as const;
