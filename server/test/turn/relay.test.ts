import { createSocket } from 'node:dgram';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterEach, expect, test } from 'vitest';
import { createRelay, LOOPBACK_RELAY, type Relay } from '../../src/turn/relay.ts';
import {
  type Address,
  ATTRIBUTE,
  credentialKey,
  METHOD,
  uint32Attribute,
  xorAddress,
} from '../../src/turn/stun-message.ts';
import { type Credentials, openTurnClient, type TurnClient } from './turn-client.ts';

const CALL = 'vs_0000000000000001';
const OTHER_CALL = 'vs_0000000000000002';
const END = 7_200_000;

let now = 0;
const opened: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
  now = 0;
});

function openRelay(): Relay {
  const log = { error: (facts: unknown) => expect.unreachable(JSON.stringify(facts)) };
  const relay = createRelay(LOOPBACK_RELAY, { random: systemRandom, clock: () => now, log });
  opened.push(() => relay.close());
  return relay;
}

function addressOf(url: string): Address {
  const [, address = '', port] = /^turn:(127\.0\.0\.1):(\d+)\?transport=udp$/.exec(url) ?? [];
  return { address, port: Number(port) };
}

async function client(relay: Relay, call = CALL, change: Partial<Credentials> = {}): Promise<TurnClient> {
  const { urls, username, credential } = await relay.admit(call, END);
  const own = await openTurnClient(addressOf(urls[0] ?? ''), { username, credential, ...change });
  opened.push(own.close);
  return own;
}

async function allocated(relay: Relay, call = CALL): Promise<{ own: TurnClient; relayed: Address }> {
  const own = await client(relay, call);
  const relayed = await own.allocate();
  if (typeof relayed === 'number') throw new Error(`refused: ${relayed}`);
  return { own, relayed };
}

test('S25: participants of a call reach each other, by indications and by channels', async () => {
  const relay = openRelay();
  const [ada, grace] = [await allocated(relay), await allocated(relay)];
  // Without a permission nothing goes, in either direction.
  ada.own.send(grace.relayed, 'too early');
  expect(await ada.own.permit(grace.relayed)).toBe(0);
  ada.own.send(grace.relayed, 'not permitted there');
  // The answer comes after what was sent before it.
  expect(await ada.own.permit(grace.relayed)).toBe(0);
  expect(await grace.own.permit(ada.relayed)).toBe(0);
  ada.own.send(grace.relayed, 'one');
  expect(await grace.own.wait(1)).toEqual([{ by: 'indication', data: 'one' }]);
  expect(await ada.own.bind(0x4000, grace.relayed)).toBe(0);
  expect(await grace.own.bind(0x4001, ada.relayed)).toBe(0);
  ada.own.sendChannel(0x4000, 'two');
  expect(await grace.own.wait(2)).toContainEqual({ by: 'channel', data: 'two' });
  grace.own.sendChannel(0x4001, 'three');
  expect(await ada.own.wait(1)).toEqual([{ by: 'channel', data: 'three' }]);
  // One of them without the relay: its own address is known as that of its allocation.
  expect(await ada.own.permit(grace.own.own)).toBe(0);
  ada.own.send(grace.own.own, 'four');
  expect(await grace.own.wait(3)).toContainEqual({ by: 'directly', data: 'four' });
});

test('S25: nothing goes to or comes from anybody who is not of the call', async () => {
  const relay = openRelay();
  const [ada, grace, stranger] = [await allocated(relay), await allocated(relay), await allocated(relay, OTHER_CALL)];
  const elsewhere = createSocket('udp4');
  opened.push(() => elsewhere.close());
  const heard: string[] = [];
  elsewhere.on('message', (bytes) => heard.push(bytes.toString()));
  await new Promise<void>((resolve) => elsewhere.bind(0, '127.0.0.1', resolve));
  const outside = elsewhere.address();
  // The address of this machine is permitted for the participants on it; the port is held against them as well.
  await ada.own.permit(grace.relayed);
  for (const peer of [outside, stranger.relayed, stranger.own.own, { address: '127.0.0.1', port: 22 }]) {
    ada.own.send(peer, 'let me in');
  }
  elsewhere.send('let me in', ada.relayed.port, ada.relayed.address);
  stranger.own.sendRaw(Buffer.from('let me in'), ada.relayed);
  expect(await ada.own.permit({ address: '10.0.0.1', port: 80 })).toBe(403);
  expect(await ada.own.permit({ address: '169.254.169.254', port: 80 })).toBe(403);
  expect(await ada.own.bind(0x4000, { address: '192.168.1.1', port: 53 })).toBe(403);
  await grace.own.permit(ada.relayed);
  ada.own.send(grace.relayed, 'for you');
  expect(await grace.own.wait(1)).toEqual([{ by: 'indication', data: 'for you' }]);
  expect([heard, stranger.own.received, ada.own.received]).toEqual([[], [], []]);
});

test('credentials are those of an open call, and of no other', async () => {
  const relay = openRelay();
  const { username, credential } = await relay.admit(CALL, END);
  for (const change of [
    { credential: 'guessed' },
    { username: `${END / 1000}:${OTHER_CALL}` },
    { username: `${END / 1000 + 1}:${CALL}` },
    // Names that every object of JavaScript has.
    { username: 'constructor', credential: String(Object) },
    { username: '__proto__', credential: '[object Object]' },
    { username: '' },
  ]) {
    expect(await (await client(relay, CALL, change)).allocate()).toBe(401);
  }
  const wrongRealm = await client(relay);
  const key = credentialKey(username, 'elsewhere', credential);
  expect(await wrongRealm.request(METHOD.allocate, [], { key })).toBe(401);
  now = END - 1;
  expect(typeof (await (await client(relay)).allocate())).toBe('object');
});

test('the end of a call ends its allocations and credentials, and its ports are free again', async () => {
  const relay = openRelay();
  const [ada, grace, stranger] = [await allocated(relay), await allocated(relay), await allocated(relay, OTHER_CALL)];
  await ada.own.permit(grace.relayed);
  await grace.own.permit(ada.relayed);
  relay.end(CALL);
  ada.own.send(grace.relayed, 'after the end');
  expect(await ada.own.permit(grace.relayed)).toBe(401);
  expect(await stranger.own.permit(stranger.relayed)).toBe(0);
  expect(grace.own.received).toEqual([]);
  const again = createSocket('udp4');
  opened.push(() => again.close());
  await new Promise<void>((resolve, reject) => {
    again.once('error', reject);
    again.bind({ address: '127.0.0.1', port: ada.relayed.port, exclusive: true }, resolve);
  });
});

test('time ends nonces, allocations, permissions and channels', async () => {
  const relay = openRelay();
  const [ada, grace] = [await allocated(relay), await allocated(relay)];
  await ada.own.bind(0x4000, grace.relayed);
  await grace.own.permit(ada.relayed);
  now += 299_999;
  ada.own.sendChannel(0x4000, 'in time');
  expect(await grace.own.wait(1)).toHaveLength(1);
  now += 1;
  ada.own.sendChannel(0x4000, 'late');
  expect(await ada.own.request(METHOD.refresh, [uint32Attribute(ATTRIBUTE.lifetime, 3_600)])).toBe(0);
  expect(grace.own.received).toHaveLength(1);
  now += 300_000;
  expect(await ada.own.permit(grace.relayed)).toBe(438);
  // Grace has not refreshed hers.
  expect(await (await client(relay)).permit(grace.relayed)).toBe(437);
});

test('an allocation is given back, made once, and used by nobody else', async () => {
  const relay = openRelay();
  const { own, relayed } = await allocated(relay);
  expect(await own.allocate()).toBe(437);
  expect(await own.request(METHOD.refresh, [uint32Attribute(ATTRIBUTE.lifetime, 0)])).toBe(0);
  expect(await own.permit(relayed)).toBe(437);
  expect(await own.allocate()).toHaveProperty('port');
  expect(await own.request(METHOD.allocate, [{ type: 0x7fff, value: Buffer.alloc(4) }])).toBe(420);
  expect(await own.request(METHOD.createPermission)).toBe(400);
  expect(await own.bind(0x3fff, relayed)).toBe(400);
  expect(await own.bind(0x4000, relayed)).toBe(0);
  expect(await own.bind(0x4000, own.own)).toBe(400);
  expect(await own.bind(0x4001, relayed)).toBe(400);
  const v6 = { type: ATTRIBUTE.requestedAddressFamily, value: Buffer.from([2, 0, 0, 0]) };
  const udp = { type: ATTRIBUTE.requestedTransport, value: Buffer.from([17, 0, 0, 0]) };
  expect(await (await client(relay)).request(METHOD.allocate, [udp, v6])).toBe(440);
  const tcp = { type: ATTRIBUTE.requestedTransport, value: Buffer.from([6, 0, 0, 0]) };
  expect(await (await client(relay)).request(METHOD.allocate, [tcp])).toBe(442);
});

test('noise, short datagrams and datagrams to relayed addresses end nothing', async () => {
  const relay = openRelay();
  const [ada, grace] = [await allocated(relay), await allocated(relay)];
  await ada.own.permit(grace.own.own);
  for (let length = 0; length < 64; length++) {
    const noise = Buffer.alloc(length, 0x40 + (length % 16));
    ada.own.sendRaw(noise);
    ada.own.sendRaw(systemRandom(length));
    grace.own.sendRaw(noise, ada.relayed);
  }
  ada.own.sendRaw(
    Buffer.concat([
      Buffer.from('000100082112a442', 'hex'),
      Buffer.alloc(12),
      xorAddress(ATTRIBUTE.data, grace.own.own).value,
    ]),
  );
  expect(await ada.own.request(METHOD.binding)).toBe(0);
  expect(await ada.own.permit(grace.relayed)).toBe(0);
});
