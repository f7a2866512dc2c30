/** The session that is open and those that it delegated to, as far as they were asked for: loads them page by page. */

import type { NodeColumns } from './columns.ts';
import { SessionColumns } from './session-columns.ts';

export type LoadState =
  | { readonly status: 'loading' }
  /** Everything that the server had when it was asked. */
  | { readonly status: 'loaded' }
  | { readonly status: 'cancelled' }
  | { readonly status: 'failed'; readonly error: unknown };

export interface LoadedSession {
  readonly id: string;
  readonly columns: SessionColumns;
  /** How many rows of the columns belong to this snapshot. */
  readonly count: number;
  readonly state: LoadState;
}

/** What is loaded, at one moment. The columns are shared and only grow; `version` tells two moments apart. */
export interface GraphSnapshot {
  readonly version: number;
  readonly root: LoadedSession;
  /** By session id; the root is among them. */
  readonly sessions: ReadonlyMap<string, LoadedSession>;
}

/** Reads the receipts behind the first `after` ones, page after page until the end. */
export type ReadColumns = (
  sessionId: string,
  after: number,
  onPage: (page: NodeColumns) => void,
  signal: AbortSignal,
) => Promise<void>;

interface Entry {
  readonly columns: SessionColumns;
  state: LoadState;
  abort: AbortController | null;
  /** More may have been written since the load that runs began. */
  isStale: boolean;
}

/** Between two looks at a session that is being loaded, milliseconds. */
const LOOK_MS = 120;

export class SessionGraph {
  private readonly rootId: string;
  private readonly read: ReadColumns;
  private readonly entries = new Map<string, Entry>();
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private version = 0;
  private current: GraphSnapshot;

  constructor(rootId: string, read: ReadColumns) {
    this.rootId = rootId;
    this.read = read;
    this.entries.set(rootId, this.newEntry());
    this.current = this.look();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): GraphSnapshot => this.current;

  /** Loads what is not there yet of a session: all of it, the rest after a failure, or what was written since. */
  load(sessionId = this.rootId): void {
    let entry = this.entries.get(sessionId);
    if (entry === undefined) {
      entry = this.newEntry();
      this.entries.set(sessionId, entry);
    }
    if (entry.abort === null) void this.run(sessionId, entry);
    else entry.isStale = true;
  }

  /** Adds what was written just now; where it does not follow what is there, what is missing is loaded. */
  append(page: NodeColumns, position: number, sessionId = this.rootId): void {
    const entry = this.entries.get(sessionId);
    if (entry === undefined || position < entry.columns.count) return;
    const isNext = entry.state.status === 'loaded' && entry.abort === null && position === entry.columns.count;
    if (!isNext) {
      // What a person has cancelled stays so.
      if (entry.state.status === 'loaded' || entry.abort !== null) this.load(sessionId);
      return;
    }
    entry.columns.append(page);
    this.publishSoon();
  }

  /** Stops loading a session; what is there stays. */
  cancel(sessionId = this.rootId): void {
    const entry = this.entries.get(sessionId);
    if (entry === undefined || entry.abort === null) return;
    entry.abort.abort();
    entry.abort = null;
    entry.state = { status: 'cancelled' };
    this.publish();
  }

  /** Stops everything, as when the page is left. */
  close(): void {
    for (const entry of this.entries.values()) {
      entry.abort?.abort();
      entry.abort = null;
    }
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private newEntry(): Entry {
    return { columns: new SessionColumns(), state: { status: 'loading' }, abort: null, isStale: false };
  }

  private async run(sessionId: string, entry: Entry): Promise<void> {
    const abort = new AbortController();
    entry.abort = abort;
    // A session that is there already grows without being called "loading" again.
    if (entry.state.status !== 'loaded') entry.state = { status: 'loading' };
    this.publishSoon();
    const onPage = (page: NodeColumns) => {
      if (entry.abort !== abort) return;
      const isFirst = entry.columns.count === 0;
      entry.columns.append(page);
      if (isFirst) this.publish();
      else this.publishSoon();
    };
    try {
      do {
        entry.isStale = false;
        await this.read(sessionId, entry.columns.count, onPage, abort.signal);
      } while (entry.isStale && !abort.signal.aborted);
      if (entry.abort === abort) entry.state = { status: 'loaded' };
    } catch (error) {
      if (entry.abort === abort) entry.state = { status: 'failed', error };
    }
    if (entry.abort !== abort) return;
    entry.abort = null;
    this.publish();
  }

  private publishSoon(): void {
    this.timer ??= setTimeout(() => this.publish(), LOOK_MS);
  }

  private publish(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.current = this.look();
    for (const listener of this.listeners) listener();
  }

  private look(): GraphSnapshot {
    this.version += 1;
    const sessions = new Map<string, LoadedSession>();
    for (const [id, { columns, state }] of this.entries) {
      sessions.set(id, { id, columns, count: columns.count, state });
    }
    const root = sessions.get(this.rootId);
    if (root === undefined) throw new TypeError('internal: the graph has lost its session');
    return { version: this.version, root, sessions };
  }
}
