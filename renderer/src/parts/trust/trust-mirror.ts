/**
 * The trust store as this window knows it: a mirror of the server's `trust-store.json`, and the changes that were made
 * here and are not there yet. The windows share both in memory, so that verification works with the server stopped and all
 * of them agree; the changes are kept on the server too. A change always goes into the outbox first and takes effect at once; `sync` carries it over.
 */
import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import { isRevoked } from '@touchstone/core/keys/editions.ts';
import { type KeySet, readKeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import {
  mergeTrustStores,
  pinKeySet,
  revokeKey,
  type TrustChange,
  untrustKeySet,
} from '@touchstone/core/keys/trust-changes.ts';
import { readTrustStore, trustStoreDocument } from '@touchstone/core/keys/trust-document.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { words } from '../../words/parts/trust.ts';

export type Change =
  | { readonly kind: 'pin'; readonly key_set: KeySet; readonly by: string; readonly source: string }
  | { readonly kind: 'unpin'; readonly fingerprint: string }
  | { readonly kind: 'revoke'; readonly thumbprint: string; readonly reason: string };

/** A change that the server does not have yet; `refusal` where it said no: then it has no effect and waits to be read. */
export interface WaitingChange {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly change: Change;
  readonly refusal: string | null;
}

/** What the mirror asks of the server. */
export interface TrustServer {
  read(): Promise<unknown>;
  send(change: Change): Promise<void>;
}

export interface TrustSnapshot {
  /** What verification goes by. */
  readonly store: TrustStore;
  readonly waiting: readonly WaitingChange[];
  /** Set where what is kept could not be read; it is then treated as empty. */
  readonly fault: string | null;
}

/** Where the two texts are kept. */
export interface TextStorage {
  getItem(key: 'trust_store' | 'trust_outbox'): string | null;
  setItem(key: 'trust_store' | 'trust_outbox', value: string): void;
}

export const MIRROR_KEY = 'trust_store';
export const OUTBOX_KEY = 'trust_outbox';

export class TrustMirror {
  private readonly storage: TextStorage;
  private readonly listeners = new Set<() => void>();
  private texts: readonly [mirror: string | null, outbox: string | null] = [null, null];
  private current: TrustSnapshot = { store: EMPTY_TRUST_STORE, waiting: [], fault: null };

  constructor(storage: TextStorage) {
    this.storage = storage;
    this.reload();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): TrustSnapshot => this.current;

  /** Reads what another window may have written. Cheap where nothing changed. */
  reload(): void {
    const mirrorText = this.storage.getItem(MIRROR_KEY);
    const outboxText = this.storage.getItem(OUTBOX_KEY);
    if (mirrorText === this.texts[0] && outboxText === this.texts[1]) return;
    this.texts = [mirrorText, outboxText];
    const mirror = readMirror(mirrorText);
    const outbox = readOutbox(outboxText);
    const store = outbox.waiting.reduce((before, { change, at, refusal }) => {
      const after = refusal === null ? applyChange(before, change, at) : null;
      return after?.ok === true ? after.store : before;
    }, mirror.store);
    this.current = {
      // One object as long as it says the same: to whoever verified under it, another one is a change.
      store: isSame(store, this.current.store) ? this.current.store : store,
      waiting: outbox.waiting,
      fault: mirror.fault ?? outbox.fault,
    };
    for (const listener of this.listeners) listener();
  }

  /** Makes a change here and puts it into the outbox. An impossible one changes nothing and says why. */
  change(change: Change, at: number, id: string): TrustChange {
    this.reload();
    const result = applyChange(this.current.store, change, at);
    if (!result.ok || result.note === 'unchanged') return result;
    this.writeOutbox([...this.current.waiting, { id, at, change, refusal: null }]);
    return result;
  }

  /** Forgets a change that the server refused, or that is no longer wanted. */
  discard(id: string): void {
    this.reload();
    this.writeOutbox(this.current.waiting.filter((waiting) => waiting.id !== id));
  }

  /**
   * Sends what waits, in its order, then takes over the server's store. A refusal by the server stays in the outbox to
   * be read; any other failure is thrown and leaves everything as it is.
   */
  async sync(server: TrustServer): Promise<void> {
    this.reload();
    for (const waiting of this.current.waiting) {
      if (waiting.refusal !== null) continue;
      let refusal: string | null = null;
      try {
        await server.send(waiting.change);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.status === 401 || error.status === 429 || error.status >= 500) {
          throw error;
        }
        // Removing what is not there is done already.
        refusal = waiting.change.kind === 'unpin' && error.status === 404 ? null : error.message;
        if (refusal !== null) {
          this.settle(waiting.id, refusal);
          continue;
        }
      }
      this.mirrorSent(waiting);
    }
    const stored = await readFrom(server);
    // A revocation holds for good: one that the server has lost (another data folder, an old backup) is given back to it.
    const { revocations } = readMirror(this.storage.getItem(MIRROR_KEY)).store;
    for (const { thumbprint, reason, line } of revocations) {
      // One that counts in one line only has no request that would not widen it: it stays in force here.
      if (line === undefined && !isRevoked(stored, thumbprint))
        await server.send({ kind: 'revoke', thumbprint, reason });
    }
    const store = mergeTrustStores(stored, { ...EMPTY_TRUST_STORE, revocations });
    this.storage.setItem(MIRROR_KEY, JSON.stringify(trustStoreDocument(store)));
    this.reload();
  }

  /** A sent change becomes part of the mirror before it leaves the outbox, so that it is in force at every moment. */
  private mirrorSent({ id, change, at }: WaitingChange): void {
    const result = applyChange(readMirror(this.storage.getItem(MIRROR_KEY)).store, change, at);
    if (result.ok) this.storage.setItem(MIRROR_KEY, JSON.stringify(trustStoreDocument(result.store)));
    this.discard(id);
  }

  private settle(id: string, refusal: string): void {
    this.reload();
    this.writeOutbox(this.current.waiting.map((waiting) => (waiting.id === id ? { ...waiting, refusal } : waiting)));
  }

  private writeOutbox(waiting: readonly WaitingChange[]): void {
    this.storage.setItem(OUTBOX_KEY, JSON.stringify(waiting));
    this.reload();
  }
}

/** The changes that wait in either text, each once; a damaged text gives way to the other. */
export function mergeOutboxes(stored: string, waiting: string): string {
  const [first, second] = [readOutbox(stored), readOutbox(waiting)];
  const ids = new Set(second.waiting.map(({ id }) => id));
  return JSON.stringify([...first.waiting.filter(({ id }) => !ids.has(id)), ...second.waiting]);
}

function isSame(one: TrustStore, other: TrustStore): boolean {
  return trustStoreDocument(one).checksum === trustStoreDocument(other).checksum;
}

async function readFrom(server: TrustServer): Promise<TrustStore> {
  const parsed = parseStrictJson(JSON.stringify(await server.read()));
  const result = parsed.ok ? readTrustStore(parsed.value) : { ok: false as const, field: '', message: parsed.message };
  if (!result.ok) throw new TypeError(`The server's trust store cannot be read: ${result.field} ${result.message}`);
  return result.store;
}

function applyChange(store: TrustStore, change: Change, at: number): TrustChange {
  switch (change.kind) {
    case 'pin':
      return pinKeySet(store, change.key_set, { at, by: change.by, source: change.source });
    case 'unpin':
      return untrustKeySet(store, change.fingerprint, { at, by: 'console' });
    case 'revoke':
      return revokeKey(store, change.thumbprint, at, change.reason);
  }
}

function readMirror(text: string | null): { readonly store: TrustStore; readonly fault: string | null } {
  if (text === null) return { store: EMPTY_TRUST_STORE, fault: null };
  const parsed = parseStrictJson(text);
  const result = parsed.ok ? readTrustStore(parsed.value) : { ok: false as const, field: '', message: parsed.message };
  if (result.ok) return { store: result.store, fault: null };
  return { store: EMPTY_TRUST_STORE, fault: words.mirror.damaged(result.field, result.message) };
}

function readOutbox(text: string | null): {
  readonly waiting: readonly WaitingChange[];
  readonly fault: string | null;
} {
  if (text === null) return { waiting: [], fault: null };
  const parsed = parseStrictJson(text);
  const waiting = parsed.ok && Array.isArray(parsed.value) ? parsed.value.map(readWaiting) : [null];
  const readable = waiting.filter((item) => item !== null);
  const fault = readable.length === waiting.length ? null : words.mirror.damagedChange;
  return { waiting: readable, fault };
}

function readWaiting(value: JsonValue): WaitingChange | null {
  if (!isJsonObject(value)) return null;
  const { id, at, refusal, change } = value;
  if (typeof id !== 'string' || typeof at !== 'number' || !isJsonObject(change ?? null)) return null;
  if (refusal !== null && typeof refusal !== 'string') return null;
  const read = readChange(change ?? null);
  return read === null ? null : { id, at, change: read, refusal };
}

function readChange(value: JsonValue): Change | null {
  if (!isJsonObject(value)) return null;
  const { kind, by, source, fingerprint, thumbprint, reason } = value;
  if (kind === 'pin' && typeof by === 'string' && typeof source === 'string') {
    const result = readKeySet(value.key_set ?? null);
    return result.ok ? { kind, key_set: result.keySet, by, source } : null;
  }
  if (kind === 'unpin' && typeof fingerprint === 'string') return { kind, fingerprint };
  if (kind === 'revoke' && typeof thumbprint === 'string' && typeof reason === 'string') {
    return { kind, thumbprint, reason };
  }
  return null;
}
