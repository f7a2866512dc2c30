import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { ADDRESS_TEXT, addressReader } from '../../src/lib/address.ts';

describe('an address', () => {
  const read = addressReader({
    q: ADDRESS_TEXT,
    id: Type.String({ pattern: '^id_[0-9]{1,3}$' }),
    tab: Type.Enum(['one', 'two']),
    row: Type.Integer({ minimum: 0 }),
  });

  it('keeps the members that fit and drops the others, and what is not known', () => {
    expect(read({ q: 'a', id: 'id_1', tab: 'two', row: 0, other: 1 })).toEqual({
      q: 'a',
      id: 'id_1',
      tab: 'two',
      row: 0,
    });
    expect(read({ q: {}, id: '../x', tab: 'three', row: -1 })).toEqual({});
    expect(read({ q: null, id: ['id_1'], tab: 'toString', row: '1' })).toEqual({});
  });

  it('takes digits for text, where text is meant', () => {
    expect(read({ q: 2026, row: 2026 })).toEqual({ q: '2026', row: 2026 });
  });

  it('cuts text that a person typed, and never an id', () => {
    expect(read({ q: 'a'.repeat(501) })).toEqual({ q: 'a'.repeat(500) });
    expect(read({ id: 'id_1234' })).toEqual({});
  });
});
