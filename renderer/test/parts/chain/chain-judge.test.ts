import { entryHash } from '@touchstone/core/chain-of-entries/chain.ts';
import { publicJwk, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { SECRET_AUDIT } from '@touchstone/core/secrets/audit-chain.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { signStatement } from '@touchstone/core/sign/sign-statement.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { chainKeys } from '../../../src/parts/chain/chain-checker.ts';
import { CHAIN_START, type ChainEntry, type ChainKey } from '../../../src/parts/chain/chain-jobs.ts';
import { signatureStates, walkChain } from '../../../src/parts/chain/chain-judge.ts';

const OWNER = { chain: 'secrets', projectId: 'prj_local' } as const;
const provider = createSignatureProvider([], systemRandom);
let entries: ChainEntry[];
let keys: readonly ChainKey[];

beforeAll(async () => {
  const { publicKey, secretKey } = await provider.generateKeyPair('ML-DSA-65', new Uint8Array(32).fill(7));
  const set = sealKeySet({
    keyset_id: 'service-1',
    issuer: 'test',
    principal: 'test',
    use: 'service',
    serial: 1,
    not_before: '2026-01-01T00:00:00.000Z',
    not_after: '2036-01-01T00:00:00.000Z',
    keys: [publicJwk('ML-DSA-65', publicKey)],
  });
  keys = chainKeys([set, { ...set, use: 'artifact', keyset_id: 'other' }]);
  entries = [];
  let previous: string | null = null;
  for (const position of [1, 2, 3, 4, 5]) {
    const body: ChainEntry['body'] = {
      project_id: 'prj_local',
      position,
      keyset_id: 'service-1',
      previous_hash: previous,
      action: 'store',
    };
    entries.push({ body, signature: await signStatement('audit', body, secretKey, provider) });
    previous = entryHash(SECRET_AUDIT, body);
  }
});

/** The entries with one of them changed. */
function changed(at: number, change: (entry: ChainEntry) => ChainEntry): ChainEntry[] {
  return entries.map((entry, index) => (index === at ? change(entry) : entry));
}

describe('walkChain', () => {
  it('takes the keys of service sets alone', () => {
    expect(keys.map(({ keySetId }) => keySetId)).toEqual(['service-1']);
  });

  it('walks a whole chain, also in stretches', async () => {
    const whole = await walkChain(OWNER, entries, CHAIN_START, keys, provider);
    expect(whole).toMatchObject({ brokenAt: null, head: { position: 5 } });
    const first = await walkChain(OWNER, entries.slice(0, 3), CHAIN_START, keys, provider);
    expect(first).toMatchObject({ brokenAt: null, head: { position: 3 } });
    expect(await walkChain(OWNER, entries.slice(3), first.head, keys, provider)).toEqual(whole);
  });

  it('locates a changed, a removed and a foreign entry', async () => {
    for (const at of [0, 1, 2, 3, 4]) {
      const edited = changed(at, (entry) => ({ ...entry, body: { ...entry.body, action: 'delete' } }));
      expect((await walkChain(OWNER, edited, CHAIN_START, keys, provider)).brokenAt).toBe(at + 1);
    }
    expect((await walkChain(OWNER, entries.toSpliced(1, 1), CHAIN_START, keys, provider)).brokenAt).toBe(2);
    const foreign = { ...OWNER, projectId: 'prj_other' };
    expect((await walkChain(foreign, entries, CHAIN_START, keys, provider)).brokenAt).toBe(1);
  });
});

describe('signatureStates', () => {
  const states = (some: readonly ChainEntry[], chain: 'secrets' | 'health-session' = 'secrets', with_ = keys) =>
    signatureStates(chain, some, with_, provider);

  it('tells what holds, what fails and what nothing can be said about', async () => {
    const single = entries.slice(0, 1);
    expect(await states(single)).toEqual(['holds']);
    // The same bytes under another kind of statement are another statement.
    expect(await states(single, 'health-session')).toEqual(['fails']);
    expect(await states(single.map((entry) => ({ ...entry, signature: 'AAAA' })))).toEqual(['fails']);
    expect(await states(single, 'secrets', [])).toEqual(['unknown-key']);
  });

  it('judges each entry alone, in whatever order they come', async () => {
    expect(await states(entries.toReversed())).toEqual(Array(5).fill('holds'));
    expect(await states(entries, 'secrets', [])).toEqual(Array(5).fill('unknown-key'));
    const edited = changed(1, (entry) => ({ ...entry, body: { ...entry.body, action: 'delete' } }));
    expect(await states(edited)).toEqual(['holds', 'fails', 'holds', 'holds', 'holds']);
    const copied = changed(2, (entry) => ({ ...entry, signature: entries[0]?.signature ?? '' }));
    expect(await states(copied)).toEqual(['holds', 'holds', 'fails', 'holds', 'holds']);
  });
});
