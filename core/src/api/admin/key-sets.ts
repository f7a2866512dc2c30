import Type from 'typebox';
import { KeySetDocument, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Use = Type.Enum(['3key', 'service', 'receipt', 'enc', 'artifact'], {
  description: 'What the keys of the set are for, and nothing else.',
});

export const keySets = group({
  list: endpoint({
    id: 'admin.key-sets.list',
    service: 'admin',
    method: 'GET',
    path: '/key-sets',
    response: object({
      key_sets: Type.Array(object({ key_set: KeySetDocument, state: Type.Enum(['current', 'retired', 'revoked']) })),
    }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: "The service's own key sets with their state.",
    description: 'By use, the current set first. The secret keys never leave the data folder but in a backup.',
    example: {},
  }),
  rotate: endpoint({
    id: 'admin.key-sets.rotate',
    service: 'admin',
    method: 'POST',
    path: '/key-sets/:use/rotate',
    params: object({ use: Use }),
    response: object({ key_set: KeySetDocument }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['CONFLICT'],
    summary: 'Make a new key set of one use; the one before is retired.',
    description:
      'What was signed with a retired set goes on verifying. Whoever verifies offline needs the new set: export it and compare fingerprints. A set whose validity has ended is replaced by itself at the next start.',
    example: { params: { use: '3key' } },
  }),
});
