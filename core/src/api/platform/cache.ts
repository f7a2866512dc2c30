import Type from 'typebox';
import { anyJson, Count, ListQuery, nullable, object, pageOf, timeOf } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

/** Bytes of a value as JSON without white space, in UTF-8. */
export const CACHE_VALUE_LIMIT = 1024 * 1024;
/** Room for white space and escapes. */
const BODY_LIMIT = 2 * CACHE_VALUE_LIMIT;

const Key = Type.String({
  minLength: 1,
  maxLength: 256,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  'x-expects': 'text without control characters',
  description:
    'The key of the entry, at most 256 characters without control characters, escaped for the path; `analytics` is reserved.',
});
const Value = anyJson('Any JSON value, at most 1 MiB (1,048,576 bytes of UTF-8 without white space).');
const Ttl = Type.Integer({ minimum: 1, maximum: 31_536_000, description: 'Lifetime in seconds.' });
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Milliseconds = Type.Number({ minimum: 0, description: 'Milliseconds.' });

const Metadata = object({
  hitRate: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'The share of the reads of this key that found a value, this one included; 0 before the first.',
  }),
  latency: Type.Number({
    minimum: 0,
    description: 'How long this call took in the cache, in milliseconds: the database and the encryption.',
  }),
  aiOptimized: Type.Boolean({ description: 'The lifetime was left to the server.' }),
  ttl: Type.Integer({ minimum: 1, description: 'The lifetime in seconds, counted from the last write.' }),
});

const CacheParams = object({ key: Key });

const Item = object({
  key: Key,
  ttl: Ttl,
  why: Type.String({ description: 'Why it lives so long, in a sentence or two.' }),
  aiOptimized: Type.Boolean({ description: 'The lifetime was left to the server.' }),
  written_at: timeOf('When the value was written.'),
  expires_at: timeOf('When its time is over.'),
  size: Type.Integer({ minimum: 1, description: 'Bytes of the value as JSON.' }),
  hits: Type.Integer({ minimum: 0, description: 'Reads of the key that found a value.' }),
  misses: Type.Integer({ minimum: 0, description: 'Reads of the key after the end of its value.' }),
  next_read_at: nullable(timeOf('When the next read is predicted; null without a rhythm.')),
  prefetch: nullable(
    Type.Enum(['keep', 'refresh'], {
      description:
        '`keep`: the value lives at the predicted read, a client may fetch it ahead; `refresh`: it ends before, so that it is better written anew by then. Null where no read is predicted.',
    }),
  ),
});

const shared = { service: 'platform', auth: 'bearer', scope: 'platform', minTier: null, units: 0 } as const;

export const cache = group({
  list: endpoint({
    ...shared,
    id: 'platform.cache.list',
    method: 'GET',
    path: '/cache',
    query: ListQuery,
    response: pageOf(Item),
    errors: [],
    summary: 'List what is cached.',
    description:
      'The keys of the project whose values live, the newest key first, with their lifetimes and why they were chosen; without the values.',
    example: { query: { limit: 50 }, after: { operation: 'platform.cache.write', use: {} } },
  }),
  analytics: endpoint({
    ...shared,
    id: 'platform.cache.analytics',
    method: 'GET',
    path: '/cache/analytics',
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
          description: 'The share of the predicted reads that came when predicted; 0 before the first.',
        }),
        optimizationsSuggested: Type.Number({
          minimum: 0,
          description: 'Keys for which a lifetime at least twice, or at most half, of theirs would do better.',
        }),
        projectedSavings: Type.Number({
          minimum: 0,
          maximum: 1,
          description:
            'The share of the misses, from 0 to 1, that the lifetime of the policy would have turned into hits: reads of keys at which their last value would still have lived.',
        }),
      }),
      usage: object({
        operations: Type.Integer({ minimum: 0, description: 'Reads and writes.' }),
        dataTransferred: Type.String({
          description: 'Values written and handed out as JSON, for people, for example `12.4 MiB`.',
        }),
        uniqueKeys: Type.Integer({
          minimum: 0,
          description: 'Keys that are stored now; values whose time is over leave within seconds.',
        }),
      }),
    }),
    errors: [],
    summary: 'How well the cache of the project works.',
    description:
      'Counted and measured in this server since it started, all is 0 before the first read. Latencies are those of reads, of the database and the encryption without the network; p95 and p99 come from a histogram and are right to within 5 %. `ai` comes from a documented rule (docs/user-guide/cache.md) that learns from the times of reads and writes; no model is asked, on this machine or elsewhere. It looks at the 20,000 keys that were used last on this server.',
    example: {},
  }),
  history: endpoint({
    ...shared,
    id: 'platform.cache.history',
    method: 'GET',
    path: '/cache/analytics/history',
    response: object({
      since: timeOf('When this server began to count.'),
      interval_seconds: Type.Integer({ minimum: 1 }),
      intervals: Type.Array(
        object({
          at: timeOf('When the interval begins.'),
          hits: Count,
          misses: Count,
          writes: Count,
          avgLatency: Milliseconds,
          p95Latency: Milliseconds,
          p99Latency: Milliseconds,
        }),
      ),
    }),
    errors: [],
    summary: 'How the cache of the project was used in the last hour.',
    description:
      'In intervals of a minute, the oldest first; those in which nothing was read or written are left out, and the last may still go on. Kept in the memory of this server: a restart begins anew. Latencies are those of the reads of the interval, 0 where there were none.',
    example: {},
  }),
  read: endpoint({
    ...shared,
    id: 'platform.cache.read',
    method: 'GET',
    path: '/cache/:key',
    params: CacheParams,
    response: object({ key: Key, value: Value, metadata: Metadata }),
    errors: ['NOT_FOUND'],
    summary: 'Read a cached value.',
    description: 'A key that was never written, or whose lifetime is over, is NOT_FOUND and counts as a miss.',
    example: {
      params: { key: 'rates:eur-usd' },
      after: { operation: 'platform.cache.write', use: { 'params.key': 'key' } },
    },
  }),
  write: endpoint({
    ...shared,
    id: 'platform.cache.write',
    method: 'POST',
    path: '/cache/:key',
    params: CacheParams,
    body: object({
      value: Value,
      ttl: Type.Optional(Ttl),
      aiOptimize: Type.Optional(
        Type.Boolean({ description: 'Let the server choose the lifetime; false unless stated or `ttl` is missing.' }),
      ),
    }),
    response: object({ key: Key, ttl: Ttl, metadata: Metadata }),
    bodyLimit: BODY_LIMIT,
    errors: [],
    summary: 'Cache a value.',
    description:
      'Replaces what the key held. Without `aiOptimize` the value lives `ttl` seconds. With it, or without `ttl`, the server learns: the value lives for eight of the usual pauses between reads, for two of the usual spans between rewrites at most, and only 30 s where nobody asked for the last three; between 30 s and 7 days. `ttl`, else 3,600, holds until enough was seen, and a stated `ttl` is never exceeded. The answer says the lifetime that was chosen. A project holds as much as the setting `cache_project_mebibytes` says; beyond that, values that would end soonest go first. A cache may forget early: keep nothing only here, and no secrets, for which there is `/shield/store`.',
    example: {
      params: { key: 'rates:eur-usd' },
      body: { value: { rate: 1.0842, source: 'example' }, ttl: 600, aiOptimize: true },
    },
  }),
});
