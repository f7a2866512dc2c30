/** The page's side of the chain worker. It starts with the first question and stays, because its code is loaded then. */
import { algorithmOf, type KeySet, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import { STATEMENT_ALGORITHM } from '@touchstone/core/sign/statement.ts';
import { PageWorker } from '../../lib/work/page-worker.ts';
import type {
  ChainEntry,
  ChainKey,
  ChainOwner,
  ChainPlace,
  FromChainWorker,
  SignatureState,
  ToChainWorker,
  Walked,
} from './chain-messages.ts';

const worker = new PageWorker<ToChainWorker, FromChainWorker>({
  spawn: () => new Worker(new URL('./chain-worker.ts', import.meta.url), { type: 'module', name: 'chains' }),
  stopped: 'the chain worker stopped',
});

/** The keys that statements of the service are checked with. */
export function chainKeys(keySets: readonly KeySet[]): readonly ChainKey[] {
  return keySets.flatMap(({ keyset_id: keySetId, use, keys }) => {
    const key = use === 'service' ? keys.find((one) => algorithmOf(one) === STATEMENT_ALGORITHM) : undefined;
    return key === undefined ? [] : [{ keySetId, publicKey: publicKeyBytes(key) }];
  });
}

/** Walks a stretch of a chain in the worker. Rejects where the worker breaks; that is no verdict. */
export async function walkInWorker(
  owner: ChainOwner,
  entries: readonly ChainEntry[],
  from: ChainPlace,
  keys: readonly ChainKey[],
): Promise<Walked> {
  const answer = await ask((id) => ({ type: 'walk', id, owner, entries, from, keys }));
  if (answer.type !== 'walked') throw new TypeError('the chain worker answered something else');
  return answer.walked;
}

/** The state of each entry's signature, in their order. */
export async function checkInWorker(
  chain: ChainOwner['chain'],
  entries: readonly ChainEntry[],
  keys: readonly ChainKey[],
): Promise<readonly SignatureState[]> {
  const answer = await ask((id) => ({ type: 'check', id, chain, entries, keys }));
  if (answer.type !== 'checked') throw new TypeError('the chain worker answered something else');
  return answer.states;
}

function ask(first: (id: number) => ToChainWorker): Promise<FromChainWorker> {
  return worker.run({
    first,
    hear: (message) => {
      if (message.type === 'failed') throw new Error(message.message);
      return { result: message };
    },
  });
}
