/** A claim as a heading or a row reads it, from its public limits. What a server answers in another form is left open. */
import { words } from '../../../words/issue/proof-claims.ts';
import type { ClaimType } from './claims.ts';

export interface PublicLimits {
  /** Under the names of the request. */
  readonly bounds?: Readonly<Record<string, unknown>> | undefined;
  readonly set?: readonly string[] | undefined;
}

const { titles, options } = words;

/** @param limits null where they are not known */
export function claimTitle(type: ClaimType, limits: PublicLimits | null): string {
  const bounds = limits?.bounds ?? {};
  const number = (name: string) => (typeof bounds[name] === 'number' ? bounds[name] : null);
  const text = (name: string) => (typeof bounds[name] === 'string' ? bounds[name] : null);
  switch (type) {
    case 'age_threshold': {
      const years = number('minimum_age');
      return years === null ? titles.ageOpen : titles.age(years);
    }
    case 'identity_attribute': {
      const attribute = text('attribute');
      return attribute === null ? titles.identityOpen : titles.identity(attribute);
    }
    case 'kyc_status':
      return titles.kyc;
    case 'jurisdiction_membership': {
      const set = limits?.set ?? [];
      return set.length === 0 ? titles.jurisdictionOpen : titles.jurisdiction(set);
    }
    case 'accredited_investor':
      return titles.accredited;
    case 'regulatory_compliance': {
      const checks = Array.isArray(bounds.checks) ? bounds.checks.map(String) : [];
      return checks.length === 0 ? titles.complianceOpen : titles.compliance(checks.map(optionName));
    }
    case 'balance_range': {
      const [token, least, most] = [text('token_mint'), number('min_balance'), number('max_balance')];
      return token === null || least === null || most === null
        ? titles.balanceOpen
        : titles.balance(token, least, most);
    }
    case 'collateral_ratio': {
      const [ratio, protocol] = [number('min_ratio'), text('protocol')];
      return ratio === null || protocol === null ? titles.collateralOpen : titles.collateral(ratio, protocol);
    }
    case 'portfolio_threshold': {
      const value = number('min_value_usd');
      return value === null ? titles.portfolioOpen : titles.portfolio(value);
    }
  }
}

function optionName(value: string): string {
  return Object.hasOwn(options, value) ? options[value as keyof typeof options] : value;
}
