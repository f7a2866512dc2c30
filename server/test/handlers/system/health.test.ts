import { SIGNATURE_ALGORITHMS } from '@touchstone/core/sign/family.ts';
import { expect, test } from 'vitest';
import { openTestServer } from '../../harness.ts';

test('the six documented members, and which backend serves each algorithm', async () => {
  const server = await openTestServer();
  try {
    const answer = await server.call('GET', '/health');
    const { details, ...documented } = answer.body as Record<string, unknown> & { details: unknown };
    expect(Object.keys(documented).sort()).toEqual([
      'chains_connected',
      'pq_families',
      'status',
      'uptime_seconds',
      'uptime_secs',
      'version',
    ]);
    const names = await Promise.all(SIGNATURE_ALGORITHMS.map((algorithm) => server.deps.signer.backendFor(algorithm)));
    const signatures = Object.fromEntries(SIGNATURE_ALGORITHMS.map((algorithm, index) => [algorithm, names[index]]));
    expect(details).toEqual({ signatures, simulated: ['embedded ledger in place of the ten public chains'] });
    // node:crypto has no FALCON, so whatever the platform, the report knows another backend.
    expect(signatures['FALCON-1024']).toBe('liboqs');
  } finally {
    await server.close();
  }
});
