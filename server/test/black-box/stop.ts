/** The end of the process: requests in flight are finished, and nobody who is silent holds it up. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { Service } from './client.ts';

/** A request that is in flight: the server has its head and asks for its body, which `finish` sends. */
async function begin(service: Service, path: string, json: object) {
  const sent = request(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': service.admin, expect: '100-continue' },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.flushHeaders();
  await once(sent, 'continue');
  return {
    finish: () => void sent.end(JSON.stringify(json)),
    status: answered.then(([answer]) => answer.resume().statusCode),
  };
}

/** Runs last: it ends the server of the whole suite. */
export function stopSuite(started: () => Service): void {
  test('SIGTERM finishes what is in flight, refuses what is new, and does not wait for silent connections', async () => {
    const service = started();
    // The first start makes key sets for seconds, and the first signature a key; a stop waits for half a minute.
    await service.get('/api/svc-key/keys/public');
    const toSign = { message: 'AAAA', scheme: 'TRIPLE_ED25519_DILITHIUM5_SPHINCS128F' };
    await service.post('/v1/hybrid/sign', toSign, service.admin);

    const signing = await begin(service, '/v1/hybrid/sign', toSign);
    const slow = await begin(service, '/v1/crypto/kyber/keygen', { security_level: 'ML-KEM-768' });
    signing.finish();
    const silent = connect(service.port, '127.0.0.1');
    const isSilentClosed = new Promise((resolve) => silent.on('error', () => {}).on('close', resolve));
    await once(silent, 'connect');
    const ended = service.process.end('SIGTERM');
    // All of that while a request is in flight.
    await isSilentClosed;
    const isAnswered = () =>
      fetch(`${service.url}/health`).then(
        () => true,
        () => false,
      );
    await expect.poll(isAnswered, { timeout: 30_000 }).toBe(false);
    slow.finish();
    expect([await signing.status, await slow.status]).toEqual([200, 200]);
    expect(await ended).toEqual([0, null]);
  });
}
