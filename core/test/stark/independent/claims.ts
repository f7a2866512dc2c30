/** True claims at the edges of what each statement allows, and their proofs. */
import { canonicalBytes, canonicalJson, type JsonObject } from '@touchstone/core/canonical-json.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { ProfileName } from '@touchstone/core/stark/options.ts';
import { prove } from '@touchstone/core/stark/prove.ts';
import { PROVERS } from '@touchstone/core/stark/provers.ts';
import type { Dimensions } from '@touchstone/core/stark/statements/code-grade/scoring.ts';
import type { Claim, Prover } from '@touchstone/core/stark/statements/prover.ts';
import { LIST_ROOT } from '@touchstone/core/stark/statements/regulatory-compliance/list.ts';

export interface MadeClaim extends Claim {
  readonly inputs: JsonObject;
}

/** Commits with fresh randomness and makes the trace. */
export type EdgeClaim = (random: Random) => MadeClaim;

/** What a verdict has to bind without reading it; its order and spelling are no canonical ones. */
const OTHERS = {
  subject: 'Zoë \u{1F512} "\\\u007f\u2028',
  nonce: '\u0001',
  chain: 'solana',
  '\u{10000}': 1e-7,
  '\uffff': 1e21,
};

function edge<Witness>(prover: Prover<Witness>, limits: JsonObject, witness: Witness): EdgeClaim {
  return (random) => {
    const { valueCommitment, salt } = prover.commit(witness, random);
    const inputs = { ...OTHERS, statement: prover.statement.id, value_commitment: valueCommitment, ...limits };
    const claim = prover.claim(inputs, witness, salt);
    if (claim === null) throw new TypeError(`the claim does not hold: ${canonicalJson(limits)}`);
    return { ...claim, inputs };
  };
}

export function proofOf({ instance, inputs, trace }: MadeClaim, profile: ProfileName, random: Random): Uint8Array {
  return prove(instance, canonicalBytes(inputs), trace, { random, profile });
}

const LARGEST = 2 ** 53 - 1;
const LARGEST_BOUND = 9007199254.74099;
const TIERS = { set: ['tier_1', 'tier_2', 'tier_3'] };
const WAYS = { set: ['income', 'net_worth', 'license'] };
const FULL = { set: Array.from({ length: 256 }, (_, i) => `jurisdiction ${i}`) };
const SHORT_AND_LONG = { set: ['Österreich', '1234567', '12345678', '🇨🇭'] };
const zeros = '00'.repeat(32);
const ones = 'ff'.repeat(32);

const checks = (...names: string[]) => ({ bounds: { checks: names, list_root: LIST_ROOT } });
const age = (minimum: number) => ({ bounds: { minimum_age: minimum } });
const about = (attribute: string) => ({ bounds: { attribute } });
const worth = (minimum: number) => ({ bounds: { min_value_usd: minimum } });
const ratio = (minimum: number) => ({ bounds: { protocol: 'lending', min_ratio: minimum } });
const between = (min: number, max: number) => ({ bounds: { token_mint: 'USDC', min_balance: min, max_balance: max } });

function scores(all: number, security = all): { readonly scores: Dimensions } {
  const others = { code_quality: all, architecture: all, performance: all, compliance: all, maintenance_risk: all };
  return { scores: { ...others, security_posture: security } };
}

const P = PROVERS;
const GRADED = { rules_version: 'svc-grade-rules/v1', project: 'ü', files: 0 };

export const EDGE_CLAIMS: Readonly<Record<string, readonly EdgeClaim[]>> = {
  'age_threshold/v1': [
    edge(P.age_threshold, age(18), { age: 18 }),
    edge(P.age_threshold, age(0), { age: 0 }),
    edge(P.age_threshold, age(150), { age: 16_383 }),
  ],
  'identity_attribute/v1': [
    edge(P.identity_attribute, about('a'), { value: '1234567' }),
    edge(P.identity_attribute, about('ü'), { value: 'x'.repeat(1000) }),
    edge(P.identity_attribute, about('\0'), { value: '\0' }),
  ],
  'kyc_status/v1': [
    edge(P.kyc_status, TIERS, { choice: 'tier_1', providerHash: zeros }),
    edge(P.kyc_status, TIERS, { choice: 'tier_3', providerHash: ones }),
  ],
  'jurisdiction_membership/v1': [
    edge(P.jurisdiction_membership, SHORT_AND_LONG, { jurisdiction: '🇨🇭' }),
    edge(P.jurisdiction_membership, { set: ['CH'] }, { jurisdiction: 'CH' }),
    edge(P.jurisdiction_membership, FULL, { jurisdiction: 'jurisdiction 255' }),
  ],
  'accredited_investor/v1': [
    edge(P.accredited_investor, WAYS, { choice: 'license', providerHash: ones }),
    edge(P.accredited_investor, WAYS, { choice: 'income', providerHash: zeros }),
  ],
  'regulatory_compliance/v1': [
    edge(P.regulatory_compliance, checks('travel_rule'), { entityHash: zeros }),
    edge(P.regulatory_compliance, checks('kyc', 'ofac', 'aml', 'travel_rule'), { entityHash: ones }),
  ],
  'balance_range/v1': [
    edge(P.balance_range, between(268.435455, 268.435456), { balanceUnits: 2 ** 28 }),
    edge(P.balance_range, between(0, 0), { balanceUnits: 0 }),
    edge(P.balance_range, between(0.000001, LARGEST_BOUND), { balanceUnits: 2 ** 32 - 1 }),
  ],
  'collateral_ratio/v1': [
    edge(P.collateral_ratio, ratio(1.000001), { collateralUnits: 1_000_001, debtUnits: 1_000_000 }),
    edge(P.collateral_ratio, ratio(0), { collateralUnits: 0, debtUnits: LARGEST }),
    edge(P.collateral_ratio, ratio(LARGEST_BOUND), { collateralUnits: LARGEST, debtUnits: 1 }),
  ],
  'portfolio_threshold/v1': [
    edge(P.portfolio_threshold, worth(4294.967295), { worthUnits: 2 ** 32 - 1 }),
    edge(P.portfolio_threshold, worth(0), { worthUnits: 0 }),
    edge(P.portfolio_threshold, worth(LARGEST_BOUND), { worthUnits: LARGEST }),
  ],
  'code_grade/v1': [
    edge(P.code_grade, { ...GRADED, grade: 'C+' }, scores(100, 69)),
    edge(P.code_grade, { ...GRADED, grade: 'A+', score: 100 }, scores(100)),
    edge(P.code_grade, { ...GRADED, grade: 'F', score: 0 }, scores(0)),
    edge(P.code_grade, { ...GRADED, grade: 'F', score: 87 }, scores(100, 49)),
  ],
};
