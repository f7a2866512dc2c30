/** What happens without a request: blocks, notices, what time has ended. Each room says what it has to do; `sweeps.ts` lists it. */
import type { Logger } from 'pino';

/** `N` is what it needs. */
export interface Sweep<N> {
  /** Kebab case. */
  readonly name: string;
  /** Milliseconds between the end of one run and the next; asked anew each time, so that a setting takes effect. */
  readonly everyMs: number | ((deps: N) => number);
  /**
   * Does what is due. It must cost next to nothing where nothing is, may be killed at any moment, and is never run twice at
   * once. Tests call it directly.
   */
  readonly run: (deps: N) => Promise<void>;
}

export interface RunningSweeps {
  /** Begins no further run; settles when those that run have ended. Their failures are then nobody's concern. */
  stop(): Promise<void>;
}

/** Runs each sweep on its own timer, the first time after its first interval. A failing one is logged and tried again. */
export function startSweeps<N>(sweeps: readonly Sweep<N>[], deps: N, log: Pick<Logger, 'error'>): RunningSweeps {
  const timers = new Map<Sweep<N>, NodeJS.Timeout>();
  const running = new Map<Sweep<N>, Promise<void>>();
  /** Why each sweep failed the last time: the same reason is logged once, not every second. */
  const faults = new Map<Sweep<N>, string>();
  let isStopped = false;

  function plan(sweep: Sweep<N>): void {
    if (isStopped) return;
    const { everyMs } = sweep;
    const timer = setTimeout(
      () => running.set(sweep, once(sweep)),
      typeof everyMs === 'number' ? everyMs : everyMs(deps),
    );
    timer.unref();
    timers.set(sweep, timer);
  }

  async function once(sweep: Sweep<N>): Promise<void> {
    try {
      await sweep.run(deps);
      faults.delete(sweep);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      if (!isStopped && faults.get(sweep) !== reason) log.error({ sweep: sweep.name, reason }, 'a sweep failed');
      faults.set(sweep, reason);
    }
    plan(sweep);
  }

  for (const sweep of sweeps) plan(sweep);
  return {
    async stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
