/** `touchstone serve --only-noble`: what it sets reaches the server and its threads by the environment. */
import { KEM_ALGORITHMS } from '@touchstone/core/kem/backend.ts';
import { ONLY_NOBLE_VARIABLE } from '@touchstone/core/only-noble.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { SIGNATURE_ALGORITHMS } from '@touchstone/core/sign/family.ts';
import { createServerKem } from '@touchstone/server/crypto/kem.ts';
import { createServerSigner } from '@touchstone/server/crypto/signer.ts';
import { afterEach, expect, test } from 'vitest';
import { serve } from '../../src/commands/serve.ts';
import { run } from './run.ts';

afterEach(() => {
  delete process.env[ONLY_NOBLE_VARIABLE];
});

test('noble does all that it has', async () => {
  // Refused before anything is opened, but after the switch.
  await expect(run(serve, '--only-noble', '--origin', 'elsewhere')).rejects.toThrow('--origin');
  for (const place of ['loop', 'thread'] as const) {
    const signer = createServerSigner(place);
    for (const algorithm of SIGNATURE_ALGORITHMS) {
      expect(await signer.backendFor(algorithm, 'verify')).toBe('noble');
      expect(await signer.backendFor(algorithm, 'sign')).toBe('noble');
    }
  }
  const kem = createServerKem(systemRandom);
  for (const algorithm of KEM_ALGORITHMS) expect(await kem.backendFor(algorithm)).toBe('noble');
});

test('without it the platform serves', async () => {
  await expect(run(serve, '--origin', 'elsewhere')).rejects.toThrow('--origin');
  expect(await createServerSigner().backendFor('ML-DSA-65')).toBe('node');
});
