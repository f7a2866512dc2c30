import { register } from '@touchstone/core/api/agents/register.ts';
import { key } from '@touchstone/core/api/crypto/key.ts';
import { expect, it } from 'vitest';
import { boundsOf, longestOf } from '../../../src/parts/form/contract-limits.ts';

it('reads the limits of a member from its contract, also of one that may be left out', () => {
  expect(longestOf(register.create.body.properties.name)).toBe(200);
  expect(boundsOf(key.rotate.body.properties.grace_period_seconds)).toEqual([0, 31_536_000]);
});

it('throws where the contract states none', () => {
  expect(() => longestOf(key.rotate.body.properties.grace_period_seconds)).toThrow(TypeError);
});
