/**
 * Which addresses belong to the public internet (security, S23). The rows are IANA's registries of special-purpose IPv4 and
 * IPv6 addresses (RFC 6890 and its updates), read strictly: what is not plain global unicast is refused, also where a
 * registry calls a range reachable for one protocol. Addresses that carry an IPv4 address are judged by it.
 */

/** IPv4: 4 bytes; IPv6: 16 bytes. */
export type AddressBytes = Uint8Array;

interface Range {
  readonly prefix: string;
  readonly bits: number;
  /** What the range is for. */
  readonly purpose: string;
}

/** IPv4 that is not global unicast. */
export const SPECIAL_IPV4: readonly Range[] = [
  { prefix: '0.0.0.0', bits: 8, purpose: 'this network (RFC 791)' },
  { prefix: '10.0.0.0', bits: 8, purpose: 'private (RFC 1918)' },
  { prefix: '100.64.0.0', bits: 10, purpose: 'shared by a provider (RFC 6598)' },
  { prefix: '127.0.0.0', bits: 8, purpose: 'loopback (RFC 1122)' },
  { prefix: '168.63.129.16', bits: 32, purpose: 'host of a cloud machine: public in form, answered from inside' },
  { prefix: '169.254.0.0', bits: 16, purpose: 'link-local (RFC 3927)' },
  { prefix: '172.16.0.0', bits: 12, purpose: 'private (RFC 1918)' },
  { prefix: '192.0.0.0', bits: 24, purpose: 'protocol assignments (RFC 6890)' },
  { prefix: '192.0.2.0', bits: 24, purpose: 'documentation (RFC 5737)' },
  { prefix: '192.31.196.0', bits: 24, purpose: 'AS112 (RFC 7535)' },
  { prefix: '192.52.193.0', bits: 24, purpose: 'multicast relays (RFC 7450)' },
  { prefix: '192.88.99.0', bits: 24, purpose: '6to4 relays (RFC 7526)' },
  { prefix: '192.168.0.0', bits: 16, purpose: 'private (RFC 1918)' },
  { prefix: '192.175.48.0', bits: 24, purpose: 'AS112 (RFC 7534)' },
  { prefix: '198.18.0.0', bits: 15, purpose: 'benchmarks (RFC 2544)' },
  { prefix: '198.51.100.0', bits: 24, purpose: 'documentation (RFC 5737)' },
  { prefix: '203.0.113.0', bits: 24, purpose: 'documentation (RFC 5737)' },
  { prefix: '224.0.0.0', bits: 4, purpose: 'multicast (RFC 5771)' },
  { prefix: '240.0.0.0', bits: 4, purpose: 'reserved, and broadcast (RFC 1112, RFC 919)' },
];

/** The only part of IPv6 from which global unicast addresses are given out (RFC 4291 section 2.4; IANA). */
const GLOBAL_IPV6: Range = { prefix: '2000::', bits: 3, purpose: 'global unicast' };

/** Within 2000::/3, what is not global unicast. */
export const SPECIAL_IPV6: readonly Range[] = [
  { prefix: '2001::', bits: 23, purpose: 'protocol assignments with Teredo and ORCHID (RFC 2928, RFC 4380, RFC 7343)' },
  { prefix: '2001:db8::', bits: 32, purpose: 'documentation (RFC 3849)' },
  { prefix: '2620:4f:8000::', bits: 48, purpose: 'AS112 (RFC 7534)' },
  { prefix: '3fff::', bits: 20, purpose: 'documentation (RFC 9637)' },
];

/** IPv6 that carries an IPv4 address, and at which byte. */
export const CARRYING_IPV4: readonly (Range & { readonly at: number })[] = [
  { prefix: '::ffff:0:0', bits: 96, purpose: 'IPv4-mapped (RFC 4291 section 2.5.5.2)', at: 12 },
  { prefix: '64:ff9b::', bits: 96, purpose: 'NAT64 (RFC 6052)', at: 12 },
  { prefix: '2002::', bits: 16, purpose: '6to4 (RFC 3056)', at: 2 },
];

/**
 * The bytes of an address as resolvers and `URL` write it: dotted decimal without leading zeros, or RFC 4291 section 2.2.
 * null for everything else, for addresses with a zone, and for names.
 */
export function parseAddress(text: string): AddressBytes | null {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

function parseIpv4(text: string): AddressBytes | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255))
    return null;
  return Uint8Array.from(parts, Number);
}

function parseIpv6(text: string): AddressBytes | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half, place) => groupsOf(half, place === halves.length - 1));
  if (head === null || head === undefined || tail === null) return null;
  const missing = 8 - head.length - (tail?.length ?? 0);
  // `::` stands for at least one group.
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...new Array<number>(missing).fill(0), ...(tail ?? [])];
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}

/** The groups of one side of `::`; the very last of the address may be written as IPv4. */
function groupsOf(text: string, endsAddress: boolean): number[] | null {
  if (text === '') return [];
  const parts = text.split(':');
  const groups: number[] = [];
  for (const [place, part] of parts.entries()) {
    const mayBeIpv4 = endsAddress && place === parts.length - 1;
    const ipv4 = mayBeIpv4 && part.includes('.') ? parseIpv4(part) : null;
    if (ipv4 !== null) {
      const [a = 0, b = 0, c = 0, d = 0] = ipv4;
      groups.push((a << 8) | b, (c << 8) | d);
    } else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}

function lies(address: AddressBytes, { prefix, bits }: Range): boolean {
  const start = parseAddress(prefix);
  if (start === null) throw new TypeError(`${prefix} is no address`);
  if (start.length !== address.length) return false;
  return start.every((byte, place) => {
    const counted = Math.min(8, Math.max(0, bits - place * 8));
    return ((byte ^ (address[place] ?? 0)) & (0xff << (8 - counted)) & 0xff) === 0;
  });
}

/** The IPv4 address that an IPv6 address carries; any other as it is. */
export function unwrapped(address: AddressBytes): AddressBytes {
  const carrying = address.length === 16 ? CARRYING_IPV4.find((range) => lies(address, range)) : undefined;
  return carrying === undefined ? address : address.slice(carrying.at, carrying.at + 4);
}

/** Whether an address is one of the public internet. False for text that is no address. */
export function isGlobalUnicast(text: string): boolean {
  const parsed = parseAddress(text);
  if (parsed === null) return false;
  const address = unwrapped(parsed);
  if (address.length === 4) return !SPECIAL_IPV4.some((range) => lies(address, range));
  return lies(address, GLOBAL_IPV6) && !SPECIAL_IPV6.some((range) => lies(address, range));
}

const OWN_MACHINE: readonly Range[] = [
  { prefix: '127.0.0.0', bits: 8, purpose: 'loopback' },
  { prefix: '0.0.0.0', bits: 8, purpose: 'this network: connects to the own machine' },
  { prefix: '::', bits: 127, purpose: 'unspecified, and loopback' },
];

/** Whether an address leads to this machine without looking at its interfaces. */
export function isOwnMachine(text: string): boolean {
  const parsed = parseAddress(text);
  return parsed !== null && OWN_MACHINE.some((range) => lies(unwrapped(parsed), range));
}
