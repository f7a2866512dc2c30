/** Keys that the server holds for projects: each public key against the secret behind its envelope, and which one signs. */
import { wipe } from '@touchstone/core/bytes.ts';
import { HYBRID_SCHEME_NAMES, HYBRID_SCHEMES, type LayerName } from '@touchstone/core/composite/schemes.ts';
import { isKemAlgorithm } from '@touchstone/core/kem/backend.ts';
import type { SignatureAlgorithm } from '@touchstone/core/sign/family.ts';
import { isSignatureAlgorithm } from '@touchstone/core/sign/lengths.ts';
import { signingKeyPlace, wrappingKeyPlace } from '../backup/envelopes.ts';
import { type Check, type ReadablePatient, warning } from '../doctor/check.ts';
import { createRowFaults, type RowFaults } from '../doctor/row-faults.ts';
import type { NumberedRow } from '../store/tables.ts';
import { rowsOf } from '../store/walk.ts';
import { createVault, type Vault } from '../vault/envelope.ts';

export const projectKeys: Check = {
  id: 'project-keys',
  needs: 'schema',
  async run(patient) {
    if (patient.masterKey === null) {
      return [
        warning('Whether the public and secret keys of projects match was not checked: there is no master key.', null),
      ];
    }
    const faults = createRowFaults();
    const vault = createVault(patient.masterKey, patient.random);
    try {
      await checkSigningKeys(patient, vault, faults);
      await checkWrappingKeys(patient, vault, faults);
    } finally {
      vault.close();
    }
    return faults.findings('The public and secret keys of projects match.');
  },
};

type SigningKey = NumberedRow<'signing_keys'>;

async function checkSigningKeys(
  { inspection: { db }, signer }: ReadablePatient,
  vault: Vault,
  faults: RowFaults,
): Promise<void> {
  const keys = new Map<string, SigningKey>();
  const newest = new Map<string, SigningKey>();
  for await (const row of rowsOf(db, 'signing_keys')) {
    keys.set(row.id, row);
    newest.set(slotOf(row), row);
  }
  for (const row of keys.values()) {
    // A new hybrid key always takes the place of the one before.
    if (row.key_use !== 'hybrid') continue;
    faults.compare('signing_keys', row.id, { is_current: [row.is_current, Number(newest.get(slotOf(row)) === row)] });
  }
  const layers = new Map<string, number>();
  for await (const row of rowsOf(db, 'signing_key_layers')) {
    layers.set(row.key_id, (layers.get(row.key_id) ?? 0) + 1);
    const key = keys.get(row.key_id);
    const algorithm = key === undefined ? null : algorithmOf(key, row.layer);
    const secret = key === undefined ? null : vault.open(signingKeyPlace(key, row.layer), row.envelope);
    if (algorithm === null || secret === null) continue; // `sealed-values` and `database-references` report it.
    try {
      const own = await signer.publicKeyOf(algorithm, secret);
      faults.compare('signing_key_layers', `${row.key_id} ${row.layer}`, { public_key: [row.public_key, own] });
    } finally {
      wipe(secret);
    }
  }
  for (const key of keys.values()) {
    const [held, whole] = [layers.get(key.id) ?? 0, layersOf(key)];
    if (held !== whole) faults.add('signing_keys', key.id, `has ${held} layers instead of ${whole}`);
  }
}

/** How many layers a key of its scheme has. */
function layersOf({ key_use: use, scheme }: SigningKey): number {
  const name = HYBRID_SCHEME_NAMES.find((known) => known === scheme);
  return use === 'hybrid' && name !== undefined ? HYBRID_SCHEMES[name].layers.length : 1;
}

function slotOf({ project_id: project, key_use: use, scheme }: SigningKey): string {
  return `${project} ${use} ${scheme}`;
}

function algorithmOf({ key_use: use, scheme }: SigningKey, layer: LayerName): SignatureAlgorithm | null {
  if (use === 'ml-dsa') return isSignatureAlgorithm(scheme) ? scheme : null;
  const name = HYBRID_SCHEME_NAMES.find((known) => known === scheme);
  return name === undefined ? null : (HYBRID_SCHEMES[name].layers.find((own) => own.name === layer)?.algorithm ?? null);
}

async function checkWrappingKeys(
  { inspection: { db }, kem }: ReadablePatient,
  vault: Vault,
  faults: RowFaults,
): Promise<void> {
  for await (const row of rowsOf(db, 'wrapping_keys')) {
    const seed = vault.open(wrappingKeyPlace(row), row.envelope);
    if (seed === null || !isKemAlgorithm(row.algorithm)) continue; // `sealed-values` reports it.
    try {
      const own = await kem.publicKeyOf(row.algorithm, seed);
      faults.compare('wrapping_keys', `${row.project_id} ${row.algorithm}`, { public_key: [row.public_key, own] });
    } finally {
      wipe(seed);
    }
  }
}
