/** Work that waits in a queue of its own for each name; the queues take turns, so that a long one keeps no other waiting. */
export interface Turns {
  /** Runs an action when its turn has come, and answers what it answers. */
  run<T>(name: string, action: () => Promise<T>): Promise<T>;
}

/** How many actions run at once; without a bound in all, or for each name, as many as come. */
export interface AtOnce {
  readonly inAll?: number;
  readonly ofEachName?: number;
}

interface Queue {
  readonly waiting: (() => void)[];
  running: number;
}

/** Within a name actions begin in the order in which they were given. */
export function createTurns({ inAll = Number.POSITIVE_INFINITY, ofEachName = inAll }: AtOnce): Turns {
  if (!(inAll >= 1 && ofEachName >= 1)) throw new RangeError('at least one action has to run');
  /** Whose turn is next stands first. */
  const queues = new Map<string, Queue>();
  let running = 0;

  function next(): void {
    for (const [name, queue] of queues) {
      if (running >= inAll) return;
      if (queue.running >= ofEachName) continue;
      const begin = queue.waiting.shift();
      if (begin === undefined) continue;
      // Behind all others, until its next turn.
      queues.delete(name);
      queues.set(name, queue);
      queue.running++;
      running++;
      begin();
    }
  }

  return {
    async run(name, action) {
      const queue = queues.get(name) ?? { waiting: [], running: 0 };
      queues.set(name, queue);
      await new Promise<void>((resolve) => {
        queue.waiting.push(resolve);
        next();
      });
      try {
        return await action();
      } finally {
        queue.running--;
        running--;
        if (queue.running === 0 && queue.waiting.length === 0) queues.delete(name);
        next();
      }
    },
  };
}
