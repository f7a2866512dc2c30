/** The largest of 32 inputs that nobody shows, over HTTP with warm threads: `node server/bench/mpc.ts`. */
import { sealContribution, sessionFromParams } from '@touchstone/core/mpc/contribution.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { kem } from '../src/crypto/kem.ts';
import { openBenchServer, print, quantile } from './_load.ts';

const INPUTS = 32;
const ROUNDS = 9;
const MOST_MS = 400;

const server = await openBenchServer();
const { port, token } = server;

async function post(path: string, body?: object): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const payload = JSON.stringify(body ?? {});
  const response = await fetch(`http://127.0.0.1:${port}/v1/mpc${path}`, { method: 'POST', headers, body: payload });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Record<string, string>;
}

const contributing: number[] = [];
const computing: number[] = [];
try {
  for (let round = 0; round <= ROUNDS; round++) {
    const made = await post('/init', { participants: INPUTS, threshold: INPUTS, computation: 'max' });
    const session = sessionFromParams(made.public_params ?? '');
    if (session === null) throw new Error('no session');
    for (const participant_id of session.participants) {
      const sealed = await sealContribution(kem, systemRandom, session, participant_id, 1_000 * round);
      if (!sealed.ok) throw new Error(sealed.reason);
      const begun = performance.now();
      await post(`/${made.session_id}/contribute`, { participant_id, encrypted_share: sealed.encryptedShare });
      contributing.push(performance.now() - begun);
    }
    const begun = performance.now();
    await post(`/${made.session_id}/compute`);
    // The first one starts the threads.
    if (round > 0) computing.push(performance.now() - begun);
  }
  print({ name: 'contribute', value: quantile(contributing, 0.5), unit: 'ms' });
  print({ name: 'largest of 32 inputs', value: quantile(computing, 0.5), unit: 'ms', limit: MOST_MS });
} finally {
  await server.close();
}
