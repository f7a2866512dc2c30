import { createKem } from '@touchstone/core/kem/kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { createSecretsClient } from '@touchstone/core/secrets/client.ts';
import { client } from '../../../lib/client.ts';
import { actingProjectId } from '../../../lib/session/acting-for.ts';

/** Values leave this page sealed to the server's ML-KEM-1024 key; proofs are made here. */
export const secretsClient = createSecretsClient({
  client,
  kem: createKem([], systemRandom),
  random: systemRandom,
  projectId: actingProjectId,
});
