/** Rows that repeat what a signed or anchored text says: of keys, artifacts, documents, attestations and the log. */

import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { verifyArtifact } from '@touchstone/core/artifact/verify.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { kemLengths } from '@touchstone/core/kem/kem.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { kemOfTier } from '../keys/wrapping.ts';
import { findAnchor } from '../ledger/store.ts';
import { keyEvents } from '../provenance/store.ts';
import { type Db, snapshot } from '../store/engine.ts';
import { type NumberedRow, rowsOf, rowsWith } from '../store/walk.ts';
import type { Check, ReadablePatient } from './check.ts';
import { createCounters, createRowFaults, type RowFaults, stamped } from './row-faults.ts';

export const statedRows: Check = {
  id: 'stated-rows',
  needs: 'schema',
  run: (patient) =>
    // A server that runs may store more meanwhile: rows and texts are read at one moment.
    snapshot(patient.inspection.db, async (db) => {
      const faults = createRowFaults();
      await checkKeyEvents(db, faults);
      await checkManagedKeys(db, faults);
      await checkWrappedKeys(db, faults);
      await checkStorageKeys(db, faults);
      await checkBindings(db, faults);
      await checkArtifacts(db, patient, faults);
      await checkDocuments(db, faults);
      await checkHealth(db, faults);
      await checkLogs(db, faults);
      await checkChains(db, faults);
      return faults.findings('Rows that repeat what is signed say the same.');
    }),
};

function objectIn(text: string): JsonObject {
  const parsed = parseStrictJson(text);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
}

function plainOr(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function timeIn(value: unknown): number | null {
  return typeof value === 'string' ? parseIsoTime(value) : null;
}

async function checkKeyEvents(db: Db, faults: RowFaults): Promise<void> {
  const projects = new Map<string, string>();
  for (const table of ['managed_keys', 'wrapped_keys', 'storage_keys'] as const) {
    for await (const { id, project_id: project } of rowsOf(db, table)) projects.set(id, project);
  }
  for await (const row of rowsOf(db, 'key_events')) {
    const body = objectIn(row.body);
    faults.compare('key_events', `${row.key_id} ${row.position}`, {
      project_id: [row.project_id, projects.get(row.key_id) ?? row.project_id],
      keyset_id: [row.keyset_id, plainOr(body.keyset_id)],
      created_at: [row.created_at, timeIn(body.timestamp)],
    });
  }
}

/** Events of a key by their kind, the newest of each; the first of its making. */
async function eventsOf(db: Db, key: string) {
  const events = (await keyEvents(db, key)).map((row) => ({ body: objectIn(row.body), at: row.created_at }));
  return {
    made: events.find(({ body }) => body.event === 'created') ?? null,
    last: (name: string) => events.findLast(({ body }) => body.event === name) ?? null,
  };
}

interface Revocation {
  readonly revoked_at: number | null;
  readonly revoke_reason: string | null;
}

/** A restore keeps a revocation of which the chain is told later; `key-provenance` holds the status against the chain. */
function revocation(row: Revocation, event: { readonly body: JsonObject; readonly at: number } | null) {
  if (event === null) return {};
  return {
    revoked_at: [row.revoked_at, event.at],
    revoke_reason: [row.revoke_reason, plainOr(event.body.reason)],
  } as const;
}

async function checkManagedKeys(db: Db, faults: RowFaults): Promise<void> {
  for await (const row of rowsOf(db, 'managed_keys')) {
    const { made, last } = await eventsOf(db, row.id);
    const predecessor =
      row.rotated_from === null ? null : (await rowsWith(db, 'managed_keys', 'id', row.rotated_from))[0];
    faults.compare('managed_keys', row.id, {
      tier: [row.tier, tierOf(row.kem_ciphertext) ?? row.tier],
      ...(made === null
        ? {}
        : {
            created_at: stamped(row.created_at, made.at),
            rotated_from: [row.rotated_from, plainOr(made.body.rotated_from)],
          }),
      ...(predecessor === null || predecessor === undefined ? {} : { label: [row.label, predecessor.label] }),
      ...revocation(row, last('revoked')),
    });
  }
}

/** The tier picks the KEM, whose ciphertexts have a length of their own; the HMAC of the blob covers them. */
function tierOf({ length }: Uint8Array) {
  const tiers = ['key-1', 'key-2'] as const;
  return tiers.find((tier) => kemLengths(kemOfTier(tier)).ciphertext === length) ?? null;
}

async function checkWrappedKeys(db: Db, faults: RowFaults): Promise<void> {
  for await (const row of rowsOf(db, 'wrapped_keys')) {
    const { made, last } = await eventsOf(db, row.id);
    // Those that were wrapped before chains were kept have none.
    if (made === null) continue;
    const renewed = last('envelope_rotated');
    faults.compare('wrapped_keys', row.id, {
      created_at: stamped(row.created_at, made.at),
      managed_key_id: [row.managed_key_id, plainOr(made.body.managed_key_id)],
      rotated_at: renewed === null ? [row.rotated_at, null] : stamped(row.rotated_at, renewed.at),
    });
  }
}

async function checkStorageKeys(db: Db, faults: RowFaults): Promise<void> {
  for await (const row of rowsOf(db, 'storage_keys')) {
    faults.compare('storage_keys', row.id, revocation(row, (await eventsOf(db, row.id)).last('revoked')));
  }
}

async function checkBindings(db: Db, faults: RowFaults): Promise<void> {
  for await (const row of rowsOf(db, 'gateway_bindings')) {
    const events = (await keyEvents(db, row.key_id)).map((event) => ({
      body: objectIn(event.body),
      at: event.created_at,
    }));
    const bound = events.find(({ body }) => namesTarget(body.gateway_targets, row.gateway_target_id));
    if (bound === undefined) continue; // `gateway-targets` reports it.
    faults.compare('gateway_bindings', `${row.key_id} ${row.gateway_target_id}`, {
      created_at: stamped(row.created_at, bound.at),
    });
  }
}

function namesTarget(targets: unknown, id: string): boolean {
  return Array.isArray(targets) && targets.some((target) => target?.version === id);
}

async function checkArtifacts(db: Db, { signer, now }: ReadablePatient, faults: RowFaults): Promise<void> {
  const placeOf = createCounters();
  for await (const row of rowsOf(db, 'artifacts')) {
    const name = `${row.project_id} ${row.id}`;
    faults.compare('artifacts', name, { position: placeOf(row.position, row.project_id) });
    // `documents` looks at those that stand in files of their own.
    if (row.file !== null) continue;
    const bytes = utf8(row.document);
    const options = { fileName: row.id, trust: EMPTY_TRUST_STORE, verifier: signer, now, product: PRODUCT };
    const { report, document } = await verifyArtifact(bytes, options);
    faults.compare('artifacts', name, {
      id: [row.id, plainOr(document?.artifact_id)],
      size: [row.size, bytes.length],
      created_at: [row.created_at, timeIn(document?.issued_at)],
    });
    const failed = report.checks.filter(({ id, status }) => status === 'failed' && /^(?:format|integrity)\./.test(id));
    if (failed.length === 0) continue;
    faults.add(
      'artifacts',
      name,
      `has another document than was made: ${failed.map(({ sentence }) => sentence).join(' ')}`,
    );
  }
}

async function checkDocuments(db: Db, faults: RowFaults): Promise<void> {
  const placeOf = createCounters();
  for await (const row of rowsOf(db, 'document_checks')) {
    faults.compare('document_checks', `${row.project_id} ${row.position}`, {
      position: placeOf(row.position, row.project_id),
    });
  }
  const attested = new Set<string>();
  for await (const row of rowsOf(db, 'document_attestations')) {
    attested.add(row.tx);
    const acceptedAt = await acceptedAtOf(db, row);
    if (acceptedAt === null) continue; // `ledger` reports it.
    faults.compare('document_attestations', row.id, { created_at: stamped(row.created_at, acceptedAt) });
  }
  await checkAnchored(db, 'document', 'document_attestations', attested, faults);
}

/** Everything that the ledger holds of a kind has a row. */
async function checkAnchored(
  db: Db,
  kind: 'document' | 'health',
  table: string,
  known: ReadonlySet<string>,
  faults: RowFaults,
): Promise<void> {
  for await (const anchor of rowsOf(db, 'ledger_anchors')) {
    if (anchor.kind !== kind || known.has(anchor.tx)) continue;
    faults.add(table, `of transaction ${anchor.tx}`, 'is gone, and the ledger holds it');
  }
}

async function acceptedAtOf(db: Db, { chain, tx }: { readonly chain: string; readonly tx: string }) {
  const known = CHAIN_NAMES.find((name) => name === chain);
  const anchor = known === undefined ? null : await findAnchor(db, known, tx);
  return anchor?.accepted_at ?? null;
}

async function checkHealth(db: Db, faults: RowFaults): Promise<void> {
  const placeOf = createCounters();
  const sessions = new Map<string, NumberedRow<'health_sessions'>>();
  for await (const row of rowsOf(db, 'health_sessions')) sessions.set(row.id, row);
  const attested = new Set<string>();
  for await (const row of rowsOf(db, 'health_attestations')) {
    attested.add(row.tx);
    const body = objectIn(row.body);
    faults.compare('health_attestations', `${row.session_id} ${row.position}`, {
      position: placeOf(row.position, row.session_id),
      session_id: [row.session_id, plainOr(body.session_id)],
      project_id: [row.project_id, plainOr(body.project_id)],
      created_at: [row.created_at, timeIn(body.attested_at)],
    });
    const session = sessions.get(row.session_id);
    if (session === undefined) continue;
    faults.compare('health_sessions', session.id, { contract_id: [session.contract_id, plainOr(body.contract_id)] });
  }
  await checkAnchored(db, 'health', 'health_attestations', attested, faults);
  for (const session of sessions.values()) {
    if (session.released_at === null) continue;
    const isWithin = session.opened_at <= session.released_at && session.released_at <= session.expires_at;
    if (!isWithin) faults.add('health_sessions', session.id, 'has a released_at at which the session was not open');
  }
}

async function checkLogs(db: Db, faults: RowFaults): Promise<void> {
  const placeOf = createCounters();
  const first = new Map<string, number | null>();
  for await (const row of rowsOf(db, 'log_heads')) {
    faults.compare('log_heads', row.position, { position: placeOf(row.position, 'heads') });
    if (!first.has(row.log_id)) first.set(row.log_id, timeIn(objectIn(row.body).timestamp));
  }
  for await (const row of rowsOf(db, 'logs')) {
    const at = first.get(row.id) ?? null;
    const isRestored = row.restored_at !== null || row.backup_created_at !== null;
    faults.compare('logs', row.id, {
      position: placeOf(row.position, 'logs'),
      // Of a log that a restore began the three tell of the restore.
      restored_at: isRestored && row.restored_at === null ? [null, row.begun_at] : [0, 0],
      backup_created_at: isRestored && row.backup_created_at === null ? [null, row.begun_at] : [0, 0],
      ...(isRestored ? {} : { first_size: [row.first_size, 0] }),
      // The first head is signed when the log begins.
      ...(isRestored
        ? { begun_at: [row.begun_at, row.restored_at] }
        : { begun_at: at === null ? [0, 0] : stamped(row.begun_at, at) }),
    });
  }
}

/** Rows under a name that no chain has would stand beside the ledger that `ledger` walks. */
async function checkChains(db: Db, faults: RowFaults): Promise<void> {
  const isKnown = (chain: string) => CHAIN_NAMES.some((name) => name === chain);
  for await (const { chain, height } of rowsOf(db, 'ledger_blocks')) {
    if (!isKnown(chain)) faults.add('ledger_blocks', `${chain} ${height}`, 'has a chain that there is not');
  }
  for await (const { chain, position } of rowsOf(db, 'ledger_anchors')) {
    if (!isKnown(chain)) faults.add('ledger_anchors', `${chain} ${position}`, 'has a chain that there is not');
  }
}
