/** Statements of the service: the body of each kind, and the file that holds one. */
import type { TProperties, TSchema } from 'typebox';
import type { UsageStatementBody } from '../accounts/usage-chain.ts';
import { audit as adminAudit } from '../api/admin/audit.ts';
import { health } from '../api/crypto/health.ts';
import { key } from '../api/crypto/key.ts';
import { keyFhe } from '../api/crypto/key-fhe.ts';
import { keyGateway } from '../api/crypto/key-gateway.ts';
import { shield } from '../api/crypto/shield.ts';
import { END_REASONS } from '../calls/judge-end.ts';
import { CALL_STATUSES, LINE_KINDS } from '../calls/judge-transcript.ts';
import type {
  HealthAttestation as HealthAttestationType,
  HealthEventBody as HealthEvent,
} from '../health/event-chain.ts';
import { IDENTITY_FIELDS } from '../identity/identity-v2.ts';
import type { PlatformAuditEntry as PlatformAudit } from '../platform/audit-chain.ts';
import type { StatementKind } from '../sign/statement.ts';
import { STATEMENT_FORMAT } from '../statement/file.ts';
import { STATEMENT_KINDS } from '../statement/kinds.ts';
import { JointTranscriptBody } from './computation.ts';
import {
  anyObject,
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
  number,
  oneOf,
  orNull,
  record,
  text,
  time,
} from './kit.ts';
import { GradeRecordBody, PrivacyRecordBody } from './proofs.ts';
import { LedgerHeader, LogHeadBody } from './receipts.ts';

/** What is answered, without the member that signs it. */
function unsigned({ properties }: { readonly properties: TProperties }, signature: string) {
  const { [signature]: _, ...signed } = properties;
  return exactly(signed);
}

const keysetId = text('The `service` set that signed.');
const previousHash = orNull(
  hash('SHA3-256 of the JCS of the entry before without its signature.'),
  'null in the first.',
);
const provenance = key.provenance.response.properties;

/** The attestation of a health session; its hash is anchored. */
export const HealthAttestation = exactly({
  project_id: text(),
  session_id: text(),
  contract_id: text(),
  validation_results: exactly({ fields_validated: count(0), passed: count(0), flagged: count(0) }),
  signature_name: text(),
  reviewer_user_id: text(),
  events: count(0),
  head_hash: orNull(hash()),
  attested_at: time(),
  nonce: hex(16),
} satisfies MembersOf<HealthAttestationType>);

const HealthEventBody = exactly({
  project_id: text(),
  session_id: text(),
  position: count(1),
  field_id: orNull(text(), 'null for what concerns the chain itself.'),
  action: text(),
  actor: text(),
  timestamp: time('As the caller stated it.'),
  received_at: time('By the clock of the service.'),
  key_id: orNull(text()),
  keyset_id: keysetId,
  previous_hash: previousHash,
} satisfies MembersOf<HealthEvent>);

const PlatformAuditEntry = exactly({
  auditId: text(),
  projectId: text(),
  position: count(1),
  source: oneOf(['caller', 'service']),
  action: text(),
  userId: orNull(text()),
  resourceId: orNull(text()),
  metadata: anyObject('Of the caller.'),
  timestamp: time(),
  keyId: orNull(text()),
  keysetId,
  previousHash: orNull(hash('SHA3-256 of the JCS of the entry before.'), 'null in the first.'),
} satisfies MembersOf<PlatformAudit>);

const UsageStatement = exactly({
  account_id: text(),
  position: count(1),
  event: oneOf(['stated', 'restored']),
  grants: count(0),
  granted: count(0),
  used: record(count(0), 'Units by operation.'),
  balance: { type: 'integer' },
  rows: orNull(exactly({ changes: count(0), digest: hash() })),
  stated_at: time(),
  keyset_id: keysetId,
  previous_hash: previousHash,
} satisfies MembersOf<UsageStatementBody>);

const Validation = exactly({
  schema: fixed('identity_v2'),
  hash: hash("SHA3-256 of the document's bytes."),
  valid: boolean(),
  fields: list(oneOf(IDENTITY_FIELDS), 'Those that passed.', { uniqueItems: true }),
  fields_verified: count(0, undefined, IDENTITY_FIELDS.length),
  checked_at: time(),
  keyset_id: keysetId,
});

const CallEndBody = exactly({
  session_id: text(),
  project_id: text(),
  opened_at: time(),
  expires_at: time(),
  ended_at: time(),
  reason: oneOf(END_REASONS),
  security_level: oneOf(['L1', 'L3', 'L5']),
  record_transcript: boolean(),
  messages: count(0),
  minutes: count(1, 'Charged.'),
  keyset_id: keysetId,
});

const line = {
  sequence: count(1),
  from: orNull(text()),
  to: text('A participant, or `*`.'),
  at: time(),
  hash: hash('Of this line and all before it.'),
};

const CallTranscriptBody = exactly({
  transcript_id: text(),
  session_id: text(),
  participants: list(text()),
  opened_at: time(),
  status: oneOf(CALL_STATUSES),
  ended_at: orNull(time()),
  end_reason: orNull(oneOf(END_REASONS)),
  duration_seconds: number(0),
  made_at: time(),
  key_exchange: exactly({
    algorithm: fixed('ml-kem-1024'),
    media_cipher: fixed('aes-256-gcm'),
    completed: boolean(),
    public_keys_sha3_256: record(hash(), 'By participant.'),
  }),
  lines: list(
    either([
      exactly({ ...line, kind: oneOf(LINE_KINDS.filter((kind) => kind !== 'caption')) }),
      exactly({ ...line, kind: fixed('caption'), text: anyText() }),
    ]),
  ),
  keyset_id: keysetId,
});

/** What is signed of each kind, without its signature. */
export const STATEMENT_BODIES: Readonly<Record<StatementKind, TSchema>> = {
  'admin-audit': unsigned(adminAudit.list.response.properties.items.items, 'signature'),
  audit: unsigned(shield.audit.response.properties.entries.items, 'dilithium_sig'),
  'call-end': CallEndBody,
  'gateway-attestation': unsigned(keyGateway.gatewayProxy.response.properties.tee_attestation, 'signature'),
  grade: GradeRecordBody,
  'health-event': either(
    [HealthEventBody, unsigned(health.audit.response, 'signature')],
    'An event of a session, or the answer of `POST /v1/health/audit`.',
  ),
  'key-verification': unsigned(keyFhe.fheVerify.response, 'dilithium_signature'),
  'ledger-header': LedgerHeader,
  'log-head': LogHeadBody,
  'mpc-proof': JointTranscriptBody,
  'platform-audit': PlatformAuditEntry,
  'privacy-record': PrivacyRecordBody,
  provenance: list(provenance.chain.items, 'The oldest event first, each with its signature.'),
  'provenance-event': unsigned(provenance.chain.items, 'signature'),
  'provenance-head': unsigned(provenance.head, 'signature'),
  transcript: CallTranscriptBody,
  'usage-statement': UsageStatement,
  validation: Validation,
};

/** Of a kind whose signature is all that a verifier checks, the body is any that names its signer and its time. */
const bodies = Object.entries(STATEMENT_KINDS).map(([kind, { judge, keySet, time: at }]) =>
  exactly({
    format: fixed(STATEMENT_FORMAT),
    kind: fixed(kind),
    body:
      judge === undefined
        ? atLeast({ [keySet]: text('The `service` set that signed.'), [at]: time('When it was stated.') })
        : STATEMENT_BODIES[kind as StatementKind],
    signature: base64('ML-DSA-65 over `svc-<kind>/v1` 00 SHA3-256(JCS(body)).'),
  }),
);

export const StatementFile = either(bodies);
