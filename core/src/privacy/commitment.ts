/** The public inputs of a privacy proof and the commitment to them (security, S13). */
import type { AttestationType } from '../api/privacy/proof-schema.ts';
import { toHex } from '../bytes.ts';
import { canonicalBytes, type JsonObject } from '../canonical-json.ts';
import { sha3_256, tagged } from '../hash.ts';

/** The claims by their names on the wire, with the statement that each is proven as. */
export const STATEMENT_OF = {
  age_threshold: 'age_threshold/v1',
  identity_attribute: 'identity_attribute/v1',
  kyc_status: 'kyc_status/v1',
  jurisdiction_membership: 'jurisdiction_membership/v1',
  accredited_investor: 'accredited_investor/v1',
  regulatory_compliance: 'regulatory_compliance/v1',
  balance_range: 'balance_range/v1',
  collateral_ratio: 'collateral_ratio/v1',
  portfolio_threshold: 'portfolio_threshold/v1',
} as const satisfies Readonly<Record<(typeof AttestationType)['enum'][number], string>>;

export type AttestationTypeName = keyof typeof STATEMENT_OF;

/** The claim that a statement is of; null for any other text. */
export function attestationTypeOf(statement: unknown): AttestationTypeName | null {
  const names = Object.keys(STATEMENT_OF) as AttestationTypeName[];
  return names.find((name) => STATEMENT_OF[name] === statement) ?? null;
}

/** SHA3-256 of `svc-privacy/v1`, a zero byte and the JCS of the public inputs, hex. */
export function privacyCommitment(publicInputs: JsonObject): string {
  return toHex(sha3_256(tagged('privacy', canonicalBytes(publicInputs))));
}
