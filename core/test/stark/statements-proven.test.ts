/** Every statement from the witness to the verdict: a true claim is proven, and its proof holds for its public inputs alone. */
import { describe, expect, it } from 'vitest';
import { canonicalBytes, type JsonObject } from '../../src/canonical-json.ts';
import { systemRandom } from '../../src/random.ts';
import { commit } from '../../src/stark/commitment.ts';
import type { ProfileName } from '../../src/stark/options.ts';
import { prove } from '../../src/stark/prove.ts';
import { PROVERS } from '../../src/stark/provers.ts';
import { QUALIFICATIONS } from '../../src/stark/statements/accredited-investor/air.ts';
import { KYC_TIERS } from '../../src/stark/statements/kyc-status/air.ts';
import type { Prover } from '../../src/stark/statements/prover.ts';
import { LIST_ROOT } from '../../src/stark/statements/regulatory-compliance/list.ts';
import { instanceOf } from '../../src/stark/statements.ts';
import { verify } from '../../src/stark/verify.ts';
import { publicInputs, SALT } from './statements/forge.ts';

const PERFECT = {
  code_quality: 100,
  security_posture: 100,
  architecture: 100,
  performance: 100,
  compliance: 100,
  maintenance_risk: 100,
};
const BOTH = { accept: ['STANDARD', 'STRONG'] } as const;

function proven<Witness>(prover: Prover<Witness>, limits: JsonObject, witness: Witness, profile: ProfileName) {
  const inputs = publicInputs(prover.statement, limits, commit(prover.encode(witness), SALT));
  const claim = prover.claim(inputs, witness, SALT);
  if (claim === null) throw new Error(`${prover.statement.id}: the claim is false`);
  const proof = prove(claim.instance, canonicalBytes(inputs), claim.trace, { random: systemRandom, profile });
  return { inputs, proof };
}

const PROVEN: Readonly<Record<keyof typeof PROVERS, (profile: ProfileName) => ReturnType<typeof proven>>> = {
  age_threshold: (profile) => proven(PROVERS.age_threshold, { bounds: { minimum_age: 18 } }, { age: 18 }, profile),
  identity_attribute: (profile) =>
    proven(PROVERS.identity_attribute, { bounds: { attribute: 'nationality' } }, { value: 'FR' }, profile),
  kyc_status: (profile) =>
    proven(
      PROVERS.kyc_status,
      { set: [...KYC_TIERS] },
      { choice: KYC_TIERS[1], providerHash: 'a7'.repeat(32) },
      profile,
    ),
  jurisdiction_membership: (profile) =>
    proven(PROVERS.jurisdiction_membership, { set: ['CH', 'DE', 'LI'] }, { jurisdiction: 'DE' }, profile),
  accredited_investor: (profile) =>
    proven(
      PROVERS.accredited_investor,
      { set: [...QUALIFICATIONS] },
      { choice: QUALIFICATIONS[2], providerHash: '00'.repeat(32) },
      profile,
    ),
  regulatory_compliance: (profile) =>
    proven(
      PROVERS.regulatory_compliance,
      { bounds: { checks: ['ofac', 'aml'], list_root: LIST_ROOT } },
      { entityHash: 'ab'.repeat(32) },
      profile,
    ),
  balance_range: (profile) =>
    proven(
      PROVERS.balance_range,
      { bounds: { token_mint: 'USDC', min_balance: 1, max_balance: 10_000 } },
      { balanceUnits: 2_500_000_000 },
      profile,
    ),
  collateral_ratio: (profile) =>
    proven(
      PROVERS.collateral_ratio,
      { bounds: { protocol: 'lending', min_ratio: 1.5 } },
      { collateralUnits: 3_000_000, debtUnits: 2_000_000 },
      profile,
    ),
  portfolio_threshold: (profile) =>
    proven(PROVERS.portfolio_threshold, { bounds: { min_value_usd: 100 } }, { worthUnits: 100_000_000 }, profile),
  code_grade: (profile) => proven(PROVERS.code_grade, { grade: 'A+' }, { scores: PERFECT }, profile),
};

describe('a true claim', () => {
  it.each(Object.entries(PROVEN))('of %s is proven and verified in both profiles', (_, proveIt) => {
    for (const profile of ['STANDARD', 'STRONG'] as const) {
      const { inputs, proof } = proveIt(profile);
      const instance = instanceOf(inputs);
      if (instance === null) throw new Error('no instance');
      expect(verify(instance, canonicalBytes(inputs), proof, BOTH)).toMatchObject({ ok: true, profile });
      expect(proof.length).toBeLessThanOrEqual(64 * 1024);
      expect(proof.length).toBeGreaterThanOrEqual(8 * 1024);

      const late = { ...inputs, expires_at: '2030-01-01T00:00:00Z' };
      expect(verify(instance, canonicalBytes(late), proof, BOTH)).toMatchObject({ ok: false, code: 'invalid' });
    }
  });

  it('of one statement is none of another', () => {
    const { inputs, proof } = PROVEN.portfolio_threshold('STANDARD');
    const other = PROVEN.balance_range('STANDARD');
    const instance = instanceOf(other.inputs);
    if (instance === null) throw new Error('no instance');
    expect(verify(instance, canonicalBytes(other.inputs), proof, BOTH)).toMatchObject({ ok: false });
    expect(verify(instance, canonicalBytes(inputs), other.proof, BOTH)).toMatchObject({ ok: false });
  });
});
