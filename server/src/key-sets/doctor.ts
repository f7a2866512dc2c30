import { join } from 'node:path';
import { equalBytes, utf8, wipe } from '@touchstone/core/bytes.ts';
import { isKemAlgorithm } from '@touchstone/core/kem/backend.ts';
import { isEditionRevoked } from '@touchstone/core/keys/editions.ts';
import {
  algorithmOf,
  type KeySet,
  type PublicJwk,
  parseKeySet,
  publicKeyBytes,
} from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { isSignatureAlgorithm } from '@touchstone/core/sign/lengths.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import type { AuditHistory } from '../audit/history.ts';
import { opensCheck, tryEnvelopes } from '../backup/envelopes.ts';
import { TRUST_STORE_FILE } from '../backup/folder.ts';
import { keptAs } from '../backup/folder-key.ts';
import { sealedKeySetSecrets } from '../backup/store.ts';
import { type Check, type Finding, listed, ok, type Patient, problem, RESTORE, warning } from '../doctor/check.ts';
import { type RowFaults, stamped } from '../doctor/row-faults.ts';
import { readSetting } from '../settings/store.ts';
import type { Db } from '../store/engine.ts';
import type { NumberedRow } from '../store/tables.ts';
import { rowsOf } from '../store/walk.ts';
import { readTrustStoreFile } from '../trust/store-file.ts';
import { createVault } from '../vault/envelope.ts';
import type { OwnUse } from './own-sets.ts';
import { secretKeyPlace } from './secret-keys.ts';
import { hasKeySets, type KeySetRow, keySetRows } from './store.ts';

const USES = ['3key', 'artifact', 'enc', 'receipt', 'service'] as const satisfies readonly OwnUse[];
const NEW_SET = 'Create a new key set for this use.';
const DAY_MS = 86_400_000;
/** Long enough for those who verify to hear of the next set. */
const SOON_MS = 30 * DAY_MS;

export const masterKeyPlace: Check = {
  id: 'master-key-place',
  needs: 'folder',
  run({ dataDir }) {
    switch (keptAs(dataDir)) {
      case 'key-file':
        return [
          warning(
            'The master key is in a file beside the database: whoever copies the folder can open everything in it.',
            'Keep this folder out of ordinary backups. Use touchstone backup, which writes an encrypted file.',
          ),
        ];
      case 'passphrase':
        return [ok('The master key is protected with a passphrase.')];
      case 'keychain':
        return [ok("The master key is in the keychain of this user's system.")];
      case null:
        return [ok('There is no master key yet: the first start of the server creates the key.')];
    }
  },
};

export const masterKey: Check = {
  id: 'master-key',
  needs: 'schema',
  async run({ inspection: { db }, masterKey: key, masterKeyFault, dataDir, random }) {
    const check = await readSetting(db, 'vault_check');
    if (check === null && (await hasKeySets(db))) {
      return [problem('vault_check, which detects a wrong master key, is missing in the settings.', RESTORE)];
    }
    if (check === null)
      return [warning('Nothing was sealed in this folder yet.', 'Start the server on this folder once.')];
    if (key !== null && opensCheck(key, check, random)) return [ok('The master key belongs to this folder.')];
    if (key !== null) return [problem('The master key does not belong to this folder.', RESTORE)];
    const isLacking = keptAs(dataDir) === 'keychain' || keptAs(dataDir) === 'passphrase';
    const finding = isLacking ? warning : problem;
    return [finding(`The master key was not read: ${masterKeyFault ?? 'unknown reason'}`, isLacking ? HELP : RESTORE)];
  },
};

const HELP = 'Use --key-passphrase-file or --master-key-file to check sealed keys too.';

export const sealedValues: Check = {
  id: 'sealed-values',
  needs: 'schema',
  async run({ inspection: { db }, masterKey: key, random }) {
    if (key === null) return [warning('Whether sealed values open was not checked: there is no master key.', HELP)];
    const { count, closed } = await tryEnvelopes(db, key, random);
    if (closed.length === 0) return [ok(`The master key opens all sealed values (${count}).`)];
    return [problem(`The master key does not open ${listed(closed)}.`, RESTORE)];
  },
};

export const keyPairs: Check = {
  id: 'key-pairs',
  needs: 'schema',
  async run(patient) {
    const { masterKey: key, inspection, random } = patient;
    if (key === null)
      return [warning('Whether secret and public keys match was not checked: there is no master key.', HELP)];
    const rows = await keySetRows(inspection.db);
    const sealed = await sealedKeySetSecrets(inspection.db);
    const vault = createVault(key, random);
    const findings: Finding[] = [];
    try {
      for (const row of rows) {
        const parsed = parseKeySet(row.document);
        if (!parsed.ok) continue; // `key-sets` reports it.
        const own = sealed.filter(({ fingerprint }) => fingerprint === row.fingerprint);
        for (const { kid, envelope } of own) {
          const jwk = parsed.keySet.keys.find((candidate) => candidate.kid === kid);
          const secret = vault.open(secretKeyPlace(row.fingerprint, kid), envelope);
          if (secret === null) continue; // `sealed-values` reports it.
          try {
            const fault = await faultOf(patient, row, jwk, secret);
            if (fault !== null) findings.push(problem(`${nameOf(row)}, key ${kid}: ${fault}`, RESTORE));
          } finally {
            wipe(secret);
          }
        }
        const kids = new Set(own.map(({ kid }) => kid));
        // A set that was revoked after a backup is known again without its secret keys.
        const lacking = row.state === 'revoked' ? [] : parsed.keySet.keys.filter(({ kid }) => !kids.has(kid));
        if (lacking.length > 0) {
          const which = listed(lacking.map(({ kid }) => kid));
          findings.push(problem(`${nameOf(row)} has no secret key for ${which}.`, RESTORE));
        }
      }
    } finally {
      vault.close();
    }
    return findings.length > 0 ? findings : [ok(`Secret and public keys of the key sets match (${sealed.length}).`)];
  },
};

/** What is wrong with a secret key; null where it makes the public key and, in a current set, signs. */
async function faultOf(
  { signer, kem }: Patient,
  row: KeySetRow,
  jwk: PublicJwk | undefined,
  secret: Uint8Array,
): Promise<string | null> {
  if (jwk === undefined) return 'the key set does not name it.';
  const algorithm = algorithmOf(jwk);
  const stated = publicKeyBytes(jwk);
  try {
    if (isKemAlgorithm(algorithm)) {
      const derived = await kem.publicKeyOf(algorithm, secret);
      return derived !== null && equalBytes(derived, stated) ? null : 'the secret key belongs to another public key.';
    }
    if (!isSignatureAlgorithm(algorithm)) return 'the algorithm is unknown.';
    if (!equalBytes(await signer.publicKeyOf(algorithm, secret), stated))
      return 'the secret key belongs to another public key.';
    if (row.state !== 'current') return null;
    const message = utf8('touchstone doctor');
    const signature = await signer.sign(algorithm, secret, message);
    return (await signer.verify(algorithm, stated, message, signature))
      ? null
      : 'signatures made with this key do not verify.';
  } catch {
    return 'the key does not fit its algorithm.';
  }
}

export const keySets: Check = {
  id: 'key-sets',
  needs: 'schema',
  async run({ inspection: { db }, dataDir, now }) {
    const rows = await keySetRows(db);
    const trust = trustOf(dataDir);
    const findings = rows.flatMap((row) => {
      const parsed = parseKeySet(row.document);
      if (!parsed.ok) return [problem(`${nameOf(row)} cannot be read: ${parsed.message}`, RESTORE)];
      if (!isOf(row, parsed.keySet)) return [problem(`${nameOf(row)} contains the document of another set.`, RESTORE)];
      if (row.state !== 'current') return [];
      if (isEditionRevoked(trust, parsed.keySet)) {
        return [problem(`${nameOf(row)} has a revoked key: the service refuses to sign with this set.`, NEW_SET)];
      }
      return validityOf(row, parsed.keySet, now);
    });
    const current = new Set<string>(rows.filter(({ state }) => state === 'current').map((row) => row.keyset_use));
    const absent = USES.filter((use) => !current.has(use));
    if (absent.length > 0) {
      const action = 'The next start of the server creates the missing key sets.';
      findings.push(warning(`There is no current key set for ${listed(absent)}.`, action));
    }
    return findings.length > 0 ? findings : [ok(`The current key sets are complete and valid (${current.size} uses).`)];
  },
};

/** A store that cannot be read is reported by `trust-store`. */
export function trustOf(dataDir: string): TrustStore {
  try {
    return readTrustStoreFile(join(dataDir, TRUST_STORE_FILE));
  } catch {
    return EMPTY_TRUST_STORE;
  }
}

function isOf(row: KeySetRow, { fingerprint, use, serial }: KeySet): boolean {
  return fingerprint === row.fingerprint && use === row.keyset_use && serial === row.serial;
}

function validityOf(row: KeySetRow, { not_before: from, not_after: until }: KeySet, now: number): Finding[] {
  const end = parseIsoTime(until) ?? 0;
  if (now < (parseIsoTime(from) ?? 0)) {
    return [problem(`${nameOf(row)} is not valid before ${from}.`, "Check this machine's clock.")];
  }
  if (now > end) return [problem(`${nameOf(row)} expired on ${until}.`, NEW_SET)];
  if (now > end - SOON_MS) return [warning(`${nameOf(row)} expires on ${until}.`, NEW_SET)];
  return [];
}

function nameOf({ keyset_use: use, fingerprint, state }: KeySetRow): string {
  return `The ${state} key set for ${use} (${fingerprint.slice(0, 16)}…)`;
}

/** When key sets were made and retired. */
export async function checkKeySets(db: Db, history: AuditHistory, faults: RowFaults): Promise<void> {
  const rows: NumberedRow<'key_sets'>[] = [];
  for await (const row of rowsOf(db, 'key_sets')) rows.push(row);
  const known = new Map(rows.map((row) => [row.fingerprint, row]));
  for (const row of rows) {
    const next = rows.find(({ keyset_use: use, serial }) => use === row.keyset_use && serial === row.serial + 1);
    // A set is retired at the moment in which the next one is stored.
    const end = row.state === 'current' ? null : row.state === 'retired' ? next?.created_at : undefined;
    if (row.state === 'retired' && next === undefined) {
      faults.add('key_sets', row.fingerprint, 'is retired without a later edition');
    }
    if (end !== undefined) faults.compare('key_sets', row.fingerprint, { retired_at: [row.retired_at, end] });
  }
  for (const { details, at } of history.all('key-set.rotated')) {
    const { fingerprint } = details;
    if (typeof fingerprint !== 'string') continue;
    const row = known.get(fingerprint);
    if (row === undefined)
      faults.add('key_sets', fingerprint, 'is missing, although the audit says that the key set was made');
    else faults.compare('key_sets', fingerprint, { created_at: stamped(row.created_at, at) });
  }
}
