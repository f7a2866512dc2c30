import type { Generated } from 'kysely';

/** The platform's cache and what is remembered of its use. */
export interface CacheTables {
  /** Values of the platform's cache. Those whose time is over stay until a sweep takes them. */
  cache_entries: {
    id: Generated<number>;
    project_id: string;
    key: string;
    /** Counts the writes of the key, for the envelope's place. */
    version: number;
    /** The value as JSON, sealed. */
    envelope: Uint8Array;
    /** Bytes of that JSON. */
    size: number;
    ttl_seconds: number;
    /** Whether the lifetime was left to the server. */
    is_adaptive: 0 | 1;
    /** Why it lives so long (core/src/cache/lifetime.ts). */
    lifetime_rule: string;
    lifetime_basis: number | null;
    lifetime_limit: string | null;
    written_at: number;
    expires_at: number;
  };
  /** How much each project holds, those included whose time is over. */
  cache_usage: { project_id: string; entries: number; bytes: number };
  /** How keys of the cache are used (core/src/cache/pattern.ts). Written every few seconds. */
  cache_patterns: {
    project_id: string;
    key: string;
    hits: number;
    misses: number;
    writes: number;
    unread_writes: number;
    last_read_at: number | null;
    last_write_at: number | null;
    ttl_seconds: number | null;
    /** JSON lists of milliseconds. */
    read_gaps: string;
    rewrite_gaps: string;
    used_at: number;
  };
}
