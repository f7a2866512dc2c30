/** Release sets with real keys of the three families, and releases signed with them. */
import nodeCrypto from 'node:crypto';
import { utf8 } from '@touchstone/core/bytes.ts';
import { type GeneratedKeySet, generateKeySet } from '@touchstone/core/keys/generate.ts';
import { endorseKeySet } from '@touchstone/core/keys/sign-endorsement.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { RELEASE_ALGORITHMS } from '@touchstone/core/release/release-set.ts';
import { type ReleaseFacts, type ReleaseSigner, signRelease } from '@touchstone/core/release/sign-release.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';

export const provider = createSignatureProvider([nodeBackend(nodeCrypto)], systemRandom);
export const NOW = Date.UTC(2026, 10, 21);
export const DAY = 86_400_000;

/** Edition n begins a hundred days after the one before it and is valid for three years. */
export async function releaseSet(serial: number, endorser?: ReleaseSigner): Promise<GeneratedKeySet> {
  const notBefore = NOW - 400 * DAY + serial * 100 * DAY;
  const plan = {
    keyset_id: `release-${serial}`,
    issuer: 'Touchstone',
    principal: 'release',
    use: 'release' as const,
    serial,
    notBefore,
    notAfter: notBefore + 1_000 * DAY,
    algorithms: RELEASE_ALGORITHMS,
  };
  const made = await generateKeySet(plan, provider);
  if (endorser === undefined) return made;
  return { ...made, keySet: await endorseKeySet(made.keySet, endorser.keySet, endorser.secretKeys, provider) };
}

export const FACTS: ReleaseFacts = {
  format: 'svc-release/v1',
  product: 'Touchstone',
  version: '1.3.0',
  platform: 'linux-x64',
  released_at: '2026-11-20T00:00:00Z',
  file: { name: 'touchstone-1.3.0.deb', size: 15, sha256: '0'.repeat(64), sha512: '0'.repeat(128) },
};

export async function release(
  change: Partial<ReleaseFacts>,
  by: ReleaseSigner,
  next: ReleaseSigner | null = null,
): Promise<Uint8Array> {
  return utf8(await signRelease({ ...FACTS, ...change }, by, next, provider));
}
