import * as nodeCrypto from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/canonical-json.ts';
import { systemRandom } from '../../src/random.ts';
import {
  type AuditSignatureCheck,
  auditHash,
  EMPTY_CHAIN,
  nextHead,
  type SecretAuditEntry,
} from '../../src/secrets/audit-chain.ts';
import { nodeBackend } from '../../src/sign/node-backend.ts';
import { createSignatureProvider } from '../../src/sign/provider.ts';
import { signStatement } from '../../src/sign/sign-statement.ts';
import { verifyStatement } from '../../src/sign/statement.ts';

const PROJECT = 'prj_1';
const LENGTH = 6;
const provider = createSignatureProvider([nodeBackend(nodeCrypto)], systemRandom);

let chain: readonly SecretAuditEntry[];
let check: AuditSignatureCheck;
beforeAll(async () => {
  const { publicKey, secretKey } = await provider.generateKeyPair('ML-DSA-65');
  check = async (body, signature, keySetId) =>
    keySetId === 'ks_1' && verifyStatement('audit', body, signature, publicKey, provider);
  const entries: SecretAuditEntry[] = [];
  for (let position = 1; position <= LENGTH; position++) {
    const last = entries.at(-1);
    const body = {
      id: `entry ${position}`,
      project_id: PROJECT,
      position,
      action: 'reveal',
      secret_id: 'a',
      result: 'success',
      units_consumed: 3,
      ip_address: '127.0.0.1',
      key_id: null,
      keyset_id: 'ks_1',
      previous_hash: last === undefined ? null : auditHash(last.body),
      created_at: '2026-04-01T12:00:00.000Z',
    };
    entries.push({ body, signature: await signStatement('audit', body, secretKey, provider) });
  }
  chain = entries;
});

/** Walks entries from `start` on, as server and console do. */
async function walk(
  entries: readonly SecretAuditEntry[],
  verifies: AuditSignatureCheck,
  start = EMPTY_CHAIN,
  project = PROJECT,
) {
  let head = start;
  for (const entry of entries) {
    const next = await nextHead(project, head, entry, verifies);
    if (next === null) return { intact: false, head, brokenAt: head.position + 1 };
    head = next;
  }
  return { intact: true, head, brokenAt: null };
}
const verify = (entries: readonly SecretAuditEntry[], project = PROJECT) => walk(entries, check, EMPTY_CHAIN, project);
const at = (index: number): SecretAuditEntry => chain[index] ?? { body: {}, signature: '' };

test('a chain holds as a whole and in pieces', async () => {
  const whole = await verify(chain);
  expect(whole).toEqual({
    intact: true,
    brokenAt: null,
    head: { position: LENGTH, hash: auditHash(at(LENGTH - 1).body) },
  });
  const { head } = await verify(chain.slice(0, 3));
  expect(await walk(chain.slice(3), check, head)).toEqual(whole);
  expect(await verify([])).toMatchObject({ intact: true, head: { position: 0, hash: null } });
});

test('breaks at any change of any member of any entry', async () => {
  const names = Object.keys(at(0).body);
  await fc.assert(
    fc.asyncProperty(fc.nat(LENGTH - 1), fc.constantFrom(...names), fc.jsonValue(), async (index, name, value) => {
      const { body, signature } = at(index);
      fc.pre(auditHash({ value: value as JsonValue }) !== auditHash({ value: body[name] ?? null }));
      const changed = chain.with(index, { body: { ...body, [name]: value as JsonValue }, signature });
      expect(await verify(changed)).toMatchObject({ intact: false, brokenAt: index + 1 });
    }),
    { numRuns: 100 },
  );
  const without = (body: JsonObject, name: string) =>
    Object.fromEntries(Object.entries(body).filter(([member]) => member !== name));
  for (const name of names) {
    const { body, signature } = at(1);
    expect((await verify(chain.with(1, { body: without(body, name), signature }))).brokenAt, name).toBe(2);
  }
  const extra = { ...at(1), body: { ...at(1).body, more: 1 } };
  expect((await verify(chain.with(1, extra))).brokenAt).toBe(2);
});

test('breaks where entries are left out, doubled, swapped, of another project or signed otherwise', async () => {
  expect((await verify(chain.slice(1))).brokenAt).toBe(1);
  expect((await verify(chain.toSpliced(2, 1))).brokenAt).toBe(3);
  expect((await verify(chain.toSpliced(2, 0, at(2)))).brokenAt).toBe(4);
  expect((await verify(chain.with(2, at(3)).with(3, at(2)))).brokenAt).toBe(3);
  expect((await verify(chain, 'prj_2')).brokenAt).toBe(1);
  for (const signature of [at(3).signature, '', 'AA==', '!']) {
    expect((await verify(chain.with(2, { ...at(2), signature }))).brokenAt).toBe(3);
  }
  const never: AuditSignatureCheck = async () => false;
  expect((await walk(chain, never)).brokenAt).toBe(1);
});
