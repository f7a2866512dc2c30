/**
 * The work that is too heavy for the event loop: FALCON and SLH-DSA keys and signatures, Argon2id, and everything about
 * large bodies and documents. Runs in a worker thread; what it is given and what it answers is copied, except for bodies,
 * which stand in shared memory. It wipes its copies of secrets.
 */

import * as nodeCrypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { api } from '@touchstone/core/api/api.ts';
import { type Endpoint, endpointsOf, type InputOf } from '@touchstone/core/api/endpoint.ts';
import { utf8, wipe } from '@touchstone/core/bytes.ts';
import {
  generateHybridKey,
  type HybridKey,
  type LayerBytes,
  type LayeredSignature,
  type LayeredVerified,
} from '@touchstone/core/composite/layered.ts';
import type { HybridSchemeName } from '@touchstone/core/composite/schemes.ts';
import type { ThreeKeySigned } from '@touchstone/core/composite/sign-three-key.ts';
import { type DocumentVerdict, validateIdentityV2 } from '@touchstone/core/identity/identity-v2.ts';
import { generateKeySet, type KeySetPlan, planKeySet } from '@touchstone/core/keys/generate.ts';
import { type KeySet, publicJwk } from '@touchstone/core/keys/key-set.ts';
import { nobleArgon2id, nodeArgon2id } from '@touchstone/core/keys/passphrase.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import type { ReceiptDocument } from '@touchstone/core/receipt/create.ts';
import type { SignatureAlgorithm } from '@touchstone/core/sign/family.ts';
import { systemClock } from '@touchstone/core/time.ts';
import { readSessionTree } from '../agents/session-levels.ts';
import { readSlice, type Slice, type SliceInput } from '../agents/session-slice.ts';
import { type CreateBody, type DraftFacts, draftArtifact, type SlotFacts, withSignature } from '../artifacts/work.ts';
import { type CeremonyBody, type Dealt, dealCeremony } from '../ceremony/work.ts';
import { hashByNode } from '../crypto/hashes.ts';
import { createServerSigner } from '../crypto/signer.ts';
import { joined, type Pieces } from '../frame/body.ts';
import { chooseOperation, readBody } from '../frame/contract.ts';
import { bytesIn } from '../frame/decode-base64.ts';
import { ApiError, type Refused } from '../frame/errors.ts';
import { writePrivateFile } from '../frame/private-file.ts';
import { type AnsweredBody, answeredBody, type UpstreamBody } from '../gateway/answer-body.ts';
import { measurementOf, ownFiles } from '../gateway/measurement.ts';
import { type ProxyBody, type ProxyRequest, proxyRequest } from '../gateway/proxy-request.ts';
import { checkAuditBody } from '../health/body-checks.ts';
import {
  type AuditFacts,
  type HealthAuditBody,
  type HealthChain,
  type SignedAudit,
  signedAudit,
} from '../health/work.ts';
import { type HybridSignBody, type HybridVerifyBody, signHybrid, verifyHybrid } from '../hybrid/work.ts';
import { type LentKey, lentSigner } from '../key-sets/statements.ts';
import {
  type MlDsaSecret,
  type MlDsaSignBody,
  type MlDsaVerifyBody,
  messageOf,
  signMlDsa,
  verifyMlDsa,
} from '../ml-dsa/work.ts';
import { type EventPage, eventsIn, provenanceAnswer } from '../provenance/work.ts';
import { type ReceiptBody, type ReceiptFacts, receiptOf } from '../receipts/work.ts';
import {
  type DecryptBody,
  decryptAnswer,
  type EncryptBody,
  type Encrypting,
  encryptAnswer,
  type FieldsBody,
  fieldsAnswer,
  keyIdIn,
  type OpeningKey,
  type RotateBody,
  type Rotating,
  rotateAnswer,
} from '../storage/work.ts';
import type { Db } from '../store/db.ts';
import { type StorageFault, storageFaultOf } from '../store/storage-fault.ts';
import { type SignBody, signBody, type ThreeKeyAnswer, type VerifyBody, verifyBody } from '../three-key/work.ts';
import { checkBody } from './body-checks.ts';
import { collectGarbage } from './collect-garbage.ts';

export interface Jobs {
  generateKeySet: { input: KeySetPlan; output: { keySet: unknown; secretKeys: ReadonlyMap<string, Uint8Array> } };
  /** A set with the one ML-KEM-1024 key that clients seal to. */
  generateEncSet: {
    input: Omit<KeySetPlan, 'algorithms'>;
    output: { keySet: unknown; secretKeys: ReadonlyMap<string, Uint8Array> };
  };
  sign: {
    input: { algorithm: SignatureAlgorithm; secretKey: Uint8Array; message: Uint8Array };
    output: Uint8Array;
  };
  /** Saves the data folder into one encrypted file. The copy of the master key is wiped here. */
  backup: {
    input: { dataDir: string; masterKey: Uint8Array; passphrase: string; out: string };
    output: { bytes: number; createdAt: number };
  };
  argon2id: { input: { passphrase: Uint8Array; salt: Uint8Array }; output: Uint8Array };
  /** Parses a body and holds it against the contract of the operation of that id. */
  readBody: { input: { operation: string; pieces: Pieces }; output: unknown };
  /** The same, and of the body only these members: what the event loop needs of a large one. */
  readMembers: { input: { operation: string; pieces: Pieces; names: readonly string[] }; output: unknown };
  /** Which of the operations of a route a body means: an id. */
  chooseOperation: { input: { operations: readonly string[]; pieces: Pieces }; output: string };
  /** Refuses what `readBody` refuses, and a body whose encoded members do not decode. */
  checkBody: { input: { operation: string; pieces: Pieces }; output: null };
  /** Writes the artifact of a `POST /v1/artifacts` body to `path`. */
  draftArtifact: {
    input: { pieces: Pieces; facts: DraftFacts; path: string };
    output: { id: string; statesCycle: boolean; size: number };
  };
  /** The text of a stored artifact with one more signature; null where it is there already. */
  addSignature: { input: { text: string; facts: SlotFacts }; output: string | null };
  /** The same from file to file; the answer is the size of the new one. */
  addSignatureToFile: { input: { from: string; to: string; facts: SlotFacts }; output: number | null };
  /** SHA-256 of the running build, hex. */
  measureBuild: { input: null; output: string };
  /** A large `POST /v1/key/gateway/proxy` body. */
  readProxyCall: { input: { pieces: Pieces }; output: ProxyRequest };
  /** The large body of a service's answer as callers get it. */
  readUpstreamBody: { input: UpstreamBody; output: AnsweredBody };
  signThreeKey: {
    input: { pieces: Pieces; secrets: ReadonlyMap<string, Uint8Array>; time: number };
    output: ThreeKeySigned;
  };
  verifyThreeKey: { input: { pieces: Pieces; keySets: readonly KeySet[] }; output: ThreeKeyAnswer };
  /** The receipt of a `POST /v1/receipts` body. */
  signReceipt: { input: { body: ReceiptBody | Pieces; facts: ReceiptFacts }; output: ReceiptDocument };
  /** Judges the document of a `POST /v1/vault/validate` body. */
  validateDocument: { input: { pieces: Pieces }; output: DocumentVerdict };
  /** Signs the message of a `POST /v1/crypto/dilithium/sign` body. */
  signMlDsa: { input: { secret: MlDsaSecret; body: MlDsaSignBody | Pieces }; output: Uint8Array };
  verifyMlDsa: { input: { pieces: Pieces }; output: boolean };
  /** The key and shares of a `POST /v1/ceremony/init` body. */
  dealCeremony: { input: { project: string; body: CeremonyBody }; output: Dealt };
  /** The session that all events of a `POST /v1/health/audit` body name. */
  healthSessionOf: { input: { pieces: Pieces }; output: string };
  /** Signs the events of a `POST /v1/health/audit` body as those that follow a chain. */
  signHealthAudit: {
    input: { pieces: Pieces; key: LentKey; chain: HealthChain; facts: AuditFacts };
    output: SignedAudit;
  };
  /** The answer of `GET /v1/key/provenance/:id` as JSON in UTF-8. */
  readProvenance: { input: { keyId: string; pages: readonly EventPage[]; key: LentKey }; output: Uint8Array };
  generateHybridKey: { input: { scheme: HybridSchemeName }; output: HybridKey };
  /** Signs the message of a `POST /v1/hybrid/sign` body. */
  signHybrid: {
    input: { scheme: HybridSchemeName; secretKeys: LayerBytes; body: HybridSignBody | Pieces };
    output: LayeredSignature;
  };
  /** Judges a `POST /v1/hybrid/verify` body, under the public keys that it carries where none are given. */
  verifyHybrid: {
    input: { scheme: HybridSchemeName; publicKeys: LayerBytes | null; body: HybridVerifyBody | Pieces };
    output: LayeredVerified;
  };
  /** The answer of `POST /v1/storage/encrypt` as JSON in UTF-8, and so of the next three: text of this length takes long to copy. */
  encryptForStorage: { input: { pieces: Pieces; facts: Encrypting }; output: Uint8Array };
  encryptFields: { input: { body: FieldsBody | Pieces; facts: Encrypting }; output: Uint8Array };
  decryptFromStorage: { input: { pieces: Pieces; key: OpeningKey }; output: Uint8Array };
  rotateStored: { input: { pieces: Pieces; facts: Rotating }; output: Uint8Array };
  /** The id of the key that the ciphertext of a storage body carries; null where it is none. */
  storageKeyIn: { input: { operation: string; pieces: Pieces }; output: string | null };
  /** Some hundred nodes of an agent's session, from a connection of the worker's own. */
  readSessionSlice: { input: { file: string; slice: SliceInput }; output: Slice };
  /** The hashes of all levels of the tree over a session's first nodes, the leaves first. */
  sessionTree: { input: { file: string; sessionId: string; count: number }; output: readonly Uint8Array[] };
}

type ValidateBody = InputOf<typeof api.crypto.vault.validate>['body'];

export type JobName = keyof Jobs;

hashByNode();
const signer = createServerSigner();
const kdf = nodeArgon2id(nodeCrypto) ?? nobleArgon2id;

const jobs: { readonly [J in JobName]: (input: Jobs[J]['input']) => Promise<Jobs[J]['output']> } = {
  generateKeySet: (plan) => generateKeySet(plan, signer),

  async generateEncSet(plan) {
    const { publicKey, privateKey } = nodeCrypto.generateKeyPairSync('ml-kem-1024');
    const key = publicJwk('ML-KEM-1024', new Uint8Array(publicKey.export({ format: 'raw-public' })));
    // FIPS 203 section 7.1: the 64-byte seed d ‖ z.
    const seed = new Uint8Array(privateKey.export({ format: 'raw-seed' }));
    return { keySet: planKeySet(plan, [key]), secretKeys: new Map([[key.kid, seed]]) };
  },

  async sign({ algorithm, secretKey, message }) {
    try {
      return await signer.sign(algorithm, secretKey, message);
    } finally {
      wipe(secretKey);
    }
  },

  async backup(input) {
    // Only here: every other job does without the database.
    const { backupDataFolder } = await import('../backup/create.ts');
    const { BackupError } = await import('../backup/backup-error.ts');
    try {
      const { bytes, createdAt } = await backupDataFolder({ ...input, kdf, random: systemRandom, clock: systemClock });
      return { bytes, createdAt };
    } catch (error) {
      if (error instanceof BackupError) throw new ApiError('CONFLICT', error.message);
      throw error;
    } finally {
      wipe(input.masterKey);
    }
  },

  async argon2id({ passphrase, salt }) {
    try {
      return await kdf(passphrase, salt);
    } finally {
      wipe(passphrase);
    }
  },

  async readBody({ operation, pieces }) {
    return readBody(operationOf(operation), joined(pieces));
  },

  async readMembers({ operation, pieces, names }) {
    const body = readBody(operationOf(operation), joined(pieces));
    return Object.fromEntries(Object.entries(body as object).filter(([name]) => names.includes(name)));
  },

  async chooseOperation({ operations, pieces }) {
    return chooseOperation(operations.map(operationOf), joined(pieces));
  },

  async checkBody({ operation, pieces }) {
    const known = operationOf(operation);
    checkBody(known, readBody(known, joined(pieces)));
    return null;
  },

  async draftArtifact({ pieces, facts, path }) {
    const body = bodyFor<CreateBody>(api.artifacts.artifacts.create, pieces);
    const { id, statesCycle, text } = draftArtifact(body, facts);
    return { id, statesCycle, size: writeText(path, text) };
  },

  addSignature: ({ text, facts }) => withSignature(text, facts, signer),

  async addSignatureToFile({ from, to, facts }) {
    const text = await withSignature(readFileSync(from), facts, signer);
    return text === null ? null : writeText(to, text);
  },

  async measureBuild() {
    return measurementOf(ownFiles());
  },

  async readProxyCall({ pieces }) {
    return proxyRequest(bodyFor<ProxyBody>(api.crypto.key.gatewayProxy, pieces));
  },

  async readUpstreamBody(upstream) {
    return answeredBody(upstream);
  },

  async signThreeKey({ pieces, secrets, time }) {
    try {
      return await signBody(bodyFor<SignBody>(api.signing.svcKey.sign3key, pieces), secrets, time, signer);
    } finally {
      wipe(...secrets.values());
    }
  },

  async verifyThreeKey({ pieces, keySets }) {
    return verifyBody(bodyFor<VerifyBody>(api.signing.svcKey.verify3key, pieces), keySets, signer);
  },

  async signReceipt({ body, facts }) {
    try {
      return await receiptOf(bodyFrom<ReceiptBody>(api.receipts.receipts.create, body), facts, signer);
    } finally {
      wipe(...facts.secretKeys.values());
    }
  },

  async validateDocument({ pieces }) {
    const body = bodyFor<ValidateBody>(api.crypto.vault.validate, pieces);
    return validateIdentityV2(bytesIn('document', body.document));
  },

  async signMlDsa({ secret, body }) {
    try {
      return await signMlDsa(secret, messageOf(bodyFrom<MlDsaSignBody>(api.crypto.dilithium.sign, body)), signer);
    } finally {
      wipe(secret.bytes);
    }
  },

  async verifyMlDsa({ pieces }) {
    return verifyMlDsa(bodyFor<MlDsaVerifyBody>(api.crypto.dilithium.verify, pieces), signer);
  },

  dealCeremony: ({ project, body }) => dealCeremony(project, body, signer),

  async healthSessionOf({ pieces }) {
    return checkAuditBody(bodyFor<HealthAuditBody>(api.crypto.health.audit, pieces));
  },

  async signHealthAudit({ pieces, key, chain, facts }) {
    try {
      const body = bodyFor<HealthAuditBody>(api.crypto.health.audit, pieces);
      return await signedAudit(lentSigner(key, signer), chain, body, facts);
    } finally {
      wipe(key.secretKey);
    }
  },

  async readProvenance({ keyId, pages, key }) {
    try {
      return utf8(await provenanceAnswer(lentSigner(key, signer), keyId, eventsIn(pages)));
    } finally {
      wipe(key.secretKey);
    }
  },

  generateHybridKey: ({ scheme }) => generateHybridKey(scheme, signer),

  async signHybrid({ scheme, secretKeys, body }) {
    try {
      return await signHybrid(bodyFrom<HybridSignBody>(api.crypto.hybrid.sign, body), scheme, secretKeys, signer);
    } finally {
      wipe(...Object.values(secretKeys));
    }
  },

  async verifyHybrid({ scheme, publicKeys, body }) {
    return verifyHybrid(bodyFrom<HybridVerifyBody>(api.crypto.hybrid.verify, body), scheme, publicKeys, signer);
  },

  async encryptForStorage({ pieces, facts }) {
    const body = bodyFor<EncryptBody>(api.crypto.storage.encrypt, pieces);
    return utf8(JSON.stringify(await encryptAnswer(body, facts, systemRandom)));
  },

  async encryptFields({ body, facts }) {
    const read = bodyFrom<FieldsBody>(api.crypto.storage.encryptFields, body);
    return utf8(JSON.stringify(await fieldsAnswer(read, facts, systemRandom)));
  },

  async decryptFromStorage({ pieces, key }) {
    try {
      const body = bodyFor<DecryptBody>(api.crypto.storage.decrypt, pieces);
      return utf8(JSON.stringify(await decryptAnswer(body, key)));
    } finally {
      wipe(key.seed);
    }
  },

  async rotateStored({ pieces, facts }) {
    try {
      const body = bodyFor<RotateBody>(api.crypto.storage.rotate, pieces);
      return utf8(JSON.stringify(await rotateAnswer(body, facts, systemRandom)));
    } finally {
      wipe(facts.from.seed);
    }
  },

  async readSessionSlice({ file, slice }) {
    return readSlice(await readerOf(file), signer, slice);
  },

  async sessionTree({ file, sessionId, count }) {
    return readSessionTree(await readerOf(file), sessionId, count);
  },

  async storageKeyIn({ operation, pieces }) {
    return keyIdIn(readBody(operationOf(operation), joined(pieces)) as DecryptBody | RotateBody);
  },
};

/** The connections of this thread; they end with it. */
const readers = new Map<string, Promise<Db>>();

function readerOf(file: string): Promise<Db> {
  // Only then: most jobs do without the database.
  const reader = readers.get(file) ?? import('../store/db.ts').then(({ openReader }) => openReader(file));
  readers.set(file, reader);
  return reader;
}

function operationOf(id: string): Endpoint {
  const known = endpointsOf(api).find((operation) => operation.id === id);
  if (known === undefined) throw new TypeError(`internal: no operation is called ${id}`);
  return known;
}

/** `readBody` has held it against the contract from which `B` comes. */
function bodyFor<B>(operation: Endpoint, pieces: Pieces): B {
  return readBody(operation, joined(pieces)) as B;
}

/** A body that the event loop has read, or one that is still to be read. */
function bodyFrom<B extends object>(operation: Endpoint, body: B | Pieces): B {
  return isPieces(body) ? bodyFor<B>(operation, body) : body;
}

function isPieces(body: object | Pieces): body is Pieces {
  return Array.isArray(body);
}

function writeText(path: string, text: string): number {
  const bytes = utf8(text);
  writePrivateFile(path, bytes);
  return bytes.length;
}

export interface Task<J extends JobName = JobName> {
  readonly job: J;
  readonly input: Jobs[J]['input'];
}

export type Outcome<J extends JobName> =
  | { readonly ok: true; readonly value: Jobs[J]['output'] }
  | { readonly ok: false; readonly refused: Refused }
  | { readonly ok: false; readonly fault: StorageFault };

/** What piscina calls with every task. Refusals are answered as values: a thrown ApiError would lose its class. */
export default async function run<J extends JobName>(task: Task<J>): Promise<Outcome<J>> {
  try {
    return { ok: true, value: await jobs[task.job](task.input) };
  } catch (error) {
    const fault = storageFaultOf(error);
    if (fault !== null) return { ok: false, fault };
    if (!(error instanceof ApiError)) throw error;
    const { code, message, field } = error;
    return { ok: false, refused: { code, message, field } };
  } finally {
    if (takesMuch(task.input)) setImmediate(collectGarbage);
  }
}

/** From here on what a job leaves is worth a pause of its thread. Bytes. */
const MUCH = 4 * 1024 * 1024;

function takesMuch(input: unknown): boolean {
  const pieces = typeof input === 'object' && input !== null && 'pieces' in input ? input.pieces : null;
  if (!Array.isArray(pieces)) return false;
  return (pieces as Pieces).reduce((sum, { length }) => sum + length, 0) >= MUCH;
}
