/** A chain of blocks for tests, signed by a real key set. */
import { generateKeySet } from '@touchstone/core/keys/generate.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { pinKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { type AnchorEntry, networkOf } from '@touchstone/core/ledger/anchor.ts';
import {
  anchorsRoot,
  headerBody,
  headerHash,
  type LedgerBlock,
  type LedgerHeader,
} from '@touchstone/core/ledger/block.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { nobleBackend } from '@touchstone/core/sign/noble-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { signStatement } from '@touchstone/core/sign/sign-statement.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';

export const NOW = Date.UTC(2026, 3, 1, 12);
const YEAR_MS = 365 * 86_400_000;

export const provider = createSignatureProvider([nobleBackend], systemRandom);

export interface TestSigner {
  readonly keySet: KeySet;
  sign(header: LedgerHeader): Promise<string>;
}

export async function newSigner(keysetId = 'ks_service'): Promise<TestSigner> {
  const { keySet, secretKeys } = await generateKeySet(
    {
      keyset_id: keysetId,
      issuer: 'Issuer',
      principal: 'test',
      use: 'service',
      serial: 1,
      notBefore: NOW - YEAR_MS,
      notAfter: NOW + YEAR_MS,
      algorithms: ['ML-DSA-65'],
    },
    provider,
  );
  const [secret] = secretKeys.values();
  if (secret === undefined) throw new TypeError('no key');
  return { keySet, sign: (header) => signStatement('ledger-header', headerBody(header), secret, provider) };
}

export function pinned(keySet: KeySet): TrustStore {
  const change = pinKeySet(EMPTY_TRUST_STORE, keySet, { by: 'test', source: 'test', at: NOW });
  if (!change.ok) throw new TypeError('not pinned');
  return change.store;
}

export function entry(position: number): AnchorEntry {
  return {
    network: networkOf('ethereum'),
    ledger_id: 'led_1',
    position,
    kind: 'document',
    commitment: position.toString(16).padStart(64, '0'),
    accepted_at: formatIsoTime(NOW + position),
  };
}

/** Blocks with as many anchors each as stated. `change` may alter a header before it is hashed and signed. */
export async function buildChain(
  signer: TestSigner,
  sizes: readonly number[],
  change: (header: LedgerHeader) => LedgerHeader = (header) => header,
): Promise<readonly LedgerBlock[]> {
  const blocks: LedgerBlock[] = [];
  let previous: string | null = null;
  let position = 1;
  for (const [index, size] of sizes.entries()) {
    const first = position;
    const anchors = Array.from({ length: size }, (_, at) => entry(first + at));
    const header: LedgerHeader = change({
      ledger_id: 'led_1',
      network: networkOf('ethereum'),
      height: index + 1,
      previous,
      anchors_root: anchorsRoot(anchors),
      anchors: size,
      first_position: position,
      depth: 3,
      created_at: formatIsoTime(NOW + index * 1000),
      restored: null,
      keyset_id: signer.keySet.keyset_id,
    });
    blocks.push({ header, signature: await signer.sign(header), anchors });
    previous = headerHash(header);
    position += size;
  }
  return blocks;
}
