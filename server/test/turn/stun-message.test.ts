import { expect, test } from 'vitest';
import {
  ATTRIBUTE,
  attributeOf,
  credentialKey,
  decodeChannelData,
  decodeMessage,
  encodeChannelData,
  encodeMessage,
  isAuthentic,
  METHOD,
  readXorAddress,
  xorAddress,
} from '../../src/turn/stun-message.ts';

const bytes = (hex: string) => Buffer.from(hex.replace(/\s/g, ''), 'hex');

/** RFC 5769, section 2.1. */
const REQUEST = bytes(`
  00010058 2112a442 b7e7a701bc34d686fa87dfae
  80220010 5354554e207465737420636c69656e74
  00240004 6e0001ff
  80290008 932ff9b151263b36
  00060009 6576746a3a68367659202020
  00080014 9aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a2
  80280004 e57a3bcf`);

/** RFC 5769, section 2.4. */
const LONG_TERM = bytes(`
  00010060 2112a442 78ad3433c6ad72c029da412e
  00060012 e3839ee38388e383aae38383e382afe382b90000
  0015001c 662f2f3439396b39353464364f4c33346f4c39465354767936347341
  0014000b 6578616d706c652e6f726700
  00080014 f67024656dd64a3e02b8e0712e85c9a28ca89666`);

test('requests are those of RFC 5769, with their integrity and fingerprint', () => {
  const request = decodeMessage(REQUEST);
  expect(request).toMatchObject({ method: METHOD.binding, messageClass: 'request' });
  expect(request !== null && isAuthentic(request, Buffer.from('VOkJxbRl1RmTxUk/WvJxBt'))).toBe(true);
  const longTerm = decodeMessage(LONG_TERM);
  const key = credentialKey('マトリックス', 'example.org', 'TheMatrIX');
  expect(longTerm !== null && isAuthentic(longTerm, key)).toBe(true);
  expect(longTerm !== null && isAuthentic(longTerm, credentialKey('x', 'example.org', 'TheMatrIX'))).toBe(false);
  expect(longTerm === null ? null : attributeOf(longTerm, ATTRIBUTE.realm)?.toString()).toBe('example.org');
});

test('an address is XORed as in RFC 5769, section 2.2', () => {
  const address = { address: '192.0.2.1', port: 32_853 };
  const { value } = xorAddress(ATTRIBUTE.xorMappedAddress, address);
  expect(value.toString('hex')).toBe('0001a147e112a643');
  expect(readXorAddress(value)).toEqual(address);
  expect(readXorAddress(bytes('0002a147 0113a9faa5d3f179bc25f4b5bed2b9d9'))).toBeNull();
});

test('what is cut short, longer than it says, or changed is no message; nothing throws', () => {
  for (let length = 0; length < REQUEST.length; length++) expect(decodeMessage(REQUEST.subarray(0, length))).toBeNull();
  expect(decodeMessage(Buffer.concat([REQUEST, Buffer.alloc(4)]))).toBeNull();
  for (let at = 0; at < REQUEST.length; at++) {
    const changed = Buffer.from(REQUEST);
    changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at);
    // Only the fingerprint's own header may be another one: an attribute that nobody has to understand.
    expect(decodeMessage(changed) === null || at >= REQUEST.length - 8).toBe(true);
  }
  let seed = 1;
  for (let tried = 0; tried < 20_000; tried++) {
    const noise = Buffer.alloc(tried % 60);
    for (const at of noise.keys()) noise[at] = seed = (seed * 48_271) % 0x7fffffff;
    if (tried % 2 === 0 && noise.length >= 8) LONG_TERM.copy(noise, 4, 4, 8);
    decodeMessage(noise);
    decodeChannelData(noise);
  }
});

test('attributes behind the integrity are not believed', () => {
  const transaction = Buffer.alloc(12, 7);
  const key = credentialKey('a', 'b', 'c');
  const whole = encodeMessage({ method: METHOD.refresh, messageClass: 'request', transaction, attributes: [] }, key);
  const withoutFingerprint = whole.subarray(0, -8);
  const more = Buffer.concat([withoutFingerprint, bytes('000d000400000001')]);
  more.writeUInt16BE(more.length - 20, 2);
  const read = decodeMessage(more);
  expect(read !== null && isAuthentic(read, key)).toBe(true);
  expect(read?.attributes).toEqual([]);
});

test('messages and channel data are read as they were written', () => {
  const transaction = Buffer.alloc(12, 9);
  const attributes = [{ type: ATTRIBUTE.data, value: Buffer.from('abcde') }];
  for (const messageClass of ['request', 'indication', 'success', 'error'] as const) {
    const read = decodeMessage(
      encodeMessage({ method: METHOD.channelBind, messageClass, transaction, attributes }, null),
    );
    expect(read).toMatchObject({ method: METHOD.channelBind, messageClass, transaction, attributes, integrity: null });
  }
  const data = { channel: 0x4001, data: Buffer.from('picture') };
  expect(decodeChannelData(encodeChannelData(data))).toEqual(data);
  expect(decodeChannelData(Buffer.concat([encodeChannelData(data), Buffer.alloc(1)]))).toEqual(data);
  expect(decodeChannelData(encodeChannelData(data).subarray(0, 8))).toBeNull();
  expect(decodeChannelData(bytes('3fff0000'))).toBeNull();
  expect(decodeChannelData(bytes('50000000'))).toBeNull();
});
