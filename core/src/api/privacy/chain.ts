import Type from 'typebox';
import { Count, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Connection = object({
  connected: Type.Boolean(),
  latency_ms: Type.Number({ minimum: 0, description: 'Measured, in milliseconds.' }),
});

export const chain = group({
  status: endpoint({
    id: 'privacy.chain.status',
    service: 'privacy',
    method: 'GET',
    path: '/chain/status',
    response: object({
      chains: object({
        solana: Connection,
        ethereum: Connection,
        bitcoin: Connection,
        polygon: Connection,
        arbitrum: Connection,
        optimism: Connection,
        base: Connection,
        avalanche: Connection,
        zcash: Connection,
        hyperliquid: Connection,
      }),
      total: Count,
      all_healthy: Type.Boolean({ description: 'Every chain is connected.' }),
      mode: Type.Literal('embedded', { description: 'Ledgers of this server stand for the chains.' }),
    }),
    auth: 'none',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'The state of the ten chains.',
    description:
      'In mode `embedded` this server keeps a ledger for each chain: hash-linked blocks, signed by the service, without any connection to the public networks. An anchor there shows order and time by the clock of this service; it is no independent witness.',
    example: {},
  }),
});
