/** Claims that hold, and the same ones when they do not, for tests. */
import type { AttestationTypeName } from '@touchstone/core/privacy/commitment.ts';
import { LISTED_HASHES } from '@touchstone/core/stark/statements/regulatory-compliance/list.ts';

export interface TestClaim {
  readonly type: AttestationTypeName;
  readonly path: string;
  readonly holds: Readonly<Record<string, unknown>>;
  readonly fails: Readonly<Record<string, unknown>>;
  /** Texts of the body that must never appear anywhere again. */
  readonly hidden: readonly string[];
}

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const OWNER = 'hiddenwalletX7c1f09aa';

export const TEST_CLAIMS: readonly TestClaim[] = [
  {
    type: 'age_threshold',
    path: 'age',
    holds: { date_of_birth: '1971-03-19', minimum_age: 18 },
    fails: { date_of_birth: '2024-03-19', minimum_age: 18 },
    hidden: ['1971-03-19', '2024-03-19'],
  },
  {
    type: 'identity_attribute',
    path: 'identity',
    holds: { attribute: 'nationality', value: 'hiddenvalue-Ruritania-5512' },
    fails: { attribute: 'nationality', value: '' },
    hidden: ['hiddenvalue-Ruritania-5512'],
  },
  {
    type: 'kyc_status',
    path: 'kyc-status',
    holds: { kyc_tier: 'tier_3', provider_hash: HASH },
    fails: { kyc_tier: 'hiddentier-0', provider_hash: HASH },
    hidden: ['hiddentier-0', HASH],
  },
  {
    type: 'jurisdiction_membership',
    path: 'jurisdiction',
    holds: { jurisdiction: 'FR', allowed_set: ['DE', 'FR', 'Nordrhein-Westfalen', '中国'] },
    fails: { jurisdiction: 'hiddenland-Atlantis', allowed_set: ['DE', 'FR'] },
    hidden: ['hiddenland-Atlantis'],
  },
  {
    type: 'accredited_investor',
    path: 'accredited',
    holds: { qualification: 'net_worth', provider_hash: HASH },
    fails: { qualification: 'hiddenground', provider_hash: HASH },
    hidden: ['hiddenground', HASH],
  },
  {
    type: 'regulatory_compliance',
    path: 'compliance',
    holds: { checks: ['ofac', 'aml'], entity_hash: HASH },
    fails: { checks: ['ofac'], entity_hash: LISTED_HASHES[0] },
    hidden: [HASH],
  },
  {
    type: 'balance_range',
    path: 'defi/balance-range',
    holds: { wallet_address: OWNER, token_mint: 'USDC', min_balance: 0.000001, max_balance: 10_000 },
    fails: { wallet_address: OWNER, token_mint: 'USDC', min_balance: 10_000.000001, max_balance: 20_000 },
    hidden: [OWNER],
  },
  {
    type: 'collateral_ratio',
    path: 'defi/collateral',
    holds: { wallet_address: OWNER, protocol: 'lending', min_ratio: 1 },
    fails: { wallet_address: 'demo:saver', protocol: 'lending', min_ratio: 0.5 },
    hidden: [OWNER, 'demo:saver'],
  },
  {
    type: 'portfolio_threshold',
    path: 'defi/portfolio-threshold',
    holds: { wallet_address: 'demo:treasury', min_value_usd: 1_280_000 },
    fails: { wallet_address: 'demo:treasury', min_value_usd: 1_280_000.01 },
    hidden: ['demo:treasury'],
  },
];
