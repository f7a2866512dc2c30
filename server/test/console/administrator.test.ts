/**
 * What an administrator does on the first day, over HTTP; then the data folder is damaged by hand, and doctor names what was
 * damaged. Whatever byte of an audit, a provenance or the ledger is changed, the entry is found.
 */
import { createHmac, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { fromBase64, toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { signWithShares } from '@touchstone/core/ceremony/shares.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { kdf, makeFolder, NOW, remove, temporaryFolder } from '../backup/folder.ts';
import { type Answer, openTestServer, type TestServer } from '../harness.ts';
import { openUpstream } from '../outbound/upstream.ts';
import { copyDataFolder } from '../started-folder.ts';

const DAY_MS = 86_400_000;
const ROUNDS = process.env.SOAK === '1' ? 40 : 4;
const FACTS = { name: 'Payment provider', provider: 'stripe', environment: 'production', vault: 'payments' };
const KEY = 'sk_live_51Hx9TqExampleExample4242';

let root: string;
let sound: string;
beforeAll(async () => {
  root = temporaryFolder();
  sound = join(root, 'sound');
  await makeFolder(sound);
  const server = await openTestServer({ dataDir: sound });
  try {
    await firstDay(server);
  } finally {
    await server.close();
  }
}, 300_000);
afterAll(() => remove(root));

type Send = (method: string, path: string, json?: unknown) => Promise<Answer>;

function administrator(server: TestServer): Send {
  return (method, path, json) =>
    server.call(method, path, { token: server.admin, ...(json === undefined ? {} : { json }) });
}

async function granted(answer: Promise<Answer>): Promise<Answer> {
  const { status, text } = await answer;
  expect([status, text]).toEqual([200, text]);
  return answer;
}

function bytes(text: unknown): Uint8Array {
  const decoded = fromBase64(String(text));
  if (decoded === null) throw new Error('no base64');
  return decoded;
}

async function firstDay(server: TestServer): Promise<void> {
  const send = administrator(server);
  await keepSecret(send);
  await useKeys(send);
  await holdCeremony(send);
  await callService(send);
  await attest(server, send);
  await readAudits(server, send);
}

async function keepSecret(send: Send): Promise<void> {
  const stored = await granted(send('POST', '/v1/shield/store', { ...FACTS, value: KEY, rotation_policy: '90d' }));
  const first = String(stored.at('id'));
  expect(stored.at('masked_display')).not.toBe(KEY);
  expect((await granted(send('GET', `/v1/shield/secrets/${first}`))).at('value')).toBe(KEY);
  const next = { secret_id: first, new_value: `${KEY}-2` };
  const id = String((await granted(send('POST', '/v1/shield/rotate', next))).at('id'));
  expect((await send('POST', '/v1/shield/rotate', next)).code).toBe('CONFLICT');

  for (const [value, holds] of [
    [`${KEY}-2`, true],
    [KEY, false],
  ] as const) {
    const asked = await granted(send('GET', `/v1/shield/challenge?secret_id=${id}`));
    const [salt, challenge] = [bytes(asked.at('salt')), bytes(asked.at('challenge'))];
    const hmac_proof = createHmac('sha3-256', value).update(salt).update(challenge).digest('base64');
    const proof = { secret_id: id, challenge: asked.at('challenge'), hmac_proof };
    expect((await granted(send('POST', '/v1/shield/verify', proof))).at('verified')).toBe(holds);
    expect((await granted(send('POST', '/v1/shield/verify', proof))).at('verified')).toBe(false);
  }

  expect((await granted(send('DELETE', `/v1/shield/secrets/${id}`))).at('versions')).toBe(2);
  expect((await send('GET', `/v1/shield/secrets/${id}`)).code).toBe('NOT_FOUND');
  await granted(send('POST', `/v1/shield/secrets/${id}/restore`));
  expect((await granted(send('GET', `/v1/shield/secrets/${id}`))).at('value')).toBe(`${KEY}-2`);

  const passing = String(
    (await granted(send('POST', '/v1/shield/store', { ...FACTS, name: 'Passing', value: 'x' }))).at('id'),
  );
  await granted(send('POST', `/v1/shield/secrets/${passing}/destroy`));
  expect((await send('POST', `/v1/shield/secrets/${passing}/restore`)).code).toBe('CONFLICT');
}

async function useKeys(send: Send): Promise<void> {
  const made = await granted(send('POST', '/v1/key/encrypt', { key_material: KEY, label: 'Provider', tier: 'key-2' }));
  const id = made.at('id');
  expect((await granted(send('POST', '/v1/key/verify', { id }))).at('valid')).not.toBe(false);
  const rotated = await granted(
    send('POST', '/v1/key/rotate', { key_id: id, new_key_material: `${KEY}-2`, tier: 'key-2' }),
  );
  expect(rotated.text).not.toContain(KEY);
  expect((await granted(send('POST', '/v1/key/decrypt', { id }))).text).toContain(KEY);
  await granted(send('POST', '/v1/key/revoke', { key_id: id, reason: 'Seen in a public place' }));
  for (const [name, json] of [
    ['decrypt', { id }],
    ['encrypt', { key_material: KEY, label: 'x', tier: 'key-2', key_id: id }],
    ['wrap', { key_material: KEY, wrapping_tier: 'key-2', key_id: id }],
  ] as const) {
    const refused = await send('POST', `/v1/key/${name}`, json);
    expect([refused.status, refused.code, refused.message]).toEqual([403, 'KEY_REVOKED', 'Key Revoked']);
  }
  expect((await granted(send('GET', `/v1/key/status/${id}`))).at('status')).toBe('revoked');
  expect((await granted(send('GET', `/v1/key/provenance/${id}`))).text).toContain('revoke');
}

/** Three people, any two of whom sign. */
async function holdCeremony(send: Send): Promise<void> {
  const plan = { ceremony_id: 'release', participants: 3, threshold: 2, algorithm: 'dilithium' };
  const answer = await granted(send('POST', '/v1/ceremony/init', plan));
  const publicKey = bytes(answer.at('public_key'));
  const shares = (answer.at('participant_shares') as { readonly share: string }[]).map(({ share }) => bytes(share));
  const signer = createSignatureProvider([], systemRandom);
  const message = utf8('release 7');
  const [first, , third] = shares;
  if (first === undefined || third === undefined) throw new Error('there are three shares');
  const means = { algorithm: 'ML-DSA-65', publicKey } as const;
  expect((await signWithShares({ ...means, shares: [first] }, message, signer)).ok).toBe(false);
  const signed = await signWithShares({ ...means, shares: [third, first] }, message, signer);
  if (!signed.ok) throw new Error(signed.reason);
  const claim = { signature: toBase64(signed.signature), public_key: toBase64(publicKey) };
  for (const [text, valid] of [
    ['release 7', true],
    ['release 8', false],
  ] as const) {
    const verified = await send('POST', '/v1/crypto/dilithium/verify', { message: toBase64(utf8(text)), ...claim });
    expect(verified.at('valid')).toBe(valid);
  }
}

async function callService(send: Send): Promise<void> {
  const upstream = await openUpstream();
  try {
    const made = await send('POST', '/v1/key/encrypt', { key_material: KEY, label: 'Gateway', tier: 'key-2' });
    await granted(
      send('POST', '/v1/key/gateway/configure', {
        target_id: 'payments',
        base_url: `http://127.0.0.1:${upstream.port}`,
        auth_header: 'Authorization',
        auth_template: 'Bearer {{key}}',
        allowed_paths: ['/v1/charges'],
        rate_limit: 60,
      }),
    );
    const call = { key_id: made.at('id'), target_id: 'payments', method: 'GET', path: '/v1/charges' };
    expect((await send('POST', '/v1/key/gateway/proxy', call)).code).toBe('CONFLICT');
    expect(upstream.connections()).toBe(0);
    await granted(send('PATCH', '/api/v1/admin/gateway-targets/payments', { allow_private: true }));
    expect((await granted(send('POST', '/v1/key/gateway/proxy', call))).at('body')).toEqual({ ok: true });
    expect(upstream.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`]);
    expect((await send('POST', '/v1/key/gateway/proxy', { ...call, path: '/v1/payouts' })).code).toBe(
      'INVALID_REQUEST',
    );
  } finally {
    await upstream.close();
  }
}

/** A document, a health session and an entry of the platform's audit, all of them on the ledger. */
async function attest(server: TestServer, send: Send): Promise<void> {
  const hash = '5b'.repeat(32);
  await granted(send('POST', '/v1/vault/attest', { hash, chain: 'ethereum' }));
  await granted(send('POST', '/v1/health/baa/accept', { user_id: 'reviewer', signature_name: 'Ada Lovelace' }));
  const session = { contract_id: 'contract-1', user_id: 'reviewer' };
  const session_id = (await granted(send('POST', '/v1/health/sessions', session))).at('session_id');
  const event = {
    session_id,
    field_id: 'dose',
    action: 'view',
    actor: 'reviewer',
    timestamp: '2026-04-01T12:00:00.000Z',
  };
  await granted(send('POST', '/v1/health/audit', { events: [event, { ...event, action: 'validate' }] }));
  expect((await send('POST', '/v1/health/sessions', session)).code).toBe('SESSION_CONFLICT');
  for (const action of ['first', 'second', 'third']) {
    await granted(send('POST', '/v1/blockchain/audit', { userId: 'u', resourceId: 'r', metadata: {}, action }));
    await server.deps.chains.makeBlocks();
    server.advance(2_000);
  }
}

async function readAudits(server: TestServer, send: Send): Promise<void> {
  const { entries } = (await granted(send('GET', '/v1/shield/audit?limit=200'))).body as {
    entries: { action: string }[];
  };
  const actions = entries.map(({ action }) => action).reverse();
  // Asking for a challenge is told only where it fails.
  expect(actions).toEqual([
    ...['store', 'reveal', 'rotate', 'rotate', 'verify', 'verify', 'verify', 'verify', 'delete', 'reveal', 'restore'],
    ...['reveal', 'store', 'destroy', 'restore'],
  ]);
  await granted(send('POST', '/api/v1/admin/accounts', { email: 'ada@example.com', plan: 'pro' }));
  await granted(send('PATCH', '/api/v1/admin/settings', { anonymous_keys: false }));
  expect((await granted(send('POST', '/api/v1/admin/audit/verify'))).at('intact')).toBe(true);
  expect((await server.deps.audit.verify()).entries).toBeGreaterThanOrEqual(3);
}

let dataDir: string;
beforeEach(() => {
  dataDir = join(root, 'patient');
  copyDataFolder(sound, dataDir);
});
afterEach(() => remove(dataDir));

/** Everything that doctor complains about, as sentences. */
async function complaints(): Promise<readonly string[]> {
  const free = { freeBytes: () => 100 * 1024 ** 3 };
  const options = { dataDir, kdf, random: systemRandom, clock: () => NOW + DAY_MS, ...free };
  const { findings } = await examineDataFolder(options);
  return findings
    .filter(({ status, check }) => status === 'problem' && check !== 'master-key-place')
    .map(({ check, message }) => `${check}: ${message}`);
}

/** Changes the database as somebody does who may write to the file: rules of the schema are taken off and put back. */
function byHand<T>(action: (sqlite: SqliteDatabase.Database) => T): T {
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
  try {
    sqlite.pragma('foreign_keys = OFF');
    const triggers = sqlite.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
      readonly name: string;
      readonly sql: string;
    }[];
    for (const { name } of triggers) sqlite.exec(`DROP TRIGGER ${name}`);
    const result = action(sqlite);
    for (const { sql } of triggers) sqlite.exec(sql);
    return result;
  } finally {
    sqlite.close();
  }
}

test('after the first day doctor finds nothing', async () => {
  expect(await complaints()).toEqual([]);
});

/** An entry of a chain, and how doctor speaks of it. */
interface Entry {
  readonly table: string;
  readonly rowid: number;
  readonly column: string;
  readonly finding: string;
}

/** All entries of all chains; each has a text that is signed, and a signature. */
function entriesOf(sqlite: SqliteDatabase.Database): readonly Entry[] {
  const chains: readonly (readonly [table: string, text: string, finding: string])[] = [
    [
      'secret_audit',
      'body',
      "'secret-audit: The audit of the secrets of project ' || project_id || ' is broken at entry ' || position || ':'",
    ],
    ['audit_entries', 'body', "'admin-audit: The audit of the administration is broken at entry ' || position || ':'"],
    ['key_events', 'body', "'key-provenance: Event ' || position || ' in the provenance of ' || key_id || ' '"],
    [
      'platform_audit',
      'body',
      "'The platform''s audit log of project ' || project_id || ' is broken at entry ' || position || ':'",
    ],
    ['ledger_blocks', 'header', "'ledger: The ledger of ' || chain || ' is broken at block ' || height || ':'"],
    ['health_events', 'body', "'health-audit: The audit of health session ' || session_id || ' '"],
  ];
  return chains.flatMap(([table, text, finding]) => {
    const rows = sqlite.prepare(`SELECT rowid AS rowid, ${finding} AS finding FROM ${table}`).all() as Pick<
      Entry,
      'rowid' | 'finding'
    >[];
    return rows.flatMap((row) => [text, 'signature'].map((column) => ({ table, column, ...row })));
  });
}

/** Another character of the same kinds in its place, so that what is stored remains a text. */
function changeOne(sqlite: SqliteDatabase.Database, { table, column, rowid }: Entry): void {
  const read = sqlite.prepare(`SELECT ${column} AS text FROM ${table} WHERE rowid = ?`);
  const { text } = read.get(rowid) as { readonly text: string };
  const place = randomInt(text.length);
  const others = [...'0a1b"{}:,+/=-'].filter((character) => character !== text[place]);
  const changed = `${text.slice(0, place)}${others[randomInt(others.length)]}${text.slice(place + 1)}`;
  sqlite.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`).run(changed, rowid);
}

describe('a data folder that was changed by hand', () => {
  test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'whatever character of an entry is changed, doctor names the entry (%i)',
    async () => {
      // One of each table at once; tables do not speak of each other, but for the ledger, which also misses what they lack.
      const damaged = byHand((sqlite) =>
        [...Map.groupBy(entriesOf(sqlite), ({ table }) => table).values()].map((entries) => {
          const entry = entries[randomInt(entries.length)];
          if (entry === undefined) throw new Error('a chain is empty');
          changeOne(sqlite, entry);
          return entry;
        }),
      );
      expect(damaged).toHaveLength(6);
      const found = await complaints();
      for (const entry of damaged) {
        expect({ entry, found: found.some((text) => text.includes(entry.finding)) ? 'named' : found }).toEqual({
          entry,
          found: 'named',
        });
      }
    },
  );

  test.each([
    ['an entry of the audit is gone', 'DELETE FROM secret_audit WHERE position = 3', 'is broken at entry 3'],
    [
      'two entries of the audit have changed places',
      'UPDATE audit_entries SET position = CASE position WHEN 1 THEN -2 ELSE -1 END WHERE position IN (1, 2); UPDATE audit_entries SET position = -position WHERE position < 0',
      'admin-audit: The audit of the administration is broken at entry 1',
    ],
    [
      'an event of a provenance is gone',
      'DELETE FROM key_events WHERE position = 2',
      'key-provenance: Event 2 in the provenance of',
    ],
    ['a block is gone', 'DELETE FROM ledger_blocks WHERE height = 2', 'is broken at block 2'],
    [
      'an anchor has another commitment',
      `UPDATE ledger_anchors SET commitment = '${'0'.repeat(64)}' WHERE position = 1`,
      'ledger: The ledger of ethereum is broken at block 1',
    ],
    ['the tail of the platform audit is cut off', 'DELETE FROM platform_audit WHERE position = 3', 'ledger'],
    [
      'a secret has another value',
      'UPDATE secret_versions SET ciphertext = zeroblob(length(ciphertext)) WHERE version = 1 AND ciphertext IS NOT NULL',
      'secret-values: Stored secrets that do not open:',
    ],
    [
      'the key of a secret was put beside another',
      `UPDATE secret_versions SET envelope = (SELECT envelope FROM secret_versions AS other
       WHERE other.id != secret_versions.id AND other.envelope IS NOT NULL) WHERE envelope IS NOT NULL`,
      'sealed-values: The master key does not open secret',
    ],
    [
      'a key has another blob',
      'UPDATE managed_keys SET encrypted = zeroblob(length(encrypted))',
      'managed-keys: The stored blob was changed for',
    ],
    [
      'a revoked key works again',
      "UPDATE managed_keys SET status = 'active', revoked_at = NULL",
      'key-provenance: The provenance and the store disagree about',
    ],
    [
      'a balance was raised',
      "UPDATE accounts SET credits = credits + 1000 WHERE id = 'acc_local'",
      'balances: Accounts do not add up',
    ],
  ])('%s', async (_what, statements, words) => {
    byHand((sqlite) => sqlite.exec(statements));
    expect((await complaints()).join('\n')).toContain(words);
  });
});
