/**
 * The three signatures of an artifact in a worker of a page: `node e2e/bench/artifact.ts` prints one JSON line per figure. Once with
 * the browser's ML-DSA, once without, as in browsers that have none; noble alone runs in turns with both.
 */
import type { Times } from './_artifact-worker.ts';
import { report } from './_frames.ts';
import { withWorker } from './_worker-page.ts';

const LIMIT_MS = 2.5;
const LEAST = 3;

await withWorker<null, Times>('_artifact-worker.ts', async (ask) => {
  const { browser, withoutBrowser, noble } = await ask(null);
  for (const [name, milliseconds] of [
    ["with the browser's ML-DSA", browser],
    ['without', withoutBrowser],
  ] as const) {
    report(`one artifact's three signatures, ${name}`, milliseconds, 'ms', { limit: LIMIT_MS });
    report(`one artifact's three signatures, ${name}, beside noble`, noble / milliseconds, 'x', { least: LEAST });
  }
});
