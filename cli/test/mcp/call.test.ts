import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readCall } from '../../src/mcp/call.ts';

const NAMES = { value: 'value', jurisdiction: 'jurisdiction', dataClass: 'data_class' };
const judged = (given: Record<string, string | number | boolean | null | object>, names = NAMES) => {
  const call = readCall({ name: 'pay', arguments: JSON.parse(JSON.stringify(given)) }, names);
  if (typeof call === 'string') throw new Error(call);
  return call.judged;
};

describe('S21: a tools/call', () => {
  test('is hashed over its canonical params', () => {
    const call = readCall({ name: 'pay', arguments: { b: 1, a: 'x' } }, NAMES);
    const requestHash = createHash('sha256').update('{"arguments":{"a":"x","b":1},"name":"pay"}').digest('hex');
    expect(call).toEqual({ tool: 'pay', requestHash, judged: {} });
  });

  test.each([
    ['no params', undefined],
    ['no name', { arguments: {} }],
    ['an empty name', { name: '' }],
    ['a name that is no text', { name: 3 }],
    ['a name that is too long', { name: 'x'.repeat(201) }],
    ['a name in another case beside it', { name: 'a', Name: 'b' }],
    ['a name with the Kelvin sign or a long s', { name: 'a', 'tas\u212a': {} }],
    ['arguments in another case', { name: 'a', 'ARGUMENT\u017f': {} }],
    ['arguments in a list', { name: 'a', arguments: [] }],
  ])('with %s is refused', (_what, params) => {
    expect(readCall(params, NAMES)).toEqual(expect.any(String));
  });

  test('states value, jurisdiction and data class by its arguments', () => {
    expect(judged({ value: 12.5, jurisdiction: 'EU', data_class: 'pii', other: 'secret' })).toEqual({
      value: '12.5',
      jurisdiction: 'EU',
      data_class: 'pii',
    });
    expect(judged({ value: '120.50' })).toEqual({ value: '120.50' });
    expect(judged({ value: 1e21 })).toEqual({ value: '1000000000000000000000' });
    expect(judged({ value: 1.25e-7 })).toEqual({ value: '0.000000125' });
    expect(judged({ other: 1 })).toEqual({});
    expect(judged({ value: null })).toEqual({});
  });

  test.each([
    [{ value: -1 }],
    [{ value: '1e3' }],
    [{ value: '1,000' }],
    [{ value: 'the password' }],
    [{ value: { amount: 1 } }],
    [{ value: true }],
    [{ value: 1, Value: 1_000_000 }],
  ])('with %j states a value that nobody can judge, and keeps the content here', (given) => {
    expect(judged(given)).toEqual({ value: null });
  });

  test('is judged by a name in another case too, and by none where none is wanted', () => {
    expect(judged({ VALUE: 5 })).toEqual({ value: '5' });
    expect(judged({ amount: 5, value: 7 }, { ...NAMES, value: 'amount' })).toEqual({ value: '5' });
    expect(
      readCall({ name: 'set', arguments: { value: 'text' } }, { value: null, jurisdiction: null, dataClass: null }),
    ).toMatchObject({ judged: {} });
    expect(judged({ jurisdiction: ['EU'] })).toEqual({ jurisdiction: null });
  });
});
