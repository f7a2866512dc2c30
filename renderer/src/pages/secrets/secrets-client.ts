import { createKem } from '@touchstone/core/kem/kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { createSecretsClient } from '@touchstone/core/secrets/client.ts';
import { actingFor } from '../../lib/acting-for.ts';
import { LOCAL_PROJECT } from '../../lib/acting-project.ts';
import { client } from '../../lib/client.ts';

/** The project whose secrets this window handles. */
export function projectId(): string {
  return actingFor()?.projectId ?? LOCAL_PROJECT;
}

/** Values leave this page sealed to the server's ML-KEM-1024 key; proofs are made here. */
export const secretsClient = createSecretsClient({
  client,
  kem: createKem([], systemRandom),
  random: systemRandom,
  projectId,
});
