import Type from 'typebox';
import { Hex64, IsoTime, KeySetDocument, KeyUseName, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Line = { issuer: Type.String(), principal: Type.String(), use: KeyUseName };

const Entry = {
  key_set: KeySetDocument,
  at: IsoTime,
  by: Type.String(),
  source: Type.String(),
  untrusted: Type.Optional(object({ at: IsoTime, by: Type.String() })),
};

const Endorsed = object({ held: Type.Literal('endorsed'), ...Entry, endorsed_by: Hex64 });

export const trustStore = group({
  read: endpoint({
    id: 'admin.trust-store.read',
    service: 'admin',
    method: 'GET',
    path: '/trust-store',
    response: object({
      version: Type.Literal(2),
      key_sets: Type.Array(Type.Union([object({ held: Type.Literal('pinned'), ...Entry }), Endorsed])),
      revocations: Type.Array(
        object({
          thumbprint: Type.String(),
          revoked_at: IsoTime,
          reason: Type.String(),
          source: Type.String(),
          recorded_at: IsoTime,
          line: Type.Optional(object(Line)),
        }),
      ),
      retired: Type.Optional(
        Type.Array(object({ keyset_id: Type.String(), ...Line, serial: Type.Integer({ minimum: 1 }) })),
      ),
      checksum: Hex64,
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
