import { describe, expect, it } from 'vitest';
import { readKeptHeads } from '../../../../src/pages/record/ledger/check/kept-heads.ts';
import { periodFaults } from '../../../../src/pages/record/ledger/hash-draft.ts';
import { EMPTY_IDENTITY, identityFaults, identityText } from '../../../../src/pages/record/ledger/identity-draft.ts';
import { readLedgerSearch } from '../../../../src/pages/record/ledger/search.ts';
import { readSought } from '../../../../src/pages/record/ledger/sought.ts';

const HASH = 'ab'.repeat(32);

describe('what is sought', () => {
  it('may be a transaction of the chains whose form it has, and a commitment', () => {
    expect(readSought(` 0x${HASH.toUpperCase()} `)).toMatchObject({ ok: true, commitment: null, text: `0x${HASH}` });
    expect(readSought(HASH)).toMatchObject({ ok: true, transactionOn: ['bitcoin', 'zcash'], commitment: HASH });
  });

  it('has a form, else it is not asked for', () => {
    expect(readSought('')).toMatchObject({ ok: false });
    expect(readSought(HASH.slice(1))).toMatchObject({ ok: false });
  });
});

it('the address keeps what it can have, and nothing else', () => {
  expect(readLedgerSearch({ chain: 'ethereum', block: 3, tx: `0x${HASH}`, view: 'verify', tab: 'audit' })).toEqual({
    chain: 'ethereum',
    block: 3,
    tx: `0x${HASH}`,
    view: 'verify',
    tab: 'audit',
  });
  expect(
    readLedgerSearch({ chain: 'dogecoin', block: -1, tx: '../x', view: 'x', tab: 'x', entry: 'x', kind: 'A' }),
  ).toEqual({});
});

it('a period has two days that exist, in their order', () => {
  expect(periodFaults('2026-01-01', '2026-12-31')).toEqual({});
  expect(periodFaults('2026-02-30', '2026-12-31')).toHaveProperty('from');
  expect(periodFaults('2026-01-01', 'soon')).toHaveProperty('to');
  expect(periodFaults('2026-01-02', '2026-01-01')).toHaveProperty('from');
});

it('a document names the fields that would not pass', () => {
  const whole = {
    ...EMPTY_IDENTITY,
    given_name: 'Ada',
    family_name: 'Example',
    date_of_birth: '1990-04-12',
    document_number: 'X1234567',
    issuing_country: 'CH',
    expires_on: '2031-04-11',
  };
  expect(identityFaults(whole)).toEqual({});
  expect(identityText(whole)).toMatch(/^\{"given_name":"Ada","family_name":"Example"/);
  expect(Object.keys(identityFaults({ ...whole, date_of_birth: '1990-02-30', issuing_country: 'ch' }))).toEqual([
    'date_of_birth',
    'issuing_country',
  ]);
});

it('kept heads are read strictly', () => {
  const head = { height: 3, hash: HASH, at: '2026-04-01T12:00:00.000Z' };
  expect(readKeptHeads(JSON.stringify({ ethereum: head, dogecoin: head }))).toEqual({ ethereum: head });
  expect(readKeptHeads(JSON.stringify({ ethereum: { ...head, hash: 'x' } }))).toEqual({});
  expect(readKeptHeads('{')).toEqual({});
  expect(readKeptHeads(null)).toEqual({});
});
