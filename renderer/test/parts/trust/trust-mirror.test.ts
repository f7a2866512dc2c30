import { ApiFailure, ConnectionFailure } from '@touchstone/core/api/client.ts';
import { type KeySet, keyThumbprint, publicJwk, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { pinKeySet, revokeKey, untrustKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { trustStoreDocument } from '@touchstone/core/keys/trust-document.ts';
import { describe, expect, it } from 'vitest';
import {
  type Change,
  MIRROR_KEY,
  OUTBOX_KEY,
  type TextStorage,
  TrustMirror,
  type TrustServer,
} from '../../../src/parts/trust/trust-mirror.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const KEY = publicJwk('Ed25519', new Uint8Array(32).fill(7));
const THUMBPRINT = keyThumbprint(KEY);

function keySet(serial: number): KeySet {
  return sealKeySet({
    keyset_id: 'set',
    issuer: 'Issuer',
    principal: 'principal@example.com',
    use: 'artifact',
    serial,
    not_before: '2026-01-01T00:00:00.000Z',
    not_after: '2036-01-01T00:00:00.000Z',
    keys: [KEY],
  });
}

function pin(serial: number): Change {
  return { kind: 'pin', key_set: keySet(serial), by: 'Ada', source: 'file' };
}

class MemoryStorage implements TextStorage {
  readonly texts = new Map<string, string>();
  getItem(key: string): string | null {
    return this.texts.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.texts.set(key, value);
  }
}

/** A server with the real trust rules that can be stopped. */
class TestServer implements TrustServer {
  store: TrustStore = EMPTY_TRUST_STORE;
  isStopped = false;
  readonly sent: string[] = [];
  async read(): Promise<unknown> {
    this.answer();
    return trustStoreDocument(this.store);
  }
  async send(change: Change): Promise<void> {
    this.answer();
    this.sent.push(change.kind);
    const result =
      change.kind === 'pin'
        ? pinKeySet(this.store, change.key_set, { at: NOW, by: change.by, source: change.source })
        : change.kind === 'unpin'
          ? untrustKeySet(this.store, change.fingerprint, { at: NOW, by: 'server' })
          : revokeKey(this.store, change.thumbprint, NOW, change.reason);
    if (result.ok) this.store = result.store;
    else throw new ApiFailure('CONFLICT', result.message, result.code === 'UNKNOWN' ? 404 : 409, null, null);
  }
  private answer(): void {
    if (this.isStopped) throw new ConnectionFailure('unreachable', 'stopped', null);
  }
}

function open() {
  const storage = new MemoryStorage();
  return { storage, server: new TestServer(), mirror: new TrustMirror(storage) };
}

const serials = (store: TrustStore) => store.key_sets.map(({ key_set }) => key_set.serial);

describe('TrustMirror', () => {
  it('puts a change into force at once and sends it when the server is back', async () => {
    const { storage, server, mirror } = open();
    server.isStopped = true;
    expect(mirror.change(pin(1), NOW, 'a').ok).toBe(true);
    expect(serials(mirror.snapshot().store)).toEqual([1]);
    await expect(mirror.sync(server)).rejects.toThrow(ConnectionFailure);
    expect(mirror.snapshot().waiting).toHaveLength(1);
    expect(serials(new TrustMirror(storage).snapshot().store)).toEqual([1]);

    server.isStopped = false;
    await mirror.sync(server);
    expect(mirror.snapshot().waiting).toEqual([]);
    expect(serials(server.store)).toEqual([1]);
    expect(serials(mirror.snapshot().store)).toEqual([1]);
  });

  it('takes over what the server has, also removals', async () => {
    const { server, mirror } = open();
    mirror.change(pin(1), NOW, 'a');
    await mirror.sync(server);
    server.store = EMPTY_TRUST_STORE;
    await mirror.sync(server);
    expect(serials(mirror.snapshot().store)).toEqual([]);
  });

  it('keeps the store that it has where the server has the same', async () => {
    const { mirror, server } = open();
    const { store } = mirror.snapshot();
    await mirror.sync(server);
    expect(mirror.snapshot().store).toBe(store);
    mirror.change(pin(1), NOW, 'a');
    const pinned = mirror.snapshot().store;
    await mirror.sync(server);
    expect(mirror.snapshot()).toMatchObject({ waiting: [] });
    expect(mirror.snapshot().store).toBe(pinned);
  });

  it('never loses a revocation: the server gets it back', async () => {
    const { server, mirror } = open();
    mirror.change({ kind: 'revoke', thumbprint: THUMBPRINT, reason: 'lost' }, NOW, 'a');
    await mirror.sync(server);
    server.store = EMPTY_TRUST_STORE;
    await mirror.sync(server);
    expect(mirror.snapshot().store.revocations).toHaveLength(1);
    expect(server.store.revocations).toHaveLength(1);
  });

  it('12.7: keeps an older edition, and keeps what the server refuses to be read', async () => {
    const { server, mirror } = open();
    mirror.change(pin(2), NOW, 'a');
    expect(mirror.change(pin(1), NOW, 'b')).toMatchObject({ ok: true, note: 'added' });
    const rival = sealKeySet({ ...keySet(2), not_after: '2035-01-01T00:00:00.000Z' });
    const added = pinKeySet(server.store, rival, { at: NOW, by: 'Bob', source: 'file' });
    if (added.ok) server.store = added.store;
    await mirror.sync(server);
    expect(serials(mirror.snapshot().store)).toEqual([2, 1]);
    expect(mirror.snapshot().waiting).toMatchObject([{ id: 'a', refusal: expect.stringContaining('edition 2') }]);
    await mirror.sync(server);
    expect(server.sent).toEqual(['pin', 'pin']);
    mirror.discard('a');
    expect(mirror.snapshot().waiting).toEqual([]);
  });

  it('12.9: never widens a revocation that counts in one line only', async () => {
    const { server, mirror } = open();
    const line = { issuer: 'Issuer', principal: 'principal@example.com', use: 'artifact' } as const;
    const at = '2026-11-21T12:00:00.000Z';
    const entry = { thumbprint: THUMBPRINT, revoked_at: at, reason: 'lost', source: 'file', recorded_at: at, line };
    server.store = { ...EMPTY_TRUST_STORE, revocations: [entry] };
    await mirror.sync(server);
    await mirror.sync(server);
    server.store = EMPTY_TRUST_STORE;
    await mirror.sync(server);
    expect(server.sent).toEqual([]);
    expect(mirror.snapshot().store.revocations).toEqual([entry]);
  });

  it('takes a removal of what is gone already as done', async () => {
    const { server, mirror } = open();
    mirror.change(pin(1), NOW, 'a');
    await mirror.sync(server);
    server.store = EMPTY_TRUST_STORE;
    mirror.change({ kind: 'unpin', fingerprint: keySet(1).fingerprint }, NOW, 'b');
    await mirror.sync(server);
    expect(mirror.snapshot()).toMatchObject({ waiting: [], fault: null });
  });

  it('believes no stored copy that it cannot read strictly', () => {
    const { storage, mirror } = open();
    mirror.change(pin(1), NOW, 'a');
    const outbox = storage.getItem(OUTBOX_KEY) ?? '';
    for (const [key, text] of [
      [MIRROR_KEY, '{"version":2}'],
      [MIRROR_KEY, 'not JSON'],
      [OUTBOX_KEY, '{}'],
      [OUTBOX_KEY, outbox.replace('"Issuer"', '"Another"')],
      [OUTBOX_KEY, outbox.replace('"kind":"pin"', '"kind":"other"')],
    ] as const) {
      const damaged = new MemoryStorage();
      damaged.setItem(key, text);
      const { store, fault } = new TrustMirror(damaged).snapshot();
      expect(store, text).toEqual(EMPTY_TRUST_STORE);
      expect(fault, text).not.toBeNull();
    }
  });

  it('follows another window and tells its listeners only of changes', () => {
    const { storage, mirror } = open();
    let told = 0;
    mirror.subscribe(() => {
      told += 1;
    });
    new TrustMirror(storage).change(pin(1), NOW, 'a');
    mirror.reload();
    mirror.reload();
    expect(told).toBe(1);
    expect(serials(mirror.snapshot().store)).toEqual([1]);
  });
});
