/** What verifiers print and write: `pq-verify --json` and the two reports. */
import Type, { type TProperties } from 'typebox';
import { KEY_USES } from '../keys/key-set.ts';
import { AGENT_REPORT_SCHEMA, type AgentReportDocument as AgentReportType } from '../report/agent-document.ts';
import type {
  OutlinedReceipt as OutlinedReceiptType,
  OutlinedSeal as OutlinedSealType,
} from '../report/agent-outline.ts';
import { REPORT_SCHEMA, type ReportDocument } from '../report/document.ts';
import { CHECK_STATUS_WORDS, OUTCOME_WORDS, SLOT_STATUS_WORDS } from '../verdict/outcome-words.ts';
import { JSON_SCHEMA } from '../verdict/verification-json.ts';
import {
  AGENT_CODES,
  AGENT_FILE_KINDS,
  type BrokenPlace as BrokenPlaceType,
  CHECK_GROUPS,
  type Check as CheckType,
  OUTCOME_CODES,
  type RevocationState as RevocationStateType,
  type SlotReport as SlotReportType,
  type UsedKeySet as UsedKeySetType,
  type VerificationReport,
} from '../verdict/verification-report.ts';
import {
  anyText,
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
  number,
  oneOf,
  optional,
  orNull,
  record,
  text,
  time,
} from './kit.ts';
import { DimensionScores, Losses } from './proofs.ts';
import { Invoice } from './service.ts';

const SUBJECT_KINDS = ['artifact', 'receipt', 'signature'];
const TRUST_SOURCES = ['trust_store', 'given', 'own_service'];
const nullableText = orNull(anyText());

const outcome = oneOf(Object.keys(OUTCOME_WORDS));
const checkStatus = oneOf(Object.keys(CHECK_STATUS_WORDS));
const exitCode = Type.Enum([0, 1, 2, 3]);

const UsedKeySet = named(
  'UsedKeySet',
  exactly({
    keyset_id: text(),
    issuer: text(),
    principal: text(),
    use: oneOf(KEY_USES),
    edition: count(1, 'Its serial.'),
    fingerprint: hash(),
    demo: boolean(),
    source: oneOf(TRUST_SOURCES),
    path: orNull(text(), 'The file of a set that was given for this check.'),
    held: oneOf(['pinned', 'endorsed', 'given', 'own_service']),
    accepted_by: nullableText,
    accepted_at: nullableText,
    accepted_from: nullableText,
    endorsed_by: orNull(count(1), 'The edition on whose endorsement trust in it rests.'),
    not_before: time(),
    not_after: time(),
    superseded_on: orNull(time()),
    revocations: list(
      exactly({
        algorithm: text(),
        thumbprint: text(),
        revoked_at: anyText(),
        reason: anyText(),
        source: anyText(),
      }),
    ),
  } satisfies MembersOf<UsedKeySetType>),
);

const RevocationState = named(
  'RevocationState',
  exactly({
    store: orNull(text(), 'null where no trust store was read.'),
    count: count(0),
    last_change: nullableText,
  } satisfies MembersOf<RevocationStateType>),
);

export const trustMembers = {
  trust_source: orNull(oneOf(TRUST_SOURCES), 'The weakest source of a key set that the outcome rests on.'),
  trust: exactly({
    key_sets: list(UsedKeySet),
    revocations: RevocationState,
    notes: list(text(), 'Lines that stand beside a VERIFIED.'),
  }),
};

const Check = named(
  'Check',
  exactly({
    id: text('`<group>.<name>`; stable.'),
    group: oneOf(CHECK_GROUPS),
    status: checkStatus,
    sentence: text('For people; may change.'),
    expected: optional(anyText()),
    found: optional(anyText()),
    reason: optional(anyText()),
    restsOn: optional(text('The check that this one could not be made without.')),
  } satisfies MembersOf<CheckType>),
);

const SlotReport = named(
  'SlotReport',
  exactly({
    status: oneOf(Object.keys(SLOT_STATUS_WORDS)),
    algorithm: anyText(),
    keyset_id: optional(text()),
    fingerprint: optional(hash()),
    reason: optional(anyText()),
  } satisfies MembersOf<SlotReportType>),
);

const BrokenPlace = named(
  'BrokenPlace',
  exactly({
    index: count(0, 'From 0, in the order of the file.'),
    id: anyText(),
    what: text(),
    expected: anyText(),
    found: anyText(),
  } satisfies MembersOf<BrokenPlaceType>),
);

function report(kinds: readonly string[], codes: readonly string[], more: TProperties = {}) {
  return {
    kind: oneOf(kinds),
    outcome,
    exit_code: exitCode,
    code: optional(oneOf(codes, 'Absent where the outcome is VERIFIED.')),
    sentence: text('For people; may change.'),
    claimed_verdict: orNull(anyText(), 'Of an artifact its own verdict; never believed.'),
    summary_bound: boolean(),
    demo: boolean(),
    ...trustMembers,
    checks: list(Check),
    signatures: record(SlotReport, 'By slot.'),
    not_covered: list(anyText(), 'Members that no signature covers.'),
    not_checked: list(text(), 'What was not looked at, by name.'),
    file: exactly({ name: anyText(), size: count(0), sha256: anyText('Hex.'), sha3_384: anyText('Hex.') }),
    verifier: exactly({ name: text(), version: text() }),
    verified_at: time(),
    ...more,
  } satisfies MembersOf<VerificationReport & { readonly not_checked: unknown }>;
}

const REPORTS = [
  report([...SUBJECT_KINDS, 'unknown'], OUTCOME_CODES),
  report(AGENT_FILE_KINDS, AGENT_CODES, {
    subject: record(either([Type.String(), Type.Number()]), 'What was judged, for people.'),
    broken: orNull(BrokenPlace, 'The first place that does not hold.'),
  }),
];

const schema = fixed(JSON_SCHEMA);

export const VerificationJson = either([
  ...REPORTS.map((members) => exactly({ schema, ...members }, 'The document on one file.')),
  exactly(
    {
      schema,
      results: list(named('Report', either(REPORTS.map((members) => exactly(members))))),
      skipped: list(exactly({ path: text(), reason: text() })),
      summary: exactly({ total: count(0), outcomes: record(count(1), 'By outcome.'), exit_code: exitCode }),
    },
    'The document on several files.',
  ),
  exactly(
    {
      schema,
      error: exactly({
        code: oneOf(['COMMAND_LINE', 'OWN_SERVICE', 'KEY_SET_CONFLICT']),
        message: text(),
        sets: optional(
          list(exactly({ path: orNull(text()), fingerprint: hash() }), 'With KEY_SET_CONFLICT; null: the trust store.'),
        ),
      }),
    },
    'The document of a run that judged nothing.',
  ),
]);

export const InvoiceJson = either([
  exactly({
    schema: fixed('svc-invoice-opening/v1'),
    outcome: fixed('VERIFIED'),
    exit_code: fixed(0),
    commitment: hash(),
    invoice: Invoice,
  }),
  exactly({
    schema: fixed('svc-invoice-opening/v1'),
    outcome: fixed('FAILED'),
    exit_code: fixed(1),
    code: fixed('COMMITMENT_MISMATCH'),
  }),
  exactly({
    schema: fixed('svc-invoice-opening/v1'),
    outcome: fixed('INPUT_ERROR'),
    exit_code: fixed(2),
    code: oneOf(['READ', 'FORMAT']),
  }),
]);

const identity = exactly({
  report_id: text(),
  tool: text(),
  tool_version: text(),
  build: orNull(hash('SHA-256 of the program that verified.'), 'null where it ran from source.'),
  machine: nullableText,
  operator: nullableText,
  created_at: time(),
  time_zone: fixed('UTC'),
  network: text(),
} satisfies MembersOf<ReportDocument['identity']>);

const fileMembers = {
  file_name: anyText(),
  file_size: count(0),
  sha256: anyText('Hex.'),
  sha3_384: anyText('Hex.'),
};

const verdict = (codes: readonly string[], more: TProperties) =>
  exactly({
    outcome,
    code: orNull(oneOf(codes)),
    sentence: text(),
    exit_code: exitCode,
    valid_signatures: count(0),
    total_signatures: count(0),
    demo: boolean(),
    not_checked: list(text()),
    notes: list(text()),
    ...more,
  });

const signerMembers = {
  key_sets: list(UsedKeySet),
  revocations: RevocationState,
  signatures: list(
    exactly({
      slot: text(),
      algorithm: anyText(),
      status: oneOf(Object.keys(SLOT_STATUS_WORDS)),
      keyset_id: nullableText,
      key_thumbprints: list(text()),
      reason: nullableText,
    }),
  ),
};

const timeMembers = { verified_at: time(), proven: Type.Null(), statement: text() };

const lastSections = {
  checks: list(
    exactly({
      id: text(),
      group: oneOf(CHECK_GROUPS),
      status: checkStatus,
      sentence: text(),
      expected: nullableText,
      found: nullableText,
      reason: nullableText,
      rests_on: nullableText,
    }),
  ),
  policy: exactly({
    name: text(),
    required_signatures: list(text()),
    accepted_algorithms: list(text()),
    signed: list(text()),
    rules: list(text()),
    overrides: list(text()),
    sha3_384: hex(48, 'SHA3-384 of the JCS of `policy` without this member.'),
  }),
  scope: exactly({ signed: list(text()), not_signed: list(anyText()), statement: text() }),
  semantics: list(exactly({ term: text(), meaning: text() })),
  reproduce: exactly({
    command: text(),
    expected_outcome: text(),
    expected_exit_code: exitCode,
    needs: text(),
  }),
  integrity: exactly({
    algorithm: text(),
    hash: hex(48, 'SHA3-384 of the JCS of the report without `integrity`.'),
  }),
};

export const Report = exactly({
  schema_version: fixed(REPORT_SCHEMA),
  identity,
  subject: exactly({
    kind: oneOf(SUBJECT_KINDS),
    ...fileMembers,
    artifact_id: nullableText,
    cycle_id: nullableText,
    name: nullableText,
    category: nullableText,
    description: nullableText,
    product: nullableText,
    claim: nullableText,
    evidence_summary: nullableText,
  }),
  verdict: verdict(OUTCOME_CODES, { claimed_verdict: nullableText }),
  signers: exactly({ stated_issuer: nullableText, stated_principal: nullableText, ...signerMembers }),
  times: exactly({ claimed: orNull(time()), claimed_is_covered: boolean(), ...timeMembers }),
  ...lastSections,
} satisfies MembersOf<ReportDocument>);

const OutlinedReceipt = named(
  'OutlinedReceipt',
  exactly({
    position: count(1, 'In the order of the chain.'),
    node_id: anyText(),
    timestamp: anyText(),
    action: anyText(),
    decision: anyText(),
    rule: nullableText,
    summary: anyText(),
    input_hash: anyText(),
    output_hash: anyText(),
  } satisfies MembersOf<OutlinedReceiptType>),
);

const OutlinedSeal = named(
  'OutlinedSeal',
  exactly({
    receipt_id: nullableText,
    issued_at: nullableText,
    keyset_id: nullableText,
    handle: nullableText,
    on_chain_hash: nullableText,
    count: count(1),
    root: hash(),
    started_at: anyText(),
    ended_at: anyText(),
  } satisfies MembersOf<OutlinedSealType>),
);

const head = { tree_size: count(0), timestamp: anyText(), root: hash(), keyset_id: anyText() };
const acts = exactly({ total: count(0), first: list(OutlinedReceipt) });
const pairs = list(exactly({ name: anyText(), value: anyText() }));
const names = orNull(list(anyText()), 'null: unrestricted.');

const outlines = [
  exactly({
    kind: fixed('session'),
    session: exactly({
      session_id: text(),
      agent_id: text(),
      parent_session_id: nullableText,
      started_at: anyText(),
      expires_at: anyText(),
      ended_at: nullableText,
      redaction_level: text(),
    }),
    scope: exactly({
      allowed_tools: names,
      forbidden_data_classes: names,
      jurisdiction: nullableText,
      max_value: orNull(number(0)),
    }),
    agent: exactly({
      agent_id: text(),
      key_sha256: hash(),
      name: nullableText,
      canonical_name: nullableText,
      tenant: nullableText,
      agent_type: nullableText,
      registered_at: nullableText,
    }),
    exported_at: anyText(),
    receipts: count(1),
    imported: count(0),
    decisions: list(exactly({ action: anyText(), decision: anyText(), count: count(1) })),
    refused: acts,
    ran_although_forbidden: acts,
    listed: list(OutlinedReceipt),
    left_out: list(exactly({ from: count(1), to: count(1) }), 'Positions, both ends included.'),
    seal: orNull(OutlinedSeal),
    log_head: orNull(exactly({ ...head, proven: count(0) })),
  }),
  exactly({
    kind: fixed('node'),
    receipt: OutlinedReceipt,
    agent_id: text(),
    key_sha256: hash(),
    session_id: nullableText,
    seal: orNull(OutlinedSeal),
    log_head: orNull(exactly(head)),
  }),
  exactly({ kind: fixed('log'), log_id: text(), exported_at: anyText(), heads: count(1), listed: list(exactly(head)) }),
  exactly({
    kind: fixed('grade'),
    project: text(),
    grade: text(),
    score: count(0, undefined, 100),
    dimensions: DimensionScores,
    date: anyText(),
    rules_version: text(),
    file_root: hash(),
    files: count(1),
    losses: orNull(Losses),
  }),
  exactly({ kind: fixed('proof'), public_inputs: pairs }),
  exactly({ kind: fixed('statement'), members: pairs }),
];

export const AgentReportDocument = exactly({
  schema_version: fixed(AGENT_REPORT_SCHEMA),
  identity,
  subject: exactly({ kind: oneOf(AGENT_FILE_KINDS), ...fileMembers }),
  verdict: verdict(AGENT_CODES, {
    completeness: oneOf(['concluded', 'not concluded'], 'Whether it is shown that no recorded receipt is missing.'),
    broken: orNull(BrokenPlace),
  }),
  stated: orNull(either(outlines), 'What the file states; confirmed only where the outcome is VERIFIED.'),
  signers: exactly(signerMembers),
  times: exactly(timeMembers),
  not_proven: list(exactly({ what: text(), why: anyText() })),
  ...lastSections,
} satisfies MembersOf<AgentReportType>);
