/** Every format and every document of `--json` that has a schema in `docs/schemas`: a new one is an entry here (ADR 0037). */
import type { TSchema } from 'typebox';
import { NodeProof, SealStatement, SessionBundle } from './agents.ts';
import { Artifact, SigningAnswer, SigningRequest, ThreeKeySignature } from './artifact.ts';
import {
  AgentsDeliver,
  AgentsImport,
  AgentsList,
  AgentsShow,
  Doctor,
  JointContribute,
  JointShow,
  JointUnconfirmed,
  KeysList,
  KeysService,
  LedgerVerify,
  Serve,
} from './commands.ts';
import {
  CeremonyRecord,
  CeremonyShare,
  FheKeyFile,
  FraudSignal,
  JointSession,
  KeyExchangeMessage,
} from './computation.ts';
import { KeySet, KeySets, OwnService, Revocation, SecretKeys, TrustStore } from './keys.ts';
import { CodeGrade, PrivacyProof, UnsignedGrade } from './proofs.ts';
import { AnchorEntry, LedgerExport, LogExport, Receipt } from './receipts.ts';
import { AgentReportDocument, InvoiceJson, Report, VerificationJson } from './reports.ts';
import {
  BackupEntry,
  BackupManifest,
  IdentityV2,
  Invoice,
  InvoiceAnswer,
  ReleaseManifest,
  WebhookNotice,
} from './service.ts';
import { HealthAttestation, STATEMENT_BODIES, StatementFile } from './statements.ts';

export interface Format {
  /** Of the file in `docs/schemas`, without `.schema.json`. */
  readonly name: string;
  readonly title: string;
  /** Heading of its section in `docs/formats.md`, without backquotes. */
  readonly section: string;
  readonly schema: TSchema;
  /** What this program writes and nobody reads back: others may find further members. */
  readonly isOpen?: true;
}

type Row = readonly [name: string, title: string, section: string, schema: TSchema];

const FILES: readonly Row[] = [
  ['artifact', 'Verified artifact, *.pqv.json', 'Verified artifact: *.pqv.json', Artifact],
  [
    'three-key-signature',
    '3-key signature, *.3key.json',
    '3-key signature: the answer of /api/svc-key/sign/3key, saved',
    ThreeKeySignature,
  ],
  ['key-set', 'Key set, *.pqkeys.json', 'Key set: *.pqkeys.json', KeySet],
  [
    'key-sets',
    'Key sets of a service, the saved answer of GET /api/svc-key/keys/public',
    'Receipt: *.pqr.json',
    KeySets,
  ],
  ['secret-keys', 'Secret keys, *.pqsecret.json', 'Secret keys: *.pqsecret.json', SecretKeys],
  [
    'signing-request',
    'Signing request, *.pqsign.json',
    'Signing request: *.pqsign.json, and answer: *.pqsigned.json',
    SigningRequest,
  ],
  [
    'signing-answer',
    'Signing answer, *.pqsigned.json',
    'Signing request: *.pqsign.json, and answer: *.pqsigned.json',
    SigningAnswer,
  ],
  ['revocation', 'Revocation, *.pqrevoke.json', 'Revocation: *.pqrevoke.json', Revocation],
  ['trust-store', 'Trust store, trust-store.json', 'Trust store: trust-store.json in the data folder', TrustStore],
  ['own-service', 'Own service, own-service.json', 'Own service: own-service.json in the data folder', OwnService],
  ['receipt', 'Receipt, *.pqr.json', 'Receipt: *.pqr.json', Receipt],
  ['ledger-export', 'Ledger export, *.pqledger.json', 'Ledger export: *.pqledger.json', LedgerExport],
  ['anchor-entry', 'Entry of an anchor: a leaf of a block', 'Embedded ledger', AnchorEntry],
  ['session-bundle', 'Session bundle, *.pqs.json', 'Session bundle: *.pqs.json', SessionBundle],
  ['node-proof', 'Proof of a node, *.pqnode.json', 'Proof of a node: *.pqnode.json', NodeProof],
  ['session-seal', 'Seal of a session or registration: the payload of its receipt', 'Agent node', SealStatement],
  ['log-export', 'Log export, *.pqlog.json', 'Log export: *.pqlog.json', LogExport],
  ['privacy-proof', 'Privacy proof, *.pqp.json', 'Privacy proof: *.pqp.json', PrivacyProof],
  ['code-grade', 'Code grade, *.pqgrade.json', 'Code grade: *.pqgrade.json', CodeGrade],
  ['statement', 'Statement of a service, *.pqst.json', 'Statements of the service: svc-<kind>/v1', StatementFile],
  [
    'release-manifest',
    'Release manifest, *.pqrelease.json',
    'Release manifest (*.pqrelease.json, update from file)',
    ReleaseManifest,
  ],
  ['invoice', 'Invoice: what its opening shows', 'Invoice', Invoice],
  ['invoice-answer', 'Answer about an invoice, as pq-verify invoice reads it', 'Invoice', InvoiceAnswer],
  ['health-attestation', 'Health attestation: what is anchored', 'Health attestation', HealthAttestation],
  ['identity-v2', 'Document of the schema identity_v2', 'Document schema identity_v2', IdentityV2],
  ['joint-session', 'Description of a joint computation', 'Joint computation: svc-mpc-session/v1', JointSession],
  ['fhe-key-file', 'Key file of encrypted computation', 'Encrypted computation: svc-fhe/v1', FheKeyFile],
  ['ceremony-record', 'Public record of a key ceremony', 'Ceremony share', CeremonyRecord],
  ['ceremony-share', 'Share of a key ceremony', 'Ceremony share', CeremonyShare],
  ['fraud-signal', 'Fraud signal: what is sealed in it', 'Encrypted coefficients', FraudSignal],
  [
    'key-exchange-message',
    'Message of the key exchange of a call',
    'Key exchange: payloads of signal with the kind key_exchange',
    KeyExchangeMessage,
  ],
  ['backup-manifest', 'Manifest in a backup', 'Backup', BackupManifest],
  ['backup-entry', 'Head of an entry in a backup', 'Backup', BackupEntry],
];

const STATEMENTS: readonly Row[] = Object.entries(STATEMENT_BODIES).map(([kind, schema]) => [
  `statements/${kind}`,
  `Body of the statement svc-${kind}/v1`,
  'Statements of the service: svc-<kind>/v1',
  schema,
]);

const COMMANDS = 'Documents of touchstone … --json';

const OUTPUTS: readonly Row[] = [
  ['webhook-notice', 'Notice to a webhook', 'Webhook notices', WebhookNotice],
  [
    'verification',
    'Result of a verification, pq-verify --json',
    'Result of a verification: pq-verify --json',
    VerificationJson,
  ],
  ['invoice-opening', 'Result of pq-verify invoice --json', 'Result of a verification: pq-verify --json', InvoiceJson],
  ['report', 'Verification report svc-report/v2', 'Verification report: svc-report/v2', Report],
  ['agent-report', 'Report svc-agent-report/v2', 'Verification report: svc-report/v2', AgentReportDocument],
  ['commands/doctor', 'touchstone doctor --json', COMMANDS, Doctor],
  ['commands/keys-list', 'touchstone keys list --json', COMMANDS, KeysList],
  ['commands/keys-service', 'touchstone keys service --json', COMMANDS, KeysService],
  ['commands/serve', 'touchstone serve --json', COMMANDS, Serve],
  ['commands/ledger-verify', 'touchstone ledger verify --json', COMMANDS, LedgerVerify],
  ['commands/agents-list', 'touchstone agents list --json', COMMANDS, AgentsList],
  ['commands/agents-show', 'touchstone agents show --json', COMMANDS, AgentsShow],
  ['commands/agents-deliver', 'touchstone agents deliver --json', COMMANDS, AgentsDeliver],
  ['commands/agents-import-otel', 'touchstone agents import-otel --json', COMMANDS, AgentsImport],
  ['commands/joint-show', 'touchstone joint show --json', COMMANDS, JointShow],
  ['commands/joint-contribute', 'touchstone joint contribute --json', COMMANDS, JointContribute],
  ['commands/joint-unconfirmed', 'touchstone joint contribute --json, not confirmed', COMMANDS, JointUnconfirmed],
  ['commands/grade-unsigned', 'touchstone grade --unsigned --json', COMMANDS, UnsignedGrade],
];

const format = ([name, title, section, schema]: Row): Format => ({ name, title, section, schema });

export const FORMATS: readonly Format[] = [
  ...[...FILES, ...STATEMENTS].map(format),
  ...OUTPUTS.map((row): Format => ({ ...format(row), isOpen: true })),
];
