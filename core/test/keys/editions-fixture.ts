/** Small key sets with real keys, so that many editions of a line are cheap. */
import nodeCrypto from 'node:crypto';
import { type GeneratedKeySet, generateKeySet, type KeySetPlan } from '@touchstone/core/keys/generate.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { endorseKeySet } from '@touchstone/core/keys/sign-endorsement.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { pinKeySet, type TrustChange } from '@touchstone/core/keys/trust-changes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { nobleBackend } from '@touchstone/core/sign/noble-backend.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';

export const provider = createSignatureProvider([nodeBackend(nodeCrypto), nobleBackend], systemRandom);
export const NOW = Date.UTC(2026, 10, 23, 12);
export const DAY = 86_400_000;
export const PIN = { at: NOW, by: 'Ada', source: 'file.pqkeys.json' };

const PLAN: KeySetPlan = {
  keyset_id: 'ks',
  issuer: 'Office',
  principal: 'release',
  use: 'artifact',
  serial: 1,
  notBefore: NOW - 100 * DAY,
  notAfter: NOW + 300 * DAY,
  algorithms: ['ML-DSA-44', 'Ed25519'],
};

/** Edition n begins ten days after the one before it. */
export function edition(serial: number, changes: Partial<KeySetPlan> = {}): Promise<GeneratedKeySet> {
  const notBefore = PLAN.notBefore + (serial - 1) * 10 * DAY;
  return generateKeySet({ ...PLAN, keyset_id: `ks-${serial}`, serial, notBefore, ...changes }, provider);
}

export async function endorsed(set: GeneratedKeySet, by: GeneratedKeySet): Promise<GeneratedKeySet> {
  return { ...set, keySet: await endorseKeySet(set.keySet, by.keySet, by.secretKeys, provider) };
}

export function storeOf(change: TrustChange): TrustStore {
  if (!change.ok) throw new Error(`${change.code}: ${change.message}`);
  return change.store;
}

export function pinned(...sets: readonly (KeySet | GeneratedKeySet)[]): TrustStore {
  return sets.reduce<TrustStore>(
    (store, set) => storeOf(pinKeySet(store, 'keySet' in set ? set.keySet : set, PIN)),
    EMPTY_TRUST_STORE,
  );
}
