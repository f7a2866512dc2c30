/**
 * The service's own key sets, one for each use (S4). They are made in a worker at the first start; whoever needs one
 * before it exists waits for it. Secret keys are sealed at rest and opened for one use at a time.
 */

import { setTimeout } from 'node:timers/promises';
import { ISSUER_NAME } from '@touchstone/core/artifact/artifact.ts';
import { toHex, wipe } from '@touchstone/core/bytes.ts';
import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import { isEditionRevoked } from '@touchstone/core/keys/editions.ts';
import { ARTIFACT_ALGORITHMS, type KeySetPlan, newKeySetId, planKeySet } from '@touchstone/core/keys/generate.ts';
import { algorithmOf, type KeySet, type KeyUse, readKeySet } from '@touchstone/core/keys/key-set.ts';
import { endorseKeySet } from '@touchstone/core/keys/sign-endorsement.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { SignatureAlgorithm, Signer } from '@touchstone/core/sign/family.ts';
import { isSignatureAlgorithm } from '@touchstone/core/sign/lengths.ts';
import { type Clock, parseIsoTime } from '@touchstone/core/time.ts';
import { ApiError } from '../frame/errors.ts';
import type { RunJob } from '../frame/job.ts';
import { readSetting, writeSetting } from '../settings/store.ts';
import { changed, type Db, write } from '../store/engine.ts';
import type { Place, Vault } from '../vault/envelope.ts';
import { findSecret, insertKeySet, listKeySets, type StoredKeySet } from './store.ts';
import { createTurnstile, type Turnstile } from './turnstile.ts';
import { generateEncSetJob, generateKeySetJob } from './work.ts';

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

interface Needs {
  readonly db: Db;
  readonly vault: Vault;
  /** Keys are made in a worker. */
  readonly run: RunJob;
  readonly random: Random;
  readonly clock: Clock;
  /** Endorses the next editions. */
  readonly signer: Pick<Signer, 'sign'>;
  readonly trust: () => TrustStore;
  /** Told after each change, and once at the start, which sets there are. */
  readonly onChange: (sets: readonly StoredKeySet[]) => void;
}

export function holdsRevokedKey(trust: TrustStore, keySet: KeySet): boolean {
  return isEditionRevoked(trust, keySet);
}

/** Throws KEY_REVOKED: nobody would believe what such a set signs. */
export function requireUnrevoked(trust: TrustStore, keySet: KeySet): void {
  if (!holdsRevokedKey(trust, keySet)) return;
  throw new ApiError('KEY_REVOKED', 'A key of the current key set of this service has been revoked.');
}

/** Five years, in milliseconds since 1970. */
function validityFrom(notBefore: number): { readonly notBefore: number; readonly notAfter: number } {
  const notAfter = new Date(notBefore).setUTCFullYear(new Date(notBefore).getUTCFullYear() + VALID_YEARS);
  return { notBefore, notAfter };
}

function placeOf(fingerprint: string, kid: string): Place {
  return { kind: 'key-set', project: '', object: fingerprint, column: kid, version: 1 };
}

export function createKeySets({ db, vault, run, random, clock, signer, trust, onChange }: Needs): KeySets {
  let sets: readonly StoredKeySet[] = [];
  const turnstiles = new Map<OwnUse, Turnstile>(OWN_SETS.map(({ use }) => [use, createTurnstile(PATIENCE_MS)]));
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

  function turnstileOf(use: OwnUse): Turnstile {
    const turnstile = turnstiles.get(use);
    if (turnstile === undefined) throw new TypeError(`internal: there is no use ${use}`);
    return turnstile;
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
    const serials = sets.filter(({ keySet }) => keySet.use === use).map(({ keySet }) => keySet.serial);
    const serial = Math.max(0, ...serials) + 1;
    const named = { keyset_id: newKeySetId(random), issuer: ISSUER_NAME, principal: who, use, serial };
    return { ...named, ...validityFrom(notBefore) };
  }

  async function make(plan: Omit<KeySetPlan, 'algorithms'>, algorithms: readonly SignatureAlgorithm[]): Promise<void> {
    const { keySet, secretKeys } = await generate(plan, algorithms);
    try {
      await store(keySet, secretKeys);
    } finally {
      wipe(...secretKeys.values());
    }
  }

  async function generate(plan: Omit<KeySetPlan, 'algorithms'>, algorithms: readonly SignatureAlgorithm[]) {
    const { keySet: made, secretKeys } =
      plan.use === 'enc' ? await run(generateEncSetJob, plan) : await run(generateKeySetJob, { ...plan, algorithms });
    const checked = readKeySet(made as JsonValue);
    if (!checked.ok) throw new TypeError(`internal: a worker made an unreadable key set: ${checked.field}`);
    return { keySet: checked.keySet, secretKeys };
  }

  async function store(keySet: KeySet, secretKeys: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const sealed = [...secretKeys].map(([kid, secret]) => ({
      kid,
      envelope: vault.seal(placeOf(keySet.fingerprint, kid), secret),
    }));
    await write(db, async (transaction) => {
      await changed(transaction, 'key-sets');
      await insertKeySet(transaction, keySet, sealed, clock());
    });
    sets = await listKeySets(db);
    onChange(sets);
  }

  /** The secret keys of a set by kid, all or those of the stated algorithms. The caller wipes them. */
  async function openSecrets(keySet: KeySet, only?: readonly string[]): Promise<Map<string, Uint8Array>> {
    const secretKeys = new Map<string, Uint8Array>();
    try {
      for (const key of keySet.keys) {
        if (only !== undefined && !only.includes(algorithmOf(key))) continue;
        const box = await findSecret(db, keySet.fingerprint, key.kid);
        const secret = box === null ? null : vault.open(placeOf(keySet.fingerprint, key.kid), box);
        if (secret === null) throw new TypeError(`internal: a secret key of ${keySet.keyset_id} does not open`);
        secretKeys.set(key.kid, secret);
      }
      return secretKeys;
    } catch (error) {
      wipe(...secretKeys.values());
      throw error;
    }
  }

  async function withAllSecrets<T>(
    keySet: KeySet,
    action: (secretKeys: ReadonlyMap<string, Uint8Array>) => Promise<T>,
  ): Promise<T> {
    const secretKeys = await openSecrets(keySet);
    try {
      return await action(secretKeys);
    } finally {
      wipe(...secretKeys.values());
    }
  }

  /** The plan of the edition after `former`, from now on: what it signs lies after all that the former one signed. */
  function successorOf(former: KeySet, keySet: KeySet): KeySet {
    const { keyset_id, issuer, principal, use, serial, keys } = keySet;
    const notBefore = Math.max(clock(), (parseIsoTime(former.not_before) ?? 0) + 1);
    return planKeySet({ keyset_id, issuer, principal, use, serial, ...validityFrom(notBefore) }, keys);
  }

  /** Endorsed by the edition before it, where that one counts now and can sign: a KEM key signs nothing. */
  async function endorsed(keySet: KeySet, former: KeySet): Promise<KeySet> {
    const isOver = (parseIsoTime(former.not_after) ?? 0) < clock();
    if (isOver || holdsRevokedKey(trust(), former)) return keySet;
    if (!former.keys.every((key) => isSignatureAlgorithm(algorithmOf(key)))) return keySet;
    return withAllSecrets(former, (secretKeys) => endorseKeySet(keySet, former, secretKeys, signer));
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
    onChange(sets);
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
        // Keys take seconds: they are made while the former ones go on signing.
        const { keySet: draft, secretKeys } = await generate(planOf(use, await principal()), row?.algorithms ?? []);
        try {
          return await turnstileOf(use).alone(async () => {
            // The last signature of the former edition and the first moment of the next one are never the same.
            await setTimeout(2);
            const former = currentSet(use);
            if (former === null) throw new TypeError(`internal: there is no current key set for ${use}`);
            const keySet = await endorsed(successorOf(former, draft), former);
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
      return sets.filter(({ keySet, state }) => keySet.use === use && state !== 'revoked').map(({ keySet }) => keySet);
    },

    withAllSecrets,

    async withSecrets(use, action, only, keySetId) {
      await ready(use);
      const run = async (keySet: KeySet | null) => {
        if (keySet === null) throw new TypeError(`internal: there is no ${keySetId ?? 'current'} key set for ${use}`);
        const secretKeys = await openSecrets(keySet, only);
        try {
          const byAlgorithm = keySet.keys.flatMap((key) => {
            const secret = secretKeys.get(key.kid);
            return secret === undefined ? [] : [[algorithmOf(key), secret] as const];
          });
          return await action(keySet, new Map(byAlgorithm));
        } finally {
          wipe(...secretKeys.values());
        }
      };
      if (keySetId !== undefined) return run(unrevokedSet(use, keySetId));
      return turnstileOf(use).pass(() => run(currentSet(use)));
    },
  };
}
