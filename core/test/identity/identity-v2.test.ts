import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8 } from '../../src/bytes.ts';
import { IDENTITY_FIELDS, type IdentityField, validateIdentityV2 } from '../../src/identity/identity-v2.ts';
import { COUNTRY_CODES } from '../../src/identity/iso-3166.ts';

const DOCUMENT: Readonly<Record<IdentityField, string>> = {
  given_name: 'Ada',
  family_name: "O'Example-Müller",
  date_of_birth: '1990-04-12',
  document_type: 'passport',
  document_number: 'X1234567',
  issuing_country: 'CH',
  expires_on: '2031-04-11',
};

const judge = (document: unknown) => validateIdentityV2(utf8(JSON.stringify(document)));

test('a document with all seven members is valid; the hash is over its bytes', () => {
  const text = JSON.stringify(DOCUMENT);
  const verdict = validateIdentityV2(utf8(text));
  expect(verdict).toMatchObject({ valid: true, fields: IDENTITY_FIELDS });
  expect(IDENTITY_FIELDS).toHaveLength(7);
  // printf %s '<text>' | openssl dgst -sha3-256
  expect(verdict.hash).toBe('d08dd452ec7f7b6dadc79b0e39cec394ab17b45823f6da6ced20a439c925b2cd');
  expect(validateIdentityV2(utf8(` ${text}`)).hash).not.toBe(verdict.hash);
  expect(validateIdentityV2(utf8(` ${text}`)).valid).toBe(true);
});

const WRONG: Readonly<Record<IdentityField, readonly unknown[]>> = {
  given_name: ['', ' ', ' Ada', 'Ada ', '---', '42', 'A\u0000da', 'A\u202eda', 'a'.repeat(201), 7, null, ['Ada']],
  family_name: ['', '\n', 'x\u2028y', {}],
  date_of_birth: [
    '1990-02-30',
    '1990-13-01',
    '1990-4-12',
    '12.04.1990',
    '1990-04-12T00:00:00Z',
    '1990-04-00',
    19900412,
  ],
  document_type: ['Passport', 'visa', '', 'drivers_license', 'toString'],
  document_number: ['', ' X1', 'X\u0000', 'é', 'X'.repeat(41), '-1', 1234],
  issuing_country: ['ch', 'CHE', 'XX', 'UK', 'EU', '', 'ZZ', 'CH '],
  expires_on: ['2031-02-29', '2031', '', '31-04-11', '2031-04-31'],
};

describe.each(IDENTITY_FIELDS)('%s', (field) => {
  test('is required', () => {
    const { [field]: _, ...rest } = DOCUMENT;
    const verdict = judge(rest);
    expect(verdict).toMatchObject({ valid: false, fields: IDENTITY_FIELDS.filter((name) => name !== field) });
  });

  test.each(WRONG[field].map((value) => [value]))('%j is refused', (value) => {
    const verdict = judge({ ...DOCUMENT, [field]: value });
    expect(verdict).toMatchObject({ valid: false, fields: IDENTITY_FIELDS.filter((name) => name !== field) });
  });
});

test.each(['passport', 'id_card', 'residence_permit', 'driving_licence'])('a %s is known', (type) => {
  expect(judge({ ...DOCUMENT, document_type: type }).valid).toBe(true);
});

test.each([
  ['given_name', '李'],
  ['date_of_birth', '2000-02-29'],
  ['document_number', 'AB 12/3.4<5-6'],
  ['issuing_country', 'XK'.replace('XK', 'TW')],
  ['expires_on', '1999-12-31'],
] as const)('%s may be %s', (field, value) => {
  expect(judge({ ...DOCUMENT, [field]: value }).valid).toBe(true);
});

test('a member that is not part of the schema makes it invalid', () => {
  expect(judge({ ...DOCUMENT, nationality: 'CH' })).toMatchObject({ valid: false, fields: IDENTITY_FIELDS });
  expect(validateIdentityV2(utf8(`{"__proto__":1,${JSON.stringify(DOCUMENT).slice(1)}`)).valid).toBe(false);
});

test('what is no strict I-JSON object has a hash and no fields', () => {
  const texts = ['', '[]', 'null', '"text"', '{', '{"given_name":"A","given_name":"B"}', '\ufeff{}'];
  for (const text of texts) expect(validateIdentityV2(utf8(text)), text).toMatchObject({ valid: false, fields: [] });
  expect(validateIdentityV2(Uint8Array.of(0xff))).toMatchObject({ valid: false, fields: [] });
});

test('every byte string has a verdict', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const { valid, hash } = validateIdentityV2(bytes);
      expect(valid).toBe(false);
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
    }),
  );
});

test('the country codes are the 249 assigned ones', () => {
  expect(COUNTRY_CODES.size).toBe(249);
  for (const code of COUNTRY_CODES) expect(code).toMatch(/^[A-Z]{2}$/);
  const known = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  for (const code of COUNTRY_CODES) expect(known.of(code), code).toBeDefined();
});
