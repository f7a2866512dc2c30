import nodeCrypto, { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { concat, fromBase64, fromHex, utf8 } from '@touchstone/core/bytes.ts';
import {
  generateHybridKey,
  type HybridKey,
  hybridPayload,
  type LayerBytes,
  type LayeredSignature,
  onchainHash,
  signLayered,
  verifyLayered,
} from '@touchstone/core/composite/layered.ts';
import {
  HYBRID_SCHEME_NAMES,
  HYBRID_SCHEMES,
  type HybridSchemeName,
  LAYER_NAMES,
  type LayerName,
} from '@touchstone/core/composite/schemes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import type { KeyPair, SignatureAlgorithm } from '@touchstone/core/sign/family.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { flipBit } from '../vectors.ts';

const provider = createSignatureProvider([nodeBackend(nodeCrypto)], systemRandom);
const MESSAGE = utf8('a message in layers');
const TRIPLE = 'TRIPLE_ED25519_DILITHIUM5_FALCON512';
const TRIPLE_HASH = 'TRIPLE_ED25519_DILITHIUM5_SPHINCS128F';
const ARCHIVAL = 'ARCHIVAL_ED25519_DILITHIUM5_FALCON512_SPHINCS128F';
const NESTED = 'NESTED_ED25519_DILITHIUM3';
const CONCAT = 'CONCAT_ED25519_DILITHIUM3';

const keys = new Map<HybridSchemeName, HybridKey>();
const signed = new Map<HybridSchemeName, LayeredSignature>();

beforeAll(async () => {
  for (const name of HYBRID_SCHEME_NAMES) {
    const key = await generateHybridKey(name, provider);
    keys.set(name, key);
    signed.set(name, await signLayered(name, key.secretKeys, MESSAGE, provider));
  }
});

function keyOf(name: HybridSchemeName): HybridKey {
  const key = keys.get(name);
  if (key === undefined) throw new Error(name);
  return key;
}

function signaturesOf(name: HybridSchemeName): LayerBytes {
  const signature = signed.get(name);
  if (signature === undefined) throw new Error(name);
  return signature.signatures;
}

function layer(bytes: LayerBytes, name: LayerName): Uint8Array {
  const found = bytes[name];
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

/** Without the member, as a request that does not carry it. */
function without(bytes: LayerBytes, name: LayerName): LayerBytes {
  return Object.fromEntries(Object.entries(bytes).filter(([key]) => key !== name));
}

const namesOf = (name: HybridSchemeName) => HYBRID_SCHEMES[name].layers.map((row) => row.name);
const verdict = async (
  name: HybridSchemeName,
  signatures = signaturesOf(name),
  publicKeys = keyOf(name).publicKeys,
  message = MESSAGE,
) => {
  const { valid, layers } = await verifyLayered(name, publicKeys, message, signatures, provider);
  return [valid, ...LAYER_NAMES.flatMap((each) => (layers[each] === undefined ? [] : [layers[each]]))];
};

describe.each(HYBRID_SCHEME_NAMES)('%s', (name) => {
  const layers = namesOf(name);
  const { isNested } = HYBRID_SCHEMES[name];
  const all = (value: boolean) => [value, ...layers.map(() => value)];

  it('verifies, with signatures of the documented lengths', async () => {
    expect(await verdict(name)).toEqual(all(true));
    const lengths = { Ed25519: 64, 'ML-DSA-44': 2420, 'ML-DSA-65': 3309, 'FALCON-512': 666 } as Record<string, number>;
    for (const row of HYBRID_SCHEMES[name].layers) {
      const expected = lengths[row.algorithm] ?? (row.algorithm.endsWith('f') ? 17_088 : 7856);
      expect(layer(signaturesOf(name), row.name).length).toBe(expected);
    }
  });

  it('S6: layer i signs svc-hybrid/v1 00 scheme 00 message, and the earlier layers where it is nested', async () => {
    let message = concat(utf8('svc-hybrid/v1'), Uint8Array.of(0), utf8(name), Uint8Array.of(0), MESSAGE);
    expect(hybridPayload(name, MESSAGE)).toEqual(message);
    for (const row of HYBRID_SCHEMES[name].layers) {
      const signature = layer(signaturesOf(name), row.name);
      const publicKey = layer(keyOf(name).publicKeys, row.name);
      expect(await provider.verify(row.algorithm, publicKey, message, signature)).toBe(true);
      expect(await provider.verify(row.algorithm, publicKey, MESSAGE, signature)).toBe(false);
      if (isNested) message = concat(message, signature);
    }
  });

  it('refuses another message in every layer', async () => {
    expect(await verdict(name, signaturesOf(name), keyOf(name).publicKeys, utf8('another message'))).toEqual(
      all(false),
    );
  });

  it.each(layers)('a damaged %s: that layer and those that cover it are false, earlier ones hold', async (damaged) => {
    const signature = layer(signaturesOf(name), damaged);
    const position = layers.indexOf(damaged);
    const holds = layers.map((_, i) => (isNested ? i < position : i !== position));
    expect(await verdict(name, { ...signaturesOf(name), [damaged]: flipBit(signature, 77) })).toEqual([
      false,
      ...holds,
    ]);
    for (const length of [0, signature.length - 1]) {
      const cut = { ...signaturesOf(name), [damaged]: signature.slice(0, length) };
      expect(await verdict(name, cut)).toEqual([false, ...holds]);
    }
    const longer = { ...signaturesOf(name), [damaged]: concat(signature, Uint8Array.of(0)) };
    expect(await verdict(name, longer)).toEqual([false, ...holds]);
  });

  it.each(layers)('S6: without %s it is not valid', async (missing) => {
    const position = layers.indexOf(missing);
    const holds = layers.map((_, i) => (isNested ? i < position : i !== position));
    expect(await verdict(name, without(signaturesOf(name), missing))).toEqual([false, ...holds]);
  });

  it('S6: a layer too many makes it invalid', async () => {
    const extra = LAYER_NAMES[layers.length];
    if (extra === undefined) return expect(layers).toHaveLength(4);
    const more = { ...signaturesOf(name), [extra]: new Uint8Array(64) };
    expect(await verdict(name, more)).toEqual([false, ...layers.map(() => true), false]);
  });

  it.each(layers)('another key at %s: only that layer is false', async (other) => {
    const row = HYBRID_SCHEMES[name].layers.find((candidate) => candidate.name === other);
    if (row === undefined) throw new Error(other);
    const { publicKey } = await provider.generateKeyPair(row.algorithm);
    const publicKeys = { ...keyOf(name).publicKeys, [other]: publicKey };
    const holds = layers.map((each) => each !== other);
    expect(await verdict(name, signaturesOf(name), publicKeys)).toEqual([false, ...holds]);
    expect(await verdict(name, signaturesOf(name), without(keyOf(name).publicKeys, other))).toEqual([false, ...holds]);
  });

  it('swapped layers or keys do not hold', async () => {
    const { layer1, layer2, ...rest } = signaturesOf(name);
    if (!layer1 || !layer2) throw new Error('two layers');
    expect(await verdict(name, { ...rest, layer1: layer2, layer2: layer1 })).toEqual(all(false));
    const { publicKeys } = keyOf(name);
    const swapped = { ...publicKeys, layer1: layer(publicKeys, 'layer2'), layer2: layer(publicKeys, 'layer1') };
    const [, first, second] = await verdict(name, signaturesOf(name), swapped);
    expect([first, second]).toEqual([false, false]);
  });

  it.each(layers)('%s of another message under the same key does not hold', async (foreign) => {
    const other = await signLayered(name, keyOf(name).secretKeys, utf8('another message'), provider);
    expect(await verdict(name, other.signatures, keyOf(name).publicKeys, utf8('another message'))).toEqual(all(true));
    const mixed = await verdict(name, { ...signaturesOf(name), [foreign]: layer(other.signatures, foreign) });
    expect(mixed[0]).toBe(false);
    expect(mixed[1 + layers.indexOf(foreign)]).toBe(false);
  });

  it('gives layer 3 an on-chain hash where the documents do', () => {
    const { layer3 } = signaturesOf(name);
    const expected = layer3 === undefined ? null : createHash('sha3-256').update(layer3).digest('hex');
    expect(signed.get(name)).toMatchObject({
      scheme: name,
      onchainHash: expected,
      wireVersion: name === ARCHIVAL ? '0x04' : null,
    });
    expect(onchainHash(name, {})).toBeNull();
  });
});

describe('S6: one key, one scheme', () => {
  /** The same key pairs under another scheme: what a forger would try with a signature that is not for that scheme. */
  it.each([
    [CONCAT, NESTED],
    [NESTED, CONCAT],
  ] as const)('no layer of %s holds in %s', async (from, to) => {
    const { publicKeys } = keyOf(from);
    expect(await verdict(from, signaturesOf(from), publicKeys)).toEqual([true, true, true]);
    expect(await verdict(to, signaturesOf(from), publicKeys)).toEqual([false, false, false]);
  });

  it('the first layers of an archival signature are no triple signature', async () => {
    const archival = without(signaturesOf(ARCHIVAL), 'layer4');
    const publicKeys = without(keyOf(ARCHIVAL).publicKeys, 'layer4');
    expect(await verdict(TRIPLE, archival, publicKeys)).toEqual([false, false, false, false]);
    expect(await verdict(ARCHIVAL, archival)).toEqual([false, true, true, true, false]);
  });

  it('the layers of one triple scheme do not hold in another', async () => {
    const { publicKeys } = keyOf(TRIPLE_HASH);
    expect((await verdict(TRIPLE, signaturesOf(TRIPLE_HASH), publicKeys)).includes(true)).toBe(false);
  });

  it('the end of the message cannot pass for the beginning of a layer', async () => {
    const first = layer(signaturesOf(NESTED), 'layer1');
    const shifted = { ...signaturesOf(NESTED), layer1: first.slice(1) };
    // The bytes that layer 2 covers are the same; the message is not.
    const message = concat(MESSAGE, first.slice(0, 1));
    expect(await verdict(NESTED, shifted, keyOf(NESTED).publicKeys, message)).toEqual([false, false, false]);
    expect(await verdict(NESTED)).toEqual([true, true, true]);
  });

  it('an unpadded FALCON-512 signature does not hold', async () => {
    const padded = layer(signaturesOf(TRIPLE), 'layer3');
    let end = padded.length;
    while (padded[end - 1] === 0) end--;
    const unpadded = end === padded.length ? padded.slice(0, -1) : padded.slice(0, end);
    expect(await verdict(TRIPLE, { ...signaturesOf(TRIPLE), layer3: unpadded })).toEqual([false, true, true, false]);
    const label = concat(padded, new Uint8Array(690 - 666));
    expect(await verdict(TRIPLE, { ...signaturesOf(TRIPLE), layer3: label })).toEqual([false, true, true, false]);
  });
});

test('all layers are evaluated even when the first is invalid', async () => {
  const asked: string[] = [];
  const refusing = {
    async verify(algorithm: SignatureAlgorithm) {
      asked.push(algorithm);
      return false;
    },
  };
  const { publicKeys } = keyOf(ARCHIVAL);
  const judged = await verifyLayered(ARCHIVAL, publicKeys, MESSAGE, signaturesOf(ARCHIVAL), refusing);
  expect(asked).toEqual(['Ed25519', 'ML-DSA-65', 'FALCON-512', 'SLH-DSA-SHA2-128f']);
  expect(judged).toEqual({ valid: false, layers: { layer1: false, layer2: false, layer3: false, layer4: false } });
});

describe('node:crypto signs the same layers', () => {
  const NODE_TYPES = {
    Ed25519: 'ed25519',
    'ML-DSA-44': 'ml-dsa-44',
    'ML-DSA-65': 'ml-dsa-65',
    'SLH-DSA-SHA2-128s': 'slh-dsa-sha2-128s',
    'SLH-DSA-SHA2-128f': 'slh-dsa-sha2-128f',
  } as const;

  /** Made with nothing of ours: keys, payload and nesting are written out here. */
  it.each([CONCAT, NESTED, 'TRIPLE_ED25519_DILITHIUM5_SPHINCS128S', TRIPLE_HASH] as const)('%s', async (name) => {
    const publicKeys: Partial<Record<LayerName, Uint8Array>> = {};
    const signatures: Partial<Record<LayerName, Uint8Array>> = {};
    let message = Buffer.concat([Buffer.from(`svc-hybrid/v1\0${name}\0`, 'ascii'), MESSAGE]);
    const bare: Partial<Record<LayerName, Uint8Array>> = {};
    for (const row of HYBRID_SCHEMES[name].layers) {
      const type = NODE_TYPES[row.algorithm as keyof typeof NODE_TYPES];
      const pair = nodeCrypto.generateKeyPairSync(type as 'ed25519');
      const format: object = { format: 'raw-public' };
      publicKeys[row.name] = new Uint8Array(pair.publicKey.export(format as { format: 'der'; type: 'spki' }));
      const signature = nodeCrypto.sign(null, message, pair.privateKey);
      signatures[row.name] = new Uint8Array(signature);
      bare[row.name] = new Uint8Array(nodeCrypto.sign(null, MESSAGE, pair.privateKey));
      if (!name.startsWith('CONCAT')) message = Buffer.concat([message, signature]);
    }
    const holds = namesOf(name).map(() => true);
    expect(await verdict(name, signatures, publicKeys)).toEqual([true, ...holds]);
    expect(await verdict(name, bare, publicKeys)).toEqual([false, ...holds.map(() => false)]);
  });
});

describe('keys', () => {
  it('are refused where their layers are not the scheme’s', async () => {
    const { secretKeys } = keyOf(TRIPLE);
    const sign = (bytes: LayerBytes) => signLayered(TRIPLE, bytes, MESSAGE, provider);
    await expect(sign(without(secretKeys, 'layer3'))).rejects.toThrow(TypeError);
    await expect(sign({ ...secretKeys, layer4: new Uint8Array(64) })).rejects.toThrow(TypeError);
    await expect(sign({ ...secretKeys, layer2: new Uint8Array(31) })).rejects.toThrow();
    const seeds = { layer1: new Uint8Array(32) };
    await expect(generateHybridKey(CONCAT, provider, seeds)).rejects.toThrow(TypeError);
  });

  it('are wiped where a later layer cannot be made', async () => {
    const made: KeyPair[] = [];
    const failing = {
      async generateKeyPair(algorithm: SignatureAlgorithm): Promise<KeyPair> {
        if (algorithm === 'FALCON-512') throw new Error('no falcon');
        const pair = await provider.generateKeyPair(algorithm);
        made.push(pair);
        return pair;
      },
    };
    await expect(generateHybridKey(TRIPLE, failing)).rejects.toThrow('no falcon');
    expect(made).toHaveLength(2);
    expect(made.every(({ secretKey }) => secretKey.every((byte) => byte === 0))).toBe(true);
  });
});

describe('hybrid v1, made once and never again', () => {
  interface GoldenScheme {
    readonly seeds: Readonly<Record<string, string>>;
    readonly public_keys: Readonly<Record<string, string>>;
    readonly signatures: Readonly<Record<string, string>>;
    readonly onchain_hash: string | null;
    readonly wire_version: string | null;
  }
  const file = path.join(import.meta.dirname, '../golden/hybrid-v1.json');
  const golden: { readonly message: string; readonly schemes: Readonly<Record<HybridSchemeName, GoldenScheme>> } =
    JSON.parse(readFileSync(file, 'utf8'));

  function bytesOf(texts: Readonly<Record<string, string>>, decode: (text: string) => Uint8Array | null): LayerBytes {
    return Object.fromEntries(
      Object.entries(texts).map(([name, text]) => {
        const bytes = decode(text);
        if (bytes === null) throw new Error(`the golden ${name} is malformed`);
        return [name, bytes];
      }),
    );
  }

  it.each(HYBRID_SCHEME_NAMES)('%s', async (name) => {
    const row = golden.schemes[name];
    const publicKeys = bytesOf(row.public_keys, fromBase64);
    const signatures = bytesOf(row.signatures, fromBase64);
    const message = utf8(golden.message);
    const holds = namesOf(name).map(() => true);
    expect(await verdict(name, signatures, publicKeys, message)).toEqual([true, ...holds]);
    expect((await verdict(name, signatures, publicKeys, utf8('silver')))[0]).toBe(false);
    expect(onchainHash(name, signatures)).toBe(row.onchain_hash);
    expect(HYBRID_SCHEMES[name].wireVersion).toBe(row.wire_version);
    // Keys and Ed25519 are deterministic; the other families sign with fresh randomness.
    const key = await generateHybridKey(name, provider, bytesOf(row.seeds, fromHex));
    expect(key.publicKeys).toEqual(publicKeys);
    const again = await signLayered(name, key.secretKeys, message, provider);
    expect(again.signatures.layer1).toEqual(signatures.layer1);
    expect(await verdict(name, again.signatures, publicKeys, message)).toEqual([true, ...holds]);
  });
});
