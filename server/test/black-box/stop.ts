/** The end of the process: requests in flight are finished, and nobody who is silent holds it up. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { type Service, sleep } from './client.ts';

/** Runs last: it ends the server of the whole suite. */
export function stopSuite(started: () => Service): void {
  test('SIGTERM finishes what is in flight, refuses what is new, and does not wait for silent connections', async () => {
    const service = started();
    // The first start makes key sets for seconds; what is signed meanwhile waits its turn.
    await service.get('/api/svc-key/keys/public');
    const signing = Array.from({ length: 2 }, () =>
      service.post(
        '/v1/hybrid/sign',
        { message: 'AAAA', scheme: 'TRIPLE_ED25519_DILITHIUM5_SPHINCS128S' },
        service.admin,
      ),
    );
    const silent = connect(service.port, '127.0.0.1');
    let silentUntil = Number.POSITIVE_INFINITY;
    silent
      .on('error', () => {})
      .on('close', () => {
        silentUntil = Date.now();
      });
    await once(silent, 'connect');
    const slow = connect(service.port, '127.0.0.1');
    let answer = '';
    slow.on('data', (chunk) => {
      answer += chunk;
    });
    const head = `POST /v1/crypto/kyber/keygen HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nX-API-Key: ${service.admin}`;
    slow.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 31\r\n\r\n{"security_level":`);
    await sleep(250);

    const since = Date.now();
    const ended = service.process.end('SIGTERM');
    await sleep(100);
    await expect(fetch(`${service.url}/health`)).rejects.toThrow();
    slow.write('"ML-KEM-768"}');
    expect((await Promise.all(signing)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await ended).toEqual([0, null]);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(silentUntil - since).toBeLessThan(5_000);
  });
}
