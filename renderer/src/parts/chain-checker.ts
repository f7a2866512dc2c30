/** The page's side of the chain worker. It starts with the first question and stays, because its code is loaded then. */
import { algorithmOf, type KeySet, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import { STATEMENT_ALGORITHM } from '@touchstone/core/sign/statement.ts';
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

interface Question {
  readonly answered: (answer: FromChainWorker) => void;
  readonly broke: (error: Error) => void;
}

let worker: Worker | null = null;
let nextId = 1;
const open = new Map<number, Question>();

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
  const answer = await ask({ type: 'walk', id: nextId++, owner, entries, from, keys });
  if (answer.type !== 'walked') throw new TypeError('the chain worker answered something else');
  return answer.walked;
}

/** The state of each entry's signature, in their order. */
export async function checkInWorker(
  chain: ChainOwner['chain'],
  entries: readonly ChainEntry[],
  keys: readonly ChainKey[],
): Promise<readonly SignatureState[]> {
  const answer = await ask({ type: 'check', id: nextId++, chain, entries, keys });
  if (answer.type !== 'checked') throw new TypeError('the chain worker answered something else');
  return answer.states;
}

function ask(message: ToChainWorker): Promise<FromChainWorker> {
  worker ??= spawn();
  const { promise, resolve, reject } = Promise.withResolvers<FromChainWorker>();
  open.set(message.id, { answered: resolve, broke: reject });
  worker.postMessage(message);
  return promise;
}

function spawn(): Worker {
  const spawned = new Worker(new URL('./chain-worker.ts', import.meta.url), { type: 'module', name: 'chains' });
  spawned.addEventListener('message', ({ data }: MessageEvent<FromChainWorker>) => {
    const question = open.get(data.id);
    open.delete(data.id);
    if (data.type === 'failed') question?.broke(new Error(data.message));
    else question?.answered(data);
  });
  const broken = (event: Event) => {
    event.preventDefault();
    spawned.terminate();
    if (worker === spawned) worker = null;
    for (const { broke } of open.values()) broke(new Error('the chain worker stopped'));
    open.clear();
  };
  spawned.addEventListener('error', broken);
  spawned.addEventListener('messageerror', broken);
  return spawned;
}
