/** Builds everything that an app depends on over one data folder, and takes it down again. */
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fromHex, toHex, utf8, wipe } from '@touchstone/core/bytes.ts';
import type { PassphraseKdf } from '@touchstone/core/keys/passphrase.ts';
import { type Random, systemRandom } from '@touchstone/core/random.ts';
import { type Clock, systemClock } from '@touchstone/core/time.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import type { Logger } from 'pino';
import { createAudit } from './audit.ts';
import { finishRestore } from './backup/journal.ts';
import { createCacheStatistics } from './cache-statistics.ts';
import { openLocalLedger } from './chain/local-ledger.ts';
import { createConsoleSessions } from './console-sessions.ts';
import { createCredits } from './credits.ts';
import { openDayCalls } from './day-calls.ts';
import type { Deps } from './deps.ts';
import { openDocuments } from './documents.ts';
import { createGateway } from './gateway/gateway.ts';
import { hashByNode } from './hashes.ts';
import { createIdentity, LOCAL } from './http/auth.ts';
import { createKeySets } from './key-sets.ts';
import { createManagedKeys } from './managed-keys.ts';
import { createOutbound } from './outbound/outbound.ts';
import { createProvenance } from './provenance.ts';
import { openSettings } from './settings.ts';
import { createBackendReport, createServerSigner } from './signer.ts';
import { createStatements } from './statements.ts';
import { findAccount, insertAccount, insertProject } from './store/accounts.ts';
import { artifactFiles } from './store/artifacts.ts';
import { type Db, lockFolder, openDatabase, StoreError } from './store/db.ts';
import { readSetting, writeSetting } from './store/settings.ts';
import { SWEEPS, type Sweep, startSweeps } from './sweeps.ts';
import { openTrustStoreFile } from './trust-store-file.ts';
import { createVault, type Vault } from './vault/envelope.ts';
import { loadMasterKey, MasterKeyError, type MasterKeySource } from './vault/master-key.ts';
import { createPool } from './workers/pool.ts';

export interface ServiceOptions {
  readonly dataDir: string;
  readonly log: Logger;
  readonly masterKey: MasterKeySource;
  readonly anonymousKeys: boolean;
  readonly consoleDir: string | null;
  readonly checkAnswers: boolean;
  readonly allowedHosts: () => ReadonlySet<string>;
  readonly onStartTokenSpent: () => void;
  readonly clock?: Clock;
  readonly random?: Random;
  /** What runs on timers; all of them unless stated. */
  readonly sweeps?: readonly Sweep[];
}

export interface Service {
  readonly deps: Deps;
  /** Writes what is counted, ends the workers, closes the database, wipes keys, frees the folder. */
  close(): Promise<void>;
}

/** What `local` starts with: it is the owner of the machine and has the highest plan. */
const LOCAL_CREDITS = 1_000_000_000;

/**
 * Opens a data folder, creating it (0700) where it is new. Throws StoreError, MasterKeyError or TrustStoreError with a
 * message for people where it cannot be used.
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { dataDir, log, clock = systemClock, random = systemRandom } = options;
  takeDataFolder(dataDir);
  const lock = lockFolder(join(dataDir, 'server.lock'));
  const pool = createPool();
  let db: Db | null = null;
  let vault: Vault | null = null;
  try {
    // A restore that was interrupted when it had begun to take effect.
    await finishRestore(dataDir, random);
    db = openDatabase(join(dataDir, 'touchstone.db'));
    vault = await openVault(dataDir, db, options.masterKey, random, (passphrase, salt) =>
      pool.run('argon2id', { passphrase, salt }),
    );
    await ensureLocalAccount(db, clock());
    const trustStore = openTrustStoreFile(join(dataDir, 'trust-store.json'), (reason) =>
      log.error({ reason }, 'the trust store is broken; the last good one stays in force'),
    );
    trustStore.read();
    const settings = await openSettings(db);
    const sessions = createConsoleSessions(random, clock, () => settings.read().console_session_seconds);
    const credits = createCredits(db, clock, log);
    hashByNode();
    const signer = createServerSigner();
    const keySets = createKeySets({ db, vault, run: pool.run, random, clock });
    const statements = createStatements(keySets, signer);
    const outbound = createOutbound({ ownHosts: options.allowedHosts });
    const chains = await openLocalLedger({ db, clock, random, statements, settings });
    const deps: Deps = {
      dataDir: resolve(dataDir),
      db,
      clock,
      random,
      log,
      vault,
      documents: openDocuments(join(dataDir, 'documents'), await artifactFiles(db), random),
      run: pool.run,
      signer,
      backends: createBackendReport(signer),
      keySets,
      settings,
      statements,
      audit: createAudit({ db, statements, clock }),
      provenance: createProvenance({ db, statements, chains, run: pool.run, clock }),
      managedKeys: createManagedKeys({ db, clock }),
      outbound,
      gateway: createGateway({ outbound, clock, run: pool.run }),
      chains,
      cache: createCacheStatistics(db),
      credits,
      dayCalls: await openDayCalls(db, clock),
      identity: createIdentity(db, sessions, clock),
      sessions,
      trustStore,
      onStartTokenSpent: options.onStartTokenSpent,
      product: PRODUCT,
      startedAt: clock(),
      anonymousKeys: options.anonymousKeys,
      consoleDir: options.consoleDir,
      allowedHosts: options.allowedHosts,
      checkAnswers: options.checkAnswers,
    };
    const opened = { db, vault };
    const sweeps = startSweeps(options.sweeps ?? SWEEPS, deps, log);
    const telling = deps.audit.tellRestore().then(() => deps.provenance.tellRestore());
    const told = telling.catch((error: unknown) => {
      log.error(
        { reason: error instanceof Error ? error.message : 'unknown' },
        'a restore could not be told in the audit and the chains of keys',
      );
    });
    return {
      deps,
      async close() {
        outbound.close();
        const swept = sweeps.stop();
        // Keys that are still being made are given up; the next start makes them anew.
        keySets.prepare().catch(() => undefined);
        await pool.close();
        await told;
        await swept;
        await deps.cache.flush(clock()).catch((error: unknown) => {
          log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'use of the cache was not written');
        });
        await deps.dayCalls.flush().catch((error: unknown) => {
          log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'platform calls were not written');
        });
        await credits.close();
        await opened.db.destroy();
        opened.vault.close();
        lock.release();
      },
    };
  } catch (error) {
    await pool.close();
    await db?.destroy();
    vault?.close();
    lock.release();
    throw error;
  }
}

/** One of these stands in every data folder that server, shell or command line has used. */
const FOLDER_MARKS: ReadonlySet<string> = new Set([
  'touchstone.db',
  'server.lock',
  'master-key.json',
  'master-key.keychain',
  'trust-store.json',
  'keys',
]);

/**
 * Creates the folder, or takes one that is empty or a data folder already, and closes it to others (0700). Throws
 * StoreError for any other: a mistyped path must not change somebody's folder.
 */
function takeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const names = readdirSync(dataDir);
    if (names.length > 0 && !names.some((name) => FOLDER_MARKS.has(name))) {
      throw new StoreError(
        `${dataDir} holds other files and is no Touchstone data folder. Choose a new or empty folder with --data-dir.`,
      );
    }
    chmodSync(dataDir, 0o700);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const reason = error instanceof Error ? error.message : 'unknown reason';
    throw new StoreError(`${dataDir} cannot be used as the data folder: ${reason}`);
  }
}

const CHECK_PLACE = { kind: 'vault-check', project: '', object: 'vault', column: 'check', version: 1 } as const;

/** Loads the master key and tells at once when it is not this folder's. */
async function openVault(
  dataDir: string,
  db: Db,
  source: MasterKeySource,
  random: Random,
  kdf: PassphraseKdf,
): Promise<Vault> {
  const check = await readSetting(db, 'vault_check');
  const masterKey = await loadMasterKey(dataDir, source, check === null, random, kdf);
  const vault = createVault(masterKey, random);
  wipe(masterKey);
  if (check === null) {
    await writeSetting(db, 'vault_check', toHex(vault.seal(CHECK_PLACE, utf8('touchstone'))));
    return vault;
  }
  const box = fromHex(check);
  if (box !== null && vault.open(CHECK_PLACE, box) !== null) return vault;
  vault.close();
  throw new MasterKeyError('The master key is not the one that this data folder was made with.');
}

async function ensureLocalAccount(db: Db, now: number): Promise<void> {
  if ((await findAccount(db, LOCAL.accountId)) !== null) return;
  await db.transaction().execute(async (transaction) => {
    await insertAccount(transaction, {
      id: LOCAL.accountId,
      // No address that `POST /api/auth/request` takes: nobody can ask for a key of this account.
      email: 'local',
      plan: LOCAL.plan,
      credits: LOCAL_CREDITS,
      status: 'active',
      createdAt: now,
    });
    await insertProject(transaction, { id: LOCAL.projectId, account_id: LOCAL.accountId, created_at: now });
  });
}
