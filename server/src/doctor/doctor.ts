/** `touchstone doctor`: looks a data folder over, also while a server runs on it, and changes nothing. */
import { statfsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { wipe } from '@touchstone/core/bytes.ts';
import type { PassphraseKdf } from '@touchstone/core/keys/passphrase.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Clock } from '@touchstone/core/time.ts';
import { balances, usageStatements } from '../accounts/doctor.ts';
import { agentChains } from '../agents/doctor.ts';
import { agentRows } from '../agents/row-checks.ts';
import { documents } from '../artifacts/doctor.ts';
import { adminAudit } from '../audit/doctor.ts';
import { BackupError } from '../backup/backup-error.ts';
import { type KeyHelp, readFolderKey } from '../backup/folder-key.ts';
import { isRestorePending } from '../backup/journal.ts';
import { biometricTemplates } from '../biometrics/doctor.ts';
import { cacheCounts } from '../cache/doctor.ts';
import { ceremonies } from '../ceremony/doctor.ts';
import { restoreNotices } from '../chain-of-entries/doctor.ts';
import { hashByNode } from '../crypto/hashes.ts';
import { createServerKem } from '../crypto/kem.ts';
import { createServerSigner } from '../crypto/signer.ts';
import { fheKeys } from '../fhe/doctor.ts';
import { fraudSignals } from '../fraud/doctor.ts';
import { gatewayTargets } from '../gateway/doctor.ts';
import { grades } from '../grades/doctor.ts';
import { healthAgreements, healthAudit } from '../health/doctor.ts';
import { keyEnrolments } from '../key-checks/doctor.ts';
import { keyPairs, keySets, masterKey, masterKeyPlace, sealedValues } from '../key-sets/doctor.ts';
import { managedKeys, wrappedKeys } from '../keys/doctor.ts';
import { ledger } from '../ledger/doctor.ts';
import { wallets } from '../ledger/wallet-doctor.ts';
import { receiptLog } from '../log/doctor.ts';
import { jointComputations } from '../mpc/doctor.ts';
import { deviceCredentials, platformAudit } from '../platform/doctor.ts';
import { privacyProofs } from '../privacy/doctor.ts';
import { keyProvenance } from '../provenance/doctor.ts';
import { receipts } from '../receipts/doctor.ts';
import { rollbackMark } from '../rollback-mark/doctor.ts';
import { searchIndexes } from '../search/doctor.ts';
import { secretAudit, secretValues } from '../secrets/doctor.ts';
import { secretStates } from '../secrets/state-checks.ts';
import { projectKeys } from '../signing/doctor.ts';
import { storageKeys } from '../storage/doctor.ts';
import { type DatabasePlace, databasePlace, hasKeyFile } from '../store/sqlite/database-place.ts';
import { DATABASE_FILE } from '../store/sqlite/files.ts';
import { type Inspection, inspectDatabase } from '../store/sqlite/inspect.ts';
import type { SchemaFault } from '../store/sqlite/schema.ts';
import { STORAGE_WORDS, storageFaultOf } from '../store/storage-fault.ts';
import { StoreError } from '../store/store-error.ts';
import { trustStore } from '../trust/doctor.ts';
import { administration } from './administration.ts';
import { backends } from './backends.ts';
import { type Check, type Finding, ok, type Patient, problem, RESTORE, type Status, warning } from './check.ts';
import { futureTimes } from './clock.ts';
import { integrity, references, schema } from './database.ts';
import { freeSpace, interruptedRestore, permissions, temporaryFiles } from './folder.ts';
import { rowSeals } from './row-seals.ts';
import { statedRows } from './stated-rows.ts';

/** In the order of the report. A new check is one entry here; ids never change. */
export const CHECKS: readonly Check[] = [
  permissions,
  interruptedRestore,
  temporaryFiles,
  freeSpace,
  integrity,
  references,
  schema,
  masterKeyPlace,
  masterKey,
  sealedValues,
  rowSeals,
  rollbackMark,
  keySets,
  keyPairs,
  projectKeys,
  documents,
  secretValues,
  secretAudit,
  secretStates,
  managedKeys,
  wrappedKeys,
  keyProvenance,
  storageKeys,
  healthAudit,
  adminAudit,
  restoreNotices,
  administration,
  gatewayTargets,
  healthAgreements,
  ceremonies,
  fheKeys,
  biometricTemplates,
  keyEnrolments,
  fraudSignals,
  deviceCredentials,
  cacheCounts,
  platformAudit,
  agentChains,
  agentRows,
  receipts,
  receiptLog,
  grades,
  balances,
  usageStatements,
  ledger,
  privacyProofs,
  searchIndexes,
  jointComputations,
  wallets,
  futureTimes,
  statedRows,
  trustStore,
  backends,
];

export interface DoctorOptions {
  readonly dataDir: string;
  /** For folders whose master key does not stand in a key file. */
  readonly keyHelp?: KeyHelp;
  readonly kdf: PassphraseKdf;
  readonly random: Random;
  readonly clock: Clock;
  /** Bytes that this user may still write; the system's answer unless stated. */
  readonly freeBytes?: (folder: string) => number;
  /** The server's own unless stated: who examines many copies of a folder keeps what was computed. */
  readonly tools?: DoctorTools;
}

export type DoctorTools = Pick<Patient, 'signer' | 'kem'>;

export interface ReportedFinding extends Finding {
  /** Id of the check that found it. */
  readonly check: string;
}

export interface DoctorReport {
  /** Absolute path. */
  readonly dataDir: string;
  readonly checkedAt: number;
  /** The worst status of all findings. */
  readonly status: Status;
  readonly findings: readonly ReportedFinding[];
}

/** Runs every check. Throws BackupError REFUSED where there is no such folder. */
export async function examineDataFolder(options: DoctorOptions): Promise<DoctorReport> {
  const dataDir = resolve(options.dataDir);
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new BackupError('REFUSED', `${dataDir} is not a folder.`);
  }
  const { random, clock, freeBytes = systemFreeBytes, tools = createTools(random) } = options;
  hashByNode();
  const opened = openForLooking(dataDir);
  const key = await readKey(dataDir, options);
  const patient: Patient = {
    dataDir,
    inspection: opened.inspection,
    masterKey: key.masterKey,
    masterKeyFault: key.fault,
    ...tools,
    random,
    now: clock(),
    freeBytes,
    hasPermissions: process.platform !== 'win32',
  };
  try {
    const findings: ReportedFinding[] = [{ check: 'database', ...opened.finding }];
    for (const check of CHECKS) {
      for (const finding of await outcomeOf(check, patient)) findings.push({ check: check.id, ...finding });
    }
    const order: readonly Status[] = ['problem', 'warning', 'ok'];
    const status = order.find((candidate) => findings.some((finding) => finding.status === candidate)) ?? 'ok';
    return { dataDir, checkedAt: patient.now, status, findings };
  } finally {
    wipe(key.masterKey ?? undefined);
    await opened.inspection?.close();
  }
}

/** The server's cryptography. */
function createTools(random: Random): DoctorTools {
  return { signer: createServerSigner('thread'), kem: createServerKem(random) };
}

interface Opened {
  readonly inspection: Inspection | null;
  readonly finding: Finding;
}

function openForLooking(dataDir: string): Opened {
  const file = join(dataDir, DATABASE_FILE);
  if (isRestorePending(dataDir)) {
    return {
      inspection: null,
      finding: warning('The database was not opened, because a restore is unfinished.', null),
    };
  }
  const place = databasePlace(dataDir);
  if (place.kind !== 'there') return { inspection: null, finding: findingOf(place) };
  try {
    const inspection = inspectDatabase(file);
    const contents = inspection.place(hasKeyFile(dataDir));
    if (contents.kind === 'there') return { inspection, finding: ok('The database can be opened.') };
    void inspection.close();
    return { inspection: null, finding: findingOf(contents) };
  } catch (error) {
    if (error instanceof StoreError) return { inspection: null, finding: problem(error.message, ELSEWHERE) };
    const fault = storageFaultOf(error);
    const action = fault === null || fault.cause === 'damaged' ? RESTORE : STORAGE_WORDS[fault.cause].action;
    return { inspection: null, finding: problem(`The database cannot be opened: ${reasonOf(error)}.`, action) };
  }
}

const ELSEWHERE = 'Or copy the folder to a disk with free space, and examine the copy.';

/** Of a folder whose database is not there, or not ours. */
function findingOf(place: Exclude<DatabasePlace, { readonly kind: 'there' }>): Finding {
  switch (place.kind) {
    case 'empty':
      return warning('The folder contains no database.', 'The first start of the server creates the database.');
    case 'unfinished':
      return warning('The first start of the server on this folder was interrupted.', 'The next start continues.');
    case 'refused':
      return problem(place.found, place.action);
  }
}

async function readKey(
  dataDir: string,
  { keyHelp = {}, random, kdf }: DoctorOptions,
): Promise<{ readonly masterKey: Uint8Array | null; readonly fault: string | null }> {
  try {
    return { masterKey: await readFolderKey(dataDir, keyHelp, random, kdf), fault: null };
  } catch (error) {
    return { masterKey: null, fault: reasonOf(error) };
  }
}

/** A check that could not run has not passed. */
async function outcomeOf(check: Check, patient: Patient): Promise<readonly Finding[]> {
  try {
    if (check.needs === 'folder') return await check.run(patient);
    const { inspection } = patient;
    if (inspection === null) return [warning('Not checked: the database could not be read.', null)];
    if (check.needs === 'schema' && inspection.schemaFaults().some(keepsFromReading)) {
      return [warning('Not checked: the database has another schema than this version.', null)];
    }
    return await check.run({ ...patient, inspection });
  } catch (error) {
    return [problem(`This check could not be made: ${reasonOf(error)}.`, 'See the other findings.')];
  }
}

/** Whoever changes what a trigger guards takes the trigger away first: the rows can be read, and have to be. */
function keepsFromReading(fault: SchemaFault): boolean {
  if (fault.kind === 'missing') return !/^(?:trigger|index) /.test(fault.name);
  return fault.kind !== 'foreign' && fault.kind !== 'changed';
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown reason';
}

function systemFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
