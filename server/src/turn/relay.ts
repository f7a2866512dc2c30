/**
 * A TURN relay (RFC 8656) over UDP and IPv4 for the calls of this server. It listens only while there are calls, takes only
 * credentials of calls that are open, and carries data only between the addresses of one call's participants (S25): it is
 * no way into the network that it stands in. What it carries it neither keeps nor reads.
 */
import type { Socket } from 'node:dgram';
import type { Random } from '@touchstone/core/random.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { Logger } from 'pino';
import {
  type Allocation,
  bindChannel,
  bindSocket,
  channelOf,
  isPermitted,
  nameOfAddress,
  permit,
} from './allocation.ts';
import { createCredentials } from './credentials.ts';
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
  errorAttribute,
  isAuthentic,
  isChannelNumber,
  METHOD,
  readXorAddress,
  type StunMessage,
  textAttribute,
  uint32Attribute,
  xorAddress,
} from './stun-message.ts';

const REALM = 'touchstone';
const UDP = 17;
const IPV4 = 1;
const LIFETIME_SECONDS = 600;
const MOST_LIFETIME_SECONDS = 3_600;
/** Each is a socket. A browser makes one for each connection and network. */
const MOST_OF_CALL = 256;
const MOST_OF_ALL = 2_048;
const SWEEP_MS = 5_000;

/** Attributes that a request may have and that a relay has to understand (below 0x8000). */
const UNDERSTOOD: ReadonlySet<number> = new Set(Object.values(ATTRIBUTE));

export interface RelayOptions {
  /** An IPv4 address of this machine; peers reach the relay by it. */
  readonly address: string;
  /** 0: any that is free. */
  readonly port: number;
}

export const LOOPBACK_RELAY: RelayOptions = { address: '127.0.0.1', port: 0 };

export interface IceServer {
  readonly urls: string[];
  readonly username: string;
  readonly credential: string;
}

export interface Relay {
  /** What it is called while it does not listen: `turn:` and its address. */
  readonly name: string;
  /** Where it listens, as a `turn:` URL. Rejects where it cannot listen. */
  url(): Promise<string>;
  /** Lets a call use the relay until its end, and answers its credentials. */
  admit(callId: string, expiresAt: number): Promise<IceServer>;
  /** Ends everything of a call at once. */
  end(callId: string): void;
  close(): Promise<void>;
}

export interface RelayNeeds {
  readonly random: Random;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
}

interface Refusal {
  readonly code: number;
  readonly reason: string;
  readonly more?: readonly Attribute[];
}

const BAD_REQUEST: Refusal = { code: 400, reason: 'Bad Request' };
const FORBIDDEN: Refusal = { code: 403, reason: 'Forbidden' };
const NO_ALLOCATION: Refusal = { code: 437, reason: 'Allocation Mismatch' };
const FULL: Refusal = { code: 486, reason: 'Allocation Quota Reached' };

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share the socket, the calls and the allocations
export function createRelay({ address, port }: RelayOptions, { random, clock, log }: RelayNeeds): Relay {
  const credentials = createCredentials(random(32));
  /** Open calls and their ends. */
  const calls = new Map<string, number>();
  const allocations = new Map<string, Allocation>();
  /** Clients whose sockets are being bound. */
  const underWay = new Set<string>();
  let listening: Promise<Socket> | null = null;
  let timer: NodeJS.Timeout | null = null;

  function listen(): Promise<Socket> {
    listening ??= bind().catch((error: unknown) => {
      listening = null;
      log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'the relay for calls cannot listen');
      throw error;
    });
    return listening;
  }

  async function bind(): Promise<Socket> {
    const socket = await bindSocket(address, port);
    socket.on('message', (bytes, client) => receive(socket, bytes, client));
    timer = setInterval(sweep, SWEEP_MS);
    timer.unref();
    return socket;
  }

  /** What time has ended. Without calls nothing listens. */
  function sweep(): void {
    const now = clock();
    for (const [callId, expiresAt] of calls) if (expiresAt <= now) endCall(callId);
    for (const allocation of allocations.values()) if (allocation.expiresAt <= now) remove(allocation);
    if (calls.size === 0) void stopListening();
  }

  async function stopListening(): Promise<void> {
    const stopped = listening;
    listening = null;
    if (timer !== null) clearInterval(timer);
    timer = null;
    const socket = await stopped?.catch(() => null);
    if (socket != null) await new Promise<void>((resolve) => socket.close(resolve));
  }

  function remove(allocation: Allocation): void {
    if (allocations.delete(nameOfAddress(allocation.client))) allocation.socket.close();
  }

  function endCall(callId: string): void {
    calls.delete(callId);
    for (const allocation of allocations.values()) if (allocation.callId === callId) remove(allocation);
  }

  function receive(socket: Socket, bytes: Buffer, client: Address): void {
    const channelData = decodeChannelData(bytes);
    if (channelData !== null) {
      const allocation = liveAllocation(client);
      const bound = allocation?.channels.get(channelData.channel);
      if (allocation == null || bound === undefined || bound.until <= clock()) return;
      sendToPeer(allocation, bound.peer, channelData.data);
      return;
    }
    const message = decodeMessage(bytes);
    if (message === null) return;
    if (message.messageClass === 'indication') indicated(message, client);
    else if (message.messageClass === 'request') void answer(socket, message, client);
  }

  function liveAllocation(client: Address): Allocation | null {
    const allocation = allocations.get(nameOfAddress(client));
    return allocation !== undefined && allocation.expiresAt > clock() && calls.has(allocation.callId)
      ? allocation
      : null;
  }

  function indicated(message: StunMessage, client: Address): void {
    const allocation = liveAllocation(client);
    const peer = peerOf(message);
    const data = attributeOf(message, ATTRIBUTE.data);
    if (message.method !== METHOD.send || allocation === null || peer === null || data === null) return;
    sendToPeer(allocation, peer, data);
  }

  /** Whether an address is one by which a participant of the call is known here: its own or its relayed one. */
  function isOfCall(callId: string, { address: ip, port: at }: Address): boolean {
    for (const { callId: other, client, relayed } of allocations.values()) {
      if (other !== callId) continue;
      if ([client, relayed].some((known) => known.address === ip && known.port === at)) return true;
    }
    return false;
  }

  function sendToPeer(allocation: Allocation, peer: Address, data: Buffer): void {
    if (!isPermitted(allocation, peer.address, clock()) || !isOfCall(allocation.callId, peer)) return;
    allocation.socket.send(data, peer.port, peer.address, ignore);
  }

  function sendToClient(socket: Socket, allocation: Allocation, peer: Address, data: Buffer): void {
    const now = clock();
    const isWelcome = allocation.expiresAt > now && isPermitted(allocation, peer.address, now);
    if (!isWelcome || !isOfCall(allocation.callId, peer)) return;
    const channel = channelOf(allocation.channels, peer);
    const bytes =
      channel === null
        ? encodeMessage(
            {
              method: METHOD.data,
              messageClass: 'indication',
              transaction: Buffer.from(random(12)),
              attributes: [xorAddress(ATTRIBUTE.xorPeerAddress, peer), { type: ATTRIBUTE.data, value: data }],
            },
            null,
          )
        : encodeChannelData({ channel, data });
    socket.send(bytes, allocation.client.port, allocation.client.address, ignore);
  }

  async function answer(socket: Socket, message: StunMessage, client: Address): Promise<void> {
    const { method, transaction } = message;
    const reply = (result: readonly Attribute[] | Refusal, key: Buffer | null) => {
      const isSuccess = Array.isArray(result);
      const messageClass = isSuccess ? ('success' as const) : ('error' as const);
      const attributes = isSuccess ? (result as readonly Attribute[]) : refusalAttributes(result as Refusal);
      socket.send(
        encodeMessage({ method, messageClass, transaction, attributes }, key),
        client.port,
        client.address,
        ignore,
      );
    };
    if (method === METHOD.binding) {
      reply([xorAddress(ATTRIBUTE.xorMappedAddress, client)], null);
      return;
    }
    const unknown = message.attributes.map(({ type }) => type).filter((type) => type < 0x8000 && !UNDERSTOOD.has(type));
    if (unknown.length > 0) {
      reply({ code: 420, reason: 'Unknown Attribute', more: [unknownAttribute(unknown)] }, null);
      return;
    }
    const known = authenticate(message, client);
    if ('code' in known) {
      reply(known, null);
      return;
    }
    try {
      reply(await perform(socket, message, client, known), known.key);
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'a request to the relay failed');
      reply({ code: 500, reason: 'Server Error' }, known.key);
    }
  }

  interface Known {
    readonly callId: string;
    readonly username: string;
    readonly key: Buffer;
  }

  function authenticate(message: StunMessage, client: Address): Known | Refusal {
    const now = clock();
    const challenge = [
      textAttribute(ATTRIBUTE.realm, REALM),
      textAttribute(ATTRIBUTE.nonce, credentials.nonce(client, now)),
    ];
    const unauthorised: Refusal = { code: 401, reason: 'Unauthorized', more: challenge };
    if (message.integrity === null) return unauthorised;
    const username = attributeOf(message, ATTRIBUTE.username)?.toString('latin1');
    const nonce = attributeOf(message, ATTRIBUTE.nonce)?.toString('latin1');
    if (username === undefined || nonce === undefined) return BAD_REQUEST;
    const named = credentials.read(username, now);
    const key = named === null ? null : credentialKey(username, REALM, named.password);
    if (named === null || key === null || !calls.has(named.callId) || !isAuthentic(message, key)) return unauthorised;
    if (!credentials.isFresh(nonce, client, now)) return { code: 438, reason: 'Stale Nonce', more: challenge };
    return { callId: named.callId, username, key };
  }

  async function perform(socket: Socket, message: StunMessage, client: Address, known: Known) {
    const allocation = liveAllocation(client);
    if (message.method === METHOD.allocate) return allocate(socket, message, client, known, allocation);
    if (allocation === null) return NO_ALLOCATION;
    if (allocation.username !== known.username) return { code: 441, reason: 'Wrong Credentials' };
    switch (message.method) {
      case METHOD.refresh:
        return refresh(message, allocation);
      case METHOD.createPermission:
        return createPermission(message, allocation);
      case METHOD.channelBind:
        return channelBind(message, allocation);
      default:
        return BAD_REQUEST;
    }
  }

  async function allocate(
    socket: Socket,
    message: StunMessage,
    client: Address,
    { callId, username }: Known,
    present: Allocation | null,
  ): Promise<readonly Attribute[] | Refusal> {
    const name = nameOfAddress(client);
    if (present !== null) {
      return present.transaction.equals(message.transaction) ? allocationAttributes(present, clock()) : NO_ALLOCATION;
    }
    const transport = attributeOf(message, ATTRIBUTE.requestedTransport);
    if (transport?.length !== 4) return BAD_REQUEST;
    if (transport.readUInt8(0) !== UDP) return { code: 442, reason: 'Unsupported Transport Protocol' };
    const family = attributeOf(message, ATTRIBUTE.requestedAddressFamily);
    if (family !== null && family[0] !== IPV4) return { code: 440, reason: 'Address Family not Supported' };
    const ofCall = [...allocations.values()].filter((allocation) => allocation.callId === callId).length;
    if (underWay.has(name) || ofCall >= MOST_OF_CALL || allocations.size >= MOST_OF_ALL) return FULL;
    underWay.add(name);
    try {
      const own = await bindSocket(address, 0);
      const allocation: Allocation = {
        callId,
        username,
        client: { address: client.address, port: client.port },
        relayed: { address, port: own.address().port },
        socket: own,
        transaction: Buffer.from(message.transaction),
        expiresAt: clock() + lifetimeOf(message) * 1000,
        permissions: new Map(),
        channels: new Map(),
      };
      if (!calls.has(callId)) {
        own.close();
        return { code: 401, reason: 'Unauthorized' };
      }
      own.on('message', (data, peer) => sendToClient(socket, allocation, peer, data));
      const former = allocations.get(name);
      if (former !== undefined) remove(former);
      allocations.set(name, allocation);
      return allocationAttributes(allocation, clock());
    } finally {
      underWay.delete(name);
    }
  }

  function refresh(message: StunMessage, allocation: Allocation): readonly Attribute[] {
    const seconds = lifetimeOf(message);
    if (seconds === 0) remove(allocation);
    else allocation.expiresAt = clock() + seconds * 1000;
    return [uint32Attribute(ATTRIBUTE.lifetime, seconds)];
  }

  /** Addresses by which no participant is known here are refused; data is held against the port too. */
  function mayReach(allocation: Allocation, peer: Address): boolean {
    for (const { callId, client, relayed } of allocations.values()) {
      if (callId === allocation.callId && [client.address, relayed.address].includes(peer.address)) return true;
    }
    return false;
  }

  function createPermission(message: StunMessage, allocation: Allocation): readonly Attribute[] | Refusal {
    const given = message.attributes.filter(({ type }) => type === ATTRIBUTE.xorPeerAddress);
    const peers = given.map(({ value }) => readXorAddress(value));
    if (peers.length === 0) return BAD_REQUEST;
    for (const peer of peers) {
      if (peer === null || !mayReach(allocation, peer)) return FORBIDDEN;
      if (!permit(allocation, peer.address, clock())) return { code: 508, reason: 'Insufficient Capacity' };
    }
    return [];
  }

  function channelBind(message: StunMessage, allocation: Allocation): readonly Attribute[] | Refusal {
    const number = attributeOf(message, ATTRIBUTE.channelNumber);
    const peer = peerOf(message);
    if (number?.length !== 4 || peer === null || !isChannelNumber(number.readUInt16BE(0))) return BAD_REQUEST;
    if (!mayReach(allocation, peer)) return FORBIDDEN;
    if (!bindChannel(allocation, number.readUInt16BE(0), peer, clock())) return BAD_REQUEST;
    permit(allocation, peer.address, clock());
    return [];
  }

  async function url(): Promise<string> {
    const socket = await listen();
    return `turn:${address}:${socket.address().port}?transport=udp`;
  }

  return {
    name: `turn:${address}`,
    url,

    async admit(callId, expiresAt) {
      calls.set(callId, expiresAt);
      const { username, password } = credentials.issue(callId, expiresAt);
      return { urls: [await url()], username, credential: password };
    },

    end: endCall,

    async close() {
      for (const callId of [...calls.keys()]) endCall(callId);
      await stopListening();
    },
  };
}

function ignore(): void {
  // A datagram that cannot be sent is lost, as others are.
}

function peerOf(message: StunMessage): Address | null {
  const value = attributeOf(message, ATTRIBUTE.xorPeerAddress);
  return value === null ? null : readXorAddress(value);
}

function lifetimeOf(message: StunMessage): number {
  const value = attributeOf(message, ATTRIBUTE.lifetime);
  return value?.length === 4 ? Math.min(value.readUInt32BE(0), MOST_LIFETIME_SECONDS) : LIFETIME_SECONDS;
}

function allocationAttributes({ relayed, client, expiresAt }: Allocation, now: number): readonly Attribute[] {
  return [
    xorAddress(ATTRIBUTE.xorRelayedAddress, relayed),
    xorAddress(ATTRIBUTE.xorMappedAddress, client),
    uint32Attribute(ATTRIBUTE.lifetime, Math.max(0, Math.round((expiresAt - now) / 1000))),
  ];
}

function refusalAttributes({ code, reason, more = [] }: Refusal): readonly Attribute[] {
  return [errorAttribute(code, reason), ...more];
}

function unknownAttribute(types: readonly number[]): Attribute {
  const value = Buffer.alloc(2 * types.length);
  for (const [at, type] of types.entries()) value.writeUInt16BE(type, 2 * at);
  return { type: ATTRIBUTE.unknownAttributes, value };
}
