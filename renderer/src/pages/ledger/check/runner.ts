/** The page's side of its worker: hands out tasks, fetches what they ask for, and passes on what they find. */
import type { ChainName } from '@touchstone/core/api/common.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import type { FromLedgerWorker, LedgerResult, LedgerTask, StatedKeys, ToLedgerWorker } from './messages.ts';

/** Small enough that reading an answer never holds up the page: a block has five kilobytes and more. */
const PART_BLOCKS = 100;

interface Waiting {
  readonly task: LedgerTask;
  readonly signal: AbortSignal;
  readonly onProgress: (blocks: number, of: number | null) => void;
  readonly settle: (result: LedgerResult) => void;
  readonly fail: (error: unknown) => void;
}

const waiting = new Map<number, Waiting>();
let nextId = 1;
// Started with the page's code, so that checks need nothing from the server afterwards.
let worker = start();

function start(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'ledger' });
  started.addEventListener('message', ({ data }: MessageEvent<FromLedgerWorker>) => hear(data));
  started.addEventListener('error', (event) => {
    event.preventDefault();
    started.terminate();
    if (worker === started) worker = start();
    const stopped = [...waiting.values()];
    waiting.clear();
    for (const { settle } of stopped) settle(broken(STOPPED));
  });
  return started;
}

const STOPPED = 'The verifier stopped unexpectedly. Nothing was concluded. Try again, or use touchstone ledger verify.';

function broken(message: string): LedgerResult {
  return { kind: 'unreadable', field: '', message };
}

function post(message: ToLedgerWorker): void {
  worker.postMessage(message);
}

function hear(message: FromLedgerWorker): void {
  const found = waiting.get(message.id);
  if (found === undefined) return;
  switch (message.type) {
    case 'progress':
      found.onProgress(message.blocks, message.of);
      return;
    case 'want':
      void supply(message.id, found, message.from);
      return;
    case 'done':
      waiting.delete(message.id);
      found.settle(message.result);
      return;
    case 'broke':
      waiting.delete(message.id);
      found.settle(broken(`${STOPPED} (${message.message})`));
  }
}

async function supply(id: number, { task, signal, fail }: Waiting, from: number): Promise<void> {
  try {
    if (task.kind !== 'chain' && task.kind !== 'export') throw new TypeError('internal: this task needs no parts');
    const part = await client.crypto.ledger.export(
      { params: { chain: task.chain }, query: { from, limit: PART_BLOCKS } },
      { signal },
    );
    if (waiting.has(id)) post({ type: 'part', id, part: membersOf(part) });
  } catch (error) {
    if (!waiting.delete(id)) return;
    post({ type: 'cancel', id });
    fail(error);
  }
}

/** The worker reads it strictly; here it is only some JSON. */
function membersOf(value: object): JsonObject {
  return { ...value } as JsonObject;
}

/** Runs a task in the worker. Rejects where the server failed or the signal aborted; what the blocks say is a result. */
export function runLedgerTask(
  task: LedgerTask,
  signal: AbortSignal,
  onProgress: Waiting['onProgress'] = () => undefined,
): Promise<LedgerResult> {
  signal.throwIfAborted();
  return new Promise((settle, fail) => {
    const id = nextId++;
    waiting.set(id, { task, signal, onProgress, settle, fail });
    const abort = () => {
      if (!waiting.delete(id)) return;
      post({ type: 'cancel', id });
      fail(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    post({ type: 'run', id, task });
  });
}

/** The sets to go by: what the service publishes, as far as it can be asked, and what this machine has pinned. */
export async function statedKeys(trust: TrustStore): Promise<StatedKeys> {
  try {
    const { keysets } = await queryClient.fetchQuery({
      queryKey: ['service-key-sets'],
      queryFn: ({ signal }) => client.signing.svcKey.publicKeys({}, { signal }),
      staleTime: 60_000,
    });
    const published = keysets.filter(({ use }) => use === 'service').map(membersOf);
    return { published: published.filter((keySet) => isJsonObject(keySet)), trust };
  } catch {
    // Without the server its own word is missing; pinned sets count all the same.
    return { published: [], trust };
  }
}

/** Name of a saved chain. */
export function exportName(chain: ChainName, height: number): string {
  return `${chain}-${height}.pqledger.json`;
}
