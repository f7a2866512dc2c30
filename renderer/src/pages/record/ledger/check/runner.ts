/** The page's side of its worker: hands out tasks, fetches what they ask for, and passes on what they find. */
import type { ChainName } from '@touchstone/core/api/common.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import type { Trust } from '@touchstone/core/keys/trust.ts';
import { client } from '../../../../lib/client.ts';
import { queryClient } from '../../../../lib/query.ts';
import { PageWorker, WorkerStopped } from '../../../../lib/work/page-worker.ts';
import { words } from '../../../../words/record/ledger-checks.ts';
import type { FromLedgerWorker, LedgerResult, LedgerTask, StatedKeys, ToLedgerWorker } from './messages.ts';

/** Small enough that reading an answer never holds up the page: a block has five kilobytes and more. */
const PART_BLOCKS = 100;

const STOPPED = words.unreadable.stopped;

const worker = new PageWorker<ToLedgerWorker, FromLedgerWorker>({
  spawn: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'ledger' }),
  stopped: STOPPED,
});
// With the page's code, so that checks need nothing from the server afterwards.
worker.start();

function broken(message: string): LedgerResult {
  return { kind: 'unreadable', field: '', message };
}

/** Fetches the part that a task asks for. */
async function partOf(task: LedgerTask, from: number, signal: AbortSignal): Promise<JsonObject> {
  if (task.kind !== 'chain' && task.kind !== 'export') throw new TypeError('internal: this task needs no parts');
  return membersOf(
    await client.crypto.ledger.export(
      { params: { chain: task.chain }, query: { from, limit: PART_BLOCKS } },
      { signal },
    ),
  );
}

/** The worker reads it strictly; here it is only some JSON. */
function membersOf(value: object): JsonObject {
  return { ...value } as JsonObject;
}

/** Runs a task in the worker. Rejects where the server failed or the signal aborted; what the blocks say is a result. */
export async function runLedgerTask(
  task: LedgerTask,
  signal: AbortSignal,
  onProgress: (blocks: number, of: number | null) => void = () => undefined,
): Promise<LedgerResult> {
  const unsupplied = new AbortController();
  const hear = (message: FromLedgerWorker) => {
    switch (message.type) {
      case 'progress':
        onProgress(message.blocks, message.of);
        return null;
      case 'want':
        partOf(task, message.from, signal).then(
          (part) => worker.tell({ type: 'part', id: message.id, part }),
          (error: unknown) => unsupplied.abort(error),
        );
        return null;
      case 'done':
        return message;
      case 'broke':
        return { result: broken(`${STOPPED} (${message.message})`) };
    }
  };
  try {
    return await worker.run({
      first: (id) => ({ type: 'run', id, task }),
      hear,
      abort: { signal: AbortSignal.any([signal, unsupplied.signal]), last: (id) => ({ type: 'cancel', id }) },
    });
  } catch (error) {
    if (error instanceof WorkerStopped) return broken(error.message);
    throw error;
  }
}

/** The sets to go by: what the service publishes, as far as it can be asked, and what this machine has pinned. */
export async function statedKeys(trust: Trust): Promise<StatedKeys> {
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
