/**
 * Biometric verification over HTTP: the first one, with threads that are not there yet, and those after it; enrolment and
 * comparison beside it: `node server/bench/biometrics.ts`.
 */
import { measure, openBenchServer, print, quantile } from './_load.ts';
import type { Shot } from './_shot.ts';

const MOST_FIRST_MS = 2_000;
const MOST_WARM_MS = 20;
const DIMENSIONS = 512;

const server = await openBenchServer();
const { port, token } = server;

function shot(name: string, body: object): Shot {
  return { port, method: 'POST', path: `/v1/biometric/${name}`, token, body: JSON.stringify(body) };
}

async function timed({ path, body = '' }: Shot): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const start = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(await response.text());
  await response.text();
  return performance.now() - start;
}

function vector(): string {
  return Buffer.from(Float32Array.from({ length: DIMENSIONS }, () => Math.random() - 0.5).buffer).toString('base64');
}

try {
  const template = vector();
  const enrolment = shot('enroll', { user_id: 'bench', template, modality: 'face' });
  const verification = shot('verify', { user_id: 'bench', sample: template });
  // The holder's thread starts with the enrolment, the evaluator's with the first verification.
  print({ name: 'first enrolment', value: await timed(enrolment), unit: 'ms', limit: MOST_FIRST_MS });
  print({ name: 'first verification', value: await timed(verification), unit: 'ms', limit: MOST_FIRST_MS });
  const comparison = shot('match', { template_a: template, template_b: vector() });
  await timed(comparison);
  for (const [name, request, limit] of [
    ['verification, warm', verification, MOST_WARM_MS],
    ['enrolment, warm', enrolment, null],
    ['comparison, warm', comparison, null],
  ] as const) {
    const times = await measure({ lanes: 1, shots: [request] });
    print({ name, value: quantile(times, 0.5), unit: 'ms', ...(limit === null ? {} : { limit }) });
    print({ name: `${name}, p95`, value: quantile(times, 0.95), unit: 'ms' });
  }
} finally {
  await server.close();
}
