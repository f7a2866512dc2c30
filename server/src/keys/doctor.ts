import { kemLengths } from '@touchstone/core/kem/backend.ts';
import { type Check, listed, ok, problem, RESTORE, warning } from '../doctor/check.ts';
import { inBatches } from '../doctor/in-batches.ts';
import { type RowFaults, stamped } from '../doctor/row-faults.ts';
import { plainOr } from '../doctor/stated.ts';
import { eventsOf, revocation } from '../provenance/stated-events.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf, rowsWith } from '../store/walk.ts';
import { createVault } from '../vault/envelope.ts';
import { isIntact } from './blob.ts';
import { managedKeysAfter } from './store/managed-keys.ts';
import { type WrappingTier, wrappedKeysAfter } from './store/wrapped-keys.ts';
import { kemOfTier, opensForProject } from './wrapping.ts';

export const managedKeys: Check = {
  id: 'managed-keys',
  needs: 'schema',
  async run({ inspection: { db }, masterKey, random }) {
    if (masterKey === null)
      return [warning('The blobs of managed keys were not checked: there is no master key.', null)];
    const vault = createVault(masterKey, random);
    const changed: string[] = [];
    let count = 0;
    try {
      for await (const key of inBatches((after, limit) => managedKeysAfter(db, after, limit))) {
        count++;
        if (!isIntact(vault, key, key)) changed.push(key.id);
      }
    } finally {
      vault.close();
    }
    if (changed.length === 0) return [ok(`The blobs of managed keys are unchanged (${count}).`)];
    return [problem(`The stored blob was changed for ${listed(changed)}.`, RESTORE)];
  },
};

export const wrappedKeys: Check = {
  id: 'wrapped-keys',
  needs: 'schema',
  async run({ inspection: { db }, masterKey, random }) {
    if (masterKey === null)
      return [warning('Whether wrapped keys open was not checked: there is no master key.', null)];
    const vault = createVault(masterKey, random);
    const closed: string[] = [];
    let count = 0;
    try {
      for await (const key of inBatches((after, limit) => wrappedKeysAfter(db, after, limit))) {
        const { material } = key;
        // The box of a recipient opens elsewhere.
        if (material === null) continue;
        count++;
        if (!(await opensForProject(db, { vault, random }, key.projectId, { ...key, material }))) closed.push(key.id);
      }
    } finally {
      vault.close();
    }
    if (closed.length === 0) return [ok(`Every wrapped key of the service opens (${count}).`)];
    return [problem(`Wrapped keys that do not open: ${listed(closed)}.`, RESTORE)];
  },
};

/** The project's own key of a tier, under which managed and wrapped keys are sealed, is kept as long as they are. */
async function checkWrappingKeys(db: Db, faults: RowFaults): Promise<void> {
  const known = new Set<string>();
  for await (const row of rowsOf(db, 'wrapping_keys')) known.add(`${row.project_id} ${row.algorithm}`);
  const missed = new Map<string, string>();
  const need = (project: string, tier: WrappingTier, id: string) => {
    const name = `${project} ${kemOfTier(tier)}`;
    if (!known.has(name) && !missed.has(name)) missed.set(name, id);
  };
  for await (const row of rowsOf(db, 'managed_keys')) need(row.project_id, row.tier, row.id);
  for await (const row of rowsOf(db, 'wrapped_keys')) {
    if (row.holder === 'service') need(row.project_id, row.tier, row.id);
  }
  for (const [name, id] of missed)
    faults.add('wrapping_keys', name, `is missing, although ${id} is sealed under this key`);
}

/** Managed keys, held against the events of their chains. */
export async function checkManagedKeys(db: Db, faults: RowFaults): Promise<void> {
  await checkWrappingKeys(db, faults);
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

/** Wrapped keys, held against the events of their chains. */
export async function checkWrappedKeys(db: Db, faults: RowFaults): Promise<void> {
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
