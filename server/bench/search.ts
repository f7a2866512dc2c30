/**
 * Keyword search over 100,000 documents and similarity over 10,000 vectors, asked over HTTP by a client in a process of its own:
 * `node server/bench/search.ts`. Figures: at most 20 ms for up to 200 hits, at most 500 ms for 50,000. The reference is a walk
 * over the same texts in memory, which hides nothing.
 */
import { measure, openBenchServer, print, quantile } from './_load.ts';

const DOCUMENTS = 100_000;
const CALL = 20_000;
const RUNS = 5;

const server = await openBenchServer();
const { port, token } = server;

async function ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/search${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** Every second document has `half`, every 500th `rare`, one `single`; and twenty words of a vocabulary of 20,000. */
function textOf(at: number): string {
  const words = Array.from({ length: 20 }, (_, place) => `v${(at * 7919 + place * 104_729) % 20_000}`);
  return [
    'all',
    at % 2 === 0 ? 'half' : 'other',
    at % 500 === 0 ? 'rare' : 'usual',
    at === 7 ? 'single' : 'many',
    ...words,
  ].join(' ');
}

async function middleOf(action: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now();
    await action();
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}

const VECTORS = 10_000;
const DIMENSIONS = 128;

async function measureSimilarity(): Promise<void> {
  const vectors = Array.from({ length: VECTORS }, () =>
    Float32Array.from({ length: DIMENSIONS }, () => Math.random() - 0.5),
  );
  const embeddingOf = (vector: Float32Array) => Buffer.from(vector.buffer).toString('base64');
  const documents = vectors.map((vector, at) => ({ doc_id: `v${at}`, fields: { embedding_b64: embeddingOf(vector) } }));
  const started = performance.now();
  await ask('POST', '/index', { index_id: 'vectors', index_type: 'ckks_similarity', documents });
  print({ name: 'index vectors of 128 values', value: VECTORS / ((performance.now() - started) / 1000), unit: '/s' });
  const [probe = new Float32Array()] = vectors;
  const path = `/query?index_id=vectors&top_k=10&embedding_b64=${encodeURIComponent(embeddingOf(probe))}`;
  const shot = { port, token, method: 'GET' as const, path: `/v1/search${path}`, answers: '"doc_id":"v0"' };
  const own = quantile(await measure({ lanes: 1, shots: [shot] }), 0.5);
  const cosines = () => vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * (probe[at] ?? 0), 0));
  const plain = await middleOf(async () =>
    cosines()
      .toSorted((a, b) => b - a)
      .slice(0, 10),
  );
  print({ name: 'similarity over 10,000 vectors of 128 values', value: own, unit: 'ms', limit: 300 });
  print({ name: 'similarity over 10,000 vectors, to plain cosines', value: own / plain, unit: 'x' });
}

try {
  const texts = Array.from({ length: DOCUMENTS }, (_, at) => textOf(at));
  const started = performance.now();
  for (let from = 0; from < DOCUMENTS; from += CALL) {
    const documents = texts.slice(from, from + CALL).map((text, at) => ({ doc_id: `d${from + at}`, fields: { text } }));
    await ask('POST', '/index', { index_id: 'bench', index_type: 'keyword', documents });
  }
  print({ name: 'index documents of 24 words', value: DOCUMENTS / ((performance.now() - started) / 1000), unit: '/s' });
  for (const [word, hits] of [
    ['single', 1],
    ['rare', 200],
    ['half', 50_000],
  ] as const) {
    const body = { index_id: 'bench', query: { type: 'boolean', must: [word] }, max_results: 200 };
    const found = await ask('POST', '/encrypted', body);
    if (found.total_matches !== hits) throw new Error(`${word}: ${String(found.total_matches)} hits`);
    const shot = { port, token, method: 'POST' as const, path: '/v1/search/encrypted', body: JSON.stringify(body) };
    const own = quantile(await measure({ lanes: 1, shots: [shot] }), 0.5);
    const plain = await middleOf(async () => texts.filter((text) => text.split(' ').includes(word)).length);
    print({ name: `search with ${hits} hits`, value: own, unit: 'ms', limit: hits > 200 ? 500 : 20 });
    print({ name: `search with ${hits} hits, to a walk over the texts`, value: own / plain, unit: 'x' });
  }
  await measureSimilarity();
} finally {
  await server.close();
}
