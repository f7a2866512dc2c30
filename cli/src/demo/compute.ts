/**
 * What `touchstone demo compute` asks of a service: numbers, templates and documents that are computed on while they are
 * encrypted. Each result is held against the same computation in clear, which is made here. All values are made up.
 */
import { ApiFailure, type Client, createClient } from '@touchstone/core/api/client.ts';
import { ai } from '@touchstone/core/api/crypto/ai.ts';
import { biometric } from '@touchstone/core/api/crypto/biometric.ts';
import { fhe } from '@touchstone/core/api/crypto/fhe.ts';
import { fheIq } from '@touchstone/core/api/crypto/fhe-iq.ts';
import { mpc } from '@touchstone/core/api/crypto/mpc.ts';
import { search } from '@touchstone/core/api/crypto/search.ts';
import { share } from '@touchstone/core/api/crypto/share.ts';
import { toBase64 } from '@touchstone/core/bytes.ts';
import { LIMITS_2024, mostBits } from '@touchstone/core/fhe/security-tables.ts';
import { DEMO_TIMEOUT_MS } from './acts.ts';
import { see } from './see.ts';

const API = { crypto: { fhe, fheIq, biometric, search, share, mpc, ai } } as const;

export type ComputeClient = Client<typeof API>['crypto'];

/** A client for a service on this machine, with a key that has the scope `fhe`. */
export function computeClient(url: string, apiKey: string): ComputeClient {
  return createClient(API, { baseUrl: url, token: apiKey, fetch, timeoutMs: DEMO_TIMEOUT_MS }).crypto;
}

/** What a person is to take from it, and what not. */
export const COMPUTE_CONCLUSION: readonly string[] = [
  '',
  'Shown: what is computed on encrypted values is what the same computation gives in clear, and what could be wrong is refused; a',
  'search decrypts no document; of fraud signals only means of three contributors or more are told; a signed transcript shows',
  'offline which contributions went into a result.',
  'Not shown: that the operator of a service cannot read. This one received numbers, vectors, documents and queries in clear once,',
  'keeps the keys, and runs all three computing parties. That anything here is true: all values are simulated. That detection',
  'finds every leak: it is a heuristic and no proof. The protocol of joint computation is our own and was not audited.',
];

/** A line for each thing that one project does alone. */
export async function showEncrypted(client: ComputeClient): Promise<readonly string[]> {
  return [
    ...(await nestedProducts(client.fhe)),
    await mean(client.fhe),
    await advice(client.fheIq),
    ...(await recognised(client.biometric)),
    ...(await foundByWords(client.search)),
    await foundByVector(client.search),
    await detected(client.ai),
  ];
}

/** Six factors of three numbers each: five products, one in the other. */
const FACTORS = [
  [3, -2, 7],
  [4, 5, -1],
  [2, 2, 3],
  [5, 3, 2],
  [2, -4, 6],
  [7, 3, 2],
] as const;

async function nestedProducts(client: ComputeClient['fhe']): Promise<readonly string[]> {
  const { key_id, public_key, relin_key = '' } = await client.bfvKeygen({ body: {} });
  const encrypted: string[] = [];
  for (const plaintext of FACTORS) {
    encrypted.push((await client.bfvEncrypt({ body: { plaintext: [...plaintext], public_key } })).ciphertext);
  }
  const times = async (ciphertext_a: string, ciphertext_b: string) =>
    (await client.bfvMultiply({ body: { ciphertext_a, ciphertext_b, relin_key } })).ciphertext;
  const [first = '', ...others] = encrypted;
  let product = first;
  for (const factor of others) product = await times(product, factor);
  const { plaintext } = await client.bfvDecrypt({ body: { ciphertext: product, key_id } });
  const inClear = FACTORS[0].map((_, slot) => FACTORS.reduce((value, factor) => value * (factor[slot] ?? 0), 1));
  const found = plaintext.slice(0, inClear.length);
  see(
    inClear.every((value, slot) => value === found[slot]),
    'the products that the numbers have in clear',
  );
  const deeper = await times(product, first).catch((error: unknown) => error);
  see(deeper instanceof ApiFailure && deeper.code === 'NOISE_BUDGET_EXHAUSTED', 'a sixth product refused');
  return [
    `Multiplied   BFV, five nested products of three numbers at once: ${found.join(', ')}. In clear: ${inClear.join(', ')}.`,
    '             A sixth was refused, because it could have come out wrong.',
  ];
}

const TEMPERATURES = [19.5, 21.25, 18.75, 22, 20.5, 23.25, 17.75, 21];

/** Rotated by 4, 2 and 1 and added, each slot has the sum of all eight. */
async function mean(client: ComputeClient['fhe']): Promise<string> {
  const { session_id } = await client.ckksSession({});
  const encrypt = async (plaintext: number[]) =>
    (await client.ckksEncrypt({ body: { session_id, plaintext } })).ciphertext;
  let sum = await encrypt(TEMPERATURES);
  for (const steps of [4, 2, 1]) {
    const { ciphertext } = await client.ckksRotate({ body: { session_id, ciphertext: sum, steps } });
    const added = { session_id, ciphertext_a: sum, ciphertext_b: ciphertext };
    sum = (await client.ckksAdd({ body: added })).ciphertext;
  }
  const product = { session_id, ciphertext_a: sum, ciphertext_b: await encrypt([1 / TEMPERATURES.length]) };
  const { ciphertext } = await client.ckksMultiply({ body: product });
  const [found = Number.NaN] = (await client.ckksDecrypt({ body: { session_id, ciphertext } })).plaintext;
  const inClear = TEMPERATURES.reduce((total, value) => total + value, 0) / TEMPERATURES.length;
  see(Math.abs(found - inClear) < 0.0005, 'the mean that the numbers have in clear');
  return `Averaged     CKKS, the mean of eight temperatures: ${found.toFixed(3)}. In clear: ${inClear.toFixed(3)}.`;
}

async function advice(client: ComputeClient['fheIq']): Promise<string> {
  const body = { workload: 'statistics', security_level: 128, max_latency_ms: 60_000 } as const;
  const { scheme, n, q_bits, estimated_latency_ms: takes } = await client.select({ body });
  const most = mostBits(LIMITS_2024, n, 128);
  see(q_bits <= most, 'advice inside the security tables');
  return `Advised      For statistics at 128 bits of security: ${scheme}, n = ${n}, ${q_bits} bits of at most ${most}; about ${takes.toFixed(0)} ms a step, as measured here.`;
}

async function recognised(client: ComputeClient['biometric']): Promise<readonly string[]> {
  const template = vector(1, 128);
  const sample = template.map((value, at) => value + 0.2 * (noise(900 + at) - 0.5));
  const verify = (values: readonly number[]) =>
    client.verify({ body: { user_id: 'ada', sample: embeddingOf(values) } });
  await client.enroll({ body: { user_id: 'ada', template: embeddingOf(template), modality: 'face' } });
  const { verified, confidence } = await verify(sample);
  const inClear = cosine(template, sample);
  see(verified && Math.abs(confidence - inClear) < 0.01, 'a sample of the same person verified');
  const stranger = await verify(vector(2, 128));
  see(!stranger.verified && stranger.confidence === 0, 'a stranger not verified');
  return [
    `Recognised   A sample against an encrypted template: cosine ${confidence.toFixed(2)}. In clear: ${inClear.toFixed(4)}.`,
    '             A stranger was not verified, and is not told how near it was. Both vectors are made up.',
  ];
}

const DOCUMENTS: Readonly<Record<string, string>> = {
  'c-1': 'Liability insurance. The insurer covers bodily injury and damage to property.',
  'c-2': 'Lease of office space. Liability of the tenant ends with the lease.',
  'c-3': 'Draft of a supply agreement. Liability is not limited yet.',
  'c-4': 'Insurance of goods in transit, with an excess of 500 euros.',
};

async function foundByWords(client: ComputeClient['search']): Promise<readonly string[]> {
  const documents = Object.entries(DOCUMENTS).map(([doc_id, body]) => ({ doc_id, fields: { body } }));
  await client.index({ body: { index_id: 'demo-contracts', index_type: 'keyword', documents } });
  const query = { type: 'boolean' as const, must: ['liability'], must_not: ['draft'] };
  const answer = await client.encrypted({ body: { index_id: 'demo-contracts', query, max_results: 10 } });
  const found = answer.results.map(({ doc_id }) => doc_id).sort();
  const inClear = Object.entries(DOCUMENTS).flatMap(([name, text]) =>
    /liability/i.test(text) && !/draft/i.test(text) ? [name] : [],
  );
  see(found.join() === inClear.join() && !answer.plaintext_exposed, 'the documents that have the words in clear');
  const { tokens, entries, documents: rows } = answer.seen_on_disk;
  return [
    `Found        “liability” without “draft”, in encrypted documents: ${found.join(', ')}. In clear: ${inClear.join(', ')}.`,
    `             The server saw the words of the query and decrypted no document. Its disk saw ${tokens.length} tokens such as`,
    `             ${tokens[0]?.slice(0, 16)}…, ${entries} entries and ${rows} rows read, and no word.`,
  ];
}

async function foundByVector(client: ComputeClient['search']): Promise<string> {
  const vectors = new Map(['v-1', 'v-2', 'v-3'].map((name, at) => [name, vector(10 + at, 64)]));
  const documents = [...vectors].map(([doc_id, values]) => ({
    doc_id,
    fields: { embedding_b64: embeddingOf(values) },
  }));
  await client.index({ body: { index_id: 'demo-vectors', index_type: 'ckks_similarity', documents } });
  const probe = (vectors.get('v-2') ?? []).map((value, at) => value + 0.3 * (noise(700 + at) - 0.5));
  const query = { index_id: 'demo-vectors', embedding_b64: embeddingOf(probe), top_k: 3 };
  const { results, plaintext_exposed } = await client.query({ query });
  const inClear = [...vectors]
    .map(([name, values]) => ({ name, similarity: cosine(values, probe) }))
    .sort((a, b) => b.similarity - a.similarity);
  const isSame = results.every(({ doc_id, similarity }, at) => {
    const expected = inClear[at];
    return doc_id === expected?.name && Math.abs(similarity - expected.similarity) < 0.0001;
  });
  see(isSame && results.length === vectors.size && !plaintext_exposed, 'the cosines that the vectors have in clear');
  const [nearest] = results;
  return `Found        The nearest of three encrypted vectors, with its cosine: ${nearest?.doc_id}, ${nearest?.similarity.toFixed(4)}. In clear: ${inClear[0]?.name}, ${inClear[0]?.similarity.toFixed(4)}.`;
}

const DURATIONS = 4_000;
const LEAK_NS = 60;

async function detected(client: ComputeClient['ai']): Promise<string> {
  const input_classes = Array.from({ length: DURATIONS }, (_, at) => (noise(3 * at) < 0.5 ? 0 : 1));
  const durations = (leak: number) =>
    input_classes.map((one, at) => 40_000 + 400 * (noise(5 * at + 1) + noise(7 * at + 2) - 1) + (one === 0 ? leak : 0));
  const judge = async (leak: number) => {
    const timing_samples = durations(leak);
    const body = { timing_samples, input_classes, operation: 'decapsulate', algorithm: 'ML-KEM-768' };
    return (await client.sideChannel({ body })).verdict;
  };
  const verdicts = [await judge(LEAK_NS), await judge(0)];
  see(verdicts.join() === 'leak_suspected,none_found', 'a leak that is there, and none that is not');
  return `Detected     In 4,000 simulated durations: a leak of ${LEAK_NS} ns where it was put in, and none where none was. A heuristic.`;
}

/** From 0 to 1, the same at each run. */
function noise(at: number): number {
  const value = 43_758.5453 * Math.sin(12.9898 * (at + 1));
  return value - Math.floor(value);
}

function vector(seed: number, length: number): readonly number[] {
  return Array.from({ length }, (_, at) => noise(1_000 * seed + at) - 0.5);
}

/** Base64 of little-endian floats. */
function embeddingOf(values: readonly number[]): string {
  const bytes = new Uint8Array(4 * values.length);
  for (const [at, value] of values.entries()) new DataView(bytes.buffer).setFloat32(4 * at, value, true);
  return toBase64(bytes);
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
