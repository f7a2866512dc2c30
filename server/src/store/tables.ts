import type { Insertable } from 'kysely';
import type { AccountTables } from './tables/accounts.ts';
import type { AgentTables } from './tables/agents.ts';
import type { KeyTables } from './tables/keys.ts';
import type { LogTables } from './tables/log.ts';
import type { PlatformTables } from './tables/platform.ts';
import type { RecordTables } from './tables/records.ts';
import type { SecretTables } from './tables/secrets.ts';
import type { SigningTables } from './tables/signing.ts';

/** Times are milliseconds since 1970, ids carry their prefix, JSON stands in text columns. */
export interface Tables
  extends AccountTables,
    SigningTables,
    KeyTables,
    SecretTables,
    RecordTables,
    PlatformTables,
    LogTables,
    AgentTables {}

export type Row<T extends keyof Tables> = Insertable<Tables[T]>;
