import type { Insertable, Selectable } from 'kysely';
import type { AccountTables } from '../accounts/tables.ts';
import type { AgentTables } from '../agents/tables.ts';
import type { ArtifactTables } from '../artifacts/tables.ts';
import type { AuditTables } from '../audit/tables.ts';
import type { BiometricTables } from '../biometrics/tables.ts';
import type { CacheTables } from '../cache/tables.ts';
import type { CallTables } from '../calls/tables.ts';
import type { CeremonyTables } from '../ceremony/tables.ts';
import type { CommerceTables } from '../commerce/tables.ts';
import type { ConsoleTables } from '../console/tables.ts';
import type { DocumentTables } from '../documents/tables.ts';
import type { FheTables } from '../fhe/tables.ts';
import type { FraudTables } from '../fraud/tables.ts';
import type { GatewayTables } from '../gateway/tables.ts';
import type { GradeTables } from '../grades/tables.ts';
import type { HealthTables } from '../health/tables.ts';
import type { KeyCheckTables } from '../key-checks/tables.ts';
import type { KeySetTables } from '../key-sets/tables.ts';
import type { KeyTables } from '../keys/tables.ts';
import type { LedgerTables } from '../ledger/tables.ts';
import type { LogTables } from '../log/tables.ts';
import type { PlatformTables } from '../platform/tables.ts';
import type { PrivacyTables } from '../privacy/tables.ts';
import type { ProvenanceTables } from '../provenance/tables.ts';
import type { ReceiptTables } from '../receipts/tables.ts';
import type { SearchTables } from '../search/tables.ts';
import type { SecretTables } from '../secrets/tables.ts';
import type { SettingTables } from '../settings/tables.ts';
import type { SigningTables } from '../signing/tables.ts';
import type { StorageTables } from '../storage/tables.ts';
import type { WebhookTables } from '../webhooks/tables.ts';
import type { Topic } from './topics.ts';

/** Of the frame itself. */
interface FrameTables {
  /** Requests with an `Idempotency-Key` that were carried out. */
  requests: {
    project_id: string;
    idempotency_key: string;
    /** SHA-256 over the operation and its input. */
    request_hash: Uint8Array;
    /** Id of what the request made. */
    subject: string;
    created_at: number;
    /** A MAC over all of it; empty within the transaction that is making the subject. */
    seal: Uint8Array;
  };
  /** How often what is remembered under a topic was changed. */
  versions: { topic: Topic; version: number };
}

/** All tables, a list. Times are milliseconds since 1970, ids carry their prefix, JSON stands in text columns. */
export interface Tables
  extends AccountTables,
    AgentTables,
    ArtifactTables,
    AuditTables,
    BiometricTables,
    CacheTables,
    CallTables,
    CeremonyTables,
    CommerceTables,
    ConsoleTables,
    DocumentTables,
    FheTables,
    FrameTables,
    FraudTables,
    GatewayTables,
    GradeTables,
    HealthTables,
    KeyCheckTables,
    KeySetTables,
    KeyTables,
    LedgerTables,
    LogTables,
    PlatformTables,
    PrivacyTables,
    ProvenanceTables,
    ReceiptTables,
    SearchTables,
    SecretTables,
    SettingTables,
    SigningTables,
    StorageTables,
    WebhookTables {}

export type Row<T extends keyof Tables> = Insertable<Tables[T]>;

/** A row as it stands, and its number in the table. */
export type NumberedRow<T extends keyof Tables> = Selectable<Tables[T]> & { readonly row_number: number };
