import { describe, expect, it } from 'vitest';
import { type CallDraft, readCallDraft } from '../../../../src/pages/protect/keys/call-draft.ts';
import {
  base64Trouble,
  labelTrouble,
  materialTrouble,
  reasonTrouble,
  wholeNumber,
} from '../../../../src/pages/protect/keys/field-troubles.ts';
import type { GatewayTarget } from '../../../../src/pages/protect/keys/queries.ts';
import { readKeysSearch } from '../../../../src/pages/protect/keys/search.ts';
import {
  draftOf,
  headerExample,
  NEW_TARGET,
  readTargetDraft,
  startsAnew,
  type TargetDraft,
} from '../../../../src/pages/protect/keys/target-draft.ts';

const TARGET: GatewayTarget = {
  target_id: 'payments',
  base_url: 'https://api.example.com',
  auth_header: 'Authorization',
  auth_template: 'Bearer {{key}}',
  allowed_paths: ['/v1/charges', '/v1/customers/*'],
  allowed_methods: ['GET', 'POST'],
  allowed_headers: [],
  rate_limit: 60,
  status: 'configured',
  allow_private: false,
  total_proxied: 0,
  created_at: '2026-01-01T00:00:00.000Z',
};

/** The fields that something is wrong with. */
function wrongOf(found: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(found).filter((field) => found[field] !== '');
}

describe('a gateway target as it is written', () => {
  it('becomes the body that describes it', () => {
    const { body, found } = readTargetDraft(draftOf(TARGET));
    expect(wrongOf(found)).toEqual([]);
    expect(body).toEqual({
      target_id: 'payments',
      base_url: 'https://api.example.com',
      auth_header: 'Authorization',
      auth_template: 'Bearer {{key}}',
      allowed_paths: ['/v1/charges', '/v1/customers/*'],
      allowed_methods: ['GET', 'POST'],
      rate_limit: 60,
    });
  });

  it('names each field that is wrong', () => {
    const wrong = (changes: Partial<TargetDraft>) => wrongOf(readTargetDraft({ ...draftOf(TARGET), ...changes }).found);
    expect(wrongOf(readTargetDraft(NEW_TARGET).found)).toEqual(['target_id', 'base_url', 'allowed_paths']);
    expect(wrong({ base_url: 'https://me@example.com' })).toEqual(['base_url']);
    expect(wrong({ auth_template: '{{key}} {{key}}' })).toEqual(['auth_template']);
    expect(wrong({ auth_header: 'X Y' })).toEqual(['auth_header']);
    expect(wrong({ allowed_paths: '/a*b' })).toEqual(['allowed_paths']);
    expect(wrong({ allowed_methods: [] })).toEqual(['allowed_methods']);
    expect(wrong({ allowed_headers: 'a b' })).toEqual(['allowed_headers']);
    expect(wrong({ rate_limit: '0' })).toEqual(['rate_limit']);
  });

  it('says when it counts as a new one, and shows what the service receives', () => {
    expect(startsAnew(TARGET, { ...draftOf(TARGET), allowed_paths: '/x' })).toBe(false);
    expect(startsAnew(TARGET, { ...draftOf(TARGET), base_url: 'https://other.example.com' })).toBe(true);
    expect(headerExample(draftOf(TARGET))).toBe('Authorization: Bearer ••••••');
  });
});

describe('a test call as it is written', () => {
  const call: CallDraft = { key_id: 'key_a', method: 'POST', path: '/v1', headers: '', body: '' };

  it('becomes a body with its headers and JSON', () => {
    expect(readCallDraft('t', { ...call, headers: 'Accept: text/plain\n x-a:b ', body: '{"n": 1}' })).toEqual({
      ok: true,
      sent: { n: 1 },
      body: {
        key_id: 'key_a',
        target_id: 't',
        method: 'POST',
        path: '/v1',
        headers: { Accept: 'text/plain', 'x-a': 'b' },
        body: { n: 1 },
      },
    });
    expect(readCallDraft('t', call)).toMatchObject({ ok: true, sent: null });
  });

  it('names each field that is wrong', () => {
    const wrong = (changes: Partial<CallDraft>) => {
      const read = readCallDraft('t', { ...call, ...changes });
      return read.ok ? [] : wrongOf(read.found);
    };
    expect(wrong({ key_id: '' })).toEqual(['key_id']);
    expect(wrong({ path: 'v1' })).toEqual(['path']);
    expect(wrong({ headers: 'no colon' })).toEqual(['headers']);
    expect(wrong({ headers: 'a: 1\na: 2' })).toEqual(['headers']);
    expect(wrong({ body: '[1]' })).toEqual(['body']);
    expect(wrong({ body: '{"a":1,"a":2}' })).toEqual(['body']);
    expect(wrong({ method: 'GET', body: '{}' })).toEqual(['body']);
  });
});

describe('fields', () => {
  it('are judged before anything is sent', () => {
    expect([labelTrouble('x'), reasonTrouble('x'), materialTrouble(' ')]).toEqual(['', '', '']);
    expect(labelTrouble('é'.repeat(200))).toBe('');
    expect(labelTrouble('é'.repeat(201))).not.toBe('');
    expect(reasonTrouble('  ')).not.toBe('');
    expect(materialTrouble('')).not.toBe('');
    expect(materialTrouble('é'.repeat(32_768))).toBe('');
    expect(materialTrouble('é'.repeat(32_769))).toContain('65,538');
    expect(materialTrouble('\ud800')).toContain('half of a character pair');
    expect(base64Trouble('AA==\n', 'blob')).toBe('');
    expect(base64Trouble('AA=', 'blob')).not.toBe('');
    expect([
      wholeNumber(' 7 ', 2, 9),
      wholeNumber('1', 2, 9),
      wholeNumber('1.5', 0, 9),
      wholeNumber('-1', -5, 9),
    ]).toEqual([7, null, null, null]);
  });
});

describe('the address of the page', () => {
  it('keeps what it knows and drops everything else', () => {
    expect(
      readKeysSearch({ tab: 'gateway', key: 'hk_1', q: 2026, state: 'revoked', act: 'rotate', secret: 'x' }),
    ).toEqual({
      tab: 'gateway',
      key: 'key_1',
      q: '2026',
      state: 'revoked',
      act: 'rotate',
    });
    expect(
      readKeysSearch({ tab: 'x', key: 'key_../..', wrapped: 'key_1', target: 'a b', act: 'x', state: 'x' }),
    ).toEqual({});
  });
});
