/** The signed events of keys, and the rows that repeat them. */

import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { type ProvenanceFault, verifyProvenanceEvents } from '@touchstone/core/keys/provenance.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { type Check, type Finding, listed, ok, problem, RESTORE } from '../doctor/check.ts';
import { inBatches } from '../doctor/in-batches.ts';
import type { RowFaults } from '../doctor/row-faults.ts';
import { objectIn, plainOr, timeIn } from '../doctor/stated.ts';
import { serviceKeys } from '../key-sets/held-verifier.ts';
import { type ManagedKey, managedKeysAfter } from '../keys/store/managed-keys.ts';
import { wrappedKeysAfter } from '../keys/store/wrapped-keys.ts';
import { storageKeyRevocations } from '../storage/store.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';
import { findChainRestore, keyEvents, keysWithEvents } from './store.ts';
import { storedEvent } from './work.ts';

export const keyProvenance: Check = {
  id: 'key-provenance',
  needs: 'schema',
  async run({ inspection: { db }, signer }) {
    const publicKeys = await serviceKeys(db);
    const findings: Finding[] = [];
    const last = new Map<string, ChainFacts>();
    let events = 0;
    const ids = (after: string, limit: number) =>
      keysWithEvents(db, after, limit).then((keys) => keys.map(({ key_id: id }) => ({ id })));
    for await (const { id } of inBatches(ids)) {
      const rows = await keyEvents(db, id);
      const chain = rows.map(storedEvent);
      const verdict = await verifyProvenanceEvents(chain, (set) => publicKeys.get(set) ?? null, signer);
      events += rows.length;
      const gap = rows.findIndex(
        ({ position, event }, place) => position !== place + 1 || event !== chain[place]?.event,
      );
      if (!verdict.ok) {
        const at = (verdict.brokenAt ?? 0) + 1;
        findings.push(problem(`Event ${at} in the provenance of ${id} is broken: ${FAULTS[verdict.reason]}.`, RESTORE));
      } else if (gap !== -1) {
        findings.push(
          problem(`Event ${gap + 1} in the provenance of ${id} has columns that differ from what was signed.`, RESTORE),
        );
      }
      last.set(id, factsOf(chain));
    }
    findings.push(...(await contradictions(db, last)));
    return findings.length > 0
      ? findings
      : [ok(`The provenance of keys is intact and agrees with the keys (${last.size} chains, ${events} events).`)];
  },
};

const FAULTS: Readonly<Record<ProvenanceFault, string>> = {
  MALFORMED: 'the event cannot be read',
  FOREIGN: 'the event belongs to another key',
  LINK: 'the event was moved, or the previous event was changed or removed',
  SIGNER_UNKNOWN: 'the key set that signed the event is not known',
  SIGNATURE: 'the signature is not valid',
};

/** What a chain says about its key. */
interface ChainFacts {
  readonly status: ManagedKey['status'];
  readonly rotatedTo: unknown;
  readonly graceEnds: unknown;
  readonly envelopeVersion: unknown;
}

function factsOf(chain: readonly (JsonObject | null)[]): ChainFacts {
  const isRevoked = chain.some((event) => event?.event === 'revoked');
  const rotation = chain.findLast((event) => event?.event === 'rotated');
  return {
    status: isRevoked ? 'revoked' : rotation === undefined ? 'active' : 'rotated',
    rotatedTo: rotation?.rotated_to ?? null,
    graceEnds: rotation?.grace_period_ends ?? null,
    envelopeVersion: chain.findLast((event) => event?.envelope_version !== undefined)?.envelope_version ?? null,
  };
}

/** Keys that are something else than their chains say: a row was changed, or the end of a chain was cut off. */
async function contradictions(db: Db, chains: ReadonlyMap<string, ChainFacts>): Promise<readonly Finding[]> {
  const names: string[] = [];
  const storage = await storageKeyRevocations(db);
  const known = new Set(storage.keys());
  for (const [id, revokedAt] of storage) {
    // A restore keeps a revocation of which the chain does not know.
    if (revokedAt === null && chains.get(id)?.status === 'revoked') names.push(id);
  }
  for await (const key of inBatches((after, limit) => managedKeysAfter(db, after, limit))) {
    known.add(key.id);
    const chain = chains.get(key.id);
    const agrees =
      chain !== undefined &&
      chain.status === key.status &&
      chain.rotatedTo === key.rotatedTo &&
      chain.graceEnds === (key.graceEndsAt === null ? null : formatIsoTime(key.graceEndsAt));
    // A restore may have kept a revocation of which the chain is told at the next start.
    if (!agrees && (await findChainRestore(db, key.id)) === null) names.push(key.id);
  }
  for await (const key of inBatches((after, limit) => wrappedKeysAfter(db, after, limit))) {
    known.add(key.id);
    const stated = chains.get(key.id)?.envelopeVersion ?? null;
    // Those that were wrapped before chains were kept have none, or one that begins with their first opening.
    if (stated !== null && stated !== key.envelopeVersion) names.push(key.id);
  }
  names.push(...[...chains.keys()].filter((id) => !known.has(id)));
  if (names.length === 0) return [];
  return [problem(`The provenance and the store disagree about ${listed(names)}.`, RESTORE)];
}

/** Columns of events that repeat their signed bodies. */
export async function checkKeyEvents(db: Db, faults: RowFaults): Promise<void> {
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
