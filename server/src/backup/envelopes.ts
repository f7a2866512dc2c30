/** Whether a master key belongs to a database: whether it opens what was sealed there. */
import { toHex, wipe } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import { agentKeyPlace } from '../agents/agent-keys.ts';
import { agentsAfter } from '../agents/store/agents.ts';
import { templatePlace } from '../biometrics/at-rest.ts';
import { sealedTemplatesAfter } from '../biometrics/store.ts';
import { cachePlace } from '../cache/cache.ts';
import { sealedCacheEntries } from '../cache/store.ts';
import { callPlace, messagePlace, transcriptPlace } from '../calls/sealing.ts';
import { sealedCallsAfter, sealedMessagesAfter, sealedTranscriptsAfter } from '../calls/store.ts';
import { invoicePlace } from '../commerce/sealed-opening.ts';
import { sealedInvoicesAfter } from '../commerce/store.ts';
import { bfvKeyPlace, ckksSessionPlace } from '../fhe/at-rest.ts';
import { sealedBfvKeysAfter, sealedSessionsAfter } from '../fhe/store.ts';
import { fraudAggregatePlace, fraudKeyPlace, fraudSignalPlace } from '../fraud/at-rest.ts';
import { allAggregates, findFraudKey, sealedSignalsAfter } from '../fraud/store.ts';
import { enrolmentPlace } from '../key-checks/at-rest.ts';
import { sealedEnrolmentsAfter } from '../key-checks/store.ts';
import { secretKeyPlace } from '../key-sets/secret-keys.ts';
import { hmacPlace } from '../keys/blob.ts';
import { collectionPlace } from '../search/keys.ts';
import { sealedCollectionsAfter } from '../search/store.ts';
import { secretPlace } from '../secrets/at-rest.ts';
import { sealedSecretsAfter } from '../secrets/store/secrets.ts';
import { storageKeyPairs } from '../storage/store.ts';
import { storageKeyPlace } from '../storage/work.ts';
import type { Db } from '../store/engine.ts';
import type { Row } from '../store/tables.ts';
import { createVault, type Place, type Vault } from '../vault/envelope.ts';
import { vaultCheckVersion } from '../vault/vault-check.ts';
import { webhookSecretPlace } from '../webhooks/webhooks.ts';
import {
  sealedHmacKeys,
  sealedKeySetSecrets,
  sealedSigningLayers,
  sealedWebhookSecrets,
  sealedWrappingSeeds,
} from './store.ts';

/** Something sealed in the database. */
export interface Sealed {
  /** What it is, for people. */
  readonly what: string;
  readonly place: Place;
  readonly box: Uint8Array;
}

async function inKeySets(db: Db): Promise<readonly Sealed[]> {
  return (await sealedKeySetSecrets(db)).map(({ fingerprint, kid, envelope }) => ({
    what: `key ${kid} of key set ${fingerprint.slice(0, 16)}…`,
    place: secretKeyPlace(fingerprint, kid),
    box: envelope,
  }));
}

/** Where `key-wrapping.ts` seals the seed of a project's KEM key. */
export function wrappingKeyPlace({ project_id: project, algorithm }: WrappingKeyName): Place {
  return { kind: 'wrapping-key', project, object: algorithm, column: 'envelope', version: 1 };
}

type WrappingKeyName = Pick<Row<'wrapping_keys'>, 'project_id' | 'algorithm'>;

async function inWrappingKeys(db: Db): Promise<readonly Sealed[]> {
  return (await sealedWrappingSeeds(db)).map((key) => ({
    what: `${key.algorithm} key of project ${key.project_id}`,
    place: wrappingKeyPlace(key),
    box: key.envelope,
  }));
}

/** Where `project-keys.ts` seals the secret of a layer. */
export function signingKeyPlace(
  { id, project_id: project, key_use: use, scheme }: SigningKeyName,
  layer: string,
): Place {
  return { kind: `${use}-key`, project, object: id, column: `${scheme} ${layer}`, version: 1 };
}

type SigningKeyName = Pick<Row<'signing_keys'>, 'id' | 'project_id' | 'key_use' | 'scheme'>;

async function inSigningKeys(db: Db): Promise<readonly Sealed[]> {
  return (await sealedSigningLayers(db)).map(({ layer, envelope, ...key }) => ({
    what: `${layer} of signing key ${key.id}`,
    place: signingKeyPlace(key, layer),
    box: envelope,
  }));
}

/** As `secrets-at-rest.ts` seals them; destroyed ones have none. */
async function inSecrets(db: Db): Promise<readonly Sealed[]> {
  const found: Sealed[] = [];
  for (let after = ''; ; ) {
    const batch = await sealedSecretsAfter(db, after, BATCH);
    for (const row of batch) found.push({ what: `secret ${row.id}`, place: secretPlace(row), box: row.envelope });
    const last = batch.at(-1);
    if (last === undefined) return found;
    after = last.id;
  }
}

const BATCH = 500;

async function inManagedKeys(db: Db): Promise<readonly Sealed[]> {
  return (await sealedHmacKeys(db)).map(({ id, project_id: projectId, envelope }) => ({
    what: `HMAC key of managed key ${id}`,
    place: hmacPlace({ projectId, id }),
    box: envelope,
  }));
}

async function inWebhooks(db: Db): Promise<readonly Sealed[]> {
  return (await sealedWebhookSecrets(db)).map(({ id, envelope }) => ({
    what: `secret of webhook ${id}`,
    place: webhookSecretPlace(id),
    box: envelope,
  }));
}

async function inStorageKeys(db: Db): Promise<readonly Sealed[]> {
  return (await storageKeyPairs(db)).map((key) => ({
    what: `storage key ${key.id}`,
    place: storageKeyPlace(key),
    box: key.envelope,
  }));
}

/** One after the other: a cache may hold more than fits into memory. */
async function* inCache(db: Db): AsyncGenerator<Sealed> {
  for (let after = 0; ; ) {
    const batch = await sealedCacheEntries(db, after);
    for (const row of batch) yield { what: `cached value ${row.id}`, place: cachePlace(row), box: row.envelope };
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function* inAgents(db: Db): AsyncGenerator<Sealed> {
  for (let after = 0; ; ) {
    const batch = await agentsAfter(db, after, BATCH);
    for (const row of batch) yield { what: `key of agent ${row.id}`, place: agentKeyPlace(row), box: row.envelope };
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}

/** A few at a time: each is up to a megabyte. */
const FHE_BATCH = 8;

async function* inBfvKeys(db: Db): AsyncGenerator<Sealed> {
  for (let after = ''; ; ) {
    const batch = await sealedBfvKeysAfter(db, after, FHE_BATCH);
    for (const row of batch) {
      if (row.envelope !== null) yield { what: `BFV key ${row.id}`, place: bfvKeyPlace(row), box: row.envelope };
    }
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
async function* inCalls(db: Db): AsyncGenerator<Sealed> {
  for (let after = ''; ; ) {
    const batch = await sealedCallsAfter(db, after, BATCH);
    for (const row of batch) yield { what: `call ${row.id}`, place: callPlace(row), box: row.envelope };
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function* inCkksSessions(db: Db): AsyncGenerator<Sealed> {
  for (let after = ''; ; ) {
    const batch = await sealedSessionsAfter(db, after, FHE_BATCH);
    for (const row of batch) {
      if (row.envelope !== null) {
        yield { what: `CKKS session ${row.id}`, place: ckksSessionPlace(row), box: row.envelope };
      }
    }
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
async function* inCallTranscripts(db: Db): AsyncGenerator<Sealed> {
  for (let after = ''; ; ) {
    const batch = await sealedTranscriptsAfter(db, after, BATCH);
    for (const { call_id: id, project_id, envelope } of batch) {
      yield { what: `the transcript of call ${id}`, place: transcriptPlace({ id, project_id }), box: envelope };
    }
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.call_id;
  }
}

async function* inCallMessages(db: Db): AsyncGenerator<Sealed> {
  for (let after = { callId: '', sequence: 0 }; ; ) {
    const batch = await sealedMessagesAfter(db, after, BATCH);
    for (const { call_id: id, project_id, sequence, envelope, payload } of batch) {
      const what = `message ${sequence} of call ${id}`;
      const call = { id, project_id };
      yield { what, place: messagePlace(call, sequence, 'envelope'), box: envelope };
      if (payload !== null) yield { what, place: messagePlace(call, sequence, 'payload'), box: payload };
    }
    const last = batch.at(-1);
    if (last === undefined) return;
    after = { callId: last.call_id, sequence: last.sequence };
  }
}

async function* inTemplates(db: Db): AsyncGenerator<Sealed> {
  for (let after = ''; ; ) {
    const batch = await sealedTemplatesAfter(db, after, FHE_BATCH);
    for (const row of batch) {
      yield { what: `biometric template ${row.id}`, place: templatePlace(row), box: row.envelope };
    }
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function* inEnrolments(db: Db): AsyncGenerator<Sealed> {
  for (let after = ''; ; ) {
    const batch = await sealedEnrolmentsAfter(db, after, FHE_BATCH);
    for (const row of batch) yield { what: `enrolled key ${row.id}`, place: enrolmentPlace(row), box: row.envelope };
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function* inFraudSignals(db: Db): AsyncGenerator<Sealed> {
  for (let after = ''; ; ) {
    const batch = await sealedSignalsAfter(db, after, FHE_BATCH);
    for (const row of batch) yield { what: `fraud signal ${row.id}`, place: fraudSignalPlace(row), box: row.envelope };
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function inFraudKeys(db: Db): Promise<readonly Sealed[]> {
  const key = await findFraudKey(db);
  return key === null ? [] : [{ what: `fraud key ${key.id}`, place: fraudKeyPlace(key), box: key.envelope }];
}

async function inFraudAggregates(db: Db): Promise<readonly Sealed[]> {
  return (await allAggregates(db)).map((row) => ({
    what: `fraud score ${toHex(row.entity_tag)} in fraud_aggregates`,
    place: fraudAggregatePlace(row),
    box: row.envelope,
  }));
}

async function* inInvoices(db: Db): AsyncGenerator<Sealed> {
  for (let after = ''; ; ) {
    const batch = await sealedInvoicesAfter(db, after, BATCH);
    for (const row of batch) yield { what: `invoice ${row.id}`, place: invoicePlace(row), box: row.envelope };
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function* inSearch(db: Db): AsyncGenerator<Sealed> {
  for (let after = ''; ; ) {
    const batch = await sealedCollectionsAfter(db, after, BATCH);
    for (const row of batch) {
      const { envelope: box } = row;
      if (box !== null) yield { what: `search index ${row.id}`, place: collectionPlace(row), box };
    }
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

type SealedIn = (db: Db) => Promise<readonly Sealed[]> | AsyncIterable<Sealed>;

/** Every table with a column `envelope`; a test fails where one is missing. */
export const SEALED_TABLES: Readonly<Record<string, SealedIn>> = {
  key_set_secrets: inKeySets,
  wrapping_keys: inWrappingKeys,
  signing_key_layers: inSigningKeys,
  managed_keys: inManagedKeys,
  webhooks: inWebhooks,
  search_collections: inSearch,
  secret_versions: inSecrets,
  storage_keys: inStorageKeys,
  cache_entries: inCache,
  agents: inAgents,
  calls: inCalls,
  call_messages: inCallMessages,
  call_transcripts: inCallTranscripts,
  invoices: inInvoices,
  bfv_keys: inBfvKeys,
  ckks_sessions: inCkksSessions,
  biometric_templates: inTemplates,
  key_enrolments: inEnrolments,
  fraud_keys: inFraudKeys,
  fraud_signals: inFraudSignals,
  fraud_aggregates: inFraudAggregates,
};

/** How much is sealed in the database, and what of it does not open with this master key. */
export async function tryEnvelopes(
  db: Db,
  masterKey: Uint8Array,
  random: Random,
): Promise<{ readonly count: number; readonly closed: readonly string[] }> {
  const vault = createVault(masterKey, random);
  const closed: string[] = [];
  let count = 0;
  try {
    // A backup may be older than some of the tables.
    const present = new Set((await db.introspection.getTables()).map(({ name }) => name));
    for (const [table, sealedIn] of Object.entries(SEALED_TABLES)) {
      if (!present.has(table)) continue;
      for await (const { what, place, box } of await sealedIn(db)) {
        count++;
        if (!opens(vault, place, box)) closed.push(what);
      }
    }
    return { count, closed };
  } finally {
    vault.close();
  }
}

/** Whether a master key opens `vault_check`, which is hex. */
export function opensCheck(masterKey: Uint8Array, vaultCheck: string, random: Random): boolean {
  const vault = createVault(masterKey, random);
  try {
    return vaultCheckVersion(vault, vaultCheck) !== null;
  } finally {
    vault.close();
  }
}

function opens(vault: Vault, place: Place, box: Uint8Array): boolean {
  const plaintext = vault.open(place, box);
  wipe(plaintext ?? undefined);
  return plaintext !== null;
}
