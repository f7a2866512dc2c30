/**
 * Messages of STUN (RFC 8489) and TURN (RFC 8656), as far as a relay over UDP and IPv4 needs them. Readers are total: what is
 * no such message is null.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import zlib from 'node:zlib';

const MAGIC_COOKIE = 0x2112a442;
const HEADER_BYTES = 20;
const INTEGRITY_BYTES = 20;
const FINGERPRINT_MASK = 0x5354554e;

/** RFC 8489, section 18.2; RFC 8656, section 17. */
export const METHOD = {
  binding: 0x001,
  allocate: 0x003,
  refresh: 0x004,
  send: 0x006,
  data: 0x007,
  createPermission: 0x008,
  channelBind: 0x009,
} as const;

export type MessageClass = 'request' | 'indication' | 'success' | 'error';
const CLASSES: readonly MessageClass[] = ['request', 'indication', 'success', 'error'];

/** RFC 8489, section 18.3; RFC 8656, section 18. */
export const ATTRIBUTE = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  unknownAttributes: 0x000a,
  channelNumber: 0x000c,
  lifetime: 0x000d,
  xorPeerAddress: 0x0012,
  data: 0x0013,
  realm: 0x0014,
  nonce: 0x0015,
  xorRelayedAddress: 0x0016,
  requestedAddressFamily: 0x0017,
  requestedTransport: 0x0019,
  dontFragment: 0x001a,
  xorMappedAddress: 0x0020,
  fingerprint: 0x8028,
} as const;

export interface Address {
  /** IPv4 in its dotted form. */
  readonly address: string;
  readonly port: number;
}

export interface Attribute {
  readonly type: number;
  readonly value: Buffer;
}

export interface StunMessage {
  readonly method: number;
  readonly messageClass: MessageClass;
  /** 12 bytes. */
  readonly transaction: Buffer;
  /** Those before MESSAGE-INTEGRITY, in their order: what stands behind it is not authenticated. */
  readonly attributes: readonly Attribute[];
  /** What MESSAGE-INTEGRITY covers, and its value; null without it. */
  readonly integrity: { readonly covered: Buffer; readonly value: Buffer } | null;
}

export function decodeMessage(bytes: Buffer): StunMessage | null {
  if (bytes.length < HEADER_BYTES || (bytes.readUInt8(0) & 0xc0) !== 0) return null;
  const length = bytes.readUInt16BE(2);
  if (length % 4 !== 0 || bytes.length !== HEADER_BYTES + length || bytes.readUInt32BE(4) !== MAGIC_COOKIE) return null;
  const type = bytes.readUInt16BE(0);
  const messageClass = CLASSES[((type >> 7) & 2) | ((type >> 4) & 1)];
  if (messageClass === undefined) return null;
  const attributes: Attribute[] = [];
  let integrity: StunMessage['integrity'] = null;
  for (let at = HEADER_BYTES; at < bytes.length; ) {
    const found = attributeAt(bytes, at);
    if (found === null) return null;
    if (found.type === ATTRIBUTE.fingerprint) {
      const isLast = found.end === bytes.length;
      if (!isLast || found.value.length !== 4 || found.value.readUInt32BE(0) !== fingerprintOf(bytes.subarray(0, at)))
        return null;
    } else if (found.type === ATTRIBUTE.messageIntegrity && integrity === null) {
      if (found.value.length !== INTEGRITY_BYTES) return null;
      integrity = { covered: withLength(bytes.subarray(0, at), at + 4), value: found.value };
    } else if (integrity === null) {
      attributes.push({ type: found.type, value: found.value });
    }
    at = found.end;
  }
  const method = (type & 0x000f) | ((type >> 1) & 0x0070) | ((type >> 2) & 0x0f80);
  return { method, messageClass, transaction: bytes.subarray(8, HEADER_BYTES), attributes, integrity };
}

function attributeAt(bytes: Buffer, at: number): (Attribute & { readonly end: number }) | null {
  if (at + 4 > bytes.length) return null;
  const length = bytes.readUInt16BE(at + 2);
  const end = at + 4 + Math.ceil(length / 4) * 4;
  if (end > bytes.length) return null;
  return { type: bytes.readUInt16BE(at), value: bytes.subarray(at + 4, at + 4 + length), end };
}

/** The beginning of a message with the length that it has up to and with the integrity (RFC 8489, section 14.5). */
function withLength(head: Buffer, end: number): Buffer {
  const copy = Buffer.from(head);
  copy.writeUInt16BE(end + INTEGRITY_BYTES - HEADER_BYTES, 2);
  return copy;
}

export function attributeOf(message: StunMessage, type: number): Buffer | null {
  return message.attributes.find((attribute) => attribute.type === type)?.value ?? null;
}

/** The key of long-term credentials (RFC 8489, section 9.2.2). */
export function credentialKey(username: string, realm: string, password: string): Buffer {
  return createHash('md5').update(`${username}:${realm}:${password}`).digest();
}

/** Whether a message was made by the holder of the key. */
export function isAuthentic({ integrity }: StunMessage, key: Buffer): boolean {
  return integrity !== null && timingSafeEqual(macOf(integrity.covered, key), integrity.value);
}

/** STUN's own MAC, which RFC 8489 makes with SHA-1; media keys have nothing to do with it. */
function macOf(covered: Buffer, key: Buffer): Buffer {
  return createHmac('sha1', key).update(covered).digest();
}

export interface Outgoing {
  readonly method: number;
  readonly messageClass: MessageClass;
  readonly transaction: Buffer;
  readonly attributes: readonly Attribute[];
}

/** With a key the message is authenticated. Always with a fingerprint. */
export function encodeMessage({ method, messageClass, transaction, attributes }: Outgoing, key: Buffer | null): Buffer {
  const bits = CLASSES.indexOf(messageClass);
  const head = Buffer.alloc(HEADER_BYTES);
  const type = (method & 0x000f) | ((method & 0x0070) << 1) | ((method & 0x0f80) << 2);
  head.writeUInt16BE(type | ((bits & 2) << 7) | ((bits & 1) << 4), 0);
  head.writeUInt32BE(MAGIC_COOKIE, 4);
  transaction.copy(head, 8);
  let bytes: Buffer = Buffer.concat([head, ...attributes.map(attributeBytes)]);
  if (key !== null) {
    const value = macOf(withLength(bytes, bytes.length + 4), key);
    bytes = Buffer.concat([bytes, attributeBytes({ type: ATTRIBUTE.messageIntegrity, value })]);
  }
  bytes.writeUInt16BE(bytes.length + 8 - HEADER_BYTES, 2);
  const value = Buffer.alloc(4);
  value.writeUInt32BE(fingerprintOf(bytes));
  return Buffer.concat([bytes, attributeBytes({ type: ATTRIBUTE.fingerprint, value })]);
}

function attributeBytes({ type, value }: Attribute): Buffer {
  const bytes = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
  bytes.writeUInt16BE(type, 0);
  bytes.writeUInt16BE(value.length, 2);
  value.copy(bytes, 4);
  return bytes;
}

function fingerprintOf(bytes: Buffer): number {
  return (zlib.crc32(bytes) ^ FINGERPRINT_MASK) >>> 0;
}

/** XOR-MAPPED-ADDRESS and its like, for IPv4 (RFC 8489, section 14.2). */
export function xorAddress(type: number, { address, port }: Address): Attribute {
  const value = Buffer.alloc(8);
  value.writeUInt8(1, 1);
  value.writeUInt16BE(port ^ (MAGIC_COOKIE >>> 16), 2);
  value.writeUInt32BE((numberOf(address) ^ MAGIC_COOKIE) >>> 0, 4);
  return { type, value };
}

/** null for another family or length. */
export function readXorAddress(value: Buffer): Address | null {
  if (value.length !== 8 || value.readUInt8(1) !== 1) return null;
  const number = (value.readUInt32BE(4) ^ MAGIC_COOKIE) >>> 0;
  const address = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
  return { address, port: value.readUInt16BE(2) ^ (MAGIC_COOKIE >>> 16) };
}

function numberOf(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

export function uint32Attribute(type: number, number: number): Attribute {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(number);
  return { type, value };
}

export function textAttribute(type: number, text: string): Attribute {
  return { type, value: Buffer.from(text) };
}

/** ERROR-CODE (RFC 8489, section 14.8). */
export function errorAttribute(code: number, reason: string): Attribute {
  return {
    type: ATTRIBUTE.errorCode,
    value: Buffer.from([0, 0, Math.floor(code / 100), code % 100, ...Buffer.from(reason)]),
  };
}

/** Numbers of channels (RFC 8656, section 12). */
export function isChannelNumber(number: number): boolean {
  return number >= 0x4000 && number <= 0x4fff;
}

export interface ChannelData {
  readonly channel: number;
  readonly data: Buffer;
}

/** null for what is no channel data (RFC 8656, section 12.4); over UDP it may be padded. */
export function decodeChannelData(bytes: Buffer): ChannelData | null {
  if (bytes.length < 4) return null;
  const channel = bytes.readUInt16BE(0);
  const length = bytes.readUInt16BE(2);
  if (!isChannelNumber(channel) || length > bytes.length - 4) return null;
  return { channel, data: bytes.subarray(4, 4 + length) };
}

export function encodeChannelData({ channel, data }: ChannelData): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(channel, 0);
  head.writeUInt16BE(data.length, 2);
  return Buffer.concat([head, data]);
}
