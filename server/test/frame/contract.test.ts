import { api } from '@touchstone/core/api/api.ts';
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { expect, test } from 'vitest';
import { readBody, readInput } from '../../src/frame/contract.ts';

const body = (operation: Endpoint, value: unknown) => () => readBody(operation, utf8(JSON.stringify(value)));

test.each([
  "o'neil@example.org",
  'ada+receipts@example.org',
  'ada.lovelace_1815@mail.example.co.uk',
  '!#$%&*/=?^`{|}~-@example.org',
  'ada@xn--mnchen-3ya.example',
  'ada@example.xn--p1ai',
  `${'a'.repeat(64)}@example.org`,
  'a@1.example',
])('%s is an e-mail address in every contract', (email) => {
  expect(body(api.signing.auth.request, { email })()).toEqual({ email });
  expect(body(api.admin.accounts.create, { email })()).toEqual({ email });
  expect(body(api.platform.auth.register, { email, displayName: 'Ada' })()).toEqual({ email, displayName: 'Ada' });
});

test.each([
  '',
  'ada',
  'ada@localhost',
  '@example.org',
  'ada@',
  'ada@@example.org',
  'ada lovelace@example.org',
  '.ada@example.org',
  'ada.@example.org',
  'ada..lovelace@example.org',
  'ada@-example.org',
  'ada@example-.org',
  'ada@.org',
  'ada@example..org',
  'ada@127.0.0.1',
  'ada@example.org.',
  'ada@example.xn--',
  'ada@example.org\n',
  'ada@exa_mple.org',
  '"ada"@example.org',
  'Ada <ada@example.org>',
  `${'a'.repeat(65)}@example.org`,
  `ada@${'a'.repeat(64)}.org`,
  `ada@${'a.'.repeat(130)}org`,
])('%j is none', (email) => {
  for (const operation of [api.signing.auth.request, api.admin.accounts.create]) {
    expect(body(operation, { email })).toThrow('`email` must');
  }
  expect(body(api.platform.auth.register, { email, displayName: 'Ada' })).toThrow('`email` must');
});

test('long nonsense is refused as fast as it is read', () => {
  for (const email of [`${'a.'.repeat(126)}`, `a@${'a-'.repeat(126)}`, `a@${'xn--'.repeat(62)}`]) {
    expect(body(api.signing.auth.request, { email })).toThrow('`email` must be an e-mail address such as');
  }
});

test('a text of another form is told in words, in the body and in the path', () => {
  const raw = { query: {}, headers: {} };
  expect(() => readInput(api.admin.keys.rotate, { ...raw, params: { key_id: 'ak_1' } })).toThrow(
    "`key_id` must be an API key's id: ak_ and 16 digits of lower-case hexadecimal.",
  );
  expect(body(api.admin.keys.create, { project_id: 'prj_local', expires_at: 'tomorrow' })).toThrow(
    '`expires_at` must be a time with its zone such as 2026-04-01T12:00:00Z.',
  );
});

test('a number that would become another one is refused, not rounded: what is signed may come from it', () => {
  const read = (amount: string) => () => readBody(api.platform.auth.register, utf8(`{"amount":${amount}}`));
  expect(read('90071992547409.93')).toThrow('90071992547409.93 does not keep its value in a double');
  // The one beside it is read, and only the member is refused.
  expect(read('90071992547409.94')).toThrow('`amount`');
});
