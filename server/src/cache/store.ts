/** The platform's cache: values, how much each project holds, and what is remembered of how keys are used. */
import { type AccessPattern, EMPTY_PATTERN } from '@touchstone/core/cache/pattern.ts';
import type { Selectable } from 'kysely';
import { type Db, lockRow } from '../store/engine.ts';
import { prepared } from '../store/prepared.ts';
import type { Row, Tables } from '../store/tables.ts';

export type CacheEntry = Selectable<Tables['cache_entries']>;

interface Named {
  readonly projectId: string;
  readonly key: string;
}

/** What a read hands out, and what it takes to open it. */
export type HeldValue = Pick<
  CacheEntry,
  'id' | 'project_id' | 'key' | 'version' | 'envelope' | 'ttl_seconds' | 'is_adaptive' | 'expires_at'
>;

const entryOfKey = prepared<Named>()((db, value) =>
  db
    .selectFrom('cache_entries')
    .select(['id', 'project_id', 'key', 'version', 'envelope', 'ttl_seconds', 'is_adaptive', 'expires_at'])
    .where('project_id', '=', value('projectId'))
    .where('key', '=', value('key')),
);

/** null where the project has no such key; whether its time is over is the caller's to say. */
export async function findCacheEntry(db: Db, projectId: string, key: string): Promise<HeldValue | null> {
  return entryOfKey.first(db, { projectId, key });
}

const versionOfKey = prepared<Named>()((db, value) =>
  db
    .selectFrom('cache_entries')
    .select('version')
    .where('project_id', '=', value('projectId'))
    .where('key', '=', value('key')),
);

/** The version that a write replaces; 0 where there is none. Nobody else writes to the project's cache until it is done. */
export async function lockCacheVersion(transaction: Db, projectId: string, key: string): Promise<number> {
  await lockCacheUsage(transaction, projectId);
  return (await versionOfKey.lock(transaction, { projectId, key }))?.version ?? 0;
}

/** Whoever changes what a project holds begins here. */
async function lockCacheUsage(transaction: Db, projectId: string): Promise<void> {
  await lockRow(usageOf(transaction, projectId)).execute();
}

function usageOf(db: Db, projectId: string) {
  return db.selectFrom('cache_usage').select(['entries', 'bytes']).where('project_id', '=', projectId);
}

/**
 * Stores a value in place of what its key held, and makes room where the project then holds more than `mostBytes`: values
 * that would end soonest go first, never the new one. `db` is a transaction that has asked `lockCacheVersion`.
 */
export async function putCacheEntry(db: Db, entry: Omit<Row<'cache_entries'>, 'id'>, mostBytes: number): Promise<void> {
  const { project_id: projectId, key, size, ...changed } = entry;
  const held = db.selectFrom('cache_entries').select('size').where('project_id', '=', projectId).where('key', '=', key);
  const old = await lockRow(held).executeTakeFirst();
  await db
    .insertInto('cache_entries')
    .values(entry)
    .onConflict((conflict) => conflict.columns(['project_id', 'key']).doUpdateSet({ ...changed, size }))
    .execute();
  const grown = { entries: old === undefined ? 1 : 0, bytes: size - (old?.size ?? 0) };
  let { bytes } = await addUsage(db, projectId, grown);
  while (bytes > mostBytes) {
    const gone = await soonestEnding(db, projectId, key, bytes - mostBytes);
    if (gone.length === 0) return;
    ({ bytes } = await removeEntries(db, projectId, gone));
  }
}

const BATCH = 200;

interface Listed {
  readonly id: number;
  readonly size: number;
}

/** Of the values that would end soonest, as many as free this many bytes, up to a batch. */
async function soonestEnding(db: Db, projectId: string, butKey: string, bytes: number): Promise<readonly Listed[]> {
  const others = db.selectFrom('cache_entries').select(['id', 'size']).where('project_id', '=', projectId);
  const rows = await lockRow(others.where('key', '!=', butKey).orderBy('expires_at').limit(BATCH)).execute();
  let freed = 0;
  return rows.filter(({ size }) => {
    const isNeeded = freed < bytes;
    freed += size;
    return isNeeded;
  });
}

async function removeEntries(db: Db, projectId: string, gone: readonly Listed[]): Promise<CacheUsage> {
  await db
    .deleteFrom('cache_entries')
    .where(
      'id',
      'in',
      gone.map(({ id }) => id),
    )
    .execute();
  return addUsage(db, projectId, { entries: -gone.length, bytes: -gone.reduce((sum, { size }) => sum + size, 0) });
}

export interface CacheUsage {
  readonly entries: number;
  readonly bytes: number;
}

async function addUsage(db: Db, projectId: string, { entries, bytes }: CacheUsage): Promise<CacheUsage> {
  const after = await db
    .updateTable('cache_usage')
    .set((usage) => ({ entries: usage('entries', '+', entries), bytes: usage('bytes', '+', bytes) }))
    .where('project_id', '=', projectId)
    .returning(['entries', 'bytes'])
    .executeTakeFirst();
  if (after !== undefined) return after;
  await db.insertInto('cache_usage').values({ project_id: projectId, entries, bytes }).execute();
  return { entries, bytes };
}

/** What a project holds, values included whose time is over and that no sweep has taken yet. */
export async function cacheUsage(db: Db, projectId: string): Promise<CacheUsage> {
  return (await usageOf(db, projectId).executeTakeFirst()) ?? { entries: 0, bytes: 0 };
}

/** Takes out a batch of a project's values whose time is over. `db` is a transaction. */
export async function removeExpired(db: Db, projectId: string, now: number): Promise<void> {
  await lockCacheUsage(db, projectId);
  const over = db.selectFrom('cache_entries').select(['id', 'size']).where('project_id', '=', projectId);
  const gone = await lockRow(over.where('expires_at', '<=', now).orderBy('expires_at').limit(BATCH)).execute();
  if (gone.length > 0) await removeEntries(db, projectId, gone);
}

const anyExpired = prepared<{ now: number }>()((db, value) =>
  db.selectFrom('cache_entries').select('project_id').where('expires_at', '<=', value('now')).limit(1),
);

/** A project that has something for `removeExpired`; null where none has. */
export async function projectWithExpired(db: Db, now: number): Promise<string | null> {
  return (await anyExpired.first(db, { now }))?.project_id ?? null;
}

/** A page of what lives, the newest key first. */
export async function listCacheEntries(
  db: Db,
  projectId: string,
  { now, below, limit }: { readonly now: number; readonly below: number | null; readonly limit: number },
): Promise<readonly Omit<CacheEntry, 'envelope'>[]> {
  return db
    .selectFrom('cache_entries')
    .select([
      'id',
      'project_id',
      'key',
      'version',
      'size',
      'ttl_seconds',
      'is_adaptive',
      'lifetime_rule',
      'lifetime_basis',
      'lifetime_limit',
      'written_at',
      'expires_at',
    ])
    .where('project_id', '=', projectId)
    .where('expires_at', '>', now)
    .where('id', '<', below ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Everything sealed, in batches: for whoever tries a master key. */
export async function sealedCacheEntries(
  db: Db,
  after: number,
): Promise<readonly Pick<CacheEntry, 'id' | 'project_id' | 'key' | 'version' | 'envelope'>[]> {
  return (
    db
      .selectFrom('cache_entries')
      .select(['id', 'project_id', 'key', 'version', 'envelope'])
      .where('id', '>', after)
      .orderBy('id')
      // Values have up to a mebibyte each.
      .limit(20)
      .execute()
  );
}

/** Projects whose counts are not those of their values; nothing of ours makes them so. */
export async function miscountedCaches(db: Db): Promise<readonly string[]> {
  const held = await db
    .selectFrom('cache_entries')
    .select((is) => ['project_id', is.fn.countAll<number>().as('entries'), is.fn.sum<number>('size').as('bytes')])
    .groupBy('project_id')
    .execute();
  const counted = new Map(
    (await db.selectFrom('cache_usage').selectAll().execute()).map((row) => [row.project_id, row]),
  );
  const wrong = held.filter(({ project_id: id, entries, bytes }) => {
    const usage = counted.get(id);
    counted.delete(id);
    return usage?.entries !== Number(entries) || usage.bytes !== Number(bytes);
  });
  const empty = [...counted.values()].filter(({ entries, bytes }) => entries !== 0 || bytes !== 0);
  return [...wrong, ...empty].map(({ project_id }) => project_id);
}

/** Empties the cache of every project (S27). */
export async function emptyCache(db: Db): Promise<void> {
  await db.deleteFrom('cache_entries').execute();
  await db.deleteFrom('cache_usage').execute();
  await db.deleteFrom('cache_patterns').execute();
}

export interface KeyPattern {
  readonly projectId: string;
  readonly key: string;
  readonly pattern: AccessPattern;
}

const patternOfKey = prepared<Named>()((db, value) =>
  db
    .selectFrom('cache_patterns')
    .selectAll()
    .where('project_id', '=', value('projectId'))
    .where('key', '=', value('key')),
);

/** null for a key that was never written, or not used for long. */
export async function findCachePattern(db: Db, projectId: string, key: string): Promise<AccessPattern | null> {
  const row = await patternOfKey.first(db, { projectId, key });
  if (row === null) return null;
  const { hits, misses, writes } = row;
  return {
    ...EMPTY_PATTERN,
    hits,
    misses,
    writes,
    unreadWrites: row.unread_writes,
    lastReadAt: row.last_read_at,
    lastWriteAt: row.last_write_at,
    ttlSeconds: row.ttl_seconds,
    readGapsMs: gapsIn(row.read_gaps),
    rewriteGapsMs: gapsIn(row.rewrite_gaps),
  };
}

const storePattern = prepared<Row<'cache_patterns'>>()((db, value) =>
  db
    .insertInto('cache_patterns')
    .values({
      project_id: value('project_id'),
      key: value('key'),
      hits: value('hits'),
      misses: value('misses'),
      writes: value('writes'),
      unread_writes: value('unread_writes'),
      last_read_at: value('last_read_at'),
      last_write_at: value('last_write_at'),
      ttl_seconds: value('ttl_seconds'),
      read_gaps: value('read_gaps'),
      rewrite_gaps: value('rewrite_gaps'),
      used_at: value('used_at'),
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'key']).doUpdateSet((is) => ({
        hits: is.ref('excluded.hits'),
        misses: is.ref('excluded.misses'),
        writes: is.ref('excluded.writes'),
        unread_writes: is.ref('excluded.unread_writes'),
        last_read_at: is.ref('excluded.last_read_at'),
        last_write_at: is.ref('excluded.last_write_at'),
        ttl_seconds: is.ref('excluded.ttl_seconds'),
        read_gaps: is.ref('excluded.read_gaps'),
        rewrite_gaps: is.ref('excluded.rewrite_gaps'),
        used_at: is.ref('excluded.used_at'),
      })),
    ),
);

/** Writes patterns in place of what was remembered. `db` is a transaction. */
export async function storeCachePatterns(db: Db, patterns: readonly KeyPattern[]): Promise<void> {
  for (const { projectId, key, pattern } of patterns) {
    await storePattern.change(db, {
      project_id: projectId,
      key,
      hits: pattern.hits,
      misses: pattern.misses,
      writes: pattern.writes,
      unread_writes: pattern.unreadWrites,
      last_read_at: pattern.lastReadAt,
      last_write_at: pattern.lastWriteAt,
      ttl_seconds: pattern.ttlSeconds,
      read_gaps: JSON.stringify(pattern.readGapsMs),
      rewrite_gaps: JSON.stringify(pattern.rewriteGapsMs),
      used_at: Math.max(pattern.lastReadAt ?? 0, pattern.lastWriteAt ?? 0),
    });
  }
}

/** Forgets a batch of patterns of keys that were last used before a time; how many. */
export async function removeOldPatterns(db: Db, before: number): Promise<number> {
  const old = db.selectFrom('cache_patterns').select(['project_id', 'key']).where('used_at', '<', before).limit(BATCH);
  const rows = await lockRow(old).execute();
  for (const { project_id, key } of rows) {
    await db.deleteFrom('cache_patterns').where('project_id', '=', project_id).where('key', '=', key).execute();
  }
  return rows.length;
}

/** A damaged list counts as nothing seen. */
function gapsIn(text: string): readonly number[] {
  try {
    const value: unknown = JSON.parse(text);
    const isList = Array.isArray(value) && value.every((gap) => typeof gap === 'number' && gap >= 0);
    return isList ? value : [];
  } catch {
    return [];
  }
}
