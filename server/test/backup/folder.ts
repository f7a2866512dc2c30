/** A small data folder with something of everything, made in a moment: its key sets have quick algorithms. */
import * as nodeCrypto from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@touchstone/core/api/api.ts';
import { concat, wipe } from '@touchstone/core/bytes.ts';
import { generateKeySet, planKeySet, type SecretKeys } from '@touchstone/core/keys/generate.ts';
import { type KeySet, type KeyUse, publicJwk } from '@touchstone/core/keys/key-set.ts';
import { nodeArgon2id } from '@touchstone/core/keys/passphrase.ts';
import { type Random, systemRandom } from '@touchstone/core/random.ts';
import pino from 'pino';
import { insertArtifact, storedPieces } from '../../src/artifacts/store.ts';
import { draftWork } from '../../src/artifacts/work.ts';
import { type BackupOptions, backupDataFolder } from '../../src/backup/create.ts';
import { readFolderKey } from '../../src/backup/folder-key.ts';
import { type RestoreOptions, restoreBackup } from '../../src/backup/restore.ts';
import { createServerSigner } from '../../src/crypto/signer.ts';
import { LOCAL } from '../../src/frame/caller.ts';
import { createSecretKeyStore } from '../../src/key-sets/secret-keys.ts';
import { insertKeySet } from '../../src/key-sets/store.ts';
import { wrapForProject } from '../../src/keys/wrapping.ts';
import { openService, type Service } from '../../src/service.ts';
import { sealProjectKey } from '../../src/signing/project-keys.ts';
import { insertSigningKey } from '../../src/signing/store.ts';
import { type Db, write } from '../../src/store/engine.ts';
import { attachSealer } from '../../src/store/sealed-rows.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { createVault, type Vault } from '../../src/vault/envelope.ts';
import { bundledJobs } from '../bundled.ts';

export const NOW = Date.UTC(2026, 3, 1, 12);
export const PASSPHRASE = 'correct horse battery staple';
const DAY_MS = 86_400_000;

export const kdf =
  nodeArgon2id(nodeCrypto) ??
  (() => {
    throw new Error('this Node has no argon2');
  })();

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'touchstone-'));
}

export function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** A service in which nothing happens by itself. */
export async function serviceOn(dataDir: string): Promise<Service> {
  return openService({
    dataDir,
    log: pino({ level: 'silent' }),
    masterKey: { kind: 'key-file' },
    anonymousKeys: true,
    consoleDir: null,
    checkAnswers: true,
    allowedHosts: () => new Set(),
    onStartTokenSpent: () => undefined,
    clock: () => NOW,
    sweeps: [],
    jobs: await bundledJobs(),
  });
}

export interface TestFolder {
  readonly dataDir: string;
  /** Fingerprints by use. */
  readonly sets: ReadonlyMap<KeyUse, KeySet>;
}

/** Makes a folder with five key sets and two documents, one of them in three pieces. */
export async function makeFolder(dataDir: string): Promise<TestFolder> {
  await (await serviceOn(dataDir)).close();
  const sets = new Map<KeyUse, KeySet>();
  await withDatabase(dataDir, async (db, vault) => {
    for (const use of ['3key', 'service', 'receipt', 'artifact', 'enc'] as const) {
      sets.set(use, await addKeySet(db, vault, use));
    }
    await addProjectKeys(db, vault);
    await addDocument(db, 'first');
    await addDocument(db, 'second', 600_000);
  });
  return { dataDir, sets };
}

/** Hands out database and vault of a folder that no server has open. */
export async function withDatabase<T>(dataDir: string, action: (db: Db, vault: Vault) => Promise<T>): Promise<T> {
  const key = await readFolderKey(dataDir, {}, systemRandom, kdf);
  const vault = createVault(key, systemRandom);
  wipe(key);
  const db = openDatabase(join(dataDir, 'touchstone.db'));
  attachSealer(db, vault);
  try {
    return await action(db, vault);
  } finally {
    vault.close();
    await db.destroy();
  }
}

export interface SetPlan {
  readonly serial?: number;
  readonly notBefore?: number;
  readonly notAfter?: number;
}

export async function addKeySet(db: Db, vault: Vault, use: KeyUse, plan: SetPlan = {}): Promise<KeySet> {
  const { serial = 1, notBefore = NOW - DAY_MS, notAfter = NOW + 365 * DAY_MS } = plan;
  const facts = { keyset_id: `ks_${use}`, issuer: 'Issuer', principal: 'test', use, serial, notBefore, notAfter };
  const { keySet, secretKeys } = use === 'enc' ? encSet(facts) : await signingSet(facts);
  await insertKeySet(db, keySet, createSecretKeyStore(db, vault).seal(keySet, secretKeys), NOW);
  return keySet;
}

type Facts = Parameters<typeof planKeySet>[0];

function signingSet(facts: Facts): Promise<{ keySet: KeySet; secretKeys: SecretKeys }> {
  return generateKeySet({ ...facts, algorithms: ['Ed25519', 'ML-DSA-65'] }, createServerSigner());
}

function encSet(facts: Facts): { keySet: KeySet; secretKeys: SecretKeys } {
  const { publicKey, privateKey } = nodeCrypto.generateKeyPairSync('ml-kem-1024');
  const key = publicJwk('ML-KEM-1024', new Uint8Array(publicKey.export({ format: 'raw-public' })));
  const seed = new Uint8Array(privateKey.export({ format: 'raw-seed' }));
  return { keySet: planKeySet(facts, [key]), secretKeys: new Map([[key.kid, seed]]) };
}

/** A signing key and a wrapping key of the local project, sealed by the code that the server uses. */
async function addProjectKeys(db: Db, vault: Vault): Promise<void> {
  const { publicKey, secretKey } = await createServerSigner().generateKeyPair('ML-DSA-44');
  const head = { id: 'key_1', projectId: LOCAL.projectId, use: 'ml-dsa', scheme: 'ML-DSA-44' } as const;
  const key = sealProjectKey(vault, { ...head, publicKeys: { layer1: publicKey }, secretKeys: { layer1: secretKey } });
  await insertSigningKey(db, key, { isCurrent: true, now: NOW });
  const means = { vault, random: systemRandom, clock: () => NOW };
  await wrapForProject(db, means, { projectId: LOCAL.projectId, id: 'wrp_1', tier: 'key-1' }, new Uint8Array(8));
}

const EXAMPLE = api.artifacts.artifacts.create.example.body;

/** Stores an artifact of the local project whose document stands in pieces and has a little more than `size` bytes. Answers its id. */
export async function addDocument(db: Db, name: string, size = 1000): Promise<string> {
  const { id, subject, content } = await documentOf(name, size);
  await write(db, (transaction) => insertArtifact(transaction, LOCAL.projectId, { id, subject, content }, NOW));
  return id;
}

/** The document of an artifact, in pieces. */
export function documentOf(name: string, size: number) {
  const body = {
    ...EXAMPLE,
    human_summary: {
      ...EXAMPLE.human_summary,
      load_bearing_pillars: [...EXAMPLE.human_summary.load_bearing_pillars],
    },
    subject: { ...EXAMPLE.subject, name },
    attestations: { ...EXAMPLE.attestations, evidence_attestation: { result: 'PASS', notes: 'x'.repeat(size) } },
  };
  const facts = { principal: 'test', issuedAt: NOW, cycleId: '2026-Q2-001', inPieces: true };
  return draftWork.run(body, facts, { signer: createServerSigner(), random: systemRandom });
}

let files = 0;

/** The same as an earlier version kept it: in a file, which the row names. Answers the file's name. */
export async function addDocumentFile(dataDir: string, db: Db, name: string, size = 1000): Promise<string> {
  const file = `${(++files).toString(16).padStart(32, '0')}.json`;
  const id = await addDocument(db, name, size);
  mkdirSync(join(dataDir, 'documents'), { recursive: true, mode: 0o700 });
  const pieces = await storedPieces(db, LOCAL.projectId, id);
  writeFileSync(join(dataDir, 'documents', file), concat(...pieces.map(({ bytes }) => bytes)), { mode: 0o600 });
  await db.deleteFrom('artifact_pieces').where('artifact_id', '=', id).execute();
  await db.updateTable('artifacts').set({ file }).where('id', '=', id).execute();
  return file;
}

/** Saves a folder as the command does. */
export async function save(dataDir: string, out: string, options: Partial<BackupOptions> = {}) {
  const { masterKey = await readFolderKey(dataDir, {}, systemRandom, kdf) } = options;
  const random: Random = systemRandom;
  return backupDataFolder({
    dataDir,
    out,
    masterKey,
    passphrase: PASSPHRASE,
    kdf,
    random,
    clock: () => NOW,
    ...options,
  });
}

export function bringBack(file: string, dataDir: string, options: Partial<RestoreOptions> = {}) {
  const base = { file, dataDir, passphrase: PASSPHRASE, kdf, random: systemRandom, clock: () => NOW + DAY_MS };
  return restoreBackup({ ...base, ...options });
}
