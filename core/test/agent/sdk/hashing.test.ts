import { createHash } from 'node:crypto';
import { contextHash, hashOf, plainObjectOf, UNHASHABLE_HASH } from '@touchstone/core/agent/sdk/hashing.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const tagged = (json: string) => sha256(`svc-agent-value/v1\0${json}`);

describe('what JSON holds', () => {
  it.each([
    [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
    ['text', '"text"'],
    [null, 'null'],
    [-0, '0'],
    [1e21, '1e+21'],
    [{ a: undefined, b: 1 }, '{"b":1}'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [new URL('http://a.example/b'), '"http://a.example/b"'],
    [
      new (class Point {
        x = 1;
        y = 2;
      })(),
      '{"x":1,"y":2}',
    ],
    [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    [{}, '{}'],
    [JSON.parse('{"__proto__": 1}'), '{"__proto__":1}'],
    [{ $bytes: 'AA==' }, '{"$bytes":"AA=="}'],
  ])('%j is hashed as its canonical JSON', (value, json) => {
    expect(hashOf(value)).toBe(sha256(json));
  });

  it('hashes alike whatever the order of members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (members) => {
        const reversed = Object.fromEntries(Object.entries(members).reverse());
        expect(hashOf(reversed)).toBe(hashOf(members));
      }),
    );
  });

  it('hashes other values differently', () => {
    expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: '1' }));
    expect(hashOf([1, 2])).not.toBe(hashOf([2, 1]));
  });
});

describe('what JSON cannot hold', () => {
  const loop: Record<string, unknown> = { a: {} };
  loop.a = { up: loop };
  it.each([
    ['undefined', undefined, '{"$undefined":true}'],
    ['a hole', [undefined], '[{"$undefined":true}]'],
    ['NaN', Number.NaN, '{"$number":"NaN"}'],
    ['bigint', 12n, '{"$bigint":"12"}'],
    ['a lone surrogate', '\ud800a', '{"$utf16":"d8000061"}'],
    ['bytes', Buffer.from([1, 2]), '{"$bytes":"AQI="}'],
    ['an array buffer', new Uint8Array([1, 2]).buffer, '{"$bytes":"AQI="}'],
    ['a view', new Uint16Array([1]), '{"$view":"Uint16Array","bytes":"AQA="}'],
    ['a map', new Map([['a', 1n]]), '{"$map":[["a",{"$bigint":"1"}]]}'],
    ['a set', new Set([1]), '{"$set":[1]}'],
    ['an error', new RangeError('no'), '{"$error":{"message":"no","name":"RangeError"}}'],
    ['a cycle', loop, '{"a":{"up":{"$cycle":2}}}'],
    ['a function', { f: () => 1 }, '{"f":{"$opaque":"function"}}'],
    ['a symbol', [Symbol('x')], '[{"$opaque":"symbol"}]'],
    ['a promise', Promise.resolve(1), '{"$opaque":"Promise"}'],
    ['names that begin with $', { $bytes: 'AA==', b: 1n }, '{"$$bytes":"AA==","b":{"$bigint":"1"}}'],
  ])('%s is marked', (_, value, json) => {
    expect(hashOf(value)).toBe(tagged(json));
  });

  it('never has the hash of the JSON that it looks like', () => {
    expect(hashOf(12n)).not.toBe(hashOf({ $bigint: '12' }));
    expect(hashOf([Buffer.from([0]), 1n])).not.toBe(hashOf([{ $bytes: 'AA==' }, 1n]));
  });

  it('the same object twice, beside each other, is no cycle', () => {
    const shared = { a: 1 };
    expect(hashOf([shared, shared])).toBe(sha256('[{"a":1},{"a":1}]'));
  });

  it.each([
    [
      'a getter that throws',
      {
        get a() {
          throw new Error('secret 17');
        },
      },
    ],
    [
      'toJSON that throws',
      {
        toJSON() {
          throw new Error('secret 17');
        },
      },
    ],
    ['a name with a lone surrogate', { '\ud800': 1 }],
    ['a hole too many', Object.assign([1], { length: 50_000_001 })],
    [
      'a member too many that is left out',
      Object.fromEntries(Array.from({ length: 1_000_000 }, (_, i) => [i, undefined])),
    ],
    ['too many levels', Array.from({ length: 600 }).reduce((inner: unknown) => [inner], 1)],
  ])('%s is a TypeError that tells nothing of the value', (_, value) => {
    expect(() => hashOf(value)).toThrow(TypeError);
    expect(() => hashOf(value)).not.toThrow(/secret/);
  });

  it('a few objects that refer to each other unfold into too many values', () => {
    const users = Array.from({ length: 7 }, (_, id) => ({ id, groups: [] as object[] }));
    const groups = Array.from({ length: 7 }, (_, id) => ({ id, users: [...users] }));
    for (const user of users) user.groups.push(...groups);
    expect(() => hashOf(users[0])).toThrow('more than a million values');
    expect(() => plainObjectOf({ users })).toThrow(TypeError);
  });

  it('a million values are not too many, marked or not', () => {
    const list = Array.from({ length: 999_998 }, () => 1);
    expect(hashOf([...list, 1])).toBe(sha256(`[${[...list, 1].join(',')}]`));
    expect(hashOf([...list, 1n])).toBe(tagged(`[${list.join(',')},{"$bigint":"1"}]`));
    expect(() => hashOf([...list, 1, 1])).toThrow('more than a million values');
  });

  it('has a mark for what cannot be read, which no value has', () => {
    expect(UNHASHABLE_HASH).toBe(tagged('{"$unhashable":true}'));
    expect(hashOf({ $unhashable: true, n: 1n })).not.toBe(UNHASHABLE_HASH);
    expect(hashOf({ $unhashable: true })).not.toBe(UNHASHABLE_HASH);
  });
});

describe('what travels as JSON', () => {
  it('is written as JSON.stringify would', () => {
    expect(plainObjectOf({ a: undefined, at: new Date(0) })).toEqual({ at: '1970-01-01T00:00:00.000Z' });
  });
  it.each([[{ a: 1n }], [{ a: () => 1 }], [[1]]])('refuses %s', (value) => {
    expect(() => plainObjectOf(value)).toThrow(TypeError);
  });
});

describe('the context', () => {
  it('is role:content, joined by newline, in order', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Grüße' },
    ];
    expect(contextHash(messages)).toBe(sha256('system:Be brief.\nuser:Grüße'));
    expect(contextHash([...messages].reverse())).not.toBe(contextHash(messages));
  });
  it('is the hash of nothing without messages', () => {
    expect(contextHash([])).toBe(sha256(''));
  });
  it('takes content that is no text as its canonical JSON', () => {
    expect(contextHash([{ role: 'user', content: [{ type: 'text', text: 'x' }] }])).toBe(
      sha256('user:[{"text":"x","type":"text"}]'),
    );
  });
});
