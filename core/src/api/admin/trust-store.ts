import Type from 'typebox';
import { IsoTime, KeySetDocument, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

export const trustStore = group({
  read: endpoint({
    id: 'admin.trust-store.read',
    service: 'admin',
    method: 'GET',
    path: '/trust-store',
    response: object({
      version: Type.Literal(1),
      key_sets: Type.Array(
        object({ key_set: KeySetDocument, pinned_at: IsoTime, pinned_by: Type.String(), source: Type.String() }),
      ),
      revocations: Type.Array(object({ thumbprint: Type.String(), revoked_at: IsoTime, reason: Type.String() })),
    }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'The key sets that this machine trusts and the keys that are revoked.',
    description: 'The contents of `trust-store.json` in the data folder, which `pq-verify` reads too.',
    example: {},
  }),
});
