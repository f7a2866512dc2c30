import type { JsonObject, JsonValue } from '@touchstone/core/canonical-json.ts';
import {
  type ProvenancePage,
  provenanceHash,
  verifyProvenance,
  verifyProvenanceEvents,
  verifyProvenancePage,
} from '@touchstone/core/keys/provenance.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { signStatement } from '@touchstone/core/sign/sign-statement.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

const signer = createSignatureProvider([], systemRandom);

interface Answer {
  readonly chain: JsonObject[];
  readonly dilithium_signature: string;
  readonly keyset_id: string;
}

let answer: Answer;
let other: Answer;
let keyOf: (id: string) => Uint8Array | null;
/** The page of the first chain from an event to another. */
let pageOf: (from: number, to: number, events?: number) => Promise<ProvenancePage>;

beforeAll(async () => {
  const { publicKey, secretKey } = await signer.generateKeyPair('ML-DSA-65');
  keyOf = (id) => (id === 'ks_1' ? publicKey : null);
  async function chainOf(key_id: string): Promise<Answer> {
    const chain: JsonObject[] = [];
    for (const event of ['created', 'rotated', 'revoked']) {
      const previous = chain.at(-1);
      const body = {
        event,
        key_id,
        timestamp: `2026-04-01T12:00:0${chain.length}.000Z`,
        actor: 'ak_0',
        keyset_id: 'ks_1',
        previous_hash: previous === undefined ? null : provenanceHash(previous),
      };
      chain.push({ ...body, signature: await signStatement('provenance-event', body, secretKey, signer) });
    }
    const dilithium_signature = await signStatement('provenance', chain, secretKey, signer);
    return { chain, dilithium_signature, keyset_id: 'ks_1' };
  }
  answer = await chainOf('key_a');
  other = await chainOf('key_b');
  pageOf = async (from, to, events = answer.chain.length) => {
    const newest = answer.chain[events - 1];
    const body = {
      key_id: 'key_a',
      events,
      head_hash: newest === undefined ? null : provenanceHash(newest),
      timestamp: '2026-04-01T13:00:00.000Z',
      keyset_id: 'ks_1',
    };
    const signature = await signStatement('provenance-head', body, secretKey, signer);
    return { chain: answer.chain.slice(from, to), offset: from, head: { ...body, signature } };
  };
});

const verify = (changed: Partial<Answer>) => verifyProvenance({ ...answer, ...changed }, keyOf, signer);

test('a chain as the service made it holds, an empty one too', async () => {
  expect(await verify({})).toEqual({ ok: true });
  expect(await verifyProvenanceEvents([], keyOf, signer)).toEqual({ ok: true });
});

describe('broken', () => {
  test('by any change of any member of any event', async () => {
    const places = answer.chain.flatMap((event, at) => Object.keys(event).map((name) => [at, name] as const));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), fc.integer({ min: 0, max: 30 }), async ([at, name], place) => {
        const chain = structuredClone(answer.chain) as Record<string, JsonValue>[];
        const event = chain[at];
        if (event === undefined) throw new TypeError('no such event');
        const text = String(event[name]);
        const cut = place % text.length;
        event[name] = `${text.slice(0, cut)}${text[cut] === 'b' ? 'c' : 'b'}${text.slice(cut + 1)}`;
        const verdict = await verify({ chain });
        expect(verdict.ok).toBe(false);
        if (!verdict.ok) expect([at, at + 1]).toContain(verdict.brokenAt);
      }),
      { numRuns: 60 },
    );
  });

  test('by a member more or less, and by what is no event', async () => {
    for (const [at, event] of answer.chain.entries()) {
      const without = (name: string) => Object.fromEntries(Object.entries(event).filter(([other]) => other !== name));
      const changed = [{ ...event, note: 'x' }, ...Object.keys(event).map(without), null, [], 'created', 1];
      for (const replacement of changed) {
        const chain = answer.chain.map((kept, place) => (place === at ? replacement : kept)) as JsonObject[];
        expect(await verify({ chain })).toMatchObject({ ok: false });
      }
    }
  });

  test('by an event that is removed, repeated, moved or of another key', async () => {
    const [a, b, c] = answer.chain;
    const [foreign] = other.chain;
    if (a === undefined || b === undefined || c === undefined || foreign === undefined) throw new TypeError('three');
    const expected = { ok: false, reason: 'LINK' };
    expect(await verify({ chain: [a, c] })).toMatchObject({ ...expected, brokenAt: 1 });
    expect(await verify({ chain: [b, c] })).toMatchObject({ ...expected, brokenAt: 0 });
    expect(await verify({ chain: [a, a, b, c] })).toMatchObject({ ...expected, brokenAt: 1 });
    expect(await verify({ chain: [a, c, b] })).toMatchObject({ ...expected, brokenAt: 1 });
    expect(await verify({ chain: [a, foreign] })).toMatchObject({ ok: false, reason: 'FOREIGN', brokenAt: 1 });
  });

  test('by a tail that is cut off, because the signature covers the whole', async () => {
    const cut = answer.chain.slice(0, 2);
    expect(await verifyProvenanceEvents(cut, keyOf, signer)).toEqual({ ok: true });
    expect(await verify({ chain: cut })).toEqual({ ok: false, reason: 'SIGNATURE', brokenAt: null });
  });

  test('by the signature of another chain, or of an event, and by an unknown signer', async () => {
    const signature = answer.chain[0]?.signature;
    const whole = { ok: false, brokenAt: null };
    expect(await verify({ dilithium_signature: other.dilithium_signature })).toMatchObject(whole);
    expect(await verify({ dilithium_signature: String(signature) })).toMatchObject(whole);
    expect(await verify({ keyset_id: 'ks_2' })).toMatchObject({ ...whole, reason: 'SIGNER_UNKNOWN' });
    const nobody = await verifyProvenanceEvents(answer.chain, () => null, signer);
    expect(nobody).toEqual({ ok: false, reason: 'SIGNER_UNKNOWN', brokenAt: 0 });
  });
});

describe('a page', () => {
  const check = (page: ProvenancePage, previous?: string) => verifyProvenancePage(page, previous, keyOf, signer);
  const hashOf = (place: number) => provenanceHash(answer.chain[place] as JsonObject);

  test('after another, up to the head, shows as much as the whole', async () => {
    const first = await check(await pageOf(0, 2));
    expect(first).toEqual({ ok: true, isLinked: true, reachesHead: false, nextPrevious: hashOf(1) });
    const last = await check(await pageOf(2, 3), hashOf(1));
    expect(last).toEqual({ ok: true, isLinked: true, reachesHead: true, nextPrevious: hashOf(2) });
    expect(await check(await pageOf(3, 3), hashOf(2))).toMatchObject({ ok: true, isLinked: true, reachesHead: true });
    expect(await check(await pageOf(0, 0, 0))).toEqual({
      ok: true,
      isLinked: true,
      reachesHead: true,
      nextPrevious: null,
    });
  });

  test('alone says that it is not held against the one before', async () => {
    expect(await check(await pageOf(1, 2))).toMatchObject({ ok: true, isLinked: false, reachesHead: false });
    expect(await check(await pageOf(3, 3))).toMatchObject({ ok: true, isLinked: false, reachesHead: false });
  });

  test('that is another, changed, moved, cut or of another key is found', async () => {
    const page = await pageOf(1, 3);
    const fault = async (changed: Partial<ProvenancePage>, previous?: string) => {
      const verdict = await check({ ...page, ...changed }, previous);
      return verdict.ok ? null : `${verdict.reason} ${verdict.brokenAt}`;
    };
    const [second, third] = page.chain as [JsonObject, JsonObject];
    expect(await fault({})).toBeNull();
    expect(await fault({}, hashOf(1))).toBe('LINK 1');
    expect(await fault({ chain: [second, { ...third, actor: 'x' }] })).toBe('SIGNATURE 2');
    expect(await fault({ chain: [third, second] })).toBe('LINK 2');
    expect(await fault({ chain: answer.chain.slice(0, 2) })).toBe('LINK 1');
    expect(await fault({ offset: 0 })).toBe('LINK 0');
    expect(await fault({ offset: 2 })).toBe('HEAD null');
    expect(await fault({ chain: [] })).toBe('HEAD null');
    expect(await fault({ chain: other.chain.slice(1) })).toBe('FOREIGN 1');
    expect(await fault({ chain: ['x'] })).toBe('LINK 1');
    expect(await fault({ head: { ...page.head, events: 4 } })).toBe('SIGNATURE null');
    expect(await fault({ head: { ...page.head, keyset_id: 'ks_2' } })).toBe('SIGNER_UNKNOWN null');
    // Fewer than were asked for, though there are more.
    expect(await fault({ chain: [second], limit: 2 })).toBe('HEAD null');
    expect(await fault({ chain: [second], limit: 1 })).toBeNull();
    expect(await fault({ limit: 100 })).toBeNull();
    // A head that was signed when the chain was shorter.
    expect(await fault({ head: (await pageOf(0, 0, 2)).head })).toBe('HEAD null');
    // One that is of this length and names another newest event.
    const { head } = await pageOf(0, 0, 2);
    expect(await fault({ chain: [third], offset: 1, head })).toBe('HEAD null');
  });
});
