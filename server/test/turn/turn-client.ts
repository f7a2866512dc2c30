/** A client of TURN relays for tests: long-term credentials over UDP. */

import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import {
  type Address,
  ATTRIBUTE,
  type Attribute,
  attributeOf,
  credentialKey,
  decodeChannelData,
  decodeMessage,
  encodeChannelData,
  encodeMessage,
  METHOD,
  readXorAddress,
  type StunMessage,
  uint32Attribute,
  xorAddress,
} from '../../src/turn/stun-message.ts';

export interface Credentials {
  readonly username: string;
  readonly credential: string;
}

/** Data as a client gets it, with how it came. */
export interface Received {
  readonly by: 'channel' | 'indication' | 'directly';
  readonly data: string;
}

export interface TurnClient {
  readonly own: Address;
  readonly received: readonly Received[];
  /** Waits until so much was received. */
  wait(count: number): Promise<readonly Received[]>;
  /** An answer's error code; 0 for success. */
  request(method: number, attributes?: readonly Attribute[], options?: { readonly key?: Buffer }): Promise<number>;
  /** The relayed address, or the error code. */
  allocate(): Promise<Address | number>;
  permit(peer: Address): Promise<number>;
  bind(channel: number, peer: Address): Promise<number>;
  send(peer: Address, data: string): void;
  sendChannel(channel: number, data: string): void;
  sendRaw(bytes: Uint8Array, to?: Address): void;
  close(): void;
}

export async function openTurnClient(relay: Address, { username, credential }: Credentials): Promise<TurnClient> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const received: Received[] = [];
  const answers = new Map<string, (message: StunMessage) => void>();
  const waiting = new Set<() => void>();
  let realm = '';
  let nonce = Buffer.alloc(0);

  socket.on('message', (bytes) => {
    const channel = decodeChannelData(bytes);
    const message = decodeMessage(bytes);
    if (channel !== null) received.push({ by: 'channel', data: channel.data.toString() });
    else if (message === null) received.push({ by: 'directly', data: bytes.toString() });
    else if (message.method === METHOD.data) {
      received.push({ by: 'indication', data: attributeOf(message, ATTRIBUTE.data)?.toString() ?? '' });
    } else answers.get(message.transaction.toString('hex'))?.(message);
    for (const look of waiting) look();
  });

  const toRelay = (bytes: Uint8Array) => socket.send(bytes, relay.port, relay.address);

  async function exchange(method: number, attributes: readonly Attribute[], key: Buffer | null): Promise<StunMessage> {
    const transaction = randomBytes(12);
    const answer = Promise.withResolvers<StunMessage>();
    answers.set(transaction.toString('hex'), answer.resolve);
    toRelay(encodeMessage({ method, messageClass: 'request', transaction, attributes }, key));
    return answer.promise;
  }

  async function authenticated(method: number, attributes: readonly Attribute[], key?: Buffer) {
    const named = [
      { type: ATTRIBUTE.username, value: Buffer.from(username) },
      { type: ATTRIBUTE.realm, value: Buffer.from(realm) },
      { type: ATTRIBUTE.nonce, value: nonce },
    ];
    return exchange(method, [...attributes, ...named], key ?? credentialKey(username, realm, credential));
  }

  const codeOf = (message: StunMessage) => {
    const error = attributeOf(message, ATTRIBUTE.errorCode);
    return error === null ? 0 : error.readUInt8(2) * 100 + error.readUInt8(3);
  };

  async function request(
    method: number,
    attributes: readonly Attribute[] = [],
    options: { readonly key?: Buffer } = {},
  ) {
    if (realm === '') {
      const challenge = await exchange(method, attributes, null);
      realm = attributeOf(challenge, ATTRIBUTE.realm)?.toString() ?? '';
      nonce = Buffer.from(attributeOf(challenge, ATTRIBUTE.nonce) ?? []);
    }
    return authenticated(method, attributes, options.key);
  }

  return {
    own: socket.address(),
    received,
    async wait(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = () => {
        if (received.length >= count) resolve();
      };
      waiting.add(look);
      look();
      await promise;
      waiting.delete(look);
      return received;
    },
    request: async (method, attributes, options) => codeOf(await request(method, attributes, options)),
    async allocate() {
      const message = await request(METHOD.allocate, [
        { type: ATTRIBUTE.requestedTransport, value: Buffer.from([17, 0, 0, 0]) },
      ]);
      const relayed = attributeOf(message, ATTRIBUTE.xorRelayedAddress);
      return relayed === null ? codeOf(message) : (readXorAddress(relayed) ?? -1);
    },
    permit: async (peer) =>
      codeOf(await request(METHOD.createPermission, [xorAddress(ATTRIBUTE.xorPeerAddress, peer)])),
    bind: async (channel, peer) =>
      codeOf(
        await request(METHOD.channelBind, [
          uint32Attribute(ATTRIBUTE.channelNumber, channel * 65_536),
          xorAddress(ATTRIBUTE.xorPeerAddress, peer),
        ]),
      ),
    send(peer, data) {
      const attributes = [
        xorAddress(ATTRIBUTE.xorPeerAddress, peer),
        { type: ATTRIBUTE.data, value: Buffer.from(data) },
      ];
      const transaction = randomBytes(12);
      toRelay(encodeMessage({ method: METHOD.send, messageClass: 'indication', transaction, attributes }, null));
    },
    sendChannel: (channel, data) => toRelay(encodeChannelData({ channel, data: Buffer.from(data) })),
    sendRaw: (bytes, to = relay) => socket.send(bytes, to.port, to.address),
    close: () => socket.close(),
  };
}
