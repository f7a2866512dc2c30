import { describe, expect, it } from 'vitest';
import {
  type ClaimMember,
  type ClaimValues,
  claimTroubles,
  EMPTY_CLAIM,
  readList,
  sampleClaim,
} from '../../../../src/pages/issue/proofs/claim-draft.ts';
import { claimTitle } from '../../../../src/pages/issue/proofs/claim-title.ts';
import { CLAIMS } from '../../../../src/pages/issue/proofs/claims.ts';
import {
  elapsedShare,
  expiresSoon,
  type ProofItem,
  proofsCsv,
  proofView,
  stateOf,
} from '../../../../src/pages/issue/proofs/proof-items.ts';
import { sourceText } from '../../../../src/pages/issue/proofs/public-inputs.ts';
import { NEWEST_FIRST, readProofsSearch, readSort, sortText } from '../../../../src/pages/issue/proofs/search.ts';
import { orderList } from '../../../../src/parts/list-page/list-order.ts';

const NOW = Date.parse('2026-06-15T12:00:00.000Z');
const HEX = '0123456789abcdef'.repeat(4);

function item(minimum: number, changes: Partial<ProofItem> = {}): ProofItem {
  const times = { issued_at: '2026-06-15T10:00:00.000Z', expires_at: '2026-06-15T14:00:00.000Z' };
  return {
    commitment: `${minimum}`.padStart(64, '0'),
    claim_satisfied: true,
    attestation_type: 'age_threshold',
    cache_key: 'age_threshold:solana:00000000',
    proof_size_bytes: 74,
    solana_program_id: 'x',
    chain: 'solana',
    is_expired: false,
    public_inputs: {
      statement: 'age_threshold/v1',
      value_commitment: HEX,
      source: 'self_asserted',
      nonce: 'relying-party',
      chain: 'solana',
      bounds: { minimum_age: minimum },
      ...times,
    },
    ...times,
    ...changes,
  };
}

describe('the state of a proof', () => {
  it('follows the clock, and a claim that did not hold is none of an end', () => {
    const end = Date.parse('2026-06-15T14:00:00.000Z');
    expect(stateOf(item(18), end - 1)).toBe('active');
    expect(stateOf(item(18), end)).toBe('expired');
    expect(stateOf(item(18, { claim_satisfied: false }), end)).toBe('unsatisfied');
    expect(expiresSoon(item(18), end - 3_600_000 + 1)).toBe(true);
    expect(expiresSoon(item(18), NOW)).toBe(false);
    expect(expiresSoon(item(18), end)).toBe(false);
  });

  it('is drawn as the share of its time that is over', () => {
    const { issued_at: from, expires_at: until } = item(18);
    expect(elapsedShare(from, until, NOW)).toBe(0.5);
    expect(elapsedShare(from, until, NOW - 86_400_000)).toBe(0);
    expect(elapsedShare(from, until, NOW + 86_400_000)).toBe(1);
    expect(elapsedShare('x', until, NOW)).toBe(1);
    expect(elapsedShare(until, from, NOW)).toBe(1);
  });
});

describe('the list', () => {
  const ALL = [item(18), item(21, { claim_satisfied: false }), item(65, { chain: 'ethereum' })];
  const shown = (filter: Partial<Parameters<typeof proofView>[0]>) =>
    orderList(
      ALL,
      proofView({ text: '', state: null, kind: null, ...filter }, { by: 'commitment', descending: false }, NOW),
    ).map(({ commitment }) => Number(commitment));

  it('is filtered by text, state and kind', () => {
    expect(shown({ text: 'at least 65' })).toEqual([65]);
    expect(shown({ text: 'ETHEREUM' })).toEqual([65]);
    expect(shown({ text: 'relying' })).toEqual([18, 21, 65]);
    expect(shown({ state: 'unsatisfied' })).toEqual([21]);
    expect(shown({ kind: 'kyc_status' })).toEqual([]);
  });

  it('is exported', () => {
    expect(proofsCsv(ALL).split('\r\n')).toHaveLength(5);
    expect(proofsCsv(ALL)).toContain('Age at least 18');
  });
});

describe('a claim as a title', () => {
  it.each([
    ['age_threshold', { bounds: { minimum_age: 18 } }, /18/],
    ['identity_attribute', { bounds: { attribute: 'nationality' } }, /nationality/],
    ['jurisdiction_membership', { set: ['DE', 'FR'] }, /DE or FR/],
    ['jurisdiction_membership', { set: Array.from({ length: 27 }, (_, n) => `S${n}`) }, /27/],
    ['regulatory_compliance', { bounds: { checks: ['ofac', 'travel_rule'] } }, /OFAC, Travel rule/],
    ['balance_range', { bounds: { token_mint: 'USDC', min_balance: 1, max_balance: 10_000 } }, /1 to 10,000 USDC/],
    ['collateral_ratio', { bounds: { protocol: 'lending', min_ratio: 1.5 } }, /1\.5 in lending/],
    ['portfolio_threshold', { bounds: { min_value_usd: 10_000 } }, /10,000 USD/],
  ] as const)('%s names its limits', (type, limits, wanted) => {
    expect(claimTitle(type, limits)).toMatch(wanted);
  });

  it('leaves open what is not known, or of another form', () => {
    for (const { type } of CLAIMS) {
      expect(claimTitle(type, null)).not.toBe('');
      expect(claimTitle(type, { bounds: { minimum_age: 'x', min_ratio: null, checks: 1 } })).toBe(
        claimTitle(type, null),
      );
    }
  });
});

describe('what is typed for a claim', () => {
  const trouble = (member: ClaimMember, value: string, more: Partial<ClaimValues> = {}) =>
    claimTroubles([member], { ...EMPTY_CLAIM, ...more, [member]: value }, NOW)[member];

  it('has no fault in the examples', () => {
    for (const { limits, values } of CLAIMS) {
      const found = claimTroubles([...limits, ...values], sampleClaim(HEX), NOW);
      expect(Object.values(found).filter((sentence) => sentence !== '')).toEqual([]);
    }
  });

  it.each([
    ['date_of_birth', ['1990-05-17', '2024-02-29'], ['', '17.5.1990', '1990-02-30', '2027-01-01']],
    ['minimum_age', ['0', '18', '150'], ['', '151', '18.5', '-1', '1e1']],
    ['attribute', ['nationality'], ['', 'x'.repeat(101)]],
    ['value', ['FR', '', 'x'.repeat(1_000)], ['x'.repeat(1_001)]],
    ['jurisdiction', ['DE'], ['', 'x'.repeat(101)]],
    ['allowed_set', ['DE', 'DE, FR'], ['', ' , ', 'DE, DE', Array.from({ length: 257 }, (_, n) => n).join()]],
    ['provider_hash', [HEX, `${HEX.slice(0, 8)} ${HEX.slice(8).toUpperCase()}`], ['', 'ab', 'xy'.repeat(32)]],
    ['checks', ['ofac'], ['']],
    ['min_balance', ['0', '1.123456'], ['', '-1', '1.1234567', '9007199255', '1e3']],
    ['wallet_address', ['demo:trader'], ['', 'x'.repeat(129)]],
  ] as const)('%s is taken or refused', (member, right, wrong) => {
    for (const value of right) expect(trouble(member, value), value).toBe('');
    for (const value of wrong) expect(trouble(member, value), value).not.toBe('');
  });

  it('compares the ends of a range', () => {
    expect(trouble('max_balance', '1', { min_balance: '2' })).not.toBe('');
    expect(trouble('max_balance', '2', { min_balance: '2' })).toBe('');
  });

  it('is read without blanks around members', () => {
    expect(readList(' a, b ,,c')).toEqual(['a', 'b', 'c']);
  });
});

it('the source of a value is told in words', () => {
  expect(sourceText('ledger:solana:12')).toBe('Solana, block 12');
  expect(sourceText('self_asserted')).not.toContain('_');
  expect(sourceText('ledger:unknown:1')).toBe('ledger:unknown:1');
});

it('the address keeps what it knows', () => {
  const search = { act: 'new', claim: 'age_threshold', proof: HEX, state: 'active' } as const;
  expect(readProofsSearch(search)).toEqual(search);
  const wrong = { act: 'x', claim: 'x', proof: '../x', checked: HEX.slice(1), chain: 'x', state: 'x', kind: 'x' };
  expect(readProofsSearch(wrong)).toEqual({});
  expect(readSort(sortText({ by: 'until', descending: true }))).toEqual({ by: 'until', descending: true });
  expect(sortText(NEWEST_FIRST)).toBeUndefined();
});
