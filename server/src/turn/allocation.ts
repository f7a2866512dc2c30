/** One allocation (RFC 8656, section 3.2): a UDP socket of the relay's, by which one client is reached. */
import { createSocket, type Socket } from 'node:dgram';
import type { Address } from './stun-message.ts';

/** RFC 8656, sections 9 and 12. */
const PERMISSION_MS = 300_000;
const CHANNEL_MS = 600_000;
/** More of either than the participants of one call need. */
const MOST_OF_EACH = 256;

export interface Allocation {
  readonly callId: string;
  readonly username: string;
  readonly client: Address;
  readonly relayed: Address;
  readonly socket: Socket;
  /** The request that made it: it may come again. */
  readonly transaction: Buffer;
  expiresAt: number;
  /** Until when data goes to and comes from an IP address. */
  readonly permissions: Map<string, number>;
  readonly channels: Map<number, { readonly peer: Address; until: number }>;
}

export function nameOfAddress({ address, port }: Address): string {
  return `${address}:${port}`;
}

/** Binds a socket of the relay's address. Rejects where the system has none. */
export async function bindSocket(address: string, port = 0): Promise<Socket> {
  const socket = createSocket('udp4');
  const bound = Promise.withResolvers<void>();
  socket.once('error', bound.reject);
  socket.bind({ address, port, exclusive: true }, bound.resolve);
  await bound.promise;
  socket.removeListener('error', bound.reject);
  // A peer that is gone, a network that is down: nobody is told, as with any datagram.
  socket.on('error', () => undefined);
  return socket;
}

/** False where there are too many. */
export function permit({ permissions }: Allocation, address: string, now: number): boolean {
  if (!permissions.has(address) && permissions.size >= MOST_OF_EACH) return false;
  permissions.set(address, now + PERMISSION_MS);
  return true;
}

export function isPermitted({ permissions }: Allocation, address: string, now: number): boolean {
  return (permissions.get(address) ?? 0) > now;
}

/** Binds a channel to a peer, or renews it; false where either is bound otherwise, or there are too many. */
export function bindChannel({ channels }: Allocation, channel: number, peer: Address, now: number): boolean {
  for (const [number, { until }] of channels) if (until <= now) channels.delete(number);
  const known = channelOf(channels, peer);
  const bound = channels.get(channel);
  const isOther = (known !== null && known !== channel) || (bound !== undefined && known !== channel);
  if (isOther || (bound === undefined && channels.size >= MOST_OF_EACH)) return false;
  channels.set(channel, { peer, until: now + CHANNEL_MS });
  return true;
}

/** The channel that is bound to a peer; null where there is none. */
export function channelOf(channels: Allocation['channels'], peer: Address): number | null {
  const name = nameOfAddress(peer);
  for (const [number, bound] of channels) if (nameOfAddress(bound.peer) === name) return number;
  return null;
}
