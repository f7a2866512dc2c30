/** The trust store of this window, synchronised with the server and with other windows. */
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { withOwnSets } from '@touchstone/core/keys/join-trust.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { RevocationFile } from '@touchstone/core/keys/revocation.ts';
import type { Trust, TrustStore } from '@touchstone/core/keys/trust.ts';
import type { TrustChange } from '@touchstone/core/keys/trust-changes.ts';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { client, endSession, sessionToken } from '../../lib/client.ts';
import { needsSession } from '../../lib/errors.ts';
import { useConnection } from '../../lib/session/connection.ts';
import { bridge } from '../../lib/shell/live-bridge.ts';
import { consoleState } from '../../lib/state/live-state.ts';
import { useOwnSets } from './own-sets.ts';
import {
  type Change,
  MIRROR_KEY,
  mergeOutboxes,
  OUTBOX_KEY,
  TrustMirror,
  type TrustServer,
  type WaitingChange,
} from './trust-mirror.ts';

/**
 * `synced`: the server has everything. `local`: the server is away and the copy of this window counts.
 * `signed_out`: the server runs, but this window has no session with it. `failed`: see `problem`.
 */
export type TrustStatus = 'syncing' | 'synced' | 'local' | 'signed_out' | 'failed';

const mirror = new TrustMirror(consoleState);
for (const name of [MIRROR_KEY, OUTBOX_KEY] as const) consoleState.onArrival(name, () => mirror.reload());
consoleState.mergeBy(OUTBOX_KEY, mergeOutboxes);
// Changes that the server does not have are nowhere else: the browser asks before the window goes.
globalThis.addEventListener?.('beforeunload', (event) => {
  if (consoleState.isWaiting(OUTBOX_KEY) && mirror.snapshot().waiting.length > 0) event.preventDefault();
});

interface SyncState {
  readonly status: TrustStatus;
  readonly problem: unknown;
}

let syncState: SyncState = { status: 'syncing', problem: null };
const syncListeners = new Set<() => void>();

function setSyncState(state: SyncState): void {
  syncState = state;
  for (const listener of syncListeners) listener();
}

const server: TrustServer = {
  read: () => client.admin.trustStore.read(),
  async send(change) {
    switch (change.kind) {
      case 'pin': {
        const { by, source } = change;
        await client.admin.trust.pin({ body: { key_set: membersOf(change.key_set), pinned_by: by, source } });
        return;
      }
      case 'unpin':
        await client.admin.trust.unpin({ params: { fingerprint: change.fingerprint }, query: { by: 'console' } });
        return;
      case 'revoke':
        await client.admin.trust.revoke({ body: { thumbprint: change.thumbprint, reason: change.reason } });
        return;
    }
  },
};

function membersOf(document: KeySet | RevocationFile): JsonObject {
  const value = JSON.parse(JSON.stringify(document));
  if (!isJsonObject(value)) throw new TypeError('internal: a document is an object');
  return value;
}

/** Sends what waits and takes over the server's store. One window at a time; never rejects. */
async function synchronise(): Promise<void> {
  // Where the mode signs in by itself, the first request opens a session.
  if (sessionToken() === null && !bridge.capabilities.signIn) {
    setSyncState({ status: 'signed_out', problem: null });
    return;
  }
  try {
    await navigator.locks.request('touchstone.trust', () => mirror.sync(server));
    setSyncState({ status: 'synced', problem: null });
  } catch (problem) {
    // The server was restarted: its sessions end with it.
    if (needsSession(problem)) endSession();
    setSyncState(needsSession(problem) ? { status: 'signed_out', problem: null } : { status: 'failed', problem });
  }
}

async function change(wanted: Change): Promise<TrustChange> {
  const result = mirror.change(wanted, Date.now(), crypto.randomUUID());
  if (result.ok && syncState.status !== 'local') await synchronise();
  return result;
}

/** The server's store has changed: another program or window may have done it. Waits for what is under way here. */
export async function followTrustStore(): Promise<void> {
  if (syncState.status === 'synced' || syncState.status === 'failed') await synchronise();
}

/** Takes in an edition on the word of the one before it. The server verifies the endorsement, so it has to run. */
async function acceptEndorsed(keySet: KeySet, by: string, source: string): Promise<void> {
  const body = { key_set: membersOf(keySet), pinned_by: by, source, held: 'endorsed' } as const;
  await client.admin.trust.pin({ body });
  await synchronise();
}

/** Takes in a signed revocation. The server verifies it, so it has to run. Answers how many keys it revokes. */
async function takeRevocation(file: RevocationFile, source: string): Promise<number> {
  const { thumbprints } = await client.admin.trust.importRevocation({ body: { revocation: membersOf(file), source } });
  await synchronise();
  return thumbprints.length;
}

/**
 * Keeps the mirror in step with the server and with other windows, and asks for the sets of the own service before a page
 * needs them; mounted once. `sessionStart` says how signing in went, null while it is under way.
 */
export function useTrustSync(sessionStart: string | null): void {
  useOwnSets();
  const { state } = useConnection();
  useEffect(() => {
    if (state === 'stopped') setSyncState({ status: 'local', problem: null });
    if (state === 'reachable' && sessionStart !== null) void synchronise();
  }, [state, sessionStart]);
}

export interface TrustStoreView {
  /** What verification goes by, with the changes that the server does not have yet. */
  readonly store: TrustStore;
  readonly status: TrustStatus;
  /** What went wrong with the server, for `sentenceFor`. */
  readonly problem: unknown;
  /** Changes that the server does not have yet, and those that it refused. */
  readonly waiting: readonly WaitingChange[];
  /** Set where the copy of this window could not be read. */
  readonly fault: string | null;
  readonly pin: (keySet: KeySet, by: string, source: string) => Promise<TrustChange>;
  readonly acceptEndorsed: (keySet: KeySet, by: string, source: string) => Promise<void>;
  readonly takeRevocation: (file: RevocationFile, source: string) => Promise<number>;
  readonly unpin: (fingerprint: string) => Promise<TrustChange>;
  readonly revoke: (thumbprint: string, reason: string) => Promise<TrustChange>;
  readonly discard: (id: string) => void;
  readonly synchronise: () => Promise<void>;
}

const actions = {
  pin: (key_set: KeySet, by: string, source: string) => change({ kind: 'pin', key_set, by, source }),
  acceptEndorsed,
  takeRevocation,
  unpin: (fingerprint: string) => change({ kind: 'unpin', fingerprint }),
  revoke: (thumbprint: string, reason: string) => change({ kind: 'revoke', thumbprint, reason }),
  discard: (id: string) => mirror.discard(id),
  synchronise,
};

/** The trust store and what can be done with it. Changes take effect here at once, whether or not the server runs. */
export function useTrustStore(): TrustStoreView {
  const snapshot = useSyncExternalStore(mirror.subscribe, mirror.snapshot);
  const sync = useSyncExternalStore(subscribeSync, () => syncState);
  return { ...snapshot, ...sync, ...actions };
}

/** What verification in this window goes by: the trust store, and the sets of the service on this machine. */
export function useTrust(): Trust {
  const { store } = useTrustStore();
  const own = useOwnSets();
  return useMemo(() => withOwnSets(store, own), [store, own]);
}

function subscribeSync(listener: () => void): () => void {
  syncListeners.add(listener);
  return () => syncListeners.delete(listener);
}
