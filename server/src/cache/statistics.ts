/**
 * What is known of how the cache is used. Figures of a project are counted in memory since the start. Patterns of keys are
 * kept in memory while they are used, and written every few seconds: a stop writes them too, a crash loses the last
 * seconds, after which the policy goes on from what was seen before.
 */
import { setImmediate } from 'node:timers/promises';
import { createHistogram, type Histogram } from '@touchstone/core/cache/histogram.ts';
import { chooseLifetime, isLearned } from '@touchstone/core/cache/lifetime.ts';
import { type AccessPattern, afterRead, afterWrite, EMPTY_PATTERN } from '@touchstone/core/cache/pattern.ts';
import { cameTrue, isOver, type Prediction, predictNextRead } from '@touchstone/core/cache/prediction.ts';
import { type Db, writeSoon } from '../store/engine.ts';
import { type CacheHistory, type CacheInterval, createCacheHistory } from './history.ts';
import { findCachePattern, type KeyPattern, storeCachePatterns } from './store.ts';

export interface CacheRead {
  readonly projectId: string;
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly found: boolean;
  /** Of the value that was handed out. */
  readonly bytes: number;
  /** Measured. */
  readonly latencyMs: number;
}

export interface CacheWrite {
  readonly projectId: string;
  readonly key: string;
  readonly at: number;
  readonly bytes: number;
  readonly ttlSeconds: number;
}

export interface CacheFigures {
  readonly hits: number;
  readonly misses: number;
  /** Of reads. */
  readonly latency: Pick<Histogram, 'count' | 'mean' | 'quantile'>;
  /** Reads and writes. */
  readonly operations: number;
  readonly bytes: number;
  /** Keys in memory that are read at regular intervals. */
  readonly regularKeys: number;
  /** Keys in memory that would do better with a lifetime at least twice, or at most half, of theirs. */
  readonly improvableKeys: number;
  /** Misses that a read would have been spared with the lifetime that the policy chooses. */
  readonly sparedMisses: number;
  readonly predictionsRight: number;
  readonly predictionsWrong: number;
}

export interface CacheStatistics {
  /** What was seen of a key; an empty pattern where nothing was. */
  patternOf(projectId: string, key: string): Promise<AccessPattern>;
  /** Counts a read; the pattern after it. Keys that were never written have none. */
  read(read: CacheRead): Promise<AccessPattern>;
  /** Counts a write, once it is stored; the pattern after it. */
  written(write: CacheWrite): Promise<AccessPattern>;
  figures(projectId: string): CacheFigures;
  /** The last hour in intervals, the oldest first. */
  history(projectId: string, now: number): readonly CacheInterval[];
  /** Judges predictions whose time is over, and writes what has changed. */
  flush(now: number): Promise<void>;
}

/** Patterns in memory, each of about a kilobyte; those not used for longest leave first. */
const MOST_TRACKED = 20_000;
/** Few enough that others have their turn between two transactions. */
const FLUSH_BATCH = 50;
/** A lifetime does better where it differs from the present one by this factor. */
const WORTHWHILE = 2;

interface Tracked extends KeyPattern {
  /** The next read, while it is open whether it comes. */
  readonly prediction: Prediction | null;
  readonly isRegular: boolean;
  readonly isImprovable: boolean;
}

type Counts = { -readonly [K in keyof Omit<CacheFigures, 'latency'>]: CacheFigures[K] };

interface Project {
  readonly latency: Histogram;
  readonly counts: Counts;
  readonly history: CacheHistory;
}

export function createCacheStatistics(db: Db, mostTracked = MOST_TRACKED): CacheStatistics {
  const projects = new Map<string, Project>();
  /** In the order of use. */
  const tracked = new Map<string, Tracked>();
  /** What is still to be written; it may have left `tracked`. */
  let changed = new Map<string, KeyPattern>();

  function projectOf(id: string): Project {
    const known = projects.get(id);
    if (known !== undefined) return known;
    const project = newProject();
    projects.set(id, project);
    return project;
  }

  function remembered(name: string): AccessPattern | null {
    return (tracked.get(name) ?? changed.get(name))?.pattern ?? null;
  }

  /** Hands the present pattern, null where nothing is known of the key, to `use`: at once, so that no other call comes between. */
  async function withPattern<T>(projectId: string, key: string, use: (pattern: AccessPattern | null) => T): Promise<T> {
    const name = nameOf(projectId, key);
    const known = remembered(name);
    if (known !== null) return use(known);
    const stored = await findCachePattern(db, projectId, key);
    return use(remembered(name) ?? stored);
  }

  function count({ isRegular, isImprovable, projectId }: Tracked, by: 1 | -1): void {
    const { counts } = projectOf(projectId);
    if (isRegular) counts.regularKeys += by;
    if (isImprovable) counts.improvableKeys += by;
  }

  function forget(name: string): void {
    const old = tracked.get(name);
    if (old === undefined) return;
    count(old, -1);
    tracked.delete(name);
  }

  function keep(
    projectId: string,
    key: string,
    pattern: AccessPattern,
    prediction: Prediction | null,
    isToBeStored: boolean,
  ): void {
    const name = nameOf(projectId, key);
    forget(name);
    const judged = { isRegular: predictNextRead(pattern) !== null, isImprovable: isImprovable(pattern) };
    const entry: Tracked = { projectId, key, pattern, prediction, ...judged };
    tracked.set(name, entry);
    count(entry, 1);
    if (isToBeStored) changed.set(name, entry);
    const [oldest] = tracked.keys();
    if (tracked.size > mostTracked && oldest !== undefined) forget(oldest);
  }

  /** Of a prediction that a read, or the time, has decided. */
  function judge({ counts }: Project, isRight: boolean): void {
    if (isRight) counts.predictionsRight++;
    else counts.predictionsWrong++;
  }

  return {
    patternOf(projectId, key) {
      return withPattern(projectId, key, (pattern) => pattern ?? EMPTY_PATTERN);
    },

    read({ projectId, key, at, found, bytes, latencyMs }) {
      return withPattern(projectId, key, (stored) => {
        const project = projectOf(projectId);
        const { counts, latency, history } = project;
        latency.add(latencyMs);
        history.read(at, found, latencyMs);
        counts.operations++;
        counts.bytes += bytes;
        if (found) counts.hits++;
        else counts.misses++;
        // Whoever asks for keys that nobody writes leaves nothing behind.
        if (stored === null && !found) return EMPTY_PATTERN;
        const before = stored ?? EMPTY_PATTERN;
        if (!found && wouldLive(before, at)) counts.sparedMisses++;
        const prediction = tracked.get(nameOf(projectId, key))?.prediction ?? null;
        if (prediction !== null) judge(project, cameTrue(prediction, at));
        const after = afterRead(before, found, at);
        // The first read of a key has taught nothing yet: a restart may forget it, and a flood of such reads writes nothing.
        keep(projectId, key, after, predictNextRead(after), after.readGapsMs.length > 0);
        return after;
      });
    },

    written({ projectId, key, at, bytes, ttlSeconds }) {
      return withPattern(projectId, key, (before) => {
        const { counts, history } = projectOf(projectId);
        history.written(at);
        counts.operations++;
        counts.bytes += bytes;
        const after = afterWrite(before ?? EMPTY_PATTERN, at, ttlSeconds);
        // A write changes no prediction: it stays to be judged once.
        keep(projectId, key, after, tracked.get(nameOf(projectId, key))?.prediction ?? null, true);
        return after;
      });
    },

    figures(projectId) {
      const { latency, counts } = projects.get(projectId) ?? newProject();
      return { ...counts, latency };
    },

    history(projectId, now) {
      return projects.get(projectId)?.history.intervals(now) ?? [];
    },

    async flush(now) {
      for (const [name, entry] of tracked) {
        if (entry.prediction === null || !isOver(entry.prediction, now)) continue;
        judge(projectOf(entry.projectId), false);
        // In place: looking at a key is no use of it.
        tracked.set(name, { ...entry, prediction: null });
      }
      while (changed.size > 0) {
        const batch = takeBatch(changed);
        try {
          await writeSoon(db, (transaction) => storeCachePatterns(transaction, [...batch.values()]));
        } catch (error) {
          // For the next time, unless a key was used again meanwhile.
          changed = new Map([...batch, ...changed]);
          throw error;
        }
        await setImmediate();
      }
    },
  };
}

/** Takes the first ones out. */
function takeBatch(changed: Map<string, KeyPattern>): ReadonlyMap<string, KeyPattern> {
  const batch = new Map<string, KeyPattern>();
  for (const [name, entry] of changed) {
    if (batch.size === FLUSH_BATCH) break;
    batch.set(name, entry);
    changed.delete(name);
  }
  return batch;
}

function newProject(): Project {
  return {
    latency: createHistogram(),
    history: createCacheHistory(),
    counts: {
      hits: 0,
      misses: 0,
      operations: 0,
      bytes: 0,
      regularKeys: 0,
      improvableKeys: 0,
      sparedMisses: 0,
      predictionsRight: 0,
      predictionsWrong: 0,
    },
  };
}

function nameOf(projectId: string, key: string): string {
  return `${projectId} ${key}`;
}

function isImprovable(pattern: AccessPattern): boolean {
  const { ttlSeconds: present } = pattern;
  const chosen = chooseLifetime(pattern, null);
  if (present === null || !isLearned(chosen)) return false;
  return chosen.ttlSeconds >= present * WORTHWHILE || chosen.ttlSeconds * WORTHWHILE <= present;
}

/** Whether the last value would still live at that time with the lifetime that the policy chooses. */
function wouldLive(pattern: AccessPattern, at: number): boolean {
  const chosen = chooseLifetime(pattern, null);
  return isLearned(chosen) && pattern.lastWriteAt !== null && at < pattern.lastWriteAt + chosen.ttlSeconds * 1000;
}
