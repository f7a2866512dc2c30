/** What the SDK needs of the place in which it runs; every effect is an argument. */
import type { Fetch } from '../../api/client.ts';
import { type Random, systemRandom } from '../../random.ts';
import { type Clock, systemClock } from '../../time.ts';
import type { AbortSignalLike } from './types/connection.ts';
import type { Problem } from './types/outbox.ts';

export interface Platform {
  readonly fetch: Fetch;
  /** A variable of the environment; undefined where it is not set. */
  readonly environment: (name: string) => string | undefined;
  /** Calls back after so many milliseconds. Answers what cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly clock: Clock;
  readonly random: Random;
  /** Where problems go that nobody listens for. */
  readonly warn: (problem: Problem) => void;
  /** Writes a text file; absent where there are no files. */
  readonly writeFile?: (path: string, text: string) => Promise<void>;
  /** The words of a shell that run the offline verifier here; `pq-verify` where it is not known where that is. */
  readonly verifierCommand?: string;
}

declare const fetch: Fetch;
declare const process: { readonly env?: Readonly<Record<string, string | undefined>> } | undefined;
declare function setTimeout(callback: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;

/** `setTimeout` fires at once beyond this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The platform's own fetch, clock and timers; no files, and problems go nowhere. */
export const systemPlatform: Platform = {
  // A redirect could carry the key and the receipts to another server.
  fetch: (url, init) => fetch(url, { ...init, ...{ redirect: 'error' } }),
  environment: (name) => (typeof process === 'undefined' ? undefined : process.env?.[name]),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, Math.min(milliseconds, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
  clock: systemClock,
  random: systemRandom,
  warn: () => undefined,
};

/** Writes a file. Throws TypeError where the platform has none. */
export async function writeText({ writeFile }: Platform, path: string, text: string): Promise<void> {
  if (writeFile === undefined) throw new TypeError('This platform has no files.');
  await writeFile(path, text);
}

/** Resolves after so many milliseconds, or as soon as a signal fires: the caller looks which. */
export function pause(
  platform: Pick<Platform, 'after'>,
  milliseconds: number,
  signals: readonly (AbortSignalLike | undefined)[],
): Promise<void> {
  return new Promise((resolve) => {
    if (signals.some((signal) => signal?.aborted === true)) {
      resolve();
      return;
    }
    const end = () => {
      cancel();
      for (const signal of signals) signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = platform.after(milliseconds, end);
    for (const signal of signals) signal?.addEventListener('abort', end);
  });
}
