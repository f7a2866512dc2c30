import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bfvProduct, bfvSum, ckksFresh, ckksProduct, isDecryptable, sumBits } from '../../src/fhe/bounds.ts';
import {
  type Envelope,
  type EnvelopeSealer,
  type FheHeader,
  HEADER_BYTES,
  MAC_BYTES,
  openEnvelope,
  sealEnvelope,
} from '../../src/fhe/envelope.ts';
import { ciphertextBytes, PARAMETERS, requireSecure } from '../../src/fhe/params.ts';
import { noiseBytes, releasedValues } from '../../src/fhe/released.ts';

function sealer(project: string, key: string): EnvelopeSealer {
  return {
    project,
    mac: (parts) => {
      const hmac = createHmac('sha256', key);
      for (const part of parts) hmac.update(part);
      return hmac.digest();
    },
  };
}

const OURS = sealer('prj_a', 'key');
const HEADER: FheHeader = {
  kind: 'ciphertext',
  parameters: 'bfv-standard',
  custody: 'server',
  depth: 2,
  keyId: '0123456789abcdef',
  fingerprint: 'ab'.repeat(32),
  values: 8192,
  bound: 70 * 65_536,
  nonce: new Uint8Array(16),
};

function envelope(header: Partial<FheHeader> = {}): Envelope {
  const body = randomBytes(ciphertextBytes(PARAMETERS['bfv-standard'], 0));
  return { header: { ...HEADER, ...header }, body };
}

describe('an envelope', () => {
  test('answers what it was made of', () => {
    const made = envelope();
    const read = openEnvelope(sealEnvelope(made, OURS), OURS);
    expect(read?.header).toEqual(made.header);
    expect(Buffer.from(read?.body ?? []).equals(Buffer.from(made.body))).toBe(true);
  });

  test('does not open for another project or key, cut, longer, or with any bit changed', () => {
    const bytes = sealEnvelope(envelope(), OURS);
    expect(openEnvelope(bytes, sealer('prj_b', 'key'))).toBe(null);
    expect(openEnvelope(bytes, sealer('prj_a', 'other'))).toBe(null);
    for (const length of [0, 11, HEADER_BYTES, HEADER_BYTES + MAC_BYTES, bytes.length - 1]) {
      expect(openEnvelope(bytes.subarray(0, length), OURS)).toBe(null);
    }
    expect(openEnvelope(Buffer.concat([bytes, Buffer.alloc(1)]), OURS)).toBe(null);
    for (let bit = 0; bit < 8 * HEADER_BYTES; bit++) {
      const wrong = bytes.slice();
      wrong[bit >> 3] = (wrong[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(openEnvelope(wrong, OURS), `bit ${bit}`).toBe(null);
    }
  });

  test('of a client has no MAC, and is of client custody', () => {
    const bytes = sealEnvelope(envelope({ kind: 'client-ciphertext', custody: 'client' }), OURS);
    expect(bytes.subarray(-MAC_BYTES).every((byte) => byte === 0)).toBe(true);
    expect(openEnvelope(bytes, OURS)?.header.kind).toBe('client-ciphertext');
    bytes[13] = 0;
    expect(openEnvelope(bytes, OURS)).toBe(null);
  });

  test('random bytes never open', () => {
    for (let run = 0; run < 300; run++) {
      const bytes = randomBytes(Math.floor(Math.random() * 400));
      expect(openEnvelope(bytes, OURS)).toBe(null);
      bytes.set(Buffer.from('svc-fhe/v1\0').subarray(0, bytes.length));
      expect(openEnvelope(bytes, OURS)).toBe(null);
    }
  });

  test('whose header and body do not match is not made', () => {
    expect(() => sealEnvelope(envelope({ depth: 6 }), OURS)).toThrow(RangeError);
    expect(() => sealEnvelope(envelope({ parameters: 'ckks', depth: 0 }), OURS)).toThrow(RangeError);
  });
});

describe('bounds', () => {
  const fresh = { depth: 0, values: 1, bits: 0 };

  test('five nested products fit, with room for sums; a sixth does not', () => {
    for (const id of ['bfv-standard', 'bfv-wide'] as const) {
      let deep = fresh;
      for (let depth = 1; depth <= 5; depth++) {
        const product = bfvProduct(id, deep, deep);
        if (product === null) throw new Error(`${id} at ${depth}`);
        deep = product;
      }
      expect(isDecryptable(id, { ...deep, bits: deep.bits + 10 })).toBe(true);
      expect(bfvProduct(id, deep, fresh)).toBe(null);
    }
  });

  test('a sum is never less than its exact bound, nor more than one bit above the larger', () => {
    for (let run = 0; run < 500; run++) {
      const [a, b] = [Math.random() * 200, Math.random() * 200];
      expect(sumBits(a, b)).toBeGreaterThanOrEqual(Math.max(a, b));
      expect(sumBits(a, b)).toBeLessThanOrEqual(Math.max(a, b) + 1);
    }
    let sum = fresh;
    for (let run = 0; run < 10_000; run++) sum = bfvSum('bfv-standard', sum, fresh) ?? fresh;
    expect(sum.bits).toBeCloseTo(Math.log2(10_001), 3);
  });

  test('CKKS refuses what would outgrow the modulus', () => {
    const large = ckksFresh([2 ** 40]);
    if (large === null) throw new Error('2^40 is allowed');
    expect(ckksFresh([2 ** 300])).toBe(null);
    // 2^80 fits one product deep, 2^160 would need 160 of 138 bits.
    const once = ckksProduct(large, large);
    expect(once?.bits).toBeCloseTo(80, 1);
    if (once !== null) expect(ckksProduct(once, once)).toBe(null);
  });
});

test('no parameter set is beyond the limits of 2024, which are those of 128 bits', () => {
  for (const parameters of Object.values(PARAMETERS)) expect(() => requireSecure(parameters)).not.toThrow();
  // SEAL's own default for n = 16384 has 438 bits: inside the table of 2018, outside of that of 2024.
  const default2018 = { id: 'ckks', degree: 16384, primeBits: [48, 48, 48, 49, 49, 49, 49, 49, 49] } as const;
  expect(() => requireSecure(default2018)).toThrow('ePrint 2024/463');
});

test('what is released is noisy, rounded and repeatable', () => {
  const values = new Float64Array(8192).fill(0.1);
  const noise = randomBytes(noiseBytes(8192));
  const released = releasedValues(values, 8192, noise);
  expect(releasedValues(values, 8192, noise)).toEqual(released);
  const errors = released.map((value) => value - 0.1);
  const mean = errors.reduce((sum, error) => sum + error, 0) / 8192;
  const deviation = Math.sqrt(errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / 8192);
  // √(σ² + step²/12) with σ = 2^-19 and a step of 2^-18.
  expect(deviation).toBeGreaterThan(2.0e-6);
  expect(deviation).toBeLessThan(2.4e-6);
});
