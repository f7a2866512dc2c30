/** The page's side of the chain worker. It starts with the first question and stays, because its code is loaded then. */
import { algorithmOf, type KeySet, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import { STATEMENT_ALGORITHM } from '@touchstone/core/sign/statement.ts';
import { type JobAnswered, type JobAsked, jobsIn } from '../../lib/work/jobs.ts';
import { PageWorker } from '../../lib/work/page-worker.ts';
import type {
  ChainEntry,
  ChainJob,
  ChainKey,
  ChainOwner,
  ChainPlace,
  ChainResults,
  SignatureState,
  Walked,
} from './chain-jobs.ts';

const inWorker = jobsIn<ChainJob, ChainResults>(
  new PageWorker<JobAsked<ChainJob>, JobAnswered>({
    spawn: () => new Worker(new URL('./chain-worker.ts', import.meta.url), { type: 'module', name: 'chains' }),
    stopped: 'the chain worker stopped',
  }),
);

/** The keys that statements of the service are checked with. */
export function chainKeys(keySets: readonly KeySet[]): readonly ChainKey[] {
  return keySets.flatMap(({ keyset_id: keySetId, use, keys }) => {
    const key = use === 'service' ? keys.find((one) => algorithmOf(one) === STATEMENT_ALGORITHM) : undefined;
    return key === undefined ? [] : [{ keySetId, publicKey: publicKeyBytes(key) }];
  });
}

/** Walks a stretch of a chain in the worker. Rejects where the worker breaks; that is no verdict. */
export function walkInWorker(
  owner: ChainOwner,
  entries: readonly ChainEntry[],
  from: ChainPlace,
  keys: readonly ChainKey[],
): Promise<Walked> {
  return inWorker({ kind: 'walk', owner, entries, from, keys });
}

/** The state of each entry's signature, in their order. */
export function checkInWorker(
  chain: ChainOwner['chain'],
  entries: readonly ChainEntry[],
  keys: readonly ChainKey[],
): Promise<readonly SignatureState[]> {
  return inWorker({ kind: 'check', chain, entries, keys });
}
