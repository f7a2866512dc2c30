/**
 * The service's own key sets, one for each use (S4). They are made in a worker at the first start; whoever needs one
 * before it exists waits for it. Secret keys are sealed at rest and opened for one use at a time.
 */

import { ISSUER_NAME } from '@touchstone/core/artifact/artifact.ts';
import { toHex, wipe } from '@touchstone/core/bytes.ts';
import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import { ARTIFACT_ALGORITHMS, type KeySetPlan, newKeySetId } from '@touchstone/core/keys/generate.ts';
import { algorithmOf, type KeySet, type KeyUse, readKeySet } from '@touchstone/core/keys/key-set.ts';
import { isRevoked, type TrustStore } from '@touchstone/core/keys/trust.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { SignatureAlgorithm } from '@touchstone/core/sign/family.ts';
import { type Clock, parseIsoTime } from '@touchstone/core/time.ts';
import { ApiError } from './errors.ts';
import type { Db } from './store/db.ts';
import { findSecret, insertKeySet, listKeySets, type StoredKeySet } from './store/key-sets.ts';
import { readSetting, writeSetting } from './store/settings.ts';
import type { Place, Vault } from './vault/envelope.ts';
import type { RunJob } from './workers/pool.ts';

/** The uses that this version signs or decrypts with, the fastest to make first. */
const OWN_SETS = [
  { use: '3key', algorithms: ['Ed25519', 'ML-DSA-65', 'FALCON-512'] },
  { use: 'service', algorithms: ['ML-DSA-65', 'FALCON-512', 'SLH-DSA-SHA2-128f'] },
  { use: 'receipt', algorithms: ['ML-DSA-65', 'FALCON-512', 'SLH-DSA-SHA2-128f'] },
  { use: 'enc', algorithms: [] },
  { use: 'artifact', algorithms: ARTIFACT_ALGORITHMS },
] as const satisfies readonly { use: KeyUse; algorithms: readonly SignatureAlgorithm[] }[];

export type OwnUse = (typeof OWN_SETS)[number]['use'];

const VALID_YEARS = 5;
const DAY_MS = 86_400_000;

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
  /** What artifacts of this service name as their principal. */
  principal(): Promise<string>;
  /** Makes a new current set of a use; the one before is retired and goes on verifying. Rejects while another is made. */
  rotate(use: OwnUse): Promise<KeySet>;
  /** Makes what is missing; rejects with the first failure. */
  prepare(): Promise<void>;
}

interface Needs {
  readonly db: Db;
  readonly vault: Vault;
  readonly run: RunJob;
  readonly random: Random;
  readonly clock: Clock;
}

export function holdsRevokedKey(trust: TrustStore, keySet: KeySet): boolean {
  // Spares the thumbprints of the usual case.
  return trust.revocations.length > 0 && keySet.keys.some((key) => isRevoked(trust, key));
}

/** Throws KEY_REVOKED: nobody would believe what such a set signs. */
export function requireUnrevoked(trust: TrustStore, keySet: KeySet): void {
  if (!holdsRevokedKey(trust, keySet)) return;
  throw new ApiError('KEY_REVOKED', 'A key of the current key set of this service has been revoked.');
}

function placeOf(fingerprint: string, kid: string): Place {
  return { kind: 'key-set', project: '', object: fingerprint, column: kid, version: 1 };
}

export function createKeySets({ db, vault, run, random, clock }: Needs): KeySets {
  let sets: readonly StoredKeySet[] = [];
  const rotating = new Set<OwnUse>();
  let starting: Promise<ReadonlyMap<OwnUse, Promise<void>>> | null = null;

  /** `Touchstone service <16 hex>`: unlike any other installation's, so that key sets cannot be confused (S9). */
  async function principal(): Promise<string> {
    const known = await readSetting(db, 'installation_id');
    if (known !== null) return `Touchstone service ${known}`;
    const id = toHex(random(8));
    await writeSetting(db, 'installation_id', id);
    return `Touchstone service ${id}`;
  }

  function currentSet(use: OwnUse): KeySet | null {
    return sets.find(({ keySet, state }) => keySet.use === use && state === 'current')?.keySet ?? null;
  }

  function unrevokedSet(use: OwnUse, id: string): KeySet | null {
    const stored = sets.find(({ keySet }) => keySet.use === use && keySet.keyset_id === id);
    return stored === undefined || stored.state === 'revoked' ? null : stored.keySet;
  }

  function planOf(use: OwnUse, who: string): Omit<KeySetPlan, 'algorithms'> {
    // From the start of the day: what is issued in the first seconds, while keys are being made, is in their validity.
    const notBefore = Math.floor(clock() / DAY_MS) * DAY_MS;
    const notAfter = new Date(notBefore).setUTCFullYear(new Date(notBefore).getUTCFullYear() + VALID_YEARS);
    const serials = sets.filter(({ keySet }) => keySet.use === use).map(({ keySet }) => keySet.serial);
    const serial = Math.max(0, ...serials) + 1;
    return { keyset_id: newKeySetId(random), issuer: ISSUER_NAME, principal: who, use, serial, notBefore, notAfter };
  }

  async function make(plan: Omit<KeySetPlan, 'algorithms'>, algorithms: readonly SignatureAlgorithm[]): Promise<void> {
    const { keySet: made, secretKeys } =
      plan.use === 'enc' ? await run('generateEncSet', plan) : await run('generateKeySet', { ...plan, algorithms });
    const checked = readKeySet(made as JsonValue);
    if (!checked.ok) throw new TypeError(`internal: a worker made an unreadable key set: ${checked.field}`);
    const { keySet } = checked;
    try {
      const sealed = [...secretKeys].map(([kid, secret]) => ({
        kid,
        envelope: vault.seal(placeOf(keySet.fingerprint, kid), secret),
      }));
      await db.transaction().execute((transaction) => insertKeySet(transaction, keySet, sealed, clock()));
    } finally {
      wipe(...secretKeys.values());
    }
    sets = await listKeySets(db);
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
    const who = await principal();
    sets = await listKeySets(db);
    const uses = new Map<OwnUse, Promise<void>>();
    for (const { use, algorithms } of OWN_SETS) {
      const current = currentSet(use);
      const isUsable = current !== null && (parseIsoTime(current.not_after) ?? 0) > clock();
      const made = isUsable ? Promise.resolve() : make(planOf(use, who), algorithms);
      // Whoever needs this use sees the failure and the next one tries again; nobody may need it at all.
      made.catch(() => {
        starting = null;
      });
      uses.set(use, made);
    }
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
    principal,

    async all() {
      await prepare();
      return sets;
    },

    async rotate(use) {
      if (rotating.has(use)) throw new ApiError('CONFLICT', 'A new key set of this use is being made already.');
      rotating.add(use);
      try {
        await ready(use);
        const row = OWN_SETS.find((own) => own.use === use);
        await make(planOf(use, await principal()), row?.algorithms ?? []);
        const made = currentSet(use);
        if (made === null) throw new TypeError(`internal: there is no current key set for ${use}`);
        return made;
      } finally {
        rotating.delete(use);
      }
    },

    async verifying(use) {
      await ready(use);
      return sets.filter(({ keySet, state }) => keySet.use === use && state !== 'revoked').map(({ keySet }) => keySet);
    },

    async withSecrets(use, action, only, keySetId) {
      await ready(use);
      const keySet = keySetId === undefined ? currentSet(use) : unrevokedSet(use, keySetId);
      if (keySet === null) throw new TypeError(`internal: there is no ${keySetId ?? 'current'} key set for ${use}`);
      const secretKeys = new Map<string, Uint8Array>();
      try {
        for (const key of keySet.keys) {
          if (only !== undefined && !only.includes(algorithmOf(key))) continue;
          const box = await findSecret(db, keySet.fingerprint, key.kid);
          const secret = box === null ? null : vault.open(placeOf(keySet.fingerprint, key.kid), box);
          if (secret === null) throw new TypeError(`internal: a secret key of ${keySet.keyset_id} does not open`);
          secretKeys.set(algorithmOf(key), secret);
        }
        return await action(keySet, secretKeys);
      } finally {
        wipe(...secretKeys.values());
      }
    },
  };
}
