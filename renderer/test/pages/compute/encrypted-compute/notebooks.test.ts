import { expect, it } from 'vitest';
import { type KeyItem, pairItem } from '../../../../src/pages/compute/encrypted-compute/key-items.ts';
import {
  isUsed,
  Notebooks,
  type PagePair,
  pageItems,
  type Step,
  stepsOf,
} from '../../../../src/pages/compute/encrypted-compute/notebooks.ts';

const ID = 'key_bfv_0123456789abcdef';
const STEP: Omit<Step, 'number'> = {
  kind: 'encrypt',
  from: [],
  slots: null,
  ciphertext: null,
  scale: null,
  values: [1],
  seen: 'values',
};
const PAIR: PagePair = {
  id: ID,
  profile: 'standard',
  custody: 'client',
  fingerprint: 'ab'.repeat(32),
  isIssued: false,
  hasSecret: true,
  publicKey: null,
  relinKey: null,
  isSaved: false,
  madeAt: '2026-01-01T00:00:00.000Z',
  gone: null,
};
const numbers = (notebooks: Notebooks) => stepsOf(notebooks.snapshot(), ID).map(({ number }) => number);

it('numbers steps once, keeps those that others came from, and takes a removal back', () => {
  const notebooks = new Notebooks();
  notebooks.add(ID, STEP);
  notebooks.add(ID, STEP);
  notebooks.add(ID, { ...STEP, kind: 'add', from: [1, 1] });
  expect(isUsed(stepsOf(notebooks.snapshot(), ID), 1)).toBe(true);
  notebooks.remove(ID, 1);
  expect(numbers(notebooks)).toEqual([1, 2, 3]);
  notebooks.remove(ID, 2);
  notebooks.add(ID, STEP);
  expect(numbers(notebooks)).toEqual([1, 3, 4]);
  notebooks.restore();
  expect(numbers(notebooks)).toEqual([1, 2, 3, 4]);
  notebooks.restore();
  expect(numbers(notebooks)).toEqual([1, 2, 3, 4]);
});

it('a lock takes values away, those of a removed step too, and says that secrets are gone', () => {
  const notebooks = new Notebooks();
  notebooks.hold(PAIR);
  notebooks.add(ID, STEP);
  notebooks.add(ID, STEP);
  notebooks.remove(ID, 2);
  notebooks.forgetSecrets();
  notebooks.restore();
  expect(stepsOf(notebooks.snapshot(), ID).map(({ values }) => values)).toEqual([null, null]);
  expect(notebooks.snapshot().pairs.get(ID)).toEqual({ ...PAIR, hasSecret: false, gone: 'locked' });
});

it('a worker that stopped takes the keys and leaves the values', () => {
  const notebooks = new Notebooks();
  notebooks.hold(PAIR);
  const server = { ...PAIR, id: 'key_bfv_0000000000000000', custody: 'server', hasSecret: false } as const;
  notebooks.hold(server);
  notebooks.add(ID, STEP);
  notebooks.loseKeys('stopped');
  const { pairs, steps } = notebooks.snapshot();
  expect([...pairs.values()]).toEqual([{ ...PAIR, hasSecret: false, gone: 'stopped' }, server]);
  expect(steps.get(ID)?.[0]?.values).toEqual([1]);
});

it('has to be asked about as long as it holds a key without a file, or a step', () => {
  const notebooks = new Notebooks();
  expect(notebooks.isUnsaved()).toBe(false);
  notebooks.hold(PAIR);
  expect(notebooks.isUnsaved()).toBe(true);
  notebooks.saved(ID);
  expect(notebooks.isUnsaved()).toBe(false);
  notebooks.add(ID, STEP);
  expect(notebooks.isUnsaved()).toBe(true);
  notebooks.remove(ID, 1);
  notebooks.hold(PAIR);
  notebooks.loseKeys('stopped');
  // Nothing that could still be saved.
  expect(notebooks.isUnsaved()).toBe(false);
});

it('a file without the secret key changes nothing where that is held and unsaved', () => {
  const notebooks = new Notebooks();
  const ofFile: PagePair = { ...PAIR, isSaved: true, madeAt: null };
  notebooks.hold(PAIR);
  notebooks.loaded(ofFile, {});
  expect(notebooks.snapshot().pairs.get(ID)).toEqual(PAIR);
  notebooks.loaded(ofFile, { secret_key: 'AAAA' });
  expect(notebooks.snapshot().pairs.get(ID)).toEqual(ofFile);
  notebooks.loseKeys('stopped');
  const half: PagePair = { ...ofFile, hasSecret: false, gone: 'not-in-file' };
  notebooks.loaded(half, {});
  expect(notebooks.snapshot().pairs.get(ID)).toEqual(half);
});

it('lists the pairs of clients that the service does not list, until they are dropped', () => {
  const notebooks = new Notebooks();
  notebooks.hold(PAIR);
  notebooks.hold({ ...PAIR, id: 'key_bfv_fedcba9876543210', isIssued: true });
  notebooks.hold({ ...PAIR, id: 'key_bfv_0000000000000000', isIssued: true, custody: 'server' });
  const shown = (listed: readonly KeyItem[] = []) =>
    pageItems(notebooks.snapshot().pairs, listed).map(({ id, custody }) => [id, custody]);
  expect(shown()).toEqual([
    [ID, 'page'],
    ['key_bfv_fedcba9876543210', 'client'],
  ]);
  const listed = pairItem({
    key_id: 'key_bfv_fedcba9876543210',
    custody: 'client',
    profile: 'standard',
    fingerprint: PAIR.fingerprint,
    created_at: '2026-01-01T00:00:00.000Z',
  });
  expect(shown([listed])).toEqual([[ID, 'page']]);
  notebooks.drop(ID);
  expect(shown([listed])).toEqual([]);
});
