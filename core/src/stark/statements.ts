/** All statements, for whoever verifies. */
import type { JsonObject } from '../canonical-json.ts';
import type { Instance } from './air.ts';
import { accreditedInvestor } from './statements/accredited-investor/air.ts';
import { ageThreshold } from './statements/age-threshold/air.ts';
import { balanceRange } from './statements/balance-range/air.ts';
import { codeGrade } from './statements/code-grade/air.ts';
import { collateralRatio } from './statements/collateral-ratio/air.ts';
import { identityAttribute } from './statements/identity-attribute/air.ts';
import { jurisdictionMembership } from './statements/jurisdiction-membership/air.ts';
import { kycStatus } from './statements/kyc-status/air.ts';
import { portfolioThreshold } from './statements/portfolio-threshold/air.ts';
import { regulatoryCompliance } from './statements/regulatory-compliance/air.ts';
import type { Statement } from './statements/statement.ts';

export const STATEMENTS: readonly Statement[] = [
  ageThreshold,
  identityAttribute,
  kycStatus,
  jurisdictionMembership,
  accreditedInvestor,
  regulatoryCompliance,
  balanceRange,
  collateralRatio,
  portfolioThreshold,
  codeGrade,
];

/** The instance that public inputs are of, by their `statement`; null where there is none. */
export function instanceOf(publicInputs: JsonObject): Instance | null {
  return STATEMENTS.find(({ id }) => id === publicInputs.statement)?.instanceOf(publicInputs) ?? null;
}
