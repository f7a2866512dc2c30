import fc from 'fast-check';
import { Check } from 'typebox/value';
import { expect, test } from 'vitest';
import { RotationPolicy as Schema } from '../../src/api/crypto/shield-schemas.ts';
import { formatRotationPolicy, parseRotationPolicy, rotationDueAt } from '../../src/secrets/rotation-policy.ts';

test('days and none are read, and written again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), fc.nat(4e12), (days, from) => {
      const policy = parseRotationPolicy(`${days}d`);
      expect(policy).toEqual({ days });
      if (policy === null) return;
      expect(formatRotationPolicy(policy)).toBe(`${days}d`);
      expect(rotationDueAt(policy, from)).toBe(from + days * 86_400_000);
    }),
  );
  expect(parseRotationPolicy('none')).toEqual({ days: null });
  expect(formatRotationPolicy({ days: null })).toBe('none');
  expect(rotationDueAt({ days: null }, 5)).toBeNull();
});

test('anything else is not, as the contract says', () => {
  for (const text of [
    '',
    '0d',
    '00d',
    '01d',
    '10000d',
    '90',
    'd',
    '90D',
    '90d ',
    ' 90d',
    '-1d',
    '1.5d',
    '90h',
    'None',
    '90d\n',
  ]) {
    expect(parseRotationPolicy(text), text).toBeNull();
    expect(Check(Schema, text), text).toBe(false);
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseRotationPolicy(text) !== null).toBe(Check(Schema, text));
    }),
  );
});
