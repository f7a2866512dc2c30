import { fromUtf8, utf8 } from '@touchstone/core/bytes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { kem } from '../../src/crypto/kem.ts';
import { type SecretRow, sealSecret } from '../../src/secrets/at-rest.ts';
import { createSecretOpenings, type OpenSecret } from '../../src/secrets/opening.ts';
import type { SealedSecret } from '../../src/secrets/store/secrets.ts';
import { createVault, type Vault } from '../../src/vault/envelope.ts';

afterEach(() => vi.restoreAllMocks());

const ROW: SecretRow = { projectId: 'prj_1', id: 'a', version: 1 };

/** A vault that tells which seeds it has handed out. */
function observed() {
  const vault = createVault(new Uint8Array(32).fill(9), systemRandom);
  const seeds: Uint8Array[] = [];
  const observing: Vault = {
    ...vault,
    open(place, box) {
      const seed = vault.open(place, box);
      if (seed !== null) seeds.push(seed);
      return seed;
    },
  };
  return { vault: observing, seeds, openings: createSecretOpenings(observing) };
}

const seal = (vault: Vault, row: SecretRow, text: string) =>
  sealSecret({ kem, vault, random: systemRandom }, row, utf8(text));
const textOf = (value: Uint8Array | null) => (value === null ? null : fromUtf8(value));
const isWiped = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);
const opens =
  (sealed: SealedSecret, row = ROW) =>
  async (open: OpenSecret) =>
    textOf(await open(row, sealed));

test('openings that are under way together share the seed, which is wiped behind the last', async () => {
  // However long they take here, they are within a moment of each other.
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const { vault, seeds, openings } = observed();
  const sealed = await seal(vault, ROW, 'value');
  const gate = Promise.withResolvers<void>();
  const held = openings.opening(ROW.id, async (open) => {
    const text = textOf(await open(ROW, sealed));
    await gate.promise;
    return text;
  });
  expect(await openings.opening(ROW.id, opens(sealed))).toBe('value');
  expect(await openings.opening(ROW.id, opens(sealed))).toBe('value');
  const [seed] = seeds;
  if (seed === undefined) throw new Error('nothing was opened');
  expect([seeds.length, isWiped(seed)]).toEqual([1, false]);
  gate.resolve();
  expect(await held).toBe('value');
  expect(isWiped(seed)).toBe(true);
  // Nothing is left for whoever comes afterwards.
  expect(await openings.opening(ROW.id, opens(sealed))).toBe('value');
  expect([seeds.length, seeds.every(isWiped)]).toEqual([2, true]);
});

test('a seed serves nobody who begins later than a moment after it was asked for', async () => {
  const { vault, seeds, openings } = observed();
  const sealed = await seal(vault, ROW, 'value');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  await openings.opening(ROW.id, async (open) => {
    await open(ROW, sealed);
    clock.mockReturnValue(1_099);
    await openings.opening(ROW.id, opens(sealed));
    expect(seeds.length).toBe(1);
    clock.mockReturnValue(1_100);
    await openings.opening(ROW.id, opens(sealed));
    expect(seeds.length).toBe(2);
    expect(seeds.map(isWiped)).toEqual([false, true]);
  });
  expect(seeds.every(isWiped)).toBe(true);
});

test('a failure wipes the seed too', async () => {
  const { vault, seeds, openings } = observed();
  const sealed = await seal(vault, ROW, 'value');
  const failing = openings.opening(ROW.id, async (open) => {
    await open(ROW, sealed);
    throw new Error('the commit failed');
  });
  await expect(failing).rejects.toThrow('the commit failed');
  expect(seeds.map(isWiped)).toEqual([true]);
});

test('S22: what belongs to another row does not open, shared or not', async () => {
  const { vault, openings } = observed();
  const [sealed, other] = [await seal(vault, ROW, 'value'), await seal(vault, ROW, 'changed meanwhile')];
  await openings.opening(ROW.id, async (open) => {
    expect(await opens(sealed)(open)).toBe('value');
    for (const row of [
      { ...ROW, projectId: 'prj_2' },
      { ...ROW, id: 'b' },
      { ...ROW, version: 2 },
    ]) {
      expect(await open(row, sealed)).toBeNull();
    }
    expect(await open(ROW, { ...sealed, ciphertext: other.ciphertext })).toBeNull();
    expect(
      await open(ROW, { ...sealed, envelope: sealed.envelope.with(20, (sealed.envelope[20] ?? 0) ^ 1) }),
    ).toBeNull();
    expect(await opens(other)(open)).toBe('changed meanwhile');
    expect(await opens(sealed)(open)).toBe('value');
  });
  // One that does not open leaves nothing behind.
  expect(await openings.opening(ROW.id, opens(sealed, { ...ROW, version: 2 }))).toBeNull();
  expect(await openings.opening(ROW.id, opens(sealed))).toBe('value');
});
