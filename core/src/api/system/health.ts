import Type from 'typebox';
import { Count, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

export const health = group({
  read: endpoint({
    id: 'system.health.read',
    service: 'system',
    method: 'GET',
    path: '/health',
    response: object({
      status: Type.Literal('ok'),
      version: Type.String(),
      uptime_seconds: Count,
      uptime_secs: Count,
      pq_families: Type.Integer({ minimum: 0, description: 'Post-quantum families: ML-DSA, SLH-DSA, FALCON, ML-KEM.' }),
      chains_connected: Count,
      details: Type.Optional(
        object(
          {
            signatures: Type.Record(Type.String(), Type.Enum(['noble', 'node', 'webcrypto', 'liboqs']), {
              description: 'By algorithm: which implementation serves it, after its known-answer check.',
            }),
            simulated: Type.Array(Type.String(), { description: 'The parts of this server that are simulated.' }),
          },
          { description: 'Beyond documents 1 and 2; clients must not need it.' },
        ),
      ),
    }),
    auth: 'none',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Whether the server runs, its version and for how long.',
    description: 'Answers for documents 1 and 2 alike: the uptime stands under both names, in whole seconds.',
    example: {},
  }),
});
