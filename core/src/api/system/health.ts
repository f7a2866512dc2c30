import Type from 'typebox';
import { Count, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Backend = Type.Enum(['noble', 'node', 'webcrypto', 'liboqs', 'wasm']);

export const health = group({
  read: endpoint({
    id: 'system.health.read',
    service: 'system',
    method: 'GET',
    path: '/health',
    response: object({
      status: Type.Enum(['ok', 'degraded'], {
        description:
          '`degraded`: the server answers, but it is locked (see details.lock), or its data folder cannot be written or is damaged (see details.storage).',
      }),
      version: Type.String(),
      uptime_seconds: Count,
      uptime_secs: Count,
      pq_families: Type.Integer({ minimum: 0, description: 'Post-quantum families: ML-DSA, SLH-DSA, FALCON, ML-KEM.' }),
      chains_connected: Count,
      details: Type.Optional(
        object(
          {
            signatures: Type.Record(Type.String(), Backend, {
              description: 'By algorithm: which implementation verifies it, after its known-answer check.',
            }),
            signing: Type.Record(Type.String(), Backend, {
              description: 'By algorithm: which implementation signs, after the same check.',
            }),
            storage: Type.Optional(
              object(
                {
                  cause: Type.Enum(['full', 'limited', 'read-only', 'failing', 'damaged', 'altered']),
                  message: Type.String({ description: 'What is wrong and what to do, for people.' }),
                },
                { description: 'Why the server is degraded; absent while all is well.' },
              ),
            ),
            lock: Type.Optional(
              Type.Enum(['locked', 'unlocked'], {
                description: 'Present where the data folder has a passphrase. `locked`: nothing else is answered yet.',
              }),
            ),
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
