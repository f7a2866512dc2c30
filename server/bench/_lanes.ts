import { setTimeout } from 'node:timers/promises';

/** How an action is repeated: in lanes, each of which begins the next call when its last has ended. */
export interface Lanes {
  /** How many calls are under way at once. */
  readonly lanes: number;
  /** Milliseconds between the end of one call of a lane and the next, for what is limited in its rate. */
  readonly pause?: number;
}

export interface Run {
  /** Milliseconds of each call, in the order in which they ended. */
  readonly times: readonly number[];
  /** What passed until the last had ended. */
  readonly seconds: number;
}

/** Repeats an action for some seconds; every lane calls it once at least. */
export async function runLanes(
  { lanes, pause = 0 }: Lanes,
  seconds: number,
  action: () => Promise<unknown>,
): Promise<Run> {
  const times: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      do {
        const before = performance.now();
        await action();
        times.push(performance.now() - before);
        if (pause > 0) await setTimeout(pause);
      } while (performance.now() < end);
    }),
  );
  return { times, seconds: (performance.now() - started) / 1000 };
}
