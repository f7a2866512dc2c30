/** What happens without a request: blocks, notices, what time has ended. Each room says what it has to do; `sweeps.ts` lists it. */
import type { Logger } from 'pino';
import { type Db, lease, underLease } from '../store/engine.ts';

/** `N` is what it needs. */
export interface Sweep<N> {
  /** Kebab case. */
  readonly name: string;
  /** Milliseconds between the end of one run and the next; asked anew each time, so that a setting takes effect. */
  readonly everyMs: number | ((deps: N) => Promise<number>);
  /**
   * Does what is due. It must cost next to nothing where nothing is, may be killed at any moment, and is never run twice at
   * once: it has a lease, without which its writes fail. Tests call it directly.
   */
  readonly run: (deps: N) => Promise<void>;
}

export interface RunningSweeps {
  /** Begins no further run; settles when those that run have ended. Their failures are then nobody's concern. */
  stop(): Promise<void>;
}

/** Where the interval cannot be asked: the disk fails. */
const UNKNOWN_INTERVAL_MS = 60_000;

/** Runs each sweep on its own timer, the first time after its first interval. A failing one is logged and tried again. */
export function startSweeps<N extends { readonly db: Db }>(
  sweeps: readonly Sweep<N>[],
  deps: N,
  log: Pick<Logger, 'error'>,
): RunningSweeps {
  const timers = new Map<Sweep<N>, NodeJS.Timeout>();
  const running = new Map<Sweep<N>, Promise<void>>();
  /** Why each sweep failed the last time: the same reason is logged once, not every second. */
  const faults = new Map<Sweep<N>, string>();
  let isStopped = false;

  async function plan(sweep: Sweep<N>): Promise<void> {
    const { everyMs } = sweep;
    const afterMs = typeof everyMs === 'number' ? everyMs : await everyMs(deps).catch(() => UNKNOWN_INTERVAL_MS);
    if (isStopped) return;
    const timer = setTimeout(() => running.set(sweep, once(sweep)), afterMs);
    timer.unref();
    timers.set(sweep, timer);
  }

  /** Nothing where another process has the lease. */
  async function runAlone(sweep: Sweep<N>): Promise<void> {
    const held = await lease(deps.db, `sweep ${sweep.name}`);
    if (held !== null) await underLease(held, () => sweep.run(deps));
  }

  async function once(sweep: Sweep<N>): Promise<void> {
    try {
      await runAlone(sweep);
      faults.delete(sweep);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      if (!isStopped && faults.get(sweep) !== reason) log.error({ sweep: sweep.name, reason }, 'a sweep failed');
      faults.set(sweep, reason);
    }
    await plan(sweep);
  }

  for (const sweep of sweeps) running.set(sweep, plan(sweep));
  return {
    async stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
