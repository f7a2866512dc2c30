/**
 * The service's own key sets, one for each use (S4). They are made in a worker at the first start; whoever needs one
 * before it exists waits for it. Secret keys are sealed at rest and opened for one use at a time.
 */

import { setTimeout } from 'node:timers/promises';
import { toHex, wipe } from '@touchstone/core/bytes.ts';
import { isEditionRevoked } from '@touchstone/core/keys/editions.ts';
import type { SecretKeys } from '@touchstone/core/keys/generate.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import type { Random } from '@touchstone/core/random.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { ApiError } from '../frame/errors.ts';
import { readSetting, writeSetting } from '../settings/store.ts';
import { changed, type Db, listsChanged, write } from '../store/engine.ts';
import { createMemory, createReadModel } from '../store/memories.ts';
import type { Vault } from '../vault/envelope.ts';
import { createEditions, type EditionNeeds } from './editions.ts';
import { OWN_SETS, type OwnUse } from './own-sets.ts';
import { byAlgorithm, createSecretKeyStore } from './secret-keys.ts';
import { insertKeySet, listKeySets, type StoredKeySet } from './store.ts';
import { createTurnstile, type Turnstile } from './turnstile.ts';

/** How long a rotation waits for signatures that are being made. */
const PATIENCE_MS = 10_000;

export interface KeySets {
  /** All sets, by use, the current one first. Waits until each use has one. */
  all(): Promise<readonly StoredKeySet[]>;
  /** The sets of one use that verify: current, then retired; never a revoked one. */
  verifying(use: OwnUse): Promise<readonly KeySet[]>;
  /**
   * Hands out the current set of a use with its secret keys by algorithm, all or those stated, and wipes them afterwards.
   * With `keySetId` it is that set, current or retired, for what names it already.
   */
  withSecrets<T>(
    use: OwnUse,
    action: (keySet: KeySet, secretKeys: ReadonlyMap<string, Uint8Array>) => Promise<T>,
    only?: readonly string[],
    keySetId?: string,
  ): Promise<T>;
  /** Hands out the secret keys of an own set by kid and wipes them afterwards: for the two statements that every set may make (decisions 12.10). */
  withAllSecrets<T>(keySet: KeySet, action: (secretKeys: ReadonlyMap<string, Uint8Array>) => Promise<T>): Promise<T>;
  /** What artifacts of this service name as their principal. */
  principal(): Promise<string>;
  /**
   * Makes the next edition of a use and its current set. The one before endorses it (decisions 12.8), is retired, and goes on
   * verifying what it signed until then: nothing is signed under either between the last signature of the one and the
   * `not_before` of the other. Rejects while another is made.
   */
  rotate(use: OwnUse): Promise<KeySet>;
  /** Makes what is missing; rejects with the first failure. */
  prepare(): Promise<void>;
}

interface Needs extends EditionNeeds {
  readonly db: Db;
  readonly vault: Vault;
  /** Told after each change, and once at the start, which sets there are. */
  readonly onChange: (sets: readonly StoredKeySet[]) => void;
}

/** Throws KEY_REVOKED: nobody would believe what such a set signs. */
export function requireUnrevoked(trust: TrustStore, keySet: KeySet): void {
  if (!isEditionRevoked(trust, keySet)) return;
  throw new ApiError('KEY_REVOKED', 'A key of the current key set of this service has been revoked.');
}

/** `Touchstone service <16 hex>`: unlike any other installation's, so that key sets cannot be confused (S9). */
async function principalOf(db: Db, random: Random): Promise<string> {
  const known = await readSetting(db, 'installation_id');
  if (known !== null) return `Touchstone service ${known}`;
  const id = toHex(random(8));
  await writeSetting(db, 'installation_id', id);
  return `Touchstone service ${id}`;
}

/** Must not be asked within a transaction. */
const keySets = createMemory('key-sets/key-sets', () =>
  createReadModel<readonly StoredKeySet[]>('key-sets', listKeySets),
);

export function createKeySets({ db, vault, onChange, ...needs }: Needs): KeySets {
  const { random, clock } = needs;
  const stored = createSecretKeyStore(db, vault);
  const editions = createEditions(needs, stored);
  const present = () => keySets.of(db).read(db);
  const turnstiles = new Map<OwnUse, Turnstile>(OWN_SETS.map(({ use }) => [use, createTurnstile(PATIENCE_MS)]));
  const rotating = new Set<OwnUse>();
  let starting: Promise<ReadonlyMap<OwnUse, Promise<void>>> | null = null;

  function turnstileOf(use: OwnUse): Turnstile {
    const turnstile = turnstiles.get(use);
    if (turnstile === undefined) throw new TypeError(`internal: there is no use ${use}`);
    return turnstile;
  }

  async function currentSet(use: OwnUse): Promise<KeySet | null> {
    return (await present()).find(({ keySet, state }) => keySet.use === use && state === 'current')?.keySet ?? null;
  }

  async function unrevokedSet(use: OwnUse, id: string): Promise<KeySet | null> {
    const stored = (await present()).find(({ keySet }) => keySet.use === use && keySet.keyset_id === id);
    return stored === undefined || stored.state === 'revoked' ? null : stored.keySet;
  }

  async function make(use: OwnUse, principal: string): Promise<void> {
    const { keySet, secretKeys } = await editions.make(use, principal, await present());
    try {
      await store(keySet, secretKeys);
    } finally {
      wipe(...secretKeys.values());
    }
  }

  async function store(keySet: KeySet, secretKeys: SecretKeys): Promise<void> {
    const sealed = stored.seal(keySet, secretKeys);
    await write(db, async (transaction) => {
      changed(transaction, 'key-sets');
      listsChanged(transaction, 'trust', null);
      await insertKeySet(transaction, keySet, sealed, clock());
    });
    onChange(await present());
  }

  /** Starts making what is missing; the promises tell when each use has its set. */
  function start(): Promise<ReadonlyMap<OwnUse, Promise<void>>> {
    starting ??= startAll().catch((error: unknown) => {
      starting = null;
      throw error;
    });
    return starting;
  }

  async function startAll(): Promise<ReadonlyMap<OwnUse, Promise<void>>> {
    const principal = await principalOf(db, random);
    const uses = new Map<OwnUse, Promise<void>>();
    for (const { use } of OWN_SETS) {
      const current = await currentSet(use);
      const isUsable = current !== null && (parseIsoTime(current.not_after) ?? 0) > clock();
      const made = isUsable ? Promise.resolve() : make(use, principal);
      // Whoever needs this use sees the failure and the next one tries again; nobody may need it at all.
      made.catch(() => {
        starting = null;
      });
      uses.set(use, made);
    }
    onChange(await present());
    return uses;
  }

  async function prepare(): Promise<void> {
    await Promise.all((await start()).values());
  }

  /** Waits for one use only: three-key signing need not wait for the slow artifact keys. */
  async function ready(use: OwnUse): Promise<void> {
    await (await start()).get(use);
  }

  return {
    prepare,

    principal: () => principalOf(db, random),

    async all() {
      await prepare();
      return present();
    },

    async rotate(use) {
      if (rotating.has(use)) throw new ApiError('CONFLICT', 'A new key set for this use is already being created.');
      rotating.add(use);
      try {
        await ready(use);
        // Keys take seconds: they are made while the former ones go on signing.
        const { keySet: draft, secretKeys } = await editions.make(use, await principalOf(db, random), await present());
        try {
          return await turnstileOf(use).alone(async () => {
            // The last signature of the former edition and the first moment of the next one are never the same.
            await setTimeout(2);
            const former = await currentSet(use);
            if (former === null) throw new TypeError(`internal: there is no current key set for ${use}`);
            const keySet = await editions.succeed(draft, former);
            await store(keySet, secretKeys);
            return keySet;
          });
        } finally {
          wipe(...secretKeys.values());
        }
      } finally {
        rotating.delete(use);
      }
    },

    async verifying(use) {
      await ready(use);
      const sets = await present();
      return sets.filter(({ keySet, state }) => keySet.use === use && state !== 'revoked').map(({ keySet }) => keySet);
    },

    withAllSecrets: stored.open,

    async withSecrets(use, action, only, keySetId) {
      await ready(use);
      const lend = async (keySet: KeySet | null) => {
        if (keySet === null) throw new TypeError(`internal: there is no ${keySetId ?? 'current'} key set for ${use}`);
        return stored.open(keySet, (secretKeys) => action(keySet, byAlgorithm(keySet, secretKeys)), only);
      };
      if (keySetId !== undefined) return lend(await unrevokedSet(use, keySetId));
      return turnstileOf(use).pass(async () => lend(await currentSet(use)));
    },
  };
}
