import { SIGNATURE_ALGORITHMS } from '@touchstone/core/sign/family.ts';
import { expect, test } from 'vitest';
import { openTestServer } from '../../harness.ts';

test('the six documented members, and which backends verify and sign each algorithm', async () => {
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
    const { verifying: signatures, signing } = await server.deps.backends();
    expect(details).toEqual({ signatures, signing, simulated: ['embedded ledger in place of the ten public chains'] });
    for (const named of [signatures, signing]) expect(Object.keys(named)).toEqual(SIGNATURE_ALGORITHMS);
    // node:crypto has no FALCON, so whatever the platform, the report knows another backend.
    expect(signatures['FALCON-1024']).toBe('liboqs');
    // On the event loop libuv's pool verifies; in the worker threads the kernel signs.
    expect([signatures['SLH-DSA-SHAKE-128f'], signing['SLH-DSA-SHAKE-128f']]).toEqual(['node', 'wasm']);
  } finally {
    await server.close();
  }
});
