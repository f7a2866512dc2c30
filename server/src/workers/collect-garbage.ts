/**
 * Gives the memory of large bodies back. V8 collects a heap when it grows, and an idle one hardly ever: without this, what
 * a large body took stays with the process for as long as nobody calls (S37).
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** After the last large body; the pause is felt by nobody then. */
const QUIET_MS = 5_000;

let collect: (() => void) | null = null;
let timer: NodeJS.Timeout | null = null;

/** Collects the heap of this thread now; it stands still meanwhile. */
export function collectGarbage(): void {
  collect ??= prepare();
  collect();
}

/** The same some seconds after it was last asked for. */
export function collectGarbageSoon(): void {
  timer ??= setTimeout(() => {
    timer = null;
    collectGarbage();
  }, QUIET_MS).unref();
  timer.refresh();
}

/** The way into V8's collector that needs no option on the command line. */
function prepare(): () => void {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  return typeof found === 'function' ? () => void found() : () => undefined;
}
