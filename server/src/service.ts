/** Builds everything that an app depends on over one data folder, and takes it down again. */

import { join } from 'node:path';
import { PRODUCT } from '@touchstone/core/version.ts';
import { createCredits } from './accounts/credits.ts';
import { openDayCalls } from './accounts/day-calls.ts';
import { createIdentity } from './accounts/identity.ts';
import { ensureLocalAccount } from './accounts/local-account.ts';
import { stateUsage } from './accounts/usage-statements.ts';
import { createAgentKeys } from './agents/agent-keys.ts';
import { importDocumentFiles } from './artifacts/import-files.ts';
import { createAudit } from './audit/audit.ts';
import { CHAINS } from './audit/chains.ts';
import { DOCUMENTS } from './backup/folder.ts';
import { createCacheStatistics } from './cache/statistics.ts';
import { anchorHeads } from './chain-of-entries/anchor.ts';
import { keepFolderName } from './console/name.ts';
import { openConsoleSessions } from './console/sessions.ts';
import { hashByNode } from './crypto/hashes.ts';
import { createPooledSigner } from './crypto/pooled-signer.ts';
import { createBackendReport, createServerSigner } from './crypto/signer.ts';
import { type DataFolder, type FolderOptions, openFolder } from './data-folder/open.ts';
import { verifyPassphrase } from './data-folder/passphrase.ts';
import { createFheThreads } from './fhe/threads.ts';
import { createBenchmark } from './fhe-iq/benchmark.ts';
import type { BodyLimits, Pace } from './frame/body.ts';
import { type Sweep, startSweeps } from './frame/sweep.ts';
import { createTurns } from './frame/turns.ts';
import { createGateway } from './gateway/gateway.ts';
import { createKeySets } from './key-sets/key-sets.ts';
import { writeOwnServiceFile } from './key-sets/own-service-file.ts';
import { createStatements } from './key-sets/statements.ts';
import { createManagedKeys } from './keys/managed-keys.ts';
import { openLocalLedger } from './ledger/local-ledger.ts';
import { createOutbound } from './outbound/outbound.ts';
import { createProvenance } from './provenance/provenance.ts';
import { openRows } from './rollback-mark/open-rows.ts';
import { createMarkKeeper } from './rollback-mark/rollback.ts';
import { createSecretOpenings } from './secrets/opening.ts';
import { openSettings } from './settings/settings.ts';
import { SWEEPS, type SweepNeeds } from './sweeps.ts';
import { openTrustStoreFile } from './trust/store-file.ts';
import { createRelay, LOOPBACK_RELAY, type RelayOptions } from './turn/relay.ts';
import type { Vault } from './vault/envelope.ts';

export interface ServiceOptions extends FolderOptions {
  readonly anonymousKeys: boolean;
  readonly consoleDir: string | null;
  readonly checkAnswers: boolean;
  readonly allowedHosts: () => ReadonlySet<string>;
  readonly onStartTokenSpent: () => void;
  readonly bodyLimits?: BodyLimits;
  readonly bodyPace?: Pace;
  /** Go on with a database that is older than its mark (S36); that is audited. */
  readonly acceptRollback?: boolean;
  /** What the threads of encrypted computation run; the file beside `fhe/threads.ts` unless stated. */
  readonly fheThread?: URL | undefined;
  /** Where the relay for calls listens; on the loopback address unless stated. */
  readonly relay?: RelayOptions | undefined;
  /** What runs on timers; all of them unless stated. */
  readonly sweeps?: readonly Sweep<SweepNeeds>[];
}

export interface Service {
  readonly deps: Rooms;
  /** Writes what is counted, ends the workers, closes what was opened, wipes keys. */
  close(): Promise<void>;
}

/**
 * Opens a data folder and all that is in it, creating it (0700) where it is new. Throws StoreError, MasterKeyError or
 * TrustStoreError with a message for people where it cannot be used.
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const folder = await openFolder(options);
  try {
    const service = await openServiceIn(folder, options);
    return {
      deps: service.deps,
      async close() {
        await service.close();
        await folder.close();
      },
    };
  } catch (error) {
    await folder.close();
    throw error;
  }
}

/** The same in a folder that is held already, and goes on being held when the service is closed. */
export async function openServiceIn(folder: DataFolder, options: ServiceOptions): Promise<Service> {
  const { log } = options;
  const { pool, clock } = folder;
  const vault = await folder.openVault(options.masterKey);
  try {
    const { dataDir, db } = folder;
    await openRows({ dataDir, db, vault, random: folder.random, log }, options.acceptRollback ?? false);
    const deps = await composeRooms(folder, vault, options);
    const { audit, provenance, cache, credits, dayCalls, outbound, keySets, rollbackMark } = deps;
    // Before the first commit that somebody is promised.
    await rollbackMark.write();
    const sweeps = startSweeps(options.sweeps ?? SWEEPS, deps, log);
    const telling = audit.tellRestore().then(() => provenance.tellRestore());
    const told = telling.catch((error: unknown) => {
      log.error(
        { reason: error instanceof Error ? error.message : 'unknown' },
        'a restore or a rollback could not be told in the audit and the chains of keys',
      );
    });
    return {
      deps,
      async close() {
        outbound.close();
        await deps.relay.close();
        const swept = sweeps.stop();
        // Keys that are still being made are given up; the next start makes them anew.
        keySets.prepare().catch(() => undefined);
        await deps.fheThreads.close();
        await pool.close();
        await told;
        await swept;
        // On a folder whose key sets were never made there is nothing to state under.
        const stated = stateUsage(deps).then(() => anchorHeads(db, deps.chains, CHAINS));
        await stated.catch((error: unknown) => {
          log.error(
            { reason: error instanceof Error ? error.message : 'unknown' },
            'usage was not stated, or the ends of the audits are not on the ledger',
          );
        });
        await cache.flush(clock()).catch((error: unknown) => {
          log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'use of the cache was not written');
        });
        await dayCalls.flush().catch((error: unknown) => {
          log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'platform calls were not written');
        });
        await credits.close();
        await rollbackMark.writeIfActive().catch((error: unknown) => {
          log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'the mark was not written');
        });
        vault.close();
      },
    };
  } catch (error) {
    vault.close();
    throw error;
  }
}

/** Everything that handlers, sweeps and the app are given. Only here it is one thing: whoever needs some of it says of what kind. */
export type Rooms = Awaited<ReturnType<typeof composeRooms>>;

async function composeRooms(folder: DataFolder, vault: Vault, options: ServiceOptions) {
  const { log } = options;
  const { dataDir, db, pool, storage, clock, random } = folder;
  await importDocumentFiles({ db, folder: join(dataDir, DOCUMENTS), log });
  await keepFolderName(db, folder.consoleName);
  await ensureLocalAccount(db, clock());
  const trustStore = openTrustStoreFile(join(dataDir, 'trust-store.json'), (reason) =>
    log.error({ reason }, 'the trust store is broken; the last good one stays in force'),
  );
  trustStore.read();
  const settings = await openSettings(db);
  const { adminToken } = folder;
  const sessionSeconds = async () => (await settings.read()).console_session_seconds;
  const sessions = await openConsoleSessions({ adminToken, db, vault, random, clock, sessionSeconds });
  const credits = createCredits(db, clock, log);
  hashByNode();
  const signer = createServerSigner();
  const keySets = createKeySets({
    db,
    vault,
    run: pool.run,
    random,
    clock,
    signer: createPooledSigner(signer, pool.run),
    trust: trustStore.read,
    onChange: (sets) => {
      try {
        writeOwnServiceFile(dataDir, sets);
      } catch (error) {
        log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'own-service.json was not written');
      }
    },
  });
  const statements = createStatements(keySets, signer);
  const outbound = createOutbound({ ownHosts: options.allowedHosts });
  const fheThreads = createFheThreads(
    (role, reason) => log.warn({ role, reason }, 'a thread of encrypted computation was replaced'),
    options.fheThread,
  );
  const chains = await openLocalLedger({ db, clock, random, statements, settings });
  return {
    dataDir,
    db,
    clock,
    random,
    log,
    vault,
    run: pool.run,
    signer,
    backends: createBackendReport(signer),
    keySets,
    settings,
    statements,
    audit: createAudit({ db, statements, clock }),
    provenance: createProvenance({ db, statements, chains, run: pool.run, clock }),
    managedKeys: createManagedKeys({ db, clock }),
    agentKeys: createAgentKeys(vault, signer),
    secretOpenings: createSecretOpenings(vault),
    outbound,
    gateway: createGateway({ outbound, clock, run: pool.run }),
    chains,
    fheThreads,
    fheBenchmark: createBenchmark({ dataDir, clock, fheThreads }),
    relay: createRelay(options.relay ?? LOOPBACK_RELAY, { random, clock, log }),
    healthTurns: createTurns({ ofEachName: 1 }),
    searchTurns: createTurns({ ofEachName: 1 }),
    cache: createCacheStatistics(db),
    credits,
    dayCalls: await openDayCalls(db, clock),
    identity: createIdentity(db, sessions, clock),
    sessions,
    unlock: folder.hasPassphrase()
      ? (passphrase: string) =>
          folder.tries.run(async () => {
            await verifyPassphrase(folder, passphrase);
            return sessions.openFor();
          })
      : null,
    rollbackMark: createMarkKeeper({ dataDir, db, vault }),
    storage,
    trustStore,
    onStartTokenSpent: options.onStartTokenSpent,
    product: PRODUCT,
    startedAt: clock(),
    anonymousKeys: options.anonymousKeys,
    consoleDir: options.consoleDir,
    consoleName: folder.consoleName,
    allowedHosts: options.allowedHosts,
    checkAnswers: options.checkAnswers,
    bodyLimits: options.bodyLimits,
    bodyPace: options.bodyPace,
  };
}
