import { aggregateOf, rankedFactors, riskLevelOf, stepsAsNumber } from '@touchstone/core/fraud/factors.ts';
import { openSignal, sealSignal } from '@touchstone/core/fraud/sealed-signal.ts';
import { createKem } from '@touchstone/core/kem/kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { expect, test } from 'vitest';

test('means move in steps of a twentieth', () => {
  const aggregate = aggregateOf([3000, 0, 74, 75, 76, 1500, 1574, 1576], { signals: 2, units: 3 });
  expect(aggregate.signals).toBe(2);
  expect(aggregate.levels.map(stepsAsNumber)).toEqual([1, 0, 0, 0.05, 0.05, 0.5, 0.5, 0.55]);
  expect(stepsAsNumber(aggregate.score)).toBe(0.35);
  expect(rankedFactors(aggregate).slice(0, 3)).toEqual([
    { factor: 'velocity', steps: 20 },
    { factor: 'disputes', steps: 11 },
    { factor: 'behaviour', steps: 10 },
  ]);
});

test('levels begin where they say', () => {
  const levelAt = (score: number) => riskLevelOf({ signals: 3, score, levels: [] });
  expect([0, 6, 7, 12, 13, 20].map(levelAt)).toEqual(['low', 'low', 'medium', 'medium', 'high', 'high']);
});

test('a sealed signal opens in its project and holds nothing else', async () => {
  const kem = createKem([], systemRandom);
  const pair = await kem.generateKeyPair('ML-KEM-1024');
  const signal = { entityHash: 'ab'.repeat(32), factors: [0, 1000, 1, 2, 3, 4, 5, 6] };
  const box = (await sealSignal(kem, systemRandom, pair.publicKey, 'prj_a', signal)) ?? new Uint8Array();
  expect(await openSignal(kem, pair.secretKey, 'prj_a', box)).toEqual(signal);
  expect(await openSignal(kem, pair.secretKey, 'prj_b', box)).toBe(null);
  for (const at of [0, 1000, 1568, 1579, 1580, box.length - 1]) {
    const changed = box.slice();
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(await openSignal(kem, pair.secretKey, 'prj_a', changed)).toBe(null);
  }
  expect(await openSignal(kem, pair.secretKey, 'prj_a', box.slice(0, 1500))).toBe(null);
  for (const wrong of [
    { ...signal, factors: [0, 1001, 1, 2, 3, 4, 5, 6] },
    { ...signal, factors: [-1, 0, 0, 0, 0, 0, 0, 0] },
    { ...signal, factors: [0.5, 0, 0, 0, 0, 0, 0, 0] },
    { ...signal, factors: [1, 2, 3] },
    { ...signal, entityHash: 'AB'.repeat(32) },
    { ...signal, entityHash: '' },
  ]) {
    const bad = (await sealSignal(kem, systemRandom, pair.publicKey, 'prj_a', wrong)) ?? new Uint8Array();
    expect(await openSignal(kem, pair.secretKey, 'prj_a', bad)).toBe(null);
  }
});
