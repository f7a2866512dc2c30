/** The editions of the service's own key sets: how one is planned and made, and how it follows the one before it. */
import { ISSUER_NAME } from '@touchstone/core/artifact/artifact.ts';
import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import { isEditionRevoked } from '@touchstone/core/keys/editions.ts';
import { type GeneratedKeySet, newKeySetId, planKeySet } from '@touchstone/core/keys/generate.ts';
import { algorithmOf, type KeySet, readKeySet } from '@touchstone/core/keys/key-set.ts';
import { endorseKeySet } from '@touchstone/core/keys/sign-endorsement.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Signer } from '@touchstone/core/sign/family.ts';
import { isSignatureAlgorithm } from '@touchstone/core/sign/lengths.ts';
import { type Clock, parseIsoTime } from '@touchstone/core/time.ts';
import type { RunJob } from '../frame/job.ts';
import { algorithmsOf, type OwnUse } from './own-sets.ts';
import type { SecretKeyStore } from './secret-keys.ts';
import type { StoredKeySet } from './store.ts';
import { generateEncSetJob, generateKeySetJob } from './work.ts';

const VALID_YEARS = 5;
const DAY_MS = 86_400_000;

export interface Editions {
  /** Makes the edition of a use that comes after all of `sets`. The caller wipes its secret keys. */
  make(use: OwnUse, principal: string, sets: readonly StoredKeySet[]): Promise<GeneratedKeySet>;
  /** What was made, as the successor of `former`: valid from now on, endorsed by it where it can. */
  succeed(made: KeySet, former: KeySet): Promise<KeySet>;
}

export interface EditionNeeds {
  /** Keys are made in a worker. */
  readonly run: RunJob;
  readonly random: Random;
  readonly clock: Clock;
  /** Endorses the next editions. */
  readonly signer: Pick<Signer, 'sign'>;
  readonly trust: () => TrustStore;
}

export function createEditions(
  { run, random, clock, signer, trust }: EditionNeeds,
  stored: Pick<SecretKeyStore, 'open'>,
): Editions {
  /** From now on: what it signs lies after all that the former one signed. */
  function successorOf(former: KeySet, { keyset_id, issuer, principal, use, serial, keys }: KeySet): KeySet {
    const notBefore = Math.max(clock(), (parseIsoTime(former.not_before) ?? 0) + 1);
    return planKeySet({ keyset_id, issuer, principal, use, serial, ...validityFrom(notBefore) }, keys);
  }

  /** Endorsed by the edition before it, where that one counts now and can sign: a KEM key signs nothing. */
  async function endorsed(keySet: KeySet, former: KeySet): Promise<KeySet> {
    const isOver = (parseIsoTime(former.not_after) ?? 0) < clock();
    if (isOver || isEditionRevoked(trust(), former)) return keySet;
    if (!former.keys.every((key) => isSignatureAlgorithm(algorithmOf(key)))) return keySet;
    return stored.open(former, (secretKeys) => endorseKeySet(keySet, former, secretKeys, signer));
  }

  return {
    async make(use, principal, sets) {
      // From the start of the day: what is issued in the first seconds, while keys are being made, is in their validity.
      const notBefore = Math.floor(clock() / DAY_MS) * DAY_MS;
      const serials = sets.filter(({ keySet }) => keySet.use === use).map(({ keySet }) => keySet.serial);
      const serial = Math.max(0, ...serials) + 1;
      const named = { keyset_id: newKeySetId(random), issuer: ISSUER_NAME, principal, use, serial };
      const plan = { ...named, ...validityFrom(notBefore) };
      const made =
        use === 'enc'
          ? await run(generateEncSetJob, plan)
          : await run(generateKeySetJob, { ...plan, algorithms: algorithmsOf(use) });
      const checked = readKeySet(made.keySet as JsonValue);
      if (!checked.ok) throw new TypeError(`internal: a worker made an unreadable key set: ${checked.field}`);
      return { keySet: checked.keySet, secretKeys: made.secretKeys };
    },

    succeed: (made, former) => endorsed(successorOf(former, made), former),
  };
}

/** Five years, in milliseconds since 1970. */
function validityFrom(notBefore: number): { readonly notBefore: number; readonly notAfter: number } {
  const notAfter = new Date(notBefore).setUTCFullYear(new Date(notBefore).getUTCFullYear() + VALID_YEARS);
  return { notBefore, notAfter };
}
