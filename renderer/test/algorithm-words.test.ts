import { familyOf } from '@touchstone/core/sign/families.ts';
import { SIGNATURE_ALGORITHMS } from '@touchstone/core/sign/family.ts';
import { expect, it } from 'vitest';
import { ALGORITHM_WORDS } from '../src/words/parts/algorithms.ts';

it.each(SIGNATURE_ALGORITHMS)('states the category of %s', async (algorithm) => {
  const { category } = await familyOf(algorithm);
  expect(ALGORITHM_WORDS[algorithm].category).toBe(category === 0 ? 'not post-quantum' : `category ${category}`);
});
