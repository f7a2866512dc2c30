/** Secrets in backup, restore and doctor (S22, S27). */
import { join } from 'node:path';
import { utf8 } from '@touchstone/core/bytes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kem } from '../../src/crypto/kem.ts';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { LOCAL } from '../../src/frame/caller.ts';
import { sealSecret } from '../../src/secrets/at-rest.ts';
import { appendSecretAudit, BY_ITSELF, type SecretAction, verifySecretAudit } from '../../src/secrets/audit.ts';
import { eraseVersions, sweepSecrets } from '../../src/secrets/secrets.ts';
import { listSecretAudit } from '../../src/secrets/store/audit.ts';
import {
  findSecretWithValue,
  insertSecretChallenge,
  insertSecretVersion,
  supersedeSecret,
  takeSecretChallenge,
} from '../../src/secrets/store/secrets.ts';
import type { Service } from '../../src/service.ts';
import { type Db, write } from '../../src/store/engine.ts';
import { bringBack, kdf, makeFolder, NOW, remove, save, serviceOn, temporaryFolder } from './folder.ts';

const PROJECT = LOCAL.projectId;
const CHALLENGE = new Uint8Array(32).fill(7);

let root: string;
let dataDir: string;
beforeEach(async () => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
  await makeFolder(dataDir);
});
afterEach(() => remove(root));

async function withService<T>(action: (service: Service) => Promise<T>): Promise<T> {
  const service = await serviceOn(dataDir);
  try {
    return await action(service);
  } finally {
    await service.close();
  }
}

function tell({ deps }: Service, action: SecretAction, secretId: string): Promise<void> {
  const event = { action, secretId, result: 'success', ...BY_ITSELF } as const;
  return deps.statements.signing((signer) =>
    write(deps.db, (db) => appendSecretAudit(db, deps, signer, PROJECT, event)),
  );
}

async function addSecret(service: Service, id: string): Promise<void> {
  await addVersion(service, { id, family: id, version: 1, previous_id: null });
  await tell(service, 'store', id);
}

interface Place {
  readonly id: string;
  readonly family: string;
  readonly version: number;
  readonly previous_id: string | null;
}

async function addVersion(service: Service, place: Place): Promise<void> {
  const { id, family, version } = place;
  const { db, vault } = service.deps;
  const row = { projectId: PROJECT, id, version };
  const sealed = await sealSecret({ kem, vault, random: systemRandom }, row, utf8(`value of ${id}`));
  const facts = {
    name: family,
    provider: 'p',
    environment: 'e',
    vault: 'v',
    tags: '[]',
    masked_display: '********',
    key_prefix: '',
  };
  const times = { rotation_days: null, rotation_due_at: null, created_at: NOW };
  await write(db, (transaction) => insertSecretVersion(transaction, PROJECT, { ...place, ...facts, ...times }, sealed));
}

const sealedOf = async (db: Db, id: string) => (await findSecretWithValue(db, PROJECT, id))?.sealed;

const actions = ({ deps }: Service) =>
  listSecretAudit(deps.db, PROJECT, {}, { limit: 200, offset: 0 }).then(({ entries }) =>
    entries.map(({ body }) => (JSON.parse(body) as { action: string }).action).reverse(),
  );

async function complaints(): Promise<readonly string[]> {
  const options = { dataDir, kdf, random: systemRandom, clock: () => NOW, freeBytes: () => 100 * 1024 ** 3 };
  const { findings } = await examineDataFolder(options);
  return findings
    .filter(({ status, check }) => status !== 'ok' && check !== 'master-key-place')
    .map(({ check, message }) => `${check}: ${message}`);
}

test('S27: restore forgets challenges, keeps what was destroyed since, and tells every chain', async () => {
  const out = join(root, 'saved.backup');
  await withService(async (service) => {
    await addSecret(service, 'kept');
    await addSecret(service, 'destroyed');
    const open = { challenge: CHALLENGE, secretId: 'kept', salt: CHALLENGE, expiresAt: NOW + 300_000 };
    await insertSecretChallenge(service.deps.db, PROJECT, open, NOW);
  });
  await save(dataDir, out);
  await withService(async (service) => {
    expect(await takeSecretChallenge(service.deps.db, PROJECT, CHALLENGE)).not.toBeNull();
    await write(service.deps.db, (db) => eraseVersions(db, ['destroyed'], NOW));
    await tell(service, 'destroy', 'destroyed');
  });
  await bringBack(out, dataDir, { replace: true });
  await withService(async (service) => {
    const { db } = service.deps;
    expect(await takeSecretChallenge(db, PROJECT, CHALLENGE)).toBeNull();
    expect(await sealedOf(db, 'kept')).not.toBeNull();
    expect(await sealedOf(db, 'destroyed')).toBeNull();
    // The chain is told before anything else enters it, and once.
    await tell(service, 'reveal', 'kept');
    await sweepSecrets(service.deps);
    expect(await actions(service)).toEqual(['store', 'store', 'restored', 'reveal']);
    const verdict = await verifySecretAudit(db, PROJECT, await service.deps.statements.verifier());
    expect(verdict).toMatchObject({ intact: true, entries: 4 });
  });
  expect(await complaints()).toEqual([]);
});

test('S27: the sweep tells a restored chain where nothing else happens', async () => {
  const out = join(root, 'saved.backup');
  await withService((service) => addSecret(service, 'a'));
  await save(dataDir, out);
  await bringBack(out, dataDir, { replace: true });
  await withService(async (service) => {
    await sweepSecrets(service.deps);
    await sweepSecrets(service.deps);
    expect(await actions(service)).toEqual(['store', 'restored']);
  });
});

test('doctor names the damaged secret and the damaged entry', async () => {
  await withService(async (service) => {
    for (const id of ['a', 'b', 'c']) await addSecret(service, id);
  });
  expect(await complaints()).toEqual([]);
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
  const damage = (text: string) => {
    sqlite.exec(text);
    return complaints();
  };
  expect(await damage("UPDATE secret_versions SET ciphertext = zeroblob(40) WHERE id = 'b'")).toEqual([
    'secret-values: Stored secrets that do not open: b.',
  ]);
  const other = "(SELECT ciphertext FROM secret_versions WHERE id = 'c')";
  expect((await damage(`UPDATE secret_versions SET ciphertext = ${other} WHERE id = 'b'`)).join()).toContain(
    'do not open: b',
  );
  const [message] = (
    await damage('UPDATE secret_audit SET body = replace(body, \'"store"\', \'"reveal"\') WHERE position = 2')
  ).filter((text) => text.startsWith('secret-audit'));
  expect(message).toContain(`project ${PROJECT} is broken at entry 2`);
  const closed = await damage("UPDATE secret_versions SET envelope = zeroblob(93) WHERE id = 'a'");
  expect(closed.join()).toContain('sealed-values: The master key does not open secret a.');
  sqlite.close();
});

test('doctor names a secret that is something else than its audit says', async () => {
  await withService(async (service) => {
    const { db } = service.deps;
    for (const id of ['gone', 'replaced', 'destroyed', 'sound']) await addSecret(service, id);
    await supersedeSecret(db, 'replaced', NOW);
    await addVersion(service, { id: 'successor', family: 'replaced', version: 2, previous_id: 'replaced' });
    await tell(service, 'rotate', 'replaced');
    await write(db, (transaction) => eraseVersions(transaction, ['destroyed'], NOW));
    await tell(service, 'destroy', 'destroyed');
  });
  expect(await complaints()).toEqual([]);
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
  const named = async (statement: string) => {
    sqlite.exec(statement);
    return (await complaints()).find((text) =>
      text.startsWith('secret-audit: The audit and the store disagree about secrets'),
    );
  };
  expect(await named("DELETE FROM secret_versions WHERE id = 'gone'")).toMatch(/ gone\.$/);
  const replaced = `DELETE FROM secret_versions WHERE id = 'successor';
    UPDATE secret_versions SET superseded_at = NULL WHERE id = 'replaced'`;
  expect(await named(replaced)).toMatch(/ gone, replaced\.$/);
  const target = 'UPDATE secret_versions SET (envelope, kem_ciphertext, nonce, ciphertext, destroyed_at) = ';
  const source = "(SELECT envelope, kem_ciphertext, nonce, ciphertext, NULL FROM secret_versions WHERE id = 'sound')";
  expect(await named(`${target}${source} WHERE id = 'destroyed'`)).toMatch(/ gone, replaced, destroyed\.$/);
  sqlite.close();
});
