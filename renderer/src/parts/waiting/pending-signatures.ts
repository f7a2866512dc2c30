import type { artifacts } from '@touchstone/core/api/artifacts/artifacts.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';

type Artifact = Pick<OutputOf<typeof artifacts.get>, 'signatures'>;

/** Whether an artifact waits for a signature. */
export function isWaitingForSignatures({ signatures }: Artifact): boolean {
  return Object.values(signatures).some((slot) => slot.startsWith('PENDING'));
}
