/**
 * Judges three signatures of which no file says who made them (security, S7): the trusted sets of use `3key` are tried, and the
 * findings are about the one that made most of them.
 */
import { type HeldEdition, heldEditions, revocationOf } from '../keys/editions.ts';
import { algorithmOf, type KeySet } from '../keys/key-set.ts';
import type { Trust } from '../keys/trust.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import type { CheckList } from '../verdict/checks.ts';
import { checkOneSigner, type OneSigner } from '../verdict/one-signer.ts';
import type { SlotReport } from '../verdict/verification-report.ts';
import {
  THREE_KEY_FAMILIES,
  THREE_KEY_SLOTS,
  type ThreeKeyBytes,
  type ThreeKeyFamily,
  threeKeyMessageOf,
  threeKeysOf,
} from './three-key.ts';

export interface ThreeKeyJudging {
  readonly trust: Trust;
  readonly verifier: SignatureVerifier;
  /** The time at which the set must be valid, milliseconds since 1970. */
  readonly at: number;
  readonly words: OneSigner['words'];
  /** What is said of keys that the file brings along, or does not. */
  readonly aboutKeys: string;
}

export interface ThreeKeySigner {
  readonly slots: Readonly<Record<string, SlotReport>>;
  /** Null where no trusted set made any of the signatures. */
  readonly signer: HeldEdition | null;
}

interface JudgedSigner {
  readonly pinned: HeldEdition;
  /** Per family, in the order of `THREE_KEY_FAMILIES`. */
  readonly holds: readonly boolean[];
}

/** Adds the checks of the signatures, of trust, revocation and period. */
export async function judgeThreeKey(
  signatures: ThreeKeyBytes,
  dataHash: Uint8Array,
  { trust, verifier, at, words, aboutKeys }: ThreeKeyJudging,
  checks: CheckList,
): Promise<ThreeKeySigner> {
  const message = threeKeyMessageOf(dataHash);
  const judged = await Promise.all(
    heldEditions(trust).map(async (pinned): Promise<JudgedSigner | null> => {
      const keys = threeKeysOf(pinned.keySet);
      if (keys === null) return null;
      const holds = await Promise.all(
        THREE_KEY_FAMILIES.map((family) => verifier.verify(family, keys[family], message, signatures[family])),
      );
      return { pinned, holds };
    }),
  );
  const best = bestOf(judged.filter((entry) => entry !== null));
  const expected = 'a trusted key set of use 3key that made the signatures';
  if (best === null) {
    return untrusted(
      judged.some((entry) => entry !== null),
      aboutKeys,
      expected,
      checks,
    );
  }
  const { pinned, holds } = best;
  const { keySet } = pinned;
  const families = THREE_KEY_FAMILIES.map((family, index) => ({
    slot: THREE_KEY_SLOTS[family],
    algorithm: family,
    holds: holds[index] === true,
    isRevoked: isFamilyRevoked(trust, keySet, family),
  }));
  return { slots: checkOneSigner(families, { edition: pinned, trust, at, expected, words }, checks), signer: pinned };
}

/** The set that made most of the signatures; null where none of the sets made any. */
function bestOf(judged: readonly JudgedSigner[]): JudgedSigner | null {
  const count = ({ holds }: JudgedSigner) => holds.filter((held) => held).length;
  const most = Math.max(0, ...judged.map(count));
  return most === 0 ? null : (judged.find((entry) => count(entry) === most) ?? null);
}

function untrusted(wasTried: boolean, aboutKeys: string, expected: string, checks: CheckList): ThreeKeySigner {
  for (const family of THREE_KEY_FAMILIES) {
    checks.skip('signature', THREE_KEY_SLOTS[family], `The ${family} signature.`, 'trust.key_set');
  }
  const sentence = [
    wasTried
      ? 'No key set of use 3key that you trust made any of the signatures.'
      : 'You trust no key set of use 3key yet. Import the one of the service and compare its fingerprint.',
    aboutKeys,
  ].join(' ');
  const found = wasTried ? 'trusted sets, but not the one that signed' : 'none';
  checks.add('trust', 'key_set', { status: 'pending', sentence, expected, found, reason: 'SIGNER_NOT_TRUSTED' });
  checks.skip('trust', 'revocation', 'Whether a key that signed is revoked.', 'trust.key_set');
  checks.skip('validity', 'key_period', 'Whether the key set is valid.', 'trust.key_set');
  const reason = 'No trusted key set made any of the signatures, so this one could not be judged.';
  return { slots: everySlot((family) => ({ status: 'untrusted', algorithm: family, reason })), signer: null };
}

function isFamilyRevoked(trust: Trust, keySet: KeySet, family: ThreeKeyFamily): boolean {
  const key = keySet.keys.find((candidate) => algorithmOf(candidate) === family);
  return key !== undefined && revocationOf(trust, keySet, key) !== undefined;
}

/** What `make` says of each family, by the names that reports have for them. */
export function everySlot(make: (family: ThreeKeyFamily) => SlotReport): Record<string, SlotReport> {
  return Object.fromEntries(THREE_KEY_FAMILIES.map((family) => [THREE_KEY_SLOTS[family], make(family)]));
}
