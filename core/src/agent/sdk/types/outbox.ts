/** What waits for the server, and what is wrong with it. */

/** Something that the agent should know but that does not stop it. Problems hold no payload and no key. */
export interface Problem {
  /**
   * `waiting`: the server is away or busy, the receipt is sent again. `refused`: the server refuses the receipt for good.
   * `halted`: the key is refused or the credits are used up; receipts are kept. `not-durable`: the outbox could not be
   * written. `unhashable`: a payload could not be read, a mark is attested in its place. `metadata`: metadata was left out.
   */
  readonly kind: 'waiting' | 'refused' | 'halted' | 'not-durable' | 'unhashable' | 'metadata';
  readonly message: string;
  readonly sessionId: string;
  /** Idempotency key of the receipt concerned; null where it is not about one. */
  readonly key: string | null;
}

/** What has to be sent: one operation with its body and idempotency key. Holds hashes, names and texts, never payloads or API keys. */
export interface OutboxEntry {
  readonly key: string;
  readonly sessionId: string;
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970 at which the entry was made. */
  readonly createdAt: number;
}

/** An entry that the server refuses for good (a dead letter). */
export interface RefusedEntry {
  readonly entry: OutboxEntry;
  readonly code: string;
  readonly status: number;
  readonly message: string;
}

/** Where entries wait until they are delivered. One outbox is used by one process and for one server at a time. */
export interface Outbox {
  /** Entries that are not delivered yet, the oldest first. */
  pending(): readonly OutboxEntry[];
  /** The dead letters, the oldest first. */
  refused(): readonly RefusedEntry[];
  /** Keeps an entry; durable when the promise resolves. Entries keep the order of the calls. */
  add(entry: OutboxEntry): Promise<void>;
  /** Forgets a delivered entry. */
  done(key: string): Promise<void>;
  /** Moves an entry to the dead letters. */
  refuse(key: string, refusal: Omit<RefusedEntry, 'entry'>): Promise<void>;
  /** Forgets the dead letters, after somebody has read them. */
  clearRefused(): Promise<void>;
  close(): Promise<void>;
}
