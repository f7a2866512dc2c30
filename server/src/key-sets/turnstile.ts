/** Lets many pass together, or one alone: what signs with the current keys passes, what exchanges them is alone. */

export interface Turnstile {
  /** Runs the action together with others; waits while somebody is alone, or is about to be. */
  pass<T>(action: () => Promise<T>): Promise<T>;
  /**
   * Closes the turnstile, waits until nobody is inside, runs the action and opens again. One at a time. Somebody inside who
   * waits to pass a second time would never leave: therefore the action begins after `patienceMs` in any case.
   */
  alone<T>(action: () => Promise<T>): Promise<T>;
}

export function createTurnstile(patienceMs: number): Turnstile {
  let inside = 0;
  let closed: Promise<void> | null = null;
  let emptied: (() => void) | null = null;

  return {
    async pass(action) {
      while (closed !== null) await closed;
      inside++;
      try {
        return await action();
      } finally {
        inside--;
        if (inside === 0) emptied?.();
      }
    },

    async alone(action) {
      while (closed !== null) await closed;
      const opening = Promise.withResolvers<void>();
      closed = opening.promise;
      try {
        if (inside > 0) {
          const empty = Promise.withResolvers<void>();
          emptied = empty.resolve;
          const impatience = setTimeout(empty.resolve, patienceMs);
          await empty.promise;
          clearTimeout(impatience);
          emptied = null;
        }
        return await action();
      } finally {
        closed = null;
        opening.resolve();
      }
    },
  };
}
