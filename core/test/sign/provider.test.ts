import { spawnSync } from 'node:child_process';
import * as nodeCrypto from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ORDER } from '../../src/backend-order.ts';
import { ONLY_NOBLE_VARIABLE } from '../../src/only-noble.ts';
import { systemRandom } from '../../src/random.ts';
import type { SignatureBackend } from '../../src/sign/backend.ts';
import { familyOf } from '../../src/sign/families.ts';
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../../src/sign/family.ts';
import { checkKnownAnswer, knownAnswerOf } from '../../src/sign/known-answer.ts';
import { liboqsBackend } from '../../src/sign/liboqs-backend.ts';
import { nobleBackend } from '../../src/sign/noble-backend.ts';
import { nodeBackend } from '../../src/sign/node-backend.ts';
import { createNodeSignatures } from '../../src/sign/node-signatures.ts';
import { createSignatureProvider } from '../../src/sign/provider.ts';
import { wasmBackend } from '../../src/sign/wasm-backend.ts';
import { webBackend } from '../../src/sign/web-backend.ts';
import { flipBit } from '../vectors.ts';

const message = new TextEncoder().encode('provider');
const node = nodeBackend(nodeCrypto);
const NODE_HAS: readonly SignatureAlgorithm[] = [
  'Ed25519',
  'ML-DSA-44',
  'ML-DSA-65',
  'ML-DSA-87',
  'SLH-DSA-SHA2-128s',
  'SLH-DSA-SHA2-128f',
  'SLH-DSA-SHA2-256s',
  'SLH-DSA-SHAKE-128s',
  'SLH-DSA-SHAKE-128f',
  'SLH-DSA-SHAKE-256s',
];

describe('the choice of a backend', () => {
  test.each(NODE_HAS)('%s is served by node:crypto on this Node', async (algorithm) => {
    expect(await createSignatureProvider([node], systemRandom).backendFor(algorithm)).toBe('node');
  });

  test.each(['FALCON-512', 'FALCON-1024'] as const)('%s is served by liboqs, else by noble', async (algorithm) => {
    expect(await createSignatureProvider([node], systemRandom).backendFor(algorithm)).toBe('noble');
    expect(await createSignatureProvider([node, liboqsBackend(systemRandom)], systemRandom).backendFor(algorithm)).toBe(
      'liboqs',
    );
  });

  test('WebCrypto serves what it has, noble the rest', async () => {
    const web = webBackend<nodeCrypto.webcrypto.CryptoKey>(nodeCrypto.webcrypto.subtle);
    const provider = createSignatureProvider([web], systemRandom);
    expect(await provider.backendFor('Ed25519')).toBe('webcrypto');
    expect(await provider.backendFor('ML-DSA-65')).toBe('webcrypto');
    expect(await provider.backendFor('SLH-DSA-SHA2-128f')).toBe('noble');
  });

  test('noble alone serves everything, listed or not, and is the last wherever it stands', async () => {
    expect(await createSignatureProvider([], systemRandom).backendFor('ML-DSA-44')).toBe('noble');
    expect(await createSignatureProvider([nobleBackend, node], systemRandom).backendFor('ML-DSA-44')).toBe('node');
  });

  test('the known-answer check runs once per algorithm', async () => {
    let checks = 0;
    const counting: SignatureBackend = {
      ...node,
      async publicKeyOf(algorithm, secretKey) {
        checks++;
        return nobleBackend.publicKeyOf(algorithm, secretKey);
      },
    };
    const provider = createSignatureProvider([counting], systemRandom);
    await Promise.all([provider.backendFor('ML-DSA-44'), provider.backendFor('ML-DSA-44')]);
    await provider.backendFor('ML-DSA-44');
    expect(checks).toBe(1);
  });
});

describe('the order', async () => {
  const wasm = wasmBackend(systemRandom);
  const { secretKey, publicKey } = await knownAnswerOf('SLH-DSA-SHA2-128f');
  const seed = secretKey.subarray(0, 48);

  test('is that of the table, whatever the order in which backends are given', async () => {
    for (const given of [
      [wasm, node],
      [node, wasm],
    ]) {
      const provider = createSignatureProvider(given, systemRandom);
      const worker = createSignatureProvider(given, systemRandom, 'thread');
      for (const operation of ['keys', 'sign', 'verify'] as const) {
        expect(await provider.backendFor('SLH-DSA-SHA2-128f', operation)).toBe('node');
        expect(await provider.backendFor('SLH-DSA-SHA2-128f', operation, 'thread')).toBe('wasm');
        expect(await worker.backendFor('SLH-DSA-SHA2-128f', operation)).toBe('wasm');
      }
    }
  });

  test('has one row for each algorithm and operation', () => {
    for (const algorithm of SIGNATURE_ALGORITHMS) {
      for (const operation of ['keys', 'sign', 'verify'] as const) {
        const rows = ORDER.filter((row) => algorithm.startsWith(row.prefix) && row.operations.includes(operation));
        expect(rows, `${algorithm} ${operation}`).toHaveLength(1);
        expect([...(rows[0]?.thread ?? [])].sort()).toEqual([...(rows[0]?.loop ?? [])].sort());
      }
    }
  });

  test('what the first declines is asked of the second: node:crypto takes no seed of SLH-DSA', async () => {
    const asked: string[] = [];
    const provider = createSignatureProvider(
      [
        node,
        {
          ...wasm,
          generateKeyPair: async (...given) => {
            asked.push(given[0]);
            return (await wasm.generateKeyPair?.(...given)) ?? null;
          },
        },
      ],
      systemRandom,
    );
    expect(await provider.generateKeyPair('SLH-DSA-SHA2-128f', seed)).toEqual({ publicKey, secretKey });
    expect(asked).toEqual(['SLH-DSA-SHA2-128f']);
    // A fresh pair is made by the first, on other threads.
    await provider.generateKeyPair('SLH-DSA-SHA2-128f');
    expect(asked).toHaveLength(1);
  });

  test('a signer whose first signature does not verify leaves the place to the second', async () => {
    const signature = await wasm.sign?.('SLH-DSA-SHA2-128f', secretKey, message);
    const provider = createSignatureProvider(
      [
        { ...node, sign: async () => new Uint8Array(17_088) },
        { ...wasm, sign: async () => signature ?? null },
      ],
      systemRandom,
    );
    expect(await provider.sign('SLH-DSA-SHA2-128f', secretKey, message)).toBe(signature);
  });
});

test('with the switch for comparisons noble does everything', async () => {
  for (const [env, name] of [
    [{ [ONLY_NOBLE_VARIABLE]: '1' }, 'noble'],
    [{ [ONLY_NOBLE_VARIABLE]: '' }, 'node'],
    [{}, 'node'],
  ] as const) {
    const provider = createNodeSignatures(nodeCrypto, 'loop', env);
    for (const operation of ['keys', 'sign', 'verify'] as const) {
      expect(await provider.backendFor('ML-DSA-44', operation)).toBe(name);
    }
  }
});

describe('a backend that is wrong is not chosen', () => {
  const wrong: readonly [string, Partial<SignatureBackend>][] = [
    ['accepts everything', { verify: async () => true }],
    ['refuses everything', { verify: async () => false }],
    ['declines everything', { verify: async () => null }],
    [
      'declines what it should refuse',
      {
        verify: async (algorithm, publicKey, text, signature) =>
          (await nobleBackend.verify(algorithm, publicKey, text, signature)) || null,
      },
    ],
    ['throws', { verify: () => Promise.reject(new Error('not here')) }],
    [
      'ignores the message',
      {
        verify: async (algorithm, publicKey, _message, signature) =>
          nobleBackend.verify(algorithm, publicKey, new TextEncoder().encode('Touchstone known answer'), signature),
      },
    ],
    ['derives another public key', { publicKeyOf: async () => new Uint8Array(1312) }],
  ];

  test.each(wrong)('%s', async (_, part) => {
    const backend: SignatureBackend = { ...node, ...part };
    expect(await checkKnownAnswer(backend, 'ML-DSA-44')).not.toBe('right');
    const provider = createSignatureProvider([backend], systemRandom);
    expect(await provider.backendFor('ML-DSA-44')).toBe('noble');
    const pair = await provider.generateKeyPair('ML-DSA-44');
    const signature = await provider.sign('ML-DSA-44', pair.secretKey, message);
    expect(await provider.verify('ML-DSA-44', pair.publicKey, message, signature)).toBe(true);
    expect(await provider.verify('ML-DSA-44', pair.publicKey, message, flipBit(signature, 0))).toBe(false);
  });

  test('no verify, no choice; FALCON has known answers too', async () => {
    const { verify: _, ...withoutVerify } = node;
    expect(await checkKnownAnswer(withoutVerify, 'ML-DSA-44')).toBe('unjudged');
    const signer = createSignatureProvider([withoutVerify], systemRandom);
    expect(await signer.backendFor('ML-DSA-44')).toBe('noble');
    expect(await signer.backendFor('ML-DSA-44', 'sign')).toBe('node');
    expect(await checkKnownAnswer({ ...node, verify: async () => true }, 'FALCON-512')).toBe('wrong');
    expect(await checkKnownAnswer(nobleBackend, 'FALCON-512')).toBe('right');
    expect(await checkKnownAnswer(node, 'ML-DSA-44')).toBe('right');
  });

  test('a platform without the raw key formats (Node 20) falls back to noble', async () => {
    const old = nodeBackend({
      ...nodeCrypto,
      createPublicKey() {
        throw new TypeError("The property 'options.format' is invalid.");
      },
    });
    const provider = createSignatureProvider([old], systemRandom);
    expect(await provider.backendFor('Ed25519')).toBe('noble');
    expect(await provider.backendFor('ML-DSA-44')).toBe('noble');
  });
});

describe('a backend that fails later', () => {
  test('the first signature must verify: a bad signer is replaced by noble', async () => {
    const bad: SignatureBackend = { ...node, sign: async () => new Uint8Array(2420) };
    const provider = createSignatureProvider([bad], systemRandom);
    expect(await provider.backendFor('ML-DSA-44')).toBe('node');
    const pair = await provider.generateKeyPair('ML-DSA-44');
    const signature = await provider.sign('ML-DSA-44', pair.secretKey, message);
    expect((await familyOf('ML-DSA-44')).verify(pair.publicKey, message, signature)).toBe(true);
  });

  test('what a backend declines is judged by noble', async () => {
    let calls = 0;
    const declining: SignatureBackend = {
      ...node,
      verify: async (...args) => (++calls > 3 ? null : ((await node.verify?.(...args)) ?? null)),
    };
    const provider = createSignatureProvider([declining], systemRandom);
    const family = await familyOf('ML-DSA-44');
    const { publicKey, secretKey } = family.generateKeyPair(new Uint8Array(32));
    const signature = family.sign(secretKey, message);
    expect(await provider.verify('ML-DSA-44', publicKey, message, signature)).toBe(true);
    expect(await provider.verify('ML-DSA-44', publicKey, message, flipBit(signature, 8))).toBe(false);
    expect(calls).toBe(5);
  });

  test('an exception while verifying is answered by noble', async () => {
    let calls = 0;
    const failing: SignatureBackend = {
      ...node,
      verify(...args) {
        calls++;
        if (calls > 3) throw new Error('out of memory');
        return node.verify?.(...args) ?? Promise.resolve(false);
      },
    };
    const provider = createSignatureProvider([failing], systemRandom);
    const family = await familyOf('ML-DSA-44');
    const { publicKey, secretKey } = family.generateKeyPair(new Uint8Array(32));
    const signature = family.sign(secretKey, message);
    expect(await provider.verify('ML-DSA-44', publicKey, message, signature)).toBe(true);
    expect(await provider.verify('ML-DSA-44', publicKey, message, flipBit(signature, 8))).toBe(false);
    expect(calls).toBe(5);
  });
});

describe.each([
  ['noble', []],
  ['node', [node]],
  ['node and liboqs', [node, liboqsBackend(systemRandom)]],
] as const)('the provider over %s', (_, backends) => {
  const provider = createSignatureProvider(backends, systemRandom);

  test.each(['Ed25519', 'ML-DSA-65', 'SLH-DSA-SHA2-128f', 'FALCON-512'] as const)(
    '%s: fresh keys, keys of a seed, signatures that the reference accepts',
    async (algorithm) => {
      const family = await familyOf(algorithm);
      const pair = await provider.generateKeyPair(algorithm);
      expect(await provider.publicKeyOf(algorithm, pair.secretKey)).toEqual(pair.publicKey);
      const signature = await provider.sign(algorithm, pair.secretKey, message);
      expect(family.verify(pair.publicKey, message, signature)).toBe(true);
      expect(await provider.verify(algorithm, pair.publicKey, message, signature)).toBe(true);
      expect(await provider.verify(algorithm, pair.publicKey, message.subarray(1), signature)).toBe(false);
      const seed = systemRandom(family.lengths.seed);
      expect(await provider.generateKeyPair(algorithm, seed)).toEqual(family.generateKeyPair(seed));
      expect(seed.some((byte) => byte !== 0)).toBe(true);
    },
  );

  test('outside bytes are answered false, our own misuse throws', async () => {
    const { publicKey, secretKey } = await provider.generateKeyPair('ML-DSA-44');
    expect(await provider.verify('ML-DSA-44', publicKey, message, new Uint8Array(7))).toBe(false);
    expect(await provider.verify('ML-DSA-44', new Uint8Array(7), message, new Uint8Array(2420))).toBe(false);
    expect(await provider.verify('ML-DSA-44', new Uint8Array(1312), message, new Uint8Array(2420))).toBe(false);
    await expect(provider.sign('ML-DSA-44', secretKey.subarray(1), message)).rejects.toThrow(RangeError);
    await expect(provider.generateKeyPair('ML-DSA-44', new Uint8Array(31))).rejects.toThrow(RangeError);
    await expect(provider.publicKeyOf('ML-DSA-44', new Uint8Array(33))).rejects.toThrow(RangeError);
  });
});

test('the seed comes from the given source of randomness and is wiped', async () => {
  const drawn: Uint8Array[] = [];
  const provider = createSignatureProvider([], (length) => {
    const seed = new Uint8Array(length).fill(5);
    drawn.push(seed);
    return seed;
  });
  const pair = await provider.generateKeyPair('ML-DSA-44');
  expect(pair).toEqual((await familyOf('ML-DSA-44')).generateKeyPair(new Uint8Array(32).fill(5)));
  expect(drawn).toEqual([new Uint8Array(32)]);
});

test('verifying ML-DSA by node:crypto loads no other family and no noble primitive', () => {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    const crypto = await import('node:crypto');
    const { createSignatureProvider } = await import('./src/sign/provider.ts');
    const { nodeBackend } = await import('./src/sign/node-backend.ts');
    const { knownAnswerOf } = await import('./src/sign/known-answer.ts');
    const provider = createSignatureProvider([nodeBackend(crypto)], () => new Uint8Array());
    const known = await knownAnswerOf('ML-DSA-87');
    const message = new TextEncoder().encode('Touchstone known answer');
    const valid = await provider.verify('ML-DSA-87', known.publicKey, message, known.signature);
    const noble = [];
    if (process.argv.includes('noble')) await provider.verify('FALCON-512', new Uint8Array(897), message, new Uint8Array(666));
    console.log(JSON.stringify({ valid, loaded }));
  `;
  const run = (...args: string[]) => {
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script, '--', ...args], {
      cwd: new URL('../..', import.meta.url),
      encoding: 'utf8',
    });
    expect(child.stderr).toBe('');
    return JSON.parse(child.stdout) as { valid: boolean; loaded: string[] };
  };
  const native = run();
  expect(native.valid).toBe(true);
  expect(native.loaded.filter((url) => /@noble|\/(falcon|slh-dsa|ml-dsa|ed25519)\.ts$/.test(url))).toEqual([]);
  const withFalcon = run('noble');
  expect(withFalcon.loaded.some((url) => url.endsWith('/post-quantum/falcon.js'))).toBe(true);
});
