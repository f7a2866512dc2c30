/** Work that waits in a queue of its own for each name; the queues take turns, so that a long one keeps no other waiting. */
export interface Turns {
  /** Runs an action when its turn has come, and answers what it answers. */
  run<T>(name: string, action: () => Promise<T>): Promise<T>;
}

/** `most` actions run at once. Within a name they begin in the order in which they were given. */
export function createTurns(most: number): Turns {
  if (!Number.isInteger(most) || most < 1) throw new RangeError('at least one action has to run');
  /** Whose turn is next stands first. */
  const queues = new Map<string, (() => void)[]>();
  let running = 0;

  function next(): void {
    for (const [name, queue] of queues) {
      if (running === most) return;
      const begin = queue.shift();
      queues.delete(name);
      // Behind all others, until its next turn.
      if (queue.length > 0) queues.set(name, queue);
      if (begin === undefined) continue;
      running++;
      begin();
    }
  }

  return {
    async run(name, action) {
      await new Promise<void>((resolve) => {
        const queue = queues.get(name) ?? [];
        queue.push(resolve);
        queues.set(name, queue);
        next();
      });
      try {
        return await action();
      } finally {
        running--;
        next();
      }
    },
  };
}
