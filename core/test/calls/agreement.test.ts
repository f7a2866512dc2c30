import { toBase64 } from '@touchstone/core/bytes.ts';
import { beginPair, keyName, type Pair } from '@touchstone/core/calls/agreement.ts';
import { comparisonCode } from '@touchstone/core/calls/comparison-code.ts';
import { type ExchangeMessage, judgeExchange } from '@touchstone/core/calls/exchange.ts';
import { CALL_KEM, type KeyMessage, keyMessageJson, readKeyMessage } from '@touchstone/core/calls/key-message.ts';
import { createKem } from '@touchstone/core/kem/kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { beforeAll, expect, test } from 'vitest';

const kem = createKem([], systemRandom);
const SESSION = 'vs_0123456789abcdef';
const SHARED = { generation: 2, step: 3, baseKey: new Uint8Array(64).fill(4) };

type Party = { readonly name: string; readonly keys: Awaited<ReturnType<typeof kem.generateKeyPair>> };
let ada: Party;
let grace: Party;
let eve: Party;

beforeAll(async () => {
  const party = async (name: string, seed: number): Promise<Party> => ({
    name,
    keys: await kem.generateKeyPair(CALL_KEM, new Uint8Array(64).fill(seed)),
  });
  [ada, grace, eve] = [await party('ada', 1), await party('grace', 2), await party('eve', 3)];
});

async function begun(own: Party, other: Party, sessionId = SESSION): Promise<Pair> {
  const context = { sessionId, own, other: { name: other.name, publicKey: other.keys.publicKey } };
  const pair = await beginPair(kem, context);
  if (pair === null) throw new Error('no pair');
  return pair;
}

async function pairOf(one: Party, other: Party): Promise<readonly [Pair, Pair]> {
  const pairs = [await begun(one, other), await begun(other, one)] as const;
  expect(await pairs[0].complete(pairs[1].encapsulation)).toBe(true);
  expect(await pairs[1].complete(pairs[0].encapsulation)).toBe(true);
  return pairs;
}

test('two participants give each other their keys for media', async () => {
  const [one, other] = await pairOf(ada, grace);
  const first = one.seal(SHARED);
  expect(other.open(first)).toEqual(SHARED);
  expect(one.open(other.seal({ ...SHARED, step: 0 }))).toEqual({ ...SHARED, step: 0 });
  // Neither twice, nor back to its maker.
  expect(other.open(first)).toBeNull();
  expect(one.open(one.seal(SHARED))).toBeNull();
  const second = one.seal(SHARED);
  expect(other.open({ ...second, box: second.box.with(0, (second.box[0] ?? 0) ^ 1) })).toBeNull();
  expect(other.open({ ...second, number: 7 })).toBeNull();
  expect(other.open(second)).toEqual(SHARED);
});

test('before both have encapsulated there is no key', async () => {
  const one = await begun(ada, grace);
  expect(() => one.seal(SHARED)).toThrow(TypeError);
  const other = await begun(grace, ada);
  expect(await one.complete((await begun(eve, grace)).encapsulation)).toBe(false);
  expect(await one.complete(other.encapsulation)).toBe(true);
  expect(one.isComplete && !other.isComplete).toBe(true);
});

test('who knows public keys only cannot speak for a participant', async () => {
  const other = await begun(grace, ada);
  // Eve says to be Ada, under her own key: what she makes of it is not what Grace has.
  const forger = await begun({ ...eve, name: 'ada' }, grace);
  expect(await other.complete(forger.encapsulation)).toBe(true);
  await forger.complete({ ...other.encapsulation, recipientKey: keyName(eve.keys.publicKey) });
  expect(other.open(forger.seal(SHARED))).toBeNull();
});

test('the keys of a pair are those of its session', async () => {
  const [one, other] = [await begun(ada, grace), await begun(grace, ada, 'vs_ffffffffffffffff')];
  await one.complete(other.encapsulation);
  await other.complete(one.encapsulation);
  expect(other.open(one.seal(SHARED))).toBeNull();
});

test('the comparison code is the same for all, in whatever order, and another one for any other key', () => {
  const holders = [ada, grace].map(({ name, keys }) => ({ name, publicKey: keys.publicKey }));
  const code = comparisonCode(SESSION, holders);
  expect(code).toEqual(comparisonCode(SESSION, holders.toReversed()));
  expect(code.join(' ')).toMatch(/^(\d{5} ){7}\d{5}$/);
  expect(code).not.toEqual(comparisonCode('vs_ffffffffffffffff', holders));
  expect(code).not.toEqual(
    comparisonCode(SESSION, [...holders.slice(1), { name: 'ada', publicKey: eve.keys.publicKey }]),
  );
});

test('messages are read as they are written, and nothing else is', () => {
  const hello: KeyMessage = { type: 'hello', publicKey: ada.keys.publicKey };
  const messages: readonly KeyMessage[] = [
    hello,
    { type: 'encapsulation', recipientKey: keyName(ada.keys.publicKey), ciphertext: new Uint8Array(1568) },
    { type: 'sender_key', recipientKey: keyName(ada.keys.publicKey), number: 0, box: new Uint8Array(88) },
    { type: 'bye' },
  ];
  for (const message of messages) {
    const json = keyMessageJson(message);
    expect(readKeyMessage(json)).toEqual(message);
    expect(readKeyMessage({ ...json, version: 2 })).toBeNull();
    expect(readKeyMessage({ ...json, more: 1 })).toBeNull();
  }
  const written = keyMessageJson(hello);
  const beyondQ = ada.keys.publicKey.with(0, 0xff).with(1, 0xff);
  for (const wrong of [
    null,
    'hello',
    [],
    { version: 1, type: 'constructor' },
    { ...written, public_key: toBase64(ada.keys.publicKey.subarray(1)) },
    { ...written, public_key: toBase64(beyondQ) },
    { ...written, public_key: 5 },
    { version: 1, type: 'encapsulation', recipient_key: 'AB', ciphertext: toBase64(new Uint8Array(1568)) },
    { version: 1, type: 'sender_key', recipient_key: '00'.repeat(32), number: -1, box: toBase64(new Uint8Array(88)) },
  ]) {
    expect(readKeyMessage(wrong)).toBeNull();
  }
});

test('an exchange is complete once each has encapsulated to the newest key of each other one', async () => {
  const [one, other] = await pairOf(ada, grace);
  const say = (from: Party | null, to: string, message: KeyMessage): ExchangeMessage => ({
    from: from?.name ?? null,
    to,
    payload: keyMessageJson(message),
  });
  const hello = (party: Party) => say(party, '*', { type: 'hello', publicKey: party.keys.publicKey });
  const both = [hello(ada), hello(grace)];
  const whole = [...both, say(ada, 'grace', one.encapsulation), say(grace, 'ada', other.encapsulation)];
  expect(judgeExchange(whole).isComplete).toBe(true);
  expect([...judgeExchange(whole).keys.keys()]).toEqual(['ada', 'grace']);
  for (const left of whole.keys()) expect(judgeExchange(whole.toSpliced(left, 1)).isComplete).toBe(false);
  // A third who has only said a key, and one who came again with another one, have not completed it.
  expect(judgeExchange([...whole, hello(eve)]).isComplete).toBe(false);
  expect(judgeExchange([...whole, { ...hello(eve), from: 'ada' }]).isComplete).toBe(false);
  // What nobody has signed with a name counts for nobody.
  expect(judgeExchange([...both, say(null, 'grace', one.encapsulation), whole[3] as ExchangeMessage]).isComplete).toBe(
    false,
  );
});
