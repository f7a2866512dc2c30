import Type from 'typebox';
import { anyJson, Count, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Key = Type.String({
  minLength: 1,
  maxLength: 250,
  description: 'The key of the entry, escaped for the path; `analytics` is reserved.',
});
const Value = anyJson('Any JSON value.');
const Ttl = Type.Integer({ minimum: 1, maximum: 31_536_000, description: 'Lifetime in seconds.' });
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Milliseconds = Type.Number({ minimum: 0, description: 'Milliseconds.' });

const Metadata = object({
  hitRate: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Reads of this key that found a value; 0 before the first.',
  }),
  latency: Type.Number({ minimum: 0, description: 'How long this call took in the cache, in milliseconds.' }),
  aiOptimized: Type.Boolean({ description: 'The server chose the lifetime.' }),
  ttl: Type.Integer({ minimum: 1, description: 'The lifetime in seconds, counted from the last write.' }),
});

const CacheParams = object({ key: Key });

export const cache = group({
  analytics: endpoint({
    id: 'platform.cache.analytics',
    service: 'platform',
    method: 'GET',
    path: '/cache/analytics',
    planned: true,
    response: object({
      metrics: object({
        hitRate: Share,
        missRate: Share,
        avgLatency: Milliseconds,
        p95Latency: Milliseconds,
        p99Latency: Milliseconds,
      }),
      ai: object({
        patternsDetected: Type.Number({ minimum: 0, description: 'Keys whose reads come at regular intervals.' }),
        prefetchAccuracy: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'Predicted reads that came when predicted.',
        }),
        optimizationsSuggested: Type.Number({
          minimum: 0,
          description: 'Keys for which another lifetime would do better.',
        }),
        projectedSavings: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'Share of the misses that it would save.',
        }),
      }),
      usage: object({
        operations: Count,
        dataTransferred: Type.String({ description: 'For people, for example `12.4 MiB`.' }),
        uniqueKeys: Count,
      }),
    }),
    auth: 'bearer',
    scope: 'platform',
    minTier: null,
    units: 0,
    errors: [],
    summary: 'How well the cache of the project works.',
    description:
      'Counted and measured in this server since it started, nothing is estimated beyond what the names say; all is 0 before the first read. `ai` comes from a documented rule that learns from the times of reads; no model outside this machine is asked.',
    example: {},
  }),
  read: endpoint({
    id: 'platform.cache.read',
    service: 'platform',
    method: 'GET',
    path: '/cache/:key',
    planned: true,
    params: CacheParams,
    response: object({ key: Key, value: Value, metadata: Metadata }),
    auth: 'bearer',
    scope: 'platform',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'Read a cached value.',
    description: 'A key that was never written, or whose lifetime is over, is NOT_FOUND and counts as a miss.',
    example: {
      params: { key: 'rates:eur-usd' },
      after: { operation: 'platform.cache.write', use: { 'params.key': 'key' } },
    },
  }),
  write: endpoint({
    id: 'platform.cache.write',
    service: 'platform',
    method: 'POST',
    path: '/cache/:key',
    planned: true,
    params: CacheParams,
    body: object({
      value: Value,
      ttl: Type.Optional(Ttl),
      aiOptimize: Type.Optional(
        Type.Boolean({ description: 'Let the server choose the lifetime; false unless stated or `ttl` is missing.' }),
      ),
    }),
    response: object({ key: Key, ttl: Ttl, metadata: Metadata }),
    auth: 'bearer',
    scope: 'platform',
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Cache a value.',
    description:
      'Replaces what the key held. Without `aiOptimize` the value lives `ttl` seconds. With it, or without `ttl`, the server learns from the times of reads; `ttl`, else 3,600, holds until enough were seen, and a stated `ttl` is never exceeded. The answer says the lifetime that was chosen. A cache may forget early: keep nothing only here, and no secrets, for which there is `/shield/store`.',
    example: {
      params: { key: 'rates:eur-usd' },
      body: { value: { rate: 1.0842, source: 'example' }, ttl: 600, aiOptimize: true },
    },
  }),
});
