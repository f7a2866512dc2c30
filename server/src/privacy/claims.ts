/** What each of the nine claims says in public, and what only its prover knows (decisions, section 8). */
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { AttestationTypeName } from '@touchstone/core/privacy/commitment.ts';
import type { Random } from '@touchstone/core/random.ts';
import { PROVERS } from '@touchstone/core/stark/provers.ts';
import { QUALIFICATIONS } from '@touchstone/core/stark/statements/accredited-investor/air.ts';
import { KYC_TIERS } from '@touchstone/core/stark/statements/kyc-status/air.ts';
import type { Committed, Prover, Claim as TrueClaim } from '@touchstone/core/stark/statements/prover.ts';
import { LIST_ROOT } from '@touchstone/core/stark/statements/regulatory-compliance/list.ts';
import { ageAt } from './age.ts';
import type { ClaimBodies } from './bodies.ts';
import type { WalletFigure } from './figures.ts';

/** The limits of a claim as its public inputs have them. */
export type Limits = { readonly bounds: JsonObject } | { readonly set: readonly string[] };

export interface PreparedClaim {
  readonly limits: Limits;
  commit(random: Random): Committed;
  /** The trace; null for a claim that does not hold. */
  claim(publicInputs: JsonObject, salt: readonly number[]): TrueClaim | null;
}

/** What is known when a claim is made, beside the body. */
export interface ClaimMoment {
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  /** What the ledger says of the wallet; null for claims about none. */
  readonly figure: WalletFigure | null;
}

type Prepare<T extends AttestationTypeName> = (body: ClaimBodies[T], moment: ClaimMoment) => PreparedClaim;

export const CLAIMS: { readonly [T in AttestationTypeName]: Prepare<T> } = {
  age_threshold({ date_of_birth, minimum_age }, { issuedAt }) {
    const age = ageAt(date_of_birth, issuedAt);
    // Nobody who is not born yet has an age; the circuit knows none below 0.
    const isBorn = age >= 0;
    const known = { age: Math.max(age, 0) };
    const prepared = prepare(PROVERS.age_threshold, { bounds: { minimum_age } }, known);
    return isBorn ? prepared : { ...prepared, claim: () => null };
  },
  identity_attribute: ({ attribute, value }) =>
    prepare(PROVERS.identity_attribute, { bounds: { attribute } }, { value }),
  kyc_status: ({ kyc_tier: choice, provider_hash: providerHash }) =>
    prepare(PROVERS.kyc_status, { set: KYC_TIERS }, { choice, providerHash }),
  jurisdiction_membership: ({ jurisdiction, allowed_set: set }) =>
    prepare(PROVERS.jurisdiction_membership, { set }, { jurisdiction }),
  accredited_investor: ({ qualification: choice, provider_hash: providerHash }) =>
    prepare(PROVERS.accredited_investor, { set: QUALIFICATIONS }, { choice, providerHash }),
  regulatory_compliance: ({ checks, entity_hash: entityHash }) =>
    prepare(PROVERS.regulatory_compliance, { bounds: { checks, list_root: LIST_ROOT } }, { entityHash }),
  balance_range({ token_mint, min_balance, max_balance }, { figure }) {
    if (figure?.of !== 'balance') throw noFigure();
    const bounds = { token_mint, min_balance, max_balance };
    return prepare(PROVERS.balance_range, { bounds }, { balanceUnits: figure.micros });
  },
  collateral_ratio({ protocol, min_ratio }, { figure }) {
    if (figure?.of !== 'position') throw noFigure();
    const { collateralMicros: collateralUnits, debtMicros: debtUnits } = figure;
    return prepare(PROVERS.collateral_ratio, { bounds: { protocol, min_ratio } }, { collateralUnits, debtUnits });
  },
  portfolio_threshold({ min_value_usd }, { figure }) {
    if (figure?.of !== 'worth') throw noFigure();
    return prepare(PROVERS.portfolio_threshold, { bounds: { min_value_usd } }, { worthUnits: figure.micros });
  },
};

function prepare<W>(prover: Prover<W>, limits: Limits, witness: W): PreparedClaim {
  return {
    limits,
    commit: (random) => prover.commit(witness, random),
    claim: (publicInputs, salt) => prover.claim(publicInputs, witness, salt),
  };
}

function noFigure(): TypeError {
  return new TypeError('internal: the claim is about a wallet whose figure was not read');
}
