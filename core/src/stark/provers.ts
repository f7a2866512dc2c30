/** All statements, for whoever proves. */
import { accreditedInvestorProver } from './statements/accredited-investor/trace.ts';
import { ageThresholdProver } from './statements/age-threshold/trace.ts';
import { balanceRangeProver } from './statements/balance-range/trace.ts';
import { codeGradeProver } from './statements/code-grade/trace.ts';
import { collateralRatioProver } from './statements/collateral-ratio/trace.ts';
import { identityAttributeProver } from './statements/identity-attribute/trace.ts';
import { jurisdictionMembershipProver } from './statements/jurisdiction-membership/trace.ts';
import { kycStatusProver } from './statements/kyc-status/trace.ts';
import { portfolioThresholdProver } from './statements/portfolio-threshold/trace.ts';
import { regulatoryComplianceProver } from './statements/regulatory-compliance/trace.ts';

/** By the name of the claim on the wire. */
export const PROVERS = {
  age_threshold: ageThresholdProver,
  identity_attribute: identityAttributeProver,
  kyc_status: kycStatusProver,
  jurisdiction_membership: jurisdictionMembershipProver,
  accredited_investor: accreditedInvestorProver,
  regulatory_compliance: regulatoryComplianceProver,
  balance_range: balanceRangeProver,
  collateral_ratio: collateralRatioProver,
  portfolio_threshold: portfolioThresholdProver,
  code_grade: codeGradeProver,
} as const;
