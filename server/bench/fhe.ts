/**
 * Encrypted computation over HTTP beside SEAL called bare, with what has to be done at least around it: reading ciphertexts
 * and keys, writing the result, base64: `node server/bench/fhe.ts`. The bare calls run in this process, as does the server.
 */
import { bfvAdd, bfvDecrypt, bfvEncrypt, bfvKeys, bfvMultiply } from '@touchstone/core/fhe/bfv.ts';
import { loadSeal, openContext } from '@touchstone/core/fhe/context.ts';
import { PARAMETERS } from '@touchstone/core/fhe/params.ts';
import { inTurns, openBenchServer, print, quantile, type Side } from './_load.ts';
import type { Shot } from './_shot.ts';

/** At most so many times as long as the bare call; for sums milliseconds, since SEAL's own part is next to nothing. */
const MOST_TIMES = 1.25;
const MOST_ADD_MS = 60;

const server = await openBenchServer();
const { port, token } = server;

function shot(name: string, body: object): Shot {
  return { port, method: 'POST', path: `/v1/fhe/bfv/${name}`, token, body: JSON.stringify(body) };
}

async function answer({ path, body = '' }: Shot): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Record<string, string>;
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
const text = (body: Uint8Array) => Buffer.from(body).toString('base64');

try {
  const context = openContext(await loadSeal(), PARAMETERS['bfv-standard']);
  const bare = bfvKeys(context);
  const plaintext = Array.from({ length: 8192 }, (_, at) => at - 4096);
  const bareCiphertext = text(bfvEncrypt(context, bare.publicKey, plaintext));
  const [barePublic, bareRelin] = [text(bare.publicKey), text(bare.relinKey)];

  const { key_id, public_key, relin_key } = await answer(shot('keygen', {}));
  const { ciphertext } = await answer(shot('encrypt', { plaintext, public_key }));
  const pair = { ciphertext_a: ciphertext, ciphertext_b: ciphertext };
  const bounds = { depth: 0, values: 8192, bits: 0 };

  const cases: readonly (readonly [string, Shot, () => unknown])[] = [
    [
      'encrypt',
      shot('encrypt', { plaintext, public_key }),
      () => text(bfvEncrypt(context, bytes(barePublic), plaintext)),
    ],
    [
      'decrypt',
      shot('decrypt', { ciphertext, key_id }),
      () => JSON.stringify(bfvDecrypt(context, bare.secretKey, bytes(bareCiphertext), bounds)),
    ],
    [
      'multiply',
      shot('multiply', { ...pair, relin_key }),
      () => text(bfvMultiply(context, bytes(bareCiphertext), bytes(bareCiphertext), bytes(bareRelin))),
    ],
    ['add', shot('add', pair), () => text(bfvAdd(context, bytes(bareCiphertext), bytes(bareCiphertext)))],
  ];
  for (const [name, request, action] of cases) {
    const beside: Side = { lanes: 1, action: async () => action() };
    const [http, reference] = await inTurns({ lanes: 1, shots: [request] }, beside);
    const [ours, theirs] = [quantile(http.times, 0.5), quantile(reference.times, 0.5)];
    print({ name: `${name} over HTTP`, value: ours, unit: 'ms', ...(name === 'add' ? { limit: MOST_ADD_MS } : {}) });
    print({ name: `${name}, SEAL bare and base64`, value: theirs, unit: 'ms' });
    const limit = name === 'add' ? {} : { limit: MOST_TIMES };
    print({ name: `${name}, to bare`, value: ours / theirs, unit: 'x', ...limit });
  }
} finally {
  await server.close();
}
