import { describe, expect, it } from 'vitest';
import {
  compareWith,
  expectationOf,
  isBearer,
  NOTHING_EXPECTED,
  readLimits,
} from '../../../../src/pages/issue/proofs/expectation.ts';
import type { Proof } from '../../../../src/pages/issue/proofs/queries.ts';

const PROOF: Proof = {
  commitment: 'ab'.repeat(32),
  claim_satisfied: true,
  attestation_type: 'balance_range',
  expires_at: '2026-06-15T14:00:00.000Z',
  cache_key: 'balance_range:solana:abababab',
  proof_size_bytes: 74,
  solana_program_id: 'x',
  chain: 'solana',
  public_inputs: {
    statement: 'balance_range/v1',
    value_commitment: 'cd'.repeat(32),
    source: 'ledger:solana:7',
    nonce: 'mine',
    chain: 'solana',
    issued_at: '2026-06-15T10:00:00.000Z',
    expires_at: '2026-06-15T14:00:00.000Z',
    bounds: { token_mint: 'USDC', min_balance: 1, max_balance: 100 },
  },
};

describe('what a relying party expects', () => {
  it('is read line by line', () => {
    expect(readLimits('minimum_age = 18\n\n token_mint: USDC\nallowed_set = DE, FR')).toEqual({
      ok: true,
      limits: { minimum_age: 18, token_mint: 'USDC', allowed_set: ['DE', 'FR'] },
    });
    expect(readLimits('')).toEqual({ ok: true, limits: {} });
    for (const wrong of ['minimum_age', 'minimum_age = x', 'minimum_age = 1.5', 'nonce = x', '= 1']) {
      expect(readLimits(wrong), wrong).toMatchObject({ ok: false });
    }
  });

  it('demands nothing that was left empty', () => {
    expect(expectationOf({ kind: 'any', nonce: ' ', subject: '', limits: {} })).toEqual(NOTHING_EXPECTED);
    expect(expectationOf({ kind: 'age_threshold', nonce: ' n ', subject: 's', limits: { minimum_age: 18 } })).toEqual({
      attestation_type: 'age_threshold',
      nonce: 'n',
      subject: 's',
      minimum_age: 18,
    });
    expect(isBearer({ minimum_age: 18 })).toBe(true);
    expect(isBearer({ nonce: 'n' })).toBe(false);
  });

  it('is compared member by member with what the proof states', () => {
    const compared = compareWith(
      { attestation_type: 'balance_range', nonce: 'other', min_balance: 1, minimum_age: 18 },
      PROOF,
    );
    expect(compared).toEqual([
      { name: 'attestation_type', expected: 'balance_range', found: 'balance_range', isEqual: true },
      { name: 'nonce', expected: 'other', found: 'mine', isEqual: false },
      { name: 'min_balance', expected: '1', found: '1', isEqual: true },
      { name: 'minimum_age', expected: '18', found: null, isEqual: false },
    ]);
  });
});
