import type { Random } from '@touchstone/core/random.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { Logger } from 'pino';
import type { Credits } from './accounts/credits.ts';
import type { DayCalls } from './accounts/day-calls.ts';
import type { Identity } from './accounts/identity.ts';
import type { AgentKeys } from './agents/agent-keys.ts';
import type { Documents } from './artifacts/files.ts';
import type { Audit } from './audit/audit.ts';
import type { CacheStatistics } from './cache/statistics.ts';
import type { ConsoleSessions, OpenedSession } from './console/sessions.ts';
import type { BackendName } from './crypto/signer.ts';
import type { StorageState } from './data-folder/storage-state.ts';
import type { BodyLimits, Pace } from './frame/body.ts';
import type { ConsoleName } from './frame/own-address.ts';
import type { Turns } from './frame/turns.ts';
import type { Gateway } from './gateway/gateway.ts';
import type { KeySets } from './key-sets/key-sets.ts';
import type { Statements } from './key-sets/statements.ts';
import type { ManagedKeys } from './keys/managed-keys.ts';
import type { LocalLedger } from './ledger/local-ledger.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Provenance } from './provenance/provenance.ts';
import type { MarkKeeper } from './rollback-mark/rollback.ts';
import type { SecretOpenings } from './secrets/opening.ts';
import type { SettingsAccess } from './settings/settings.ts';
import type { Db } from './store/db.ts';
import type { TrustStoreAccess } from './trust/store-file.ts';
import type { Vault } from './vault/envelope.ts';
import type { RunJob } from './workers/pool.ts';

/** Everything that the app needs from outside itself. */
export interface Deps {
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly vault: Vault;
  readonly documents: Documents;
  readonly run: RunJob;
  readonly signer: SignatureProvider;
  /** Which backend serves each algorithm; the known-answer checks run once, at the first call. */
  readonly backends: () => Promise<Readonly<Record<string, BackendName>>>;
  readonly keySets: KeySets;
  readonly settings: SettingsAccess;
  readonly statements: Statements;
  readonly audit: Audit;
  readonly provenance: Provenance;
  readonly managedKeys: ManagedKeys;
  readonly agentKeys: AgentKeys;
  /** What stands beside the database and says how far it has come (S36). */
  readonly rollbackMark: MarkKeeper;
  readonly secretOpenings: SecretOpenings;
  /** The one way out to other servers (S23). */
  readonly outbound: Outbound;
  readonly gateway: Gateway;
  /** The ten chains; handlers anchor by `chains.get(name).anchor(db, kind, commitment)` in their own transaction. */
  readonly chains: LocalLedger;
  /** Calls that append to one health session, one after the other, so that none signs for a head that has moved. */
  readonly healthTurns: Turns;
  readonly cache: CacheStatistics;
  readonly credits: Credits;
  readonly dayCalls: DayCalls;
  readonly identity: Identity;
  readonly sessions: ConsoleSessions;
  /**
   * Opens a console session for whoever has the passphrase of the data folder; null where it has none. Rejects with INVALID_KEY
   * or RATE_LIMITED.
   */
  readonly unlock: ((passphrase: string) => Promise<OpenedSession>) | null;
  /** Whether the data folder can be read and written (S38). */
  readonly storage: StorageState;
  readonly trustStore: TrustStoreAccess;
  /** Called when a start token was spent, so that the next one can be laid out. */
  readonly onStartTokenSpent: () => void;
  readonly product: { readonly name: string; readonly version: string };
  readonly startedAt: number;
  /** false where the command line has turned off requests for API keys; the setting may do so too (S1). */
  readonly anonymousKeys: boolean;
  /** The built console; null where there is none. */
  readonly consoleDir: string | null;
  /** The name under which the console stands in browsers. */
  readonly consoleName: ConsoleName;
  /** The `Host` values of the API, read at every request because the port is known late. */
  readonly allowedHosts: () => ReadonlySet<string>;
  /** How much of request bodies is held, and how fast they have to come (S37); the rule's figures where absent. */
  readonly bodyLimits?: BodyLimits;
  readonly bodyPace?: Pace;
  /** Whether answers are held against their contract: in tests and development. */
  readonly checkAnswers: boolean;
}
