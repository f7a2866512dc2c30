/** The page's side of the worker: a proof is checked once, when it is shown. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { PageWorker } from '../../../../lib/work/page-worker.ts';
import { serviceKeysQuery } from '../../../../parts/chain/service-keys.ts';
import type { CheckedProof, FromProofWorker, LocalCheck, ServiceKey, ToProofWorker } from './messages.ts';

const worker = new PageWorker<ToProofWorker, FromProofWorker>({
  spawn: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'proofs' }),
  stopped: 'the proof worker stopped',
});

const NO_KEYS: readonly ServiceKey[] = [];

/** The check of a proof in this window. It waits for the keys of the service, and goes on without them where it has none. */
export function useLocalCheck(proof: CheckedProof): UseQueryResult<LocalCheck> {
  const known = useQuery(serviceKeysQuery);
  const keys = known.data ?? NO_KEYS;
  return useQuery({
    queryKey: ['proof-check', proof.commitment, keys.map(({ keySetId }) => keySetId)],
    queryFn: () => checkInWorker(proof, keys),
    enabled: !known.isPending,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function checkInWorker(proof: CheckedProof, keys: readonly ServiceKey[]): Promise<LocalCheck> {
  return worker.run({
    first: (id) => ({ id, proof, keys }),
    hear: (message) => {
      if (message.type === 'failed') throw new Error(message.message);
      return { result: message.check };
    },
  });
}
