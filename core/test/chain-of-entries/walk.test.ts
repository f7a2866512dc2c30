import * as nodeCrypto from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/canonical-json.ts';
import { type ChainHead, EMPTY_CHAIN, entryHash, nextPlace } from '../../src/chain-of-entries/chain.ts';
import {
  type ChainEntry,
  type EntrySignatureCheck,
  MOST_COVERED,
  unsignedAt,
  walkChain,
} from '../../src/chain-of-entries/walk.ts';
import { systemRandom } from '../../src/random.ts';
import { SECRET_AUDIT } from '../../src/secrets/audit-chain.ts';
import { nodeBackend } from '../../src/sign/node-backend.ts';
import { createSignatureProvider } from '../../src/sign/provider.ts';
import { signStatement } from '../../src/sign/sign-statement.ts';
import { verifyStatement } from '../../src/sign/statement.ts';

const PROJECT = 'prj_1';
/** How many entries each commit holds. */
const RUNS = [1, 1, 4, 1, 2];
const LENGTH = RUNS.reduce((sum, length) => sum + length, 0);
const provider = createSignatureProvider([nodeBackend(nodeCrypto)], systemRandom);

let chain: readonly ChainEntry[];
let check: EntrySignatureCheck;
let sign: (body: JsonObject) => Promise<string>;
beforeAll(async () => {
  const { publicKey, secretKey } = await provider.generateKeyPair('ML-DSA-65');
  sign = (body) => signStatement('audit', body, secretKey, provider);
  check = async (body, signature, keySetId) =>
    keySetId === 'ks_1' && verifyStatement('audit', body, signature, publicKey, provider);
  chain = await made(RUNS);
});

async function made(runs: readonly number[]): Promise<readonly ChainEntry[]> {
  const entries: ChainEntry[] = [];
  for (const length of runs) {
    const signedPosition = entries.length + length;
    const bodies: JsonObject[] = [];
    for (let i = 0; i < length; i++) {
      const position = entries.length + bodies.length + 1;
      const last = bodies.at(-1) ?? entries.at(-1)?.body;
      const head = { position: position - 1, hash: last === undefined ? null : entryHash(SECRET_AUDIT, last) };
      bodies.push({
        id: `entry ${position}`,
        ...nextPlace(SECRET_AUDIT, { project_id: PROJECT }, head, 'ks_1'),
        action: 'reveal',
        secret_id: 'a',
        result: 'success',
        units_consumed: 3,
        ip_address: '127.0.0.1',
        key_id: null,
        created_at: '2026-04-01T12:00:00.000Z',
      });
    }
    const signature = await sign(bodies.at(-1) ?? {});
    entries.push(...bodies.map((body) => ({ body, signature, signedPosition })));
  }
  return entries;
}

/** Walks entries from `start` on to the end of the chain, as server and console do. */
async function walk(
  entries: readonly ChainEntry[],
  verifies: EntrySignatureCheck,
  start: ChainHead = EMPTY_CHAIN,
  project = PROJECT,
) {
  const { head, brokenAt } = await walkChain(SECRET_AUDIT, { project_id: project }, start, entries, verifies);
  const broken = brokenAt ?? unsignedAt(entries.slice(head.position - start.position), head);
  return { intact: broken === null, head, brokenAt: broken };
}
const verify = (entries: readonly ChainEntry[], project = PROJECT) => walk(entries, check, EMPTY_CHAIN, project);
const NONE: ChainEntry = { body: {}, signature: '', signedPosition: 0 };
const at = (index: number): ChainEntry => chain[index] ?? NONE;

test('a chain holds as a whole and in pieces, with signatures repeated or not', async () => {
  const whole = await verify(chain);
  expect(whole).toEqual({
    intact: true,
    brokenAt: null,
    head: { position: LENGTH, hash: entryHash(SECRET_AUDIT, at(LENGTH - 1).body) },
  });
  const once = chain.map((entry, index) =>
    entry.signedPosition === index + 1 ? entry : { ...entry, signature: null },
  );
  expect(await verify(once)).toEqual(whole);
  for (let cut = 0; cut <= LENGTH; cut++) {
    const { head, brokenAt } = await walkChain(
      SECRET_AUDIT,
      { project_id: PROJECT },
      EMPTY_CHAIN,
      chain.slice(0, cut),
      check,
    );
    expect(brokenAt).toBeNull();
    // What has no signature yet is given again.
    expect(at(head.position - 1).signedPosition).toBe(head.position);
    expect(await walk(chain.slice(head.position), check, head)).toEqual(whole);
  }
  expect(await verify([])).toMatchObject({ intact: true, head: { position: 0, hash: null } });
});

test('breaks at any change of any member of any entry', async () => {
  const names = Object.keys(at(0).body);
  await fc.assert(
    fc.asyncProperty(fc.nat(LENGTH - 1), fc.constantFrom(...names), fc.jsonValue(), async (index, name, value) => {
      const { body } = at(index);
      fc.pre(
        entryHash(SECRET_AUDIT, { value: value as JsonValue }) !==
          entryHash(SECRET_AUDIT, { value: body[name] ?? null }),
      );
      const changed = chain.with(index, { ...at(index), body: { ...body, [name]: value as JsonValue } });
      expect(await verify(changed)).toMatchObject({ intact: false, brokenAt: index + 1 });
    }),
    { numRuns: 150 },
  );
  const without = (body: JsonObject, name: string) =>
    Object.fromEntries(Object.entries(body).filter(([member]) => member !== name));
  for (const index of [1, 3, 5]) {
    for (const name of names) {
      const { body } = at(index);
      const broken = chain.with(index, { ...at(index), body: without(body, name) });
      expect((await verify(broken)).brokenAt, name).toBe(index + 1);
    }
    const extra = { ...at(index), body: { ...at(index).body, more: 1 } };
    expect((await verify(chain.with(index, extra))).brokenAt).toBe(index + 1);
  }
});

test('breaks where an entry of a commit is left out, doubled, put in, swapped or signed otherwise, the last as well', async () => {
  for (let index = 0; index < LENGTH; index++) {
    const position = index + 1;
    // Without the newest commit a chain is whole, as far as anybody can tell without a head kept elsewhere.
    if (index < LENGTH - 2) expect((await verify(chain.toSpliced(index, 1))).brokenAt).toBe(position);
    expect((await verify(chain.toSpliced(index, 0, at(index)))).brokenAt).toBe(position + 1);
    const other = at((index + 3) % LENGTH);
    expect((await verify(chain.toSpliced(index, 0, other))).brokenAt).toBe(position);
    if (position < LENGTH) {
      expect((await verify(chain.with(index, at(position)).with(position, at(index)))).brokenAt).toBe(position);
    }
    const strangers = [other, at(index - 2)]
      .map(({ signature }) => signature)
      .filter((one) => one !== at(index).signature);
    for (const signature of [...strangers, '', 'AA==', '!']) {
      expect((await verify(chain.with(index, { ...at(index), signature }))).brokenAt).toBe(position);
    }
  }
  expect((await verify(chain.with(5, { ...at(5), signature: null }))).brokenAt).toBe(6);
  expect((await verify(chain.slice(1))).brokenAt).toBe(1);
  expect((await verify(chain, 'prj_2')).brokenAt).toBe(1);
  const never: EntrySignatureCheck = async () => false;
  expect((await walk(chain, never)).brokenAt).toBe(1);
});

test('breaks where an entry says that another is signed for it', async () => {
  for (const wrong of [0, 2, 4, 5, 7, 40, Number.NaN]) {
    // Entries 3 to 6 are one commit.
    for (const index of [2, 3, 4]) {
      const { intact, brokenAt } = await verify(chain.with(index, { ...at(index), signedPosition: wrong }));
      expect([intact, Number(brokenAt) >= 3 && Number(brokenAt) <= 6]).toEqual([false, true]);
    }
  }
  // The signed entry of a commit says that it is covered by the next.
  expect(await verify(chain.with(5, { ...at(5), signedPosition: 7 }))).toMatchObject({
    intact: false,
    head: { position: 2 },
  });
});

test('breaks where links are made anew and only the signature is missing', async () => {
  // A forger without the key changes entry 4 and mends every hash up to the signed entry.
  const forged = [...chain];
  forged[3] = { ...at(3), body: { ...at(3).body, action: 'store' } };
  for (const index of [4, 5]) {
    forged[index] = {
      ...at(index),
      body: { ...at(index).body, previous_hash: entryHash(SECRET_AUDIT, forged[index - 1]?.body ?? {}) },
    };
  }
  expect(await verify(forged)).toMatchObject({ intact: false, brokenAt: 6, head: { position: 2 } });
});

test('breaks where the end has lost its signature', async () => {
  expect((await verify(chain.slice(0, -1))).brokenAt).toBe(LENGTH);
  expect((await verify(chain.slice(0, 5))).brokenAt).toBe(6);
  expect((await verify(chain.slice(0, 3))).brokenAt).toBe(4);
  const last = { ...at(LENGTH - 1), signedPosition: LENGTH + 5 };
  expect((await verify(chain.with(LENGTH - 1, last))).brokenAt).toBe(LENGTH);
});

test('a signature covers a bounded number of entries', async () => {
  expect((await verify(await made([1, MOST_COVERED, 1]))).intact).toBe(true);
  expect(await verify(await made([1, MOST_COVERED + 1, 1]))).toMatchObject({
    intact: false,
    brokenAt: MOST_COVERED + 2,
    head: { position: 1 },
  });
});
