/**
 * The verifications that were made in this window last. Of each only its file's name, kind and hash, the outcome, whether it
 * rests on demo keys and the time are kept, on the server with the session: they go with it. The files themselves stay in memory,
 * and go with the page.
 */
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { ROW_OUTCOMES, type RowOutcome } from './batch.ts';
import type { PickedFile } from './collect.ts';

export const RECENT_KINDS = [
  'artifact',
  'receipt',
  'signature',
  'session',
  'node',
  'log',
  'proof',
  'grade',
  'statement',
  'files',
  'unknown',
] as const;
/** `files`: several at once. `unknown`: what could not be read. */
export type RecentKind = (typeof RECENT_KINDS)[number];

export interface RecentVerification {
  readonly id: string;
  /** Of the file, or how many files there were. */
  readonly name: string;
  readonly kind: RecentKind;
  /** Of several files the worst one. */
  readonly outcome: RowOutcome;
  /** Whether it rests on key sets marked `demo`; of several files, whether any does. */
  readonly demo: boolean;
  /** When it was verified last, ISO 8601 UTC. */
  readonly at: string;
  /** SHA-256 of the file's bytes, hex; null where there are several or none was read. */
  readonly sha256: string | null;
}

/** What is needed to open a verification again. */
export interface Opened {
  readonly files: readonly PickedFile[];
  readonly leftOut: number;
  readonly lent: TrustStore | null;
}

/** Older ones are dropped. */
export const MOST_RECENT = 10;
const MAX_NAME = 300;
const KEY = 'recent_verifications';

/** Where the list is kept. */
export interface RecentStorage {
  getItem(key: typeof KEY): string | null;
  setItem(key: typeof KEY, text: string): void;
  removeItem(key: typeof KEY): void;
}

/** Reads what was stored; entries that cannot be read are left out. */
export function readRecent(text: string | null): readonly RecentVerification[] {
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.flatMap(readEntry).slice(0, MOST_RECENT) : [];
  } catch {
    return [];
  }
}

function readEntry(value: unknown): readonly RecentVerification[] {
  if (typeof value !== 'object' || value === null) return [];
  const { id, name, demo, at, sha256, ...words } = value as Record<string, unknown>;
  const kind = RECENT_KINDS.find((known) => known === words.kind);
  const outcome = ROW_OUTCOMES.find((known) => known === words.outcome);
  if (typeof id !== 'string' || typeof name !== 'string' || kind === undefined || outcome === undefined) return [];
  if (typeof demo !== 'boolean' || typeof at !== 'string' || parseIsoTime(at) === null) return [];
  if (sha256 !== null && (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))) return [];
  return [{ id, name: name.slice(0, MAX_NAME), kind, outcome, demo, at, sha256 }];
}

export class RecentVerifications {
  private readonly storage: RecentStorage;
  private readonly listeners = new Set<() => void>();
  private readonly opened = new Map<string, Opened>();
  private entries: readonly RecentVerification[];

  constructor(storage: RecentStorage) {
    this.storage = storage;
    this.entries = readRecent(storage.getItem(KEY));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The newest first. */
  readonly snapshot = (): readonly RecentVerification[] => this.entries;

  /** Puts a verification first. An older one of the same id, or of a file of this name and these bytes, gives way. */
  keep(entry: RecentVerification, opened: Opened): void {
    const others = this.entries.filter(
      ({ id, name, sha256 }) => id !== entry.id && (sha256 === null || sha256 !== entry.sha256 || name !== entry.name),
    );
    this.entries = [{ ...entry, name: entry.name.slice(0, MAX_NAME) }, ...others].slice(0, MOST_RECENT);
    this.opened.set(entry.id, opened);
    for (const id of this.opened.keys()) if (!this.entries.some((kept) => kept.id === id)) this.opened.delete(id);
    this.storage.setItem(KEY, JSON.stringify(this.entries));
    this.tell();
  }

  /** Reads the list anew: it came from where it is kept. */
  reload(): void {
    this.entries = readRecent(this.storage.getItem(KEY));
    this.tell();
  }

  /** The files of a verification; null where this page has them no more. */
  openedOf(id: string): Opened | null {
    return this.opened.get(id) ?? null;
  }

  /** Forgets the list and the files. */
  clear(): void {
    if (this.entries.length === 0) return;
    this.entries = [];
    this.opened.clear();
    this.storage.removeItem(KEY);
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
