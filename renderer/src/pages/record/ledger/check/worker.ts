/** The worker of the Ledger page: walks blocks, judges anchors, writes exports. It asks the page for what the server holds. */
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { STATEMENT_ALGORITHM } from '@touchstone/core/sign/statement.ts';
import { webVerifier } from '../../../../lib/web-signatures.ts';
import type { FromLedgerWorker, LedgerTask, ToLedgerWorker } from './messages.ts';
import { runTask } from './tasks.ts';

/** Of the worker's global scope, what is used; the DOM library's `self` is a window's. */
interface WorkerScope {
  postMessage(message: FromLedgerWorker): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToLedgerWorker>) => void): void;
}
const scope: WorkerScope = globalThis as WorkerScope;

const verifier = webVerifier();

class Cancelled extends Error {}

interface Running {
  give: (part: JsonObject) => void;
  stop: (reason: Cancelled) => void;
}

/** What goes on, and who waits for a part; tasks that are not here are over. */
const running = new Map<number, Running>();
const nobody = () => undefined;

scope.addEventListener('message', ({ data }) => {
  if (data.type === 'run') void run(data.id, data.task);
  else if (data.type === 'cancel') {
    const task = running.get(data.id);
    running.delete(data.id);
    task?.stop(new Cancelled());
  } else running.get(data.id)?.give(data.part);
});
// Loads the code now, while the server is there. Where that fails, the first use tries again and says so.
void verifier.backendFor(STATEMENT_ALGORITHM).catch(() => undefined);

async function run(id: number, task: LedgerTask): Promise<void> {
  const own: Running = { give: nobody, stop: nobody };
  running.set(id, own);
  try {
    const result = await runTask(task, {
      verifier,
      part: (from) =>
        new Promise((give, stop) => {
          own.give = give;
          own.stop = stop;
          scope.postMessage({ type: 'want', id, from });
        }),
      onProgress: (blocks, of) => scope.postMessage({ type: 'progress', id, blocks, of }),
      async pause() {
        await new Promise((resolve) => setTimeout(resolve));
        if (!running.has(id)) throw new Cancelled();
      },
    });
    scope.postMessage({ type: 'done', id, result });
  } catch (error) {
    if (error instanceof Cancelled) return;
    scope.postMessage({ type: 'broke', id, message: error instanceof Error ? error.message : String(error) });
  } finally {
    running.delete(id);
  }
}
