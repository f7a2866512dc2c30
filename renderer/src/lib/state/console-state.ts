/**
 * What the console keeps: in memory here, and on the server beyond the life of a window (decisions 12.26). Nothing goes into
 * the storage of the origin, where a later holder of the port might find it or leave something.
 */
import { ApiFailure } from '@touchstone/core/api/client.ts';
import { CONSOLE_STATE, CONSOLE_STATE_NAMES, type ConsoleStateName } from '@touchstone/core/api/console-state.ts';

/** `trust_store`: the copy of the server's trust store that the open windows share. It goes with the last of them. */
export type StateName = ConsoleStateName | 'trust_store';

export interface StateServer {
  read(): Promise<Partial<Record<ConsoleStateName, string>>>;
  /** null forgets. */
  write(changes: Partial<Record<ConsoleStateName, string | null>>): Promise<unknown>;
}

/** Puts what waits here to what the server has. */
export type Merge = (stored: string, waiting: string) => string;

const RETRY_MS = 5_000;

export class ConsoleState {
  private readonly values = new Map<StateName, string>();
  private readonly unsent = new Map<ConsoleStateName, string | null>();
  private readonly listeners = new Map<StateName, Set<() => void>>();
  private readonly merges = new Map<ConsoleStateName, Merge>();
  private readonly tell: (name: StateName, text: string | null) => void;
  private server: StateServer | null = null;
  private isSending = false;

  /** `tell` lets the other windows know. */
  constructor(tell: (name: StateName, text: string | null) => void) {
    this.tell = tell;
  }

  getItem(name: StateName): string | null {
    return this.values.get(name) ?? null;
  }

  setItem(name: StateName, text: string): void {
    this.put(name, text);
  }

  removeItem(name: StateName): void {
    this.put(name, null);
  }

  /** Calls `listener` when something came from the server or from another window. Returns the function that ends it. */
  onArrival(name: StateName, listener: () => void): () => void {
    const listeners = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Whether the server does not have yet what stands here. */
  isWaiting(name: ConsoleStateName): boolean {
    return this.unsent.has(name);
  }

  /** How a text that waits here joins the one that the server has; without this it takes its place. */
  mergeBy(name: ConsoleStateName, merge: Merge): void {
    this.merges.set(name, merge);
  }

  /** Takes over what another window has written and sends itself. */
  take(name: StateName, text: string | null): void {
    if (name !== 'trust_store') this.unsent.delete(name);
    this.arrive(name, text);
  }

  /** Reads what the server has and sends what waits here. Rejects where the server does not answer. */
  async connect(server: StateServer): Promise<void> {
    const stored = await server.read();
    this.server = server;
    for (const name of CONSOLE_STATE_NAMES) {
      const text = stored[name] ?? null;
      const waiting = this.unsent.get(name);
      if (waiting === undefined) {
        // A new session of this window knows nothing yet of what belongs to the window.
        const here = this.getItem(name);
        if (text === null && here !== null && CONSOLE_STATE[name].kept === 'session') this.unsent.set(name, here);
        else this.arrive(name, text);
        continue;
      }
      const merge = this.merges.get(name);
      if (merge === undefined || waiting === null || text === null) continue;
      const merged = merge(text, waiting);
      this.unsent.set(name, merged);
      this.arrive(name, merged);
    }
    void this.send();
  }

  /** Sends nothing until it is connected again: the session has ended. */
  disconnect(): void {
    this.server = null;
  }

  /** Forgets what belongs to the session that has ended. */
  forgetSession(): void {
    for (const name of CONSOLE_STATE_NAMES) {
      if (CONSOLE_STATE[name].kept !== 'session') continue;
      this.unsent.delete(name);
      this.arrive(name, null);
    }
  }

  private put(name: StateName, text: string | null): void {
    if (this.getItem(name) === text) return;
    if (text === null) this.values.delete(name);
    else this.values.set(name, text);
    if (name === 'trust_store' || CONSOLE_STATE[name].kept === 'folder') this.tell(name, text);
    if (name === 'trust_store') return;
    this.unsent.set(name, text);
    void this.send();
  }

  private arrive(name: StateName, text: string | null): void {
    if (this.getItem(name) === text) return;
    if (text === null) this.values.delete(name);
    else this.values.set(name, text);
    for (const listener of this.listeners.get(name) ?? []) listener();
  }

  /** One request at a time; what changes meanwhile goes with the next. */
  private async send(): Promise<void> {
    const { server } = this;
    if (server === null || this.isSending || this.unsent.size === 0) return;
    this.isSending = true;
    const sent = new Map(this.unsent);
    let isLater = false;
    try {
      await server.write(Object.fromEntries(sent));
      this.forgetSent(sent);
    } catch (error) {
      const status = error instanceof ApiFailure ? error.status : 0;
      if (status === 401) this.server = null;
      // Too long: it then holds for the open windows only.
      else if (status >= 400 && status < 429) this.forgetSent(sent);
      else isLater = true;
    } finally {
      this.isSending = false;
    }
    if (isLater) setTimeout(() => void this.send(), RETRY_MS);
    else void this.send();
  }

  private forgetSent(sent: ReadonlyMap<ConsoleStateName, string | null>): void {
    for (const [name, text] of sent) if (this.unsent.get(name) === text) this.unsent.delete(name);
  }
}
