/** How often a passphrase may be tried (decisions 12.29): by everybody together, and one at a time, for each try takes 64 MiB. */
import type { Clock } from '@touchstone/core/time.ts';
import { ApiError } from '../frame/errors.ts';
import { createTurns } from '../frame/turns.ts';

const MOST_TRIES = 5;
const WINDOW_MS = 60_000;

export interface PassphraseTries {
  /** Runs a try when those before it are done. Rejects with RATE_LIMITED where five were begun within a minute. */
  run<T>(attempt: () => Promise<T>): Promise<T>;
}

export function createPassphraseTries(clock: Clock): PassphraseTries {
  const turns = createTurns({ inAll: 1 });
  let begun: readonly number[] = [];
  return {
    async run(attempt) {
      const now = clock();
      // A clock that was set back must not keep the owner out.
      begun = begun.filter((at) => at <= now && now - at < WINDOW_MS);
      const [first = now] = begun;
      if (begun.length >= MOST_TRIES) {
        throw new ApiError('RATE_LIMITED', 'A passphrase may be tried five times a minute.', {
          retryAfterSeconds: Math.max(1, Math.ceil((first + WINDOW_MS - now) / 1000)),
        });
      }
      begun = [...begun, now];
      return turns.run('passphrase', attempt);
    },
  };
}
