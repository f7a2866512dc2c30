import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHAIN_NAMES } from '../../src/api/common.ts';
import { fromHex } from '../../src/bytes.ts';
import { isTransactionId, networkOf, transactionId } from '../../src/ledger/anchor.ts';
import { fromBase58, toBase58 } from '../../src/ledger/base58.ts';
import { entry } from './chain.ts';

describe('base58', () => {
  // draft-msporny-base58-03, section 5, and the genesis key hash of Bitcoin.
  test.each([
    ['48656c6c6f20576f726c6421', '2NEpo7TZRRrLZSi2U'],
    ['0000287fb4cd', '11233QC4'],
    ['', ''],
    ['00', '1'],
    ['61', '2g'],
    ['516b6fcd0f', 'ABnLTmg'],
  ])('%s is %s', (hex, text) => {
    expect(toBase58(fromHex(hex) ?? new Uint8Array(1))).toBe(text);
    expect(fromBase58(text)).toEqual(fromHex(hex));
  });

  test('every byte string has one spelling', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(fromBase58(toBase58(bytes))).toEqual(bytes);
      }),
    );
  });

  test.each(['0', 'O', 'I', 'l', 'a b', 'é', '+'])('%j is refused', (text) => {
    expect(fromBase58(text)).toBeNull();
  });
});

describe('transaction ids', () => {
  const FORMS: Readonly<Record<string, RegExp>> = {
    solana: /^[1-9A-HJ-NP-Za-km-z]{86,88}$/,
    bitcoin: /^[0-9a-f]{64}$/,
    zcash: /^[0-9a-f]{64}$/,
  };

  test.each(CHAIN_NAMES)('of %s have its form and no other', (chain) => {
    const id = transactionId(chain, entry(1, { network: networkOf(chain) }));
    expect(id).toMatch(FORMS[chain] ?? /^0x[0-9a-f]{64}$/);
    expect(isTransactionId(chain, id)).toBe(true);
    for (const wrong of [`${id}0`, id.slice(0, -4), `0x${id}`, id.replace(/.$/, 'I'), '', ' ', `${id}\n`]) {
      expect(isTransactionId(chain, wrong), wrong).toBe(false);
    }
    if (chain === 'solana') expect(fromBase58(id)?.length).toBe(64);
    else expect(isTransactionId(chain, id.toUpperCase())).toBe(false);
  });

  test('S15: another kind, commitment, place, time or ledger is another transaction', () => {
    const base = entry(1);
    const ids = [
      base,
      { ...base, kind: 'privacy' },
      { ...base, commitment: 'f'.repeat(64) },
      { ...base, position: 2 },
      { ...base, accepted_at: '2026-04-01T12:00:00.002Z' },
      { ...base, ledger_id: 'led_2' },
      { ...base, network: networkOf('base') },
    ].map((changed) => transactionId('ethereum', changed));
    expect(new Set(ids).size).toBe(ids.length);
    expect(transactionId('ethereum', { ...base })).toBe(ids[0]);
  });

  test('a published id stays what it is', () => {
    expect(transactionId('ethereum', entry(1))).toBe(
      '0xf6b175ff2c097857cb98e38f6707a4c6eb579672e563dd4368f7cd1ad3f6160b',
    );
  });
});
