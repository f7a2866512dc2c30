import { recognise } from '@touchstone/core/file-kinds/recognise.ts';
import { describe, expect, test } from 'vitest';
import { EXAMPLE_FILES } from '../../../src/parts/verification/example-files.ts';
import { loadExamples, readExampleIndex } from '../../../src/parts/verification/examples.ts';

describe('example index', () => {
  test('reads entries with and without an expectation', () => {
    const entry = { file: 'a.pqv.json', title: 'A', description: 'B' };
    const text = JSON.stringify([{ ...entry, expected: { outcome: 'FAILED', code: 'HASH_MISMATCH' } }, entry]);
    expect(readExampleIndex(text).map(({ expected }) => expected)).toEqual([
      { outcome: 'FAILED', code: 'HASH_MISMATCH' },
      null,
    ]);
  });

  test('reads the key sets that an example needs', () => {
    const entry = { file: 'a', title: 'A', description: 'B' };
    const keys = readExampleIndex(JSON.stringify([{ ...entry, keys: ['keys/k.json', 7] }, entry]));
    expect(keys.map((one) => one.keys)).toEqual([['keys/k.json'], []]);
  });

  test('refuses an entry without a title', () => {
    expect(() => readExampleIndex('[{"file":"a","description":""}]')).toThrow(TypeError);
  });
});

describe('the examples of the package', () => {
  test('are all that the index names, each with its trust store, and nothing besides', async () => {
    const index = readExampleIndex(EXAMPLE_FILES['index.json'] ?? '');
    const examples = await loadExamples();
    expect(examples.map(({ file }) => file)).toEqual(index.map(({ file }) => file));
    const ofStore = ['demo-revoked-office.pqkeys.json'];
    expect(examples.map(({ trust }) => trust.key_sets.map(({ source }) => source))).toEqual(
      index.map(({ keys, dataDir }) => (dataDir === null ? keys : ofStore)),
    );
    const named = index.flatMap(({ file, keys, dataDir }) => [
      file,
      ...keys,
      ...(dataDir === null ? [] : [`${dataDir}/trust-store.json`]),
    ]);
    const unnamed = Object.keys(EXAMPLE_FILES).filter((file) => file !== 'index.json' && !named.includes(file));
    // It is in that trust store: what it signed is shown as revoked there.
    expect(unnamed).toEqual(['keys/demo-revoked-office.pqkeys.json']);
  });

  test('have a session of an agent that is verified and one that was changed, under a key set that says demo', async () => {
    const examples = await loadExamples();
    const sessions = examples.filter(({ text }) => recognise(new TextEncoder().encode(text)).kind === 'session');
    expect(sessions.map(({ expected }) => expected?.outcome).sort()).toEqual(['FAILED', 'PENDING', 'VERIFIED']);
    for (const { trust } of sessions) expect(trust.key_sets).toMatchObject([{ key_set: { demo: true } }]);
  });
});
