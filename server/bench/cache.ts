/**
 * Reads of a cache that holds a million values: `node server/bench/cache.ts`. The table is filled by a prepared insert
 * with envelopes that open, each under its own key, and read over HTTP by a client in a process of its own, whose share is
 * in every time. The bound is that of one lane, which sends a read when the last has been answered: with eight at once each
 * also waits for seven others. It holds for a cache in use: its file is in the memory of the operating system, and the code
 * that reads it has been compiled. What the first seconds after a start are like is measured before, and printed; then
 * comes a warm-up whose times count for nothing. The run with the bound is a long one: of a short one, a handful of reads
 * would be the slowest hundredth.
 */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { utf8 } from '@touchstone/core/bytes.ts';
import SqliteDatabase from 'better-sqlite3';
import { cachePlace } from '../src/cache/cache.ts';
import { LOCAL } from '../src/frame/caller.ts';
import { measure, openBenchServer, print, quantile, SECONDS } from './_load.ts';
import { dropConnections, type Shot, shoot } from './_shot.ts';

const ENTRIES = Number(process.env.TOUCHSTONE_BENCH_ENTRIES ?? 1_000_000);
const LIMIT_MS = 2;
const TTL_SECONDS = 86_400;
/** The platform takes 1,000 requests a second of the best plan. */
const PER_SECOND = 800;
const WARM_UP_SECONDS = 5 * SECONDS;
const BOUND_SECONDS = 4 * SECONDS;

const server = await openBenchServer();
const { port, token, deps } = server;
const project = LOCAL.projectId;
const nameOf = (index: number) => `rates:${index.toString(36).padStart(5, '0')}`;
const textOf = (index: number) => JSON.stringify({ rate: 1 + index / ENTRIES, source: 'bench' });

function fill(): void {
  const sqlite = new SqliteDatabase(join(server.dataDir, 'touchstone.db'));
  try {
    // Of this connection only: what is measured is read, and a crash here loses nothing.
    sqlite.pragma('synchronous = OFF');
    sqlite.pragma('foreign_keys = ON');
    const now = Date.now();
    const insert = sqlite.prepare(
      `INSERT INTO cache_entries
       (project_id, key, version, envelope, size, ttl_seconds, is_adaptive, lifetime_rule, lifetime_basis, lifetime_limit,
        written_at, expires_at)
       SELECT project_id, ?, 1, ?, ?, ttl_seconds, is_adaptive, lifetime_rule, lifetime_basis, lifetime_limit, ?, ?
       FROM cache_entries WHERE id = 1`,
    );
    let bytes = 0;
    // In batches: a journal of one would hold the whole table a second time.
    const insertBatch = sqlite.transaction((from: number, to: number) => {
      for (let index = from; index < to; index++) {
        const key = nameOf(index);
        const text = utf8(textOf(index));
        bytes += text.length;
        const envelope = deps.vault.seal(cachePlace({ project_id: project, key, version: 1 }), text);
        insert.run(key, envelope, text.length, now, now + TTL_SECONDS * 1000);
      }
    });
    for (let from = 1; from < ENTRIES; from += 20_000) insertBatch(from, Math.min(ENTRIES, from + 20_000));
    const use = sqlite.prepare('UPDATE cache_usage SET entries = ?, bytes = bytes + ? WHERE project_id = ?');
    use.run(ENTRIES, bytes, project);
  } finally {
    sqlite.close();
    dropConnections();
  }
}

/** A sweep of the file, as a machine may have given up the pages that were written first. */
async function bringToMemory(): Promise<void> {
  for await (const _piece of createReadStream(join(server.dataDir, 'touchstone.db'), { highWaterMark: 1024 * 1024 })) {
    // Read is all that it has to be.
  }
}

/** Each of the reads for so many seconds asks for a key of its own, as a key that is read again has its pattern written. */
const readsFor = (seconds: number) => Array.from({ length: Math.ceil(PER_SECOND * seconds) }, read);

/** A read of a key at random, whose answer has to hold what was stored. */
function read(): Shot {
  const index = 1 + Math.floor(Math.random() * (ENTRIES - 1));
  const path = `/v1/cache/${encodeURIComponent(nameOf(index))}`;
  return { port, token, method: 'GET', path, answers: textOf(index) };
}

try {
  const body = JSON.stringify({ value: { rate: 1, source: 'bench' }, ttl: TTL_SECONDS });
  await shoot({ port, token, method: 'POST', path: `/v1/cache/${encodeURIComponent(nameOf(0))}`, body });
  fill();
  await bringToMemory();
  const runs = [
    { name: '1 at once, after the start', lanes: 1, seconds: SECONDS, bound: {} },
    { name: null, lanes: 1, seconds: WARM_UP_SECONDS, bound: {} },
    { name: '1 at once', lanes: 1, seconds: BOUND_SECONDS, bound: { limit: LIMIT_MS } },
    { name: '8 at once', lanes: 8, seconds: SECONDS, bound: {} },
  ];
  for (const { name, lanes, seconds, bound } of runs) {
    const times = await measure({ lanes, shots: readsFor(seconds), pause: (1000 / PER_SECOND) * lanes }, seconds);
    if (name === null) continue;
    print({ name: `read of ${ENTRIES} values, ${name}, median`, value: quantile(times, 0.5), unit: 'ms' });
    print({ name: `read of ${ENTRIES} values, ${name}, p99`, value: quantile(times, 0.99), unit: 'ms', ...bound });
  }
  const analytics = JSON.parse(await shoot({ port, token, method: 'GET', path: '/v1/cache/analytics' })) as {
    readonly metrics: { readonly p99Latency: number };
  };
  const { p99Latency: inside } = analytics.metrics;
  print({ name: `read of ${ENTRIES} values, p99 in the cache itself`, value: inside, unit: 'ms', limit: LIMIT_MS });
} finally {
  await server.close();
}
