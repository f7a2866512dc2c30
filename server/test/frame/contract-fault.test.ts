import { recordOf } from '@touchstone/core/api/common.ts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { faultOf } from '../../src/frame/contract-fault.ts';

const Scopes = Type.Union([
  Type.Literal('*'),
  Type.Array(Type.Enum(['sign', 'keys']), { minItems: 1, uniqueItems: true }),
]);
const KeyId = Type.String({ pattern: '^k_[0-9]$', 'x-expects': 'a key id: k_ and a digit' });
const Order = Type.Object(
  {
    tier: Type.Enum(['key-1', 'key-2']),
    count: Type.Integer({ minimum: 1, maximum: 5 }),
    note: Type.Union([Type.String(), Type.Null()]),
    scopes: Scopes,
    label: Type.String({ minLength: 2, maxLength: 3 }),
    'a/b': Type.Boolean(),
    id: Type.Optional(Type.Union([KeyId, Type.Null()])),
    ids: Type.Optional(Type.Array(KeyId)),
    code: Type.Optional(Type.String({ pattern: '^[A-Z]$' })),
    more: Type.Optional(recordOf(KeyId, 3, 'More.')),
  },
  { additionalProperties: false },
);
const validator = Compile(Order);
const good = { tier: 'key-1', count: 1, note: null, scopes: '*', label: 'ab', 'a/b': true };

test.each<readonly [object, string, string]>([
  [{ tier: 'key-3' }, 'tier', '`tier` must be one of "key-1", "key-2".'],
  [{ count: 1.5 }, 'count', '`count` must be a whole number.'],
  [{ count: 0 }, 'count', '`count` must be at least 1.'],
  [{ count: 6 }, 'count', '`count` must be at most 5.'],
  [{ note: 5 }, 'note', '`note` must be a string or null.'],
  [{ scopes: 5 }, 'scopes', '`scopes` must be "*" or an array.'],
  [{ scopes: 'sign' }, 'scopes', '`scopes` must be "*" or an array.'],
  [{ scopes: [] }, 'scopes', '`scopes` must have at least 1 item.'],
  [{ scopes: ['sign', 'admin'] }, 'scopes.1', '`scopes.1` must be one of "sign", "keys".'],
  [{ label: 'a' }, 'label', '`label` must have at least 2 characters.'],
  [{ label: 'abcd' }, 'label', '`label` must have at most 3 characters.'],
  [{ 'a/b': 1 }, 'a/b', '`a/b` must be true or false.'],
  [{ id: 'k_' }, 'id', '`id` must be a key id: k_ and a digit.'],
  [{ ids: ['k_1', 'x'] }, 'ids.1', '`ids.1` must be a key id: k_ and a digit.'],
  [{ code: 'a' }, 'code', '`code` must be of the form that this operation takes.'],
  [{ more: { a: 'k' } }, 'more.a', '`more.a` must be a key id: k_ and a digit.'],
  [{ more: { abcd: 'k_1' } }, 'more.abcd', 'The name of `more.abcd` must be a name of 1 to 3 characters on one line.'],
  [{ surprise: 1, count: 0 }, 'surprise', '`surprise` is not known in the body of this operation.'],
])('%j names the member and says what it must be', (change, field, message) => {
  const fault = faultOf(Order, validator.Errors({ ...good, ...change }), 'the body');
  expect(fault).toMatchObject({ code: 'INVALID_REQUEST', field, message });
});

test('a body of another type and a missing member', () => {
  expect(faultOf(Order, validator.Errors([]), 'the body').message).toBe('The value of the body must be an object.');
  const { tier: _, ...without } = good;
  expect(faultOf(Order, validator.Errors(without), 'the body')).toMatchObject({
    field: 'tier',
    message: '`tier` is missing in the body.',
  });
  expect(validator.Check(good)).toBe(true);
});
