/** Privacy proofs and code grades. */
import Type, { type TProperties } from 'typebox';
import { MOST_PLACES } from '../grade/losses.ts';
import { GRADE_FORMAT, type GradeRecord } from '../grade/record.ts';
import { RULE_IDS, RULES_VERSIONS, ruleOf } from '../grade/rules.ts';
import { type AttestationTypeName, STATEMENT_OF } from '../privacy/commitment.ts';
import { PROOF_FILE_FORMAT } from '../privacy/proof-file.ts';
import type { PrivacyRecord } from '../privacy/record.ts';
import { UNITS_PER_ONE } from '../stark/encoding.ts';
import { QUALIFICATIONS } from '../stark/statements/accredited-investor/air.ts';
import { HIGHEST_MINIMUM } from '../stark/statements/age-threshold/air.ts';
import { DIMENSIONS, LETTERS } from '../stark/statements/code-grade/scoring.ts';
import { KYC_TIERS } from '../stark/statements/kyc-status/air.ts';
import { CHECKS } from '../stark/statements/regulatory-compliance/air.ts';
import { LIST_ROOT } from '../stark/statements/regulatory-compliance/list.ts';
import {
  anyText,
  atLeast,
  base64,
  boolean,
  count,
  either,
  exactly,
  fixed,
  hash,
  hex,
  list,
  type MembersOf,
  named,
  oneOf,
  optional,
  orNull,
  text,
  time,
} from './kit.ts';

/** Of amounts: at most six decimal places, which a schema does not say, and below 2^53 millionths. */
const amount = (description?: string) => ({
  type: 'number',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER / UNITS_PER_ONE,
  ...(description === undefined ? {} : { description }),
});

function publicInputs(statement: string, limits: TProperties) {
  return exactly({
    statement: fixed(statement),
    value_commitment: hash('Eight 32-bit little-endian words, each below the modulus of the field.'),
    ...limits,
    source: text('`self_asserted`, or `ledger:<chain>:<height>`.'),
    subject: optional(anyText('Whom the claim is about.')),
    nonce: anyText(),
    chain: text(),
    issued_at: time(),
    expires_at: time(),
  });
}

const bounds = (members: TProperties) => ({ bounds: exactly(members) });

/** What limits the value of each statement. */
const LIMITS: Readonly<Record<(typeof STATEMENT_OF)[AttestationTypeName], TProperties>> = {
  'age_threshold/v1': bounds({ minimum_age: count(0, undefined, HIGHEST_MINIMUM) }),
  'identity_attribute/v1': bounds({ attribute: text() }),
  'kyc_status/v1': { set: fixed(KYC_TIERS) },
  'accredited_investor/v1': { set: fixed(QUALIFICATIONS) },
  'jurisdiction_membership/v1': { set: list(text(), undefined, { minItems: 1, maxItems: 256, uniqueItems: true }) },
  'regulatory_compliance/v1': bounds({
    checks: list(oneOf(CHECKS), undefined, { minItems: 1, uniqueItems: true }),
    list_root: fixed(LIST_ROOT),
  }),
  'balance_range/v1': bounds({
    token_mint: text(),
    min_balance: amount(),
    max_balance: amount('Not below the other.'),
  }),
  'collateral_ratio/v1': bounds({ protocol: text(), min_ratio: amount() }),
  'portfolio_threshold/v1': bounds({ min_value_usd: amount() }),
};

const record = {
  attestation_type: oneOf(Object.keys(STATEMENT_OF)),
  chain: text(),
  claim_satisfied: boolean('True in a file that holds.'),
  commitment: hash(),
  expires_at: time(),
  issued_at: time(),
  keyset_id: text('The `service` set that signed.'),
  network: text('`embedded:<chain>`.'),
  proof_sha3_256: orNull(hash(), 'Of the bytes of the proof; null where there is none.'),
} satisfies MembersOf<PrivacyRecord>;

/** A statement of kind `privacy-record` without its signature. */
export const PrivacyRecordBody = exactly(record);

export const PrivacyProof = atLeast({
  format: optional(fixed(PROOF_FILE_FORMAT, 'Absent in a saved answer of the service.')),
  commitment: hash('SHA3-256 over `svc-privacy/v1` 00 JCS(`public_inputs`).'),
  public_inputs: either(Object.entries(LIMITS).map(([statement, limits]) => publicInputs(statement, limits))),
  proof: base64('The STARK.'),
  record: exactly({ ...record, signature: base64('ML-DSA-65, a statement of kind `privacy-record`.') }),
});

const percent = count(0, undefined, 100);

export const DimensionScores = exactly(Object.fromEntries(DIMENSIONS.map((name) => [name, percent])));

const gradeMembers = {
  format: fixed(GRADE_FORMAT),
  score: percent,
  grade: oneOf(LETTERS),
  dimensions: DimensionScores,
  rules_version: oneOf(RULES_VERSIONS),
  project: { ...text('Visible characters only.'), maxLength: 128 },
  date: time('The clock of the machine that graded.'),
  file_root: hash(),
  files: count(1),
  losses_hash: hash('SHA3-256 over `svc-grade-losses/v1` 00 JCS(`losses`).'),
  value_commitment: hash(),
  commitment_salt: hex(20, 'Five 32-bit little-endian words, each below the modulus of the field.'),
  proof: text('`stark:` and the proof in base64.'),
  signature: text('`3key:` and three signatures in base64, over the JCS of all members before this one.'),
} satisfies MembersOf<GradeRecord>;

const places = named(
  'LossPlaces',
  list(exactly({ path: text(), line: optional(count(1)), reason: text() }), 'The first of the places found.', {
    minItems: 1,
    maxItems: MOST_PLACES,
  }),
);

export const Losses = named(
  'Losses',
  list(
    either(
      RULE_IDS.map((rule) =>
        exactly({ rule: fixed(rule), points: count(1, undefined, ruleOf(rule).points), found: count(1), places }),
      ),
    ),
    'In the order of the rules, each at most once. They stay with the owner of the grade.',
  ),
);

const serviceMembers = {
  grade_id: text(),
  signer: exactly({ keyset_id: text(), fingerprint: hash() }, 'Whose 3-key set made `signature`.'),
  self_reported: fixed(true),
  submitted_at: time(),
  keyset_id: text('The `service` set that signed.'),
};

/** A statement of kind `grade` without its signature. */
export const GradeRecordBody = exactly({ ...gradeMembers, ...serviceMembers });

export const CodeGrade = either([
  named('Grade', exactly({ ...gradeMembers, losses: optional(Losses) }, 'As `touchstone grade` makes it.')),
  named(
    'RecordedGrade',
    exactly(
      { ...gradeMembers, ...serviceMembers, service_signature: base64('ML-DSA-65, a statement of kind `grade`.') },
      'As a service answers it.',
    ),
  ),
]);

/** `touchstone grade --unsigned --json`. */
export const UnsignedGrade = exactly({
  score: percent,
  grade: oneOf(LETTERS),
  dimensions: DimensionScores,
  project: text(),
  file_root: hash(),
  files: count(1),
  signature: Type.Null(),
  losses: Losses,
});
