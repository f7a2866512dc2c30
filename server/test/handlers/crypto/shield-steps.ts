/** What the tests of `/v1/shield` do again and again. `server`, `key` and `projectId` change with every test. */
import { createHmac } from 'node:crypto';
import { createKem } from '@touchstone/core/kem/kem.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { type SealedFor, sealingKey, sealValue } from '@touchstone/core/secrets/sealed-value.ts';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { verifySecretAudit } from '../../../src/secrets/audit.ts';
import { type Answer, openTestServer, type TestServer } from '../../harness.ts';

export let server: TestServer;
export let key: string;
export let projectId: string;

/** One server for a file of tests, and a project for each test. */
export function openShield(): void {
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({ key, projectId } = await server.newKey({ plan: 'business' }));
  });
}

export const DAY_MS = 86_400_000;
export const VALUE = 'sk_live_51Hx9TqWoRDzYpLmNbVc4242';
export const FACTS = { name: 'Payment key', provider: 'stripe', environment: 'production', vault: 'payments' };
/** noble alone: another implementation than the server's. */
export const kem = createKem([], systemRandom);

export function call(method: string, path: string, json?: unknown, token = key): Promise<Answer> {
  return server.call(method, `/v1/shield${path}`, { token, ...(json === undefined ? {} : { json }) });
}
export const store = (more: object = {}, token = key) =>
  call('POST', '/store', { ...FACTS, value: VALUE, ...more }, token);
export const rotate = (id: string, more: object = {}) =>
  call('POST', '/rotate', { secret_id: id, new_value: `${VALUE}2`, ...more });
export const reveal = (id: string, token = key) => call('GET', `/secrets/${id}`, undefined, token);
export const list = async (query = '') =>
  (await call('GET', `/secrets${query}`)).at('secrets') as Record<string, unknown>[];
export const audit = async (query = '') =>
  (await call('GET', `/audit${query}`)).body as { entries: Entry[]; total: number };
export const told = async () => (await audit()).entries.map(({ action, result }) => `${action} ${result}`).reverse();

export interface Entry {
  [name: string]: string | number | null;
  id: string;
  action: string;
  dilithium_sig: string;
  position: number;
  previous_hash: string | null;
  keyset_id: string;
  result: string;
}

export async function stored(more: object = {}): Promise<string> {
  const answer = await store(more);
  expect(answer.status, answer.text).toBe(200);
  return String(answer.at('id'));
}

export async function credits(): Promise<number> {
  const { credits: units } = await server.deps.db
    .selectFrom('accounts')
    .innerJoin('projects', 'projects.account_id', 'accounts.id')
    .select('credits')
    .where('projects.id', '=', projectId)
    .executeTakeFirstOrThrow();
  return units;
}

export async function sealed(target: SealedFor, value: string, project = projectId): Promise<string> {
  const sets = (await server.call('GET', '/api/svc-key/keys/public')).at('keysets') as KeySet[];
  const publicKey = sealingKey(sets);
  if (publicKey === null) throw new Error('no enc key');
  return sealValue(kem, systemRandom, publicKey, project, target, value);
}

/** HMAC-SHA3-256 by node:crypto. */
export function proofFor(challenge: Answer, secret = VALUE): string {
  const mac = createHmac('sha3-256', Buffer.from(secret, 'utf8'));
  mac.update(Buffer.from(String(challenge.at('salt')), 'base64'));
  mac.update(Buffer.from(String(challenge.at('challenge')), 'base64'));
  return mac.digest('base64');
}
export const challengeFor = (id: string, token = key) => call('GET', `/challenge?secret_id=${id}`, undefined, token);
export const verify = (id: string, challenge: Answer, proof = proofFor(challenge), token = key) =>
  call('POST', '/verify', { secret_id: id, challenge: challenge.at('challenge'), hmac_proof: proof }, token);

export const chain = async (project = projectId) => {
  return verifySecretAudit(server.deps.db, project, await server.deps.statements.verifier());
};
