/** What the gateway holds while the server runs: the way out, the rates of targets, the measurement of the build. */

import type { Clock } from '@touchstone/core/time.ts';
import { ApiError } from '../frame/errors.ts';
import type { RunJob } from '../frame/job.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { createTargetRates, type TargetRates } from './rate.ts';
import { measureBuildJob } from './work.ts';

export interface Gateway {
  readonly outbound: Outbound;
  readonly rates: TargetRates;
  /** SHA-256 of the running build, hex; measured once, by the first call. */
  measurement(): Promise<string>;
  /** Runs a call. Throws RATE_LIMITED where too many are under way: each may hold two bodies of 16 MiB. */
  atOnce<T>(call: () => Promise<T>): Promise<T>;
}

const MOST_AT_ONCE = 64;

export function createGateway(needs: {
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly run: RunJob;
}): Gateway {
  let measured: Promise<string> | null = null;
  let underWay = 0;
  return {
    outbound: needs.outbound,
    rates: createTargetRates(needs.clock),
    measurement() {
      measured ??= needs.run(measureBuildJob, null).catch((error: unknown) => {
        measured = null;
        throw error;
      });
      return measured;
    },
    async atOnce(call) {
      if (underWay >= MOST_AT_ONCE) {
        throw new ApiError('RATE_LIMITED', 'The gateway has too many calls in progress.', { retryAfterSeconds: 1 });
      }
      underWay++;
      try {
        return await call();
      } finally {
        underWay--;
      }
    },
  };
}
