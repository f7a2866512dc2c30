/** Names as people and programs spell them. The lists of OpenSSL and OpenSSH are what these programs print of themselves. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeAlgorithm } from '../../src/detection/algorithms.ts';

const linesOf = (name: string) =>
  readFileSync(new URL(`./generator/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');

test.each([
  ['ML-KEM-768', 'recommended', 3],
  ['ml-dsa-44', 'recommended', 2],
  ['ML-DSA-87', 'recommended', 5],
  ['SLH-DSA-SHA2-256s', 'recommended', 5],
  ['SLH-DSA-SHAKE-128f', 'recommended', 1],
  ['Kyber768', 'acceptable', 3],
  ['Dilithium3', 'acceptable', 3],
  ['SPHINCS+-SHA2-128s', 'acceptable', 1],
  ['FALCON-1024-padded', 'acceptable', 5],
  ['X25519MLKEM768', 'recommended', 3],
  ['TRIPLE_ED25519_DILITHIUM5_FALCON512', 'acceptable', 1],
])('%s is post-quantum: %s, category %s', (name, status, nistLevel) => {
  expect(judgeAlgorithm(name)).toMatchObject({ status, nistLevel, isQuantumSafe: true, isHarvestable: false });
});

test.each([
  ['RSA-2048', 'deprecated', true],
  ['RSA-1024', 'broken', true],
  ['RSA-4096', 'acceptable', true],
  ['ECDHE-P256', 'deprecated', true],
  ['X25519', 'deprecated', true],
  ['secp256r1', 'deprecated', true],
  ['DH-1024', 'broken', true],
  ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'deprecated', true],
  ['AES256-GCM-SHA384', 'deprecated', true],
  ['TLS_RSA_WITH_RC4_128_MD5', 'broken', true],
  ['ECDSA-P256', 'acceptable', false],
  ['Ed25519', 'acceptable', false],
  ['ES256', 'acceptable', false],
  ['sha1WithRSAEncryption', 'broken', true],
  ['MD5', 'broken', false],
  ['SHA-1', 'broken', false],
])('%s is not quantum safe: %s', (name, status, isHarvestable) => {
  expect(judgeAlgorithm(name)).toMatchObject({ status, nistLevel: null, isQuantumSafe: false, isHarvestable });
});

test.each([
  ['AES-256-GCM', 'recommended', 5],
  ['aes128-ctr', 'recommended', 1],
  ['AES-256-ECB', 'deprecated', 5],
  ['TLS_AES_128_GCM_SHA256', 'recommended', 1],
  ['chacha20-poly1305@openssh.com', 'recommended', 5],
  ['SHA3-512', 'recommended', 5],
  ['HMAC-SHA1', 'acceptable', 1],
  ['HS256', 'recommended', 2],
  ['argon2id', 'recommended', null],
])('%s is quantum safe without a category of its own: %s', (name, status, level) => {
  expect(judgeAlgorithm(name)).toMatchObject({ status, nistLevel: null, isQuantumSafe: true, level });
});

test.each(['', ' ', 'ROT-13', 'AES-256-FOO', 'WEAK-AES-256', 'not RSA', '量子', '2048', 'XOR', '__proto__'])(
  '%s is unknown, which is not safe',
  (name) => {
    expect(judgeAlgorithm(name)).toMatchObject({ status: 'unknown', nistLevel: null, isQuantumSafe: null });
  },
);

test.each([
  'AES-0',
  'AES-40',
  'AES-64',
  'Camellia-1',
  'ML-KEM-1',
  'ML-DSA-1',
  'SLH-DSA-1',
  'XMSS-0',
  'HMAC-1',
  'SHA-256/32',
  'ECDSA-112',
])('%s is unknown: no such size is defined', (name) => {
  expect(judgeAlgorithm(name)).toMatchObject({ status: 'unknown', isQuantumSafe: null });
});

test.each(['RSA-1', 'RSA-64', 'RSA-PSS-512', 'FFDHE1024', 'DH-1024'])('%s is broken: below 2,048 bits', (name) => {
  expect(judgeAlgorithm(name)).toMatchObject({ status: 'broken', isQuantumSafe: false });
});

describe('the lists of other programs', () => {
  const suites = linesOf('openssl-ciphers.txt').map((line) => {
    const [name = '', , exchange = '', authentication = '', encryption = ''] = line.split(/ +/);
    return {
      name,
      exchange: exchange.slice(3),
      authentication: authentication.slice(3),
      encryption: encryption.slice(4),
    };
  });

  test("all of OpenSSL's cipher suites are known", () => {
    const unknown = suites.filter(({ name }) => judgeAlgorithm(name).status === 'unknown');
    expect(unknown).toEqual([]);
    expect(suites.length).toBe(158);
  });

  test('a suite can be harvested exactly where OpenSSL says that its key exchange is RSA or Diffie-Hellman', () => {
    // Also the names of ciphers alone, as which they are judged.
    const isCipher = (name: string) => /^AES(128|256)-CCM8?$/.test(name);
    const wrong = suites.filter(({ name, exchange, encryption }) => {
      const isExpected = !['any', 'PSK'].includes(exchange) || encryption === 'None';
      return judgeAlgorithm(name).isHarvestable !== isExpected;
    });
    expect(wrong.filter(({ name }) => !isCipher(name))).toEqual([]);
    expect(wrong).toHaveLength(4);
  });

  test('a suite is broken exactly where OpenSSL says that it does not encrypt or authenticate', () => {
    const wrong = suites.filter(({ name, authentication, encryption }) => {
      const isExpected = authentication === 'None' || encryption === 'None';
      return (judgeAlgorithm(name).status === 'broken') !== isExpected;
    });
    expect(wrong).toEqual([]);
  });

  test("all of OpenSSH's names are known, and only its hybrid key exchange is quantum safe", () => {
    const names = linesOf('openssh-names.txt').map((line) => line.split(' ') as [string, string]);
    expect(names.filter(([, name]) => judgeAlgorithm(name).status === 'unknown')).toEqual([]);
    const exchanges = names.filter(([kind, name]) => kind === 'kex' && judgeAlgorithm(name).isQuantumSafe === true);
    expect(exchanges.map(([, name]) => name)).toEqual(['sntrup761x25519-sha512', 'sntrup761x25519-sha512@openssh.com']);
  });
});

test('any text of 100 characters is judged at once', () => {
  const pieces = ['AES', '-', 'SHA', 'RSA', 'DES', '3', 'ECB', 'NULL', 'ML', 'KEM', 'X', '25519', '_', '128', 'é'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 50 }), (chosen) => {
      const begun = performance.now();
      judgeAlgorithm(chosen.join('').slice(0, 100));
      expect(performance.now() - begun).toBeLessThan(1_000);
    }),
  );
});
