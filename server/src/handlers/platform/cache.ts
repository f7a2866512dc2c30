import { api } from '@touchstone/core/api/api.ts';
import { CACHE_VALUE_LIMIT } from '@touchstone/core/api/platform/cache.ts';
import { fromUtf8, utf8, wipe } from '@touchstone/core/bytes.ts';
import {
  chooseLifetime,
  fixedLifetime,
  LIFETIME_LIMITS,
  LIFETIME_RULES,
  lifetimeReason,
} from '@touchstone/core/cache/lifetime.ts';
import type { AccessPattern } from '@touchstone/core/cache/pattern.ts';
import { predictNextRead, prefetchAdvice } from '@touchstone/core/cache/prediction.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Logger } from 'pino';
import { cachePlace } from '../../cache/cache.ts';
import { type CacheInterval, INTERVAL_MS } from '../../cache/history.ts';
import type { CacheStatistics } from '../../cache/statistics.ts';
import {
  type CacheEntry,
  cacheUsage,
  findCacheEntry,
  listCacheEntries,
  lockCacheVersion,
  putCacheEntry,
} from '../../cache/store.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import { JsonText } from '../../frame/json-text.ts';
import type { SettingsAccess } from '../../settings/settings.ts';
import type { Db } from '../../store/engine.ts';
import type { Vault } from '../../vault/envelope.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly vault: Vault;
  readonly settings: SettingsAccess;
  readonly cache: CacheStatistics;
  /** Since when it counts. */
  readonly startedAt: number;
}

const RESERVED = 'analytics';
const PAGE_ITEMS = 50;
const MEBIBYTE = 1024 * 1024;

export const cache = implement(api.platform.cache)<Needs>({
  async list({ deps: { db, cache: statistics, clock }, caller }, { query }) {
    const limit = query.limit ?? PAGE_ITEMS;
    const now = clock();
    const below = positionIn(query.cursor);
    const rows = await listCacheEntries(db, caller.projectId, { now, below, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const items = [];
    for (const row of page) items.push(itemOf(row, await statistics.patternOf(caller.projectId, row.key), now));
    return { items, next_cursor: rows.length > limit ? String(page.at(-1)?.id) : null };
  },

  async analytics({ deps: { db, cache: statistics }, caller }) {
    const figures = statistics.figures(caller.projectId);
    const { hits, misses, latency, predictionsRight, predictionsWrong } = figures;
    const reads = hits + misses;
    return {
      metrics: {
        hitRate: share(hits, reads),
        missRate: share(misses, reads),
        avgLatency: milliseconds(latency.mean),
        p95Latency: milliseconds(latency.quantile(0.95)),
        p99Latency: milliseconds(latency.quantile(0.99)),
      },
      ai: {
        patternsDetected: figures.regularKeys,
        prefetchAccuracy: share(predictionsRight, predictionsRight + predictionsWrong),
        optimizationsSuggested: figures.improvableKeys,
        projectedSavings: share(figures.sparedMisses, misses),
      },
      usage: {
        operations: figures.operations,
        dataTransferred: bytesForPeople(figures.bytes),
        uniqueKeys: (await cacheUsage(db, caller.projectId)).entries,
      },
    };
  },

  async history({ deps: { cache: statistics, clock, startedAt }, caller }) {
    return {
      since: formatIsoTime(startedAt),
      interval_seconds: INTERVAL_MS / 1_000,
      intervals: statistics.history(caller.projectId, clock()).map(intervalOf),
    };
  },

  async read({ deps, caller: { projectId } }, { params: { key } }) {
    const begun = performance.now();
    const at = deps.clock();
    const entry = await findCacheEntry(deps.db, projectId, key);
    const living = entry !== null && entry.expires_at > at ? entry : null;
    const value = living === null ? null : deps.vault.open(cachePlace(living), living.envelope);
    const latencyMs = performance.now() - begun;
    if (living !== null && value === null) {
      deps.log.error({ entry: living.id }, 'a cached value does not open and counts as missing');
    }
    const bytes = value?.length ?? 0;
    const read = { projectId, key, at, found: value !== null, bytes, latencyMs };
    const pattern = await deps.cache.read(read);
    if (living === null || value === null) {
      throw new ApiError(
        'NOT_FOUND',
        'The cache holds nothing under this key: it was not written, or its time is over.',
      );
    }
    const text = fromUtf8(value);
    wipe(value);
    const metadata = metadataOf(pattern, latencyMs, { isAdaptive: living.is_adaptive === 1, ttl: living.ttl_seconds });
    // The value is JSON text already.
    return new JsonText(`{"key":${JSON.stringify(key)},"value":${text},"metadata":${JSON.stringify(metadata)}}`);
  },

  async write({ deps, caller: { projectId }, write }, { params: { key }, body }) {
    const begun = performance.now();
    if (key === RESERVED) throw invalid('key', `\`key\` must not be \`${RESERVED}\`: that name is reserved.`);
    const value = utf8(JSON.stringify(body.value));
    const size = value.length;
    if (size > CACHE_VALUE_LIMIT) {
      throw new ApiError('PAYLOAD_TOO_LARGE', 'A cached value has at most 1 MiB as JSON.', { field: 'value' });
    }
    const isAdaptive = body.aiOptimize ?? body.ttl === undefined;
    const stated = body.ttl ?? null;
    const lifetime = isAdaptive
      ? chooseLifetime(await deps.cache.patternOf(projectId, key), stated)
      : fixedLifetime(stated);
    const { ttlSeconds: ttl, rule, basis, limit } = lifetime;
    const at = deps.clock();
    const mostBytes = (await deps.settings.read()).cache_project_mebibytes * MEBIBYTE;
    await write(async (db) => {
      const version = (await lockCacheVersion(db, projectId, key)) + 1;
      const place = cachePlace({ project_id: projectId, key, version });
      const entry = {
        project_id: projectId,
        key,
        version,
        envelope: deps.vault.seal(place, value),
        size,
        ttl_seconds: ttl,
        is_adaptive: isAdaptive ? (1 as const) : (0 as const),
        lifetime_rule: rule,
        lifetime_basis: basis === null ? null : Math.round(basis),
        lifetime_limit: limit,
        written_at: at,
        expires_at: at + ttl * 1000,
      };
      await putCacheEntry(db, entry, mostBytes);
    });
    wipe(value);
    const pattern = await deps.cache.written({ projectId, key, at, bytes: size, ttlSeconds: ttl });
    return { key, ttl, metadata: metadataOf(pattern, performance.now() - begun, { isAdaptive, ttl }) };
  },
});

function metadataOf(
  { hits, misses }: AccessPattern,
  latencyMs: number,
  { isAdaptive, ttl }: { readonly isAdaptive: boolean; readonly ttl: number },
) {
  return { hitRate: share(hits, hits + misses), latency: milliseconds(latencyMs), aiOptimized: isAdaptive, ttl };
}

function intervalOf({ at, meanLatencyMs, p95LatencyMs, p99LatencyMs, ...counts }: CacheInterval) {
  return {
    at: formatIsoTime(at),
    ...counts,
    avgLatency: milliseconds(meanLatencyMs),
    p95Latency: milliseconds(p95LatencyMs),
    p99Latency: milliseconds(p99LatencyMs),
  };
}

function itemOf(row: Omit<CacheEntry, 'envelope'>, pattern: AccessPattern, now: number) {
  const prediction = predictNextRead(pattern);
  const advice = prefetchAdvice(prediction, row.expires_at, now);
  return {
    key: row.key,
    ttl: row.ttl_seconds,
    why: reasonOf(row),
    aiOptimized: row.is_adaptive === 1,
    written_at: formatIsoTime(row.written_at),
    expires_at: formatIsoTime(row.expires_at),
    size: row.size,
    hits: pattern.hits,
    misses: pattern.misses,
    next_read_at: prediction === null || advice === null ? null : formatIsoTime(Math.round(prediction.at)),
    prefetch: advice,
  };
}

/** Rules are never removed, so a stored one is known, unless the row was changed by hand. */
function reasonOf(row: Omit<CacheEntry, 'envelope'>): string {
  const rule = LIFETIME_RULES.find((known) => known === row.lifetime_rule);
  const limit = LIFETIME_LIMITS.find((known) => known === row.lifetime_limit) ?? null;
  return rule === undefined ? 'Unknown.' : lifetimeReason({ rule, basis: row.lifetime_basis, limit });
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** To the microsecond. */
function milliseconds(value: number): number {
  return Math.round(value * 1000) / 1000;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

function bytesForPeople(bytes: number): string {
  let value = bytes;
  for (const unit of UNITS) {
    if (value < 1024 || unit === 'TiB') return `${unit === 'B' ? value : value.toFixed(1)} ${unit}`;
    value /= 1024;
  }
  throw new TypeError('internal: there is a largest unit');
}

function positionIn(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
  return Number(cursor);
}
