/** Work that goes on while messages come in. */
export interface Background {
  /** Watches over a task. One that fails is told to the person at the terminal, and to nobody else. */
  run(task: Promise<void>): void;
  /** Settles when all work is done, also what was begun meanwhile. */
  settled(): Promise<void>;
}

export function createBackground(note: (text: string) => void): Background {
  const work = new Set<Promise<void>>();
  return {
    run(task) {
      const guarded = task
        .catch(() => note('A message could not be handled because of an unexpected error.'))
        .finally(() => work.delete(guarded));
      work.add(guarded);
    },
    async settled() {
      while (work.size > 0) await Promise.all(work);
    },
  };
}
