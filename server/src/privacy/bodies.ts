/** The bodies of the nine claims, and what nothing but the body makes wrong in them (decisions 12.33). */
import type { api } from '@touchstone/core/api/api.ts';
import { unitsOf } from '@touchstone/core/stark/encoding.ts';
import { invalid } from '../frame/errors.ts';
import type { BodyOf } from '../frame/work.ts';
import { isCalendarDay } from './age.ts';

type Claims = typeof api.privacy.privacy;

export interface ClaimBodies {
  readonly age_threshold: BodyOf<Claims['age']>;
  readonly identity_attribute: BodyOf<Claims['identity']>;
  readonly kyc_status: BodyOf<Claims['kycStatus']>;
  readonly jurisdiction_membership: BodyOf<Claims['jurisdiction']>;
  readonly accredited_investor: BodyOf<Claims['accredited']>;
  readonly regulatory_compliance: BodyOf<Claims['compliance']>;
  readonly balance_range: BodyOf<Claims['defiBalanceRange']>;
  readonly collateral_ratio: BodyOf<Claims['defiCollateral']>;
  readonly portfolio_threshold: BodyOf<Claims['defiPortfolioThreshold']>;
}

/** Throws INVALID_REQUEST. */
function requireDay({ date_of_birth: day }: ClaimBodies['age_threshold']): void {
  if (!isCalendarDay(day)) throw invalid('date_of_birth', '`date_of_birth` must be a real date, such as 1990-05-17.');
}

function requireSet({ allowed_set: set }: ClaimBodies['jurisdiction_membership']): void {
  const repeated = set.findIndex((member, index) => set.indexOf(member) < index);
  if (repeated >= 0) {
    throw invalid(`allowed_set.${repeated}`, `\`allowed_set.${repeated}\` is in the set already: each member once.`);
  }
}

function requireAmount(field: string, amount: number): number {
  const units = unitsOf(amount);
  if (units !== null) return units;
  throw invalid(field, `\`${field}\` must have at most six decimal places and be below 9007199254.`);
}

function requireRange({ min_balance: least, max_balance: most }: ClaimBodies['balance_range']): void {
  if (requireAmount('min_balance', least) > requireAmount('max_balance', most)) {
    throw invalid('max_balance', '`max_balance` must not be below `min_balance`.');
  }
}

/** Each throws INVALID_REQUEST for a body that no state of the server would make valid. */
export const RULES = {
  age_threshold: requireDay,
  jurisdiction_membership: requireSet,
  balance_range: requireRange,
  collateral_ratio: ({ min_ratio }: ClaimBodies['collateral_ratio']) => void requireAmount('min_ratio', min_ratio),
  portfolio_threshold: ({ min_value_usd }: ClaimBodies['portfolio_threshold']) =>
    void requireAmount('min_value_usd', min_value_usd),
};
