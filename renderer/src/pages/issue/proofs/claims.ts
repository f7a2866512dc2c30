/** The nine claims: how they look, what is asked for them, and how each is sent. */
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { privacy } from '@touchstone/core/api/privacy/privacy.ts';
import {
  Cake,
  ChartPie,
  ClipboardCheck,
  Coins,
  Globe,
  IdCard,
  Landmark,
  type LucideIcon,
  Scale,
  UserCheck,
} from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { readHash } from '../../../parts/form/hash-text.ts';
import { bindingOf, type ClaimMember, type ClaimValues, readList } from './claim-draft.ts';

export type MadeProof = OutputOf<typeof privacy.age>;
export type ClaimType = MadeProof['attestation_type'];
export type ClaimGroup = 'person' | 'organisation' | 'wallet';

interface RequestOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface Claim {
  readonly type: ClaimType;
  readonly group: ClaimGroup;
  readonly icon: LucideIcon;
  /** What of the request is public. */
  readonly limits: readonly ClaimMember[];
  /** What of it stays hidden. */
  readonly values: readonly ClaimMember[];
  readonly prove: (values: ClaimValues, options: RequestOptions) => Promise<MadeProof>;
}

type Check = 'ofac' | 'aml' | 'kyc' | 'travel_rule';
export const CHECKS: readonly Check[] = ['ofac', 'aml', 'kyc', 'travel_rule'];
export const TIERS = ['tier_1', 'tier_2', 'tier_3'] as const;
export const QUALIFICATIONS = ['income', 'net_worth', 'license'] as const;

export const CLAIMS: readonly Claim[] = [
  {
    type: 'age_threshold',
    group: 'person',
    icon: Cake,
    limits: ['minimum_age'],
    values: ['date_of_birth'],
    prove: (values, options) =>
      client.privacy.privacy.age(
        {
          body: {
            date_of_birth: values.date_of_birth.trim(),
            minimum_age: Number(values.minimum_age),
            ...bindingOf(values),
          },
        },
        options,
      ),
  },
  {
    type: 'jurisdiction_membership',
    group: 'person',
    icon: Globe,
    limits: ['allowed_set'],
    values: ['jurisdiction'],
    prove: (values, options) =>
      client.privacy.privacy.jurisdiction(
        {
          body: {
            jurisdiction: values.jurisdiction.trim(),
            allowed_set: [...readList(values.allowed_set)],
            ...bindingOf(values),
          },
        },
        options,
      ),
  },
  {
    type: 'identity_attribute',
    group: 'person',
    icon: IdCard,
    limits: ['attribute'],
    values: ['value'],
    prove: (values, options) =>
      client.privacy.privacy.identity(
        { body: { attribute: values.attribute.trim(), value: values.value, ...bindingOf(values) } },
        options,
      ),
  },
  {
    type: 'kyc_status',
    group: 'person',
    icon: UserCheck,
    limits: [],
    values: ['kyc_tier', 'provider_hash'],
    prove: (values, options) =>
      client.privacy.privacy.kycStatus(
        {
          body: {
            kyc_tier: values.kyc_tier,
            provider_hash: readHash(values.provider_hash),
            ...bindingOf(values),
          },
        },
        options,
      ),
  },
  {
    type: 'accredited_investor',
    group: 'person',
    icon: Landmark,
    limits: [],
    values: ['qualification', 'provider_hash'],
    prove: (values, options) =>
      client.privacy.privacy.accredited(
        {
          body: {
            qualification: values.qualification,
            provider_hash: readHash(values.provider_hash),
            ...bindingOf(values),
          },
        },
        options,
      ),
  },
  {
    type: 'regulatory_compliance',
    group: 'organisation',
    icon: ClipboardCheck,
    limits: ['checks'],
    values: ['entity_hash'],
    prove: (values, options) =>
      client.privacy.privacy.compliance(
        {
          body: {
            checks: CHECKS.filter((check) => readList(values.checks).includes(check)),
            entity_hash: readHash(values.entity_hash),
            ...bindingOf(values),
          },
        },
        options,
      ),
  },
  {
    type: 'balance_range',
    group: 'wallet',
    icon: Coins,
    limits: ['token_mint', 'min_balance', 'max_balance'],
    values: ['wallet_address'],
    prove: (values, options) =>
      client.privacy.privacy.defiBalanceRange(
        {
          body: {
            wallet_address: values.wallet_address.trim(),
            token_mint: values.token_mint.trim(),
            min_balance: Number(values.min_balance),
            max_balance: Number(values.max_balance),
            ...bindingOf(values),
          },
        },
        options,
      ),
  },
  {
    type: 'collateral_ratio',
    group: 'wallet',
    icon: Scale,
    limits: ['protocol', 'min_ratio'],
    values: ['wallet_address'],
    prove: (values, options) =>
      client.privacy.privacy.defiCollateral(
        {
          body: {
            wallet_address: values.wallet_address.trim(),
            protocol: values.protocol.trim(),
            min_ratio: Number(values.min_ratio),
            ...bindingOf(values),
          },
        },
        options,
      ),
  },
  {
    type: 'portfolio_threshold',
    group: 'wallet',
    icon: ChartPie,
    limits: ['min_value_usd'],
    values: ['wallet_address'],
    prove: (values, options) =>
      client.privacy.privacy.defiPortfolioThreshold(
        {
          body: {
            wallet_address: values.wallet_address.trim(),
            min_value_usd: Number(values.min_value_usd),
            ...bindingOf(values),
          },
        },
        options,
      ),
  },
];

/** Whether figures come from the embedded ledger. */
export function isFromLedger(type: ClaimType): boolean {
  return CLAIMS.some((claim) => claim.type === type && claim.group === 'wallet');
}
