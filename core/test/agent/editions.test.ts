/** Sessions under older editions, the own service, and clocks that differ (decisions 12.7, 12.18; security S41). */
import { verifySession } from '@touchstone/core/agent/verify-bundle.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { sealKeySet } from '@touchstone/core/keys/key-set.ts';
import type { Trust } from '@touchstone/core/keys/trust.ts';
import { pinKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { OWN_SERVICE_NOTE } from '@touchstone/core/verdict/trust-used.ts';
import { beforeAll, expect, it } from 'vitest';
import { bytesOf, NOW, newServiceSet, optionsFor, type Recording, record, trusting } from './bundle-fixture.ts';

let service: GeneratedKeySet;
let sealed: Recording;
let open: Recording;
beforeAll(async () => {
  service = await newServiceSet();
  sealed = await record({ service });
  open = await record({ service, isEnded: false, isSealed: false });
});

const judge = ({ bundle }: Recording, trust: Trust = trusting(service), now = NOW) =>
  verifySession(bytesOf(bundle), { ...optionsFor(trusting()), trust, now });

it('S41: a session that lies ahead of the clock is PENDING, TIME_AHEAD, sealed or not, and no broken chain', async () => {
  const early = NOW - 20 * 3_600_000;
  for (const recording of [sealed, open]) {
    const report = await judge(recording, trusting(service), early);
    expect(report).toMatchObject({ outcome: 'PENDING', code: 'TIME_AHEAD', exit_code: 3, broken: null });
    expect(report.checks.find(({ id }) => id === 'integrity.chain')?.status).toBe('passed');
    expect(report.checks.find(({ id }) => id === 'validity.recorded_at')?.reason).toBe('TIME_AHEAD');
  }
  expect((await judge(sealed)).outcome).toBe('VERIFIED');
});

it('12.18: under sets of the own service a session is VERIFIED with the badge line', async () => {
  const own: Trust = {
    key_sets: [{ key_set: service.keySet, held: 'own_service', state: 'current' }],
    revocations: [],
  };
  const report = await judge(sealed, own);
  expect(report).toMatchObject({
    outcome: 'VERIFIED',
    trust_source: 'own_service',
    trust: { notes: [OWN_SERVICE_NOTE] },
  });
  expect((await judge(sealed)).trust_source).toBe('trust_store');
  expect(await judge(sealed, { ...own, key_sets: [] })).toMatchObject({
    outcome: 'PENDING',
    code: 'SIGNER_NOT_TRUSTED',
  });
});

it('12.7: a session sealed under an older edition is VERIFIED before the next one began, KEY_SUPERSEDED after', async () => {
  const other = await newServiceSet('service', 'ks_next');
  const next = (not_before: number) => {
    const { fingerprint: _, ...document } = other.keySet;
    const key_set = sealKeySet({ ...document, serial: 2, not_before: new Date(not_before).toISOString() });
    const change = pinKeySet(trusting(service), key_set, { at: NOW, by: 'test', source: 'test' });
    if (!change.ok) throw new Error(change.message);
    return change.store;
  };
  const before = Date.parse(service.keySet.not_before);
  expect(await judge(sealed, next(before + 1000))).toMatchObject({ outcome: 'PENDING', code: 'KEY_SUPERSEDED' });
  const report = await judge(sealed, next(NOW + 1), NOW + 1000);
  expect(report.outcome).toBe('VERIFIED');
  expect(report.trust.notes).toEqual([expect.stringContaining('Signed under edition 1, superseded on')]);
});
