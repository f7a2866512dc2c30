/** S23: which addresses the server may connect to. */
import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CARRYING_IPV4,
  isGlobalUnicast,
  isOwnMachine,
  parseAddress,
  SPECIAL_IPV4,
  SPECIAL_IPV6,
} from '../../src/outbound/address.ts';

const hexPairs = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Every group written out: another spelling than the tables have. */
function textOf(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  return (hexPairs(bytes).match(/.{4}/g) ?? []).join(':');
}

/** An address as a number, so that neighbours are one away. */
function numberOf(text: string): bigint {
  const bytes = parseAddress(text);
  if (bytes === null) throw new TypeError(text);
  return BigInt(`0x${hexPairs(bytes)}`);
}

function addressOf(value: bigint, length: number): string {
  return textOf(new Uint8Array(Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex')));
}

describe('S23: IPv4', () => {
  test.each(SPECIAL_IPV4.map((range) => [`${range.prefix}/${range.bits}`, range] as const))(
    '%s is refused to its edges',
    (_name, { prefix, bits }) => {
      const first = numberOf(prefix);
      const last = first + (1n << BigInt(32 - bits)) - 1n;
      for (const value of [first, (first + last) / 2n, last]) expect(isGlobalUnicast(addressOf(value, 4))).toBe(false);
    },
  );

  test('what lies beside the ranges is accepted', () => {
    const outside = [
      '1.0.0.0',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.0',
      '168.63.129.15',
      '168.63.129.17',
      '169.253.255.255',
      '169.255.0.0',
      '172.15.255.255',
      '172.32.0.0',
      '191.255.255.255',
      '192.0.1.0',
      '192.0.3.0',
      '192.31.195.255',
      '192.31.197.0',
      '192.52.192.255',
      '192.52.194.0',
      '192.88.98.255',
      '192.88.100.0',
      '192.167.255.255',
      '192.169.0.0',
      '192.175.47.255',
      '192.175.49.0',
      '198.17.255.255',
      '198.20.0.0',
      '198.51.99.255',
      '198.51.101.0',
      '203.0.112.255',
      '203.0.114.0',
      '223.255.255.255',
      '8.8.8.8',
      '1.1.1.1',
      '93.184.216.34',
    ];
    for (const address of outside) expect([address, isGlobalUnicast(address)]).toEqual([address, true]);
  });

  test('known dangerous addresses', () => {
    for (const address of [
      '169.254.169.254',
      '127.0.0.1',
      '127.255.255.255',
      '0.0.0.0',
      '255.255.255.255',
      '10.1.2.3',
    ]) {
      expect([address, isGlobalUnicast(address)]).toEqual([address, false]);
    }
  });

  test('every address agrees with a reading of the ranges as numbers', () => {
    const ranges = SPECIAL_IPV4.map(({ prefix, bits }) => {
      const first = Number(numberOf(prefix));
      return [first, first + 2 ** (32 - bits) - 1] as const;
    });
    fc.assert(
      fc.property(fc.nat({ max: 0xffffffff }), (value) => {
        const isSpecial = ranges.some(([first, last]) => value >= first && value <= last);
        expect(isGlobalUnicast(addressOf(BigInt(value), 4))).toBe(!isSpecial);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('S23: IPv6', () => {
  test.each(SPECIAL_IPV6.map((range) => [`${range.prefix}/${range.bits}`, range] as const))(
    '%s is refused to its edges, its neighbours are not all',
    (_name, { prefix, bits }) => {
      const first = numberOf(prefix);
      const last = first + (1n << BigInt(128 - bits)) - 1n;
      for (const value of [first, (first + last) / 2n, last]) expect(isGlobalUnicast(addressOf(value, 16))).toBe(false);
      expect(isGlobalUnicast(addressOf(first - 1n, 16)) || isGlobalUnicast(addressOf(last + 1n, 16))).toBe(true);
    },
  );

  test('only 2000::/3 is given out', () => {
    const refused = [
      '::',
      '::1',
      '::2',
      '1::',
      '100::1',
      '100:0:0:1::1',
      '1fff:ffff::',
      '4000::',
      '5f00::1',
      'fc00::1',
      'fd12:3456::1',
      'fe80::1',
      'fec0::1',
      'ff02::1',
      'ff0e::1',
      '::127.0.0.1',
      '::8.8.8.8',
      '::ffff:0:8.8.8.8',
      '64:ff9b:1::808:808',
      '2001::1',
      '2001:0:4136:e378::',
      '2001:20::1',
      '2001:1ff:ffff::1',
      '2001:db8::1',
      '3fff:fff::1',
      '2620:4f:8000::1',
    ];
    for (const address of refused) expect([address, isGlobalUnicast(address)]).toEqual([address, false]);
    const accepted = [
      '2000::1',
      '2001:200::1',
      '2001:db7::1',
      '2001:db9::1',
      '2606:4700::1111',
      '2a00:1450:4001::1',
      '3fff:1000::1',
      '3ffe::1',
    ];
    for (const address of accepted) expect([address, isGlobalUnicast(address)]).toEqual([address, true]);
  });

  test('an address that carries IPv4 is judged by it', () => {
    const forms = ([a, b, c, d]: readonly [number, number, number, number]) => {
      const [high, low] = [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)];
      return [
        `::ffff:${a}.${b}.${c}.${d}`,
        `::FFFF:${high}:${low}`,
        `64:ff9b::${a}.${b}.${c}.${d}`,
        `2002:${high}:${low}::1`,
      ];
    };
    for (const parts of [
      [127, 0, 0, 1],
      [10, 0, 0, 1],
      [169, 254, 169, 254],
      [192, 168, 1, 1],
      [0, 0, 0, 0],
    ] as const) {
      for (const form of forms(parts)) expect([form, isGlobalUnicast(form)]).toEqual([form, false]);
    }
    for (const form of forms([8, 8, 8, 8])) expect([form, isGlobalUnicast(form)]).toEqual([form, true]);
    fc.assert(
      fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)), ([a, b, c, d]) => {
        const plain = isGlobalUnicast(`${a}.${b}.${c}.${d}`);
        for (const form of forms([a, b, c, d])) expect(isGlobalUnicast(form)).toBe(plain);
      }),
    );
    expect(CARRYING_IPV4.length).toBe(3);
  });
});

describe('S23: spelling', () => {
  test('text that is no address is never global', () => {
    const wrong = [
      '',
      ' ',
      'example.com',
      'localhost',
      '8.8.8',
      '8.8.8.8.8',
      '08.8.8.8',
      '0x8.8.8.8',
      '8.8.8.256',
      '8.8.8.-1',
      '8.8.8.8 ',
      '134744072',
      '8.8.8.8:80',
      '[2606::1]',
      '2606::1%eth0',
      '2606:::1',
      '2606::1::1',
      ':2606::1',
      '2606::1:',
      '2606:4700',
      '1:2:3:4:5:6:7:8:9',
      '2606::12345',
      '2606::g',
      '2606::1/64',
      '1:2:3:4:5:6:7::8',
      '2606::8.8.8.8:1',
      '2606:8.8.8.8::',
    ];
    for (const text of wrong) {
      expect([text, parseAddress(text), isGlobalUnicast(text)]).toEqual([text, null, false]);
    }
  });

  test('every address is read as Node reads it, and only those', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({ maxLength: 20 })), (text) => {
        const bytes = parseAddress(text);
        // The dotted tail of an IPv6 address may have no leading zeros for either of the two.
        expect(bytes === null ? 0 : bytes.length === 4 ? 4 : 6).toBe(text.includes('%') ? 0 : isIP(text));
        if (bytes !== null) expect(parseAddress(textOf(bytes))).toEqual(bytes);
      }),
      { numRuns: 2_000 },
    );
  });

  test('the own machine is known in every form', () => {
    for (const text of [
      '127.0.0.1',
      '127.9.9.9',
      '0.0.0.0',
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
    ]) {
      expect([text, isOwnMachine(text)]).toEqual([text, true]);
    }
    for (const text of ['128.0.0.1', '10.0.0.1', '::2', '2606::1', 'localhost']) expect(isOwnMachine(text)).toBe(false);
  });
});
