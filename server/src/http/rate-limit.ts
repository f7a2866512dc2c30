/**
 * Token buckets (decisions, section 2): one for each account, and one of the Pro plan for each unknown peer address. Console and
 * administrator take from that of the local account, whomever they act for: a window that follows lists spends no calls of the
 * account's programs, and they keep no window out. Signing in has another one, so that no other traffic can keep the owner out
 * (S37), and so has asking for the server's health, so that no other traffic makes a monitor believe that it is gone.
 */
import { PLANS, type PlanSlug, type Rate } from '@touchstone/core/api/plans.ts';
import type { Service } from '@touchstone/core/api/services.ts';
import type { Clock } from '@touchstone/core/time.ts';
import { type Caller, LOCAL } from '../frame/caller.ts';
import { ApiError } from '../frame/errors.ts';

/** How many calls accounts have made today. */
export interface DayCalls {
  /** Counts one call of an account on the day of `now`; false, and nothing counted, where it has made `most` already. */
  take(accountId: string, most: number, now: number): boolean;
}

export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which the bucket is full again. */
  readonly resetAt: number;
  /** null where the request may go on. */
  readonly retryAfterSeconds: number | null;
}

/** What other traffic must not keep anybody from. */
export type Purpose = 'sign-in' | 'health';

export interface RateLimiter {
  /** Takes one token from the bucket of a caller, or of a peer address without a key. */
  take(service: Pick<Service, 'envelope'>, caller: Caller | null, peer: string): RateState;
  /** Takes one from the bucket that a peer address has for this purpose alone. */
  takeApart(purpose: Purpose, peer: string): RateState;
}

/** What unlimited plans read in X-RateLimit-Limit and -Remaining. */
export const UNLIMITED = 2_147_483_647;

const APART_RATE: Rate = { perSecond: 50, burst: 100 };

interface Bucket {
  tokens: number;
  at: number;
}

const MOST_BUCKETS = 10_000;

export function createRateLimiter(clock: Clock, dayCalls: DayCalls): RateLimiter {
  const buckets = new Map<string, Bucket>();

  /** Full buckets say nothing that a new one would not. */
  function makeRoom(now: number): void {
    if (buckets.size < MOST_BUCKETS) return;
    for (const [key, bucket] of buckets) if (now - bucket.at > 60_000) buckets.delete(key);
  }

  function takeFrom(key: string, rate: Rate, now: number): RateState {
    makeRoom(now);
    const bucket = buckets.get(key) ?? { tokens: rate.burst, at: now };
    bucket.tokens = Math.min(rate.burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * rate.perSecond);
    bucket.at = now;
    buckets.set(key, bucket);
    const granted = bucket.tokens >= 1;
    if (granted) bucket.tokens -= 1;
    return {
      limit: rate.burst,
      remaining: Math.floor(bucket.tokens),
      resetAt: Math.ceil(now / 1000 + (rate.burst - bucket.tokens) / rate.perSecond),
      retryAfterSeconds: granted ? null : Math.max(1, Math.ceil((1 - bucket.tokens) / rate.perSecond)),
    };
  }

  /** Counts towards document 3's daily quota, reset at 00:00 UTC; what is answered where it is spent, else null. */
  function takeDay(accountId: string, most: number, now: number): RateState | null {
    if (dayCalls.take(accountId, most, now)) return null;
    const resetAt = (Math.floor(now / 86_400_000) + 1) * 86_400;
    return { limit: most, remaining: 0, resetAt, retryAfterSeconds: Math.max(1, Math.ceil(resetAt - now / 1000)) };
  }

  return {
    takeApart(purpose, peer) {
      return takeFrom(`${purpose} ${peer}`, APART_RATE, clock());
    },

    take(service, caller, peer) {
      const now = clock();
      const payer = caller === null || caller.kind === 'key' ? caller : LOCAL;
      const plan = PLANS[payer?.plan ?? ('pro' satisfies PlanSlug)];
      const isPlatform = service.envelope === 'platform';
      const rate = isPlatform ? plan.platformRate : plan.rate;
      if (rate === null) {
        return { limit: UNLIMITED, remaining: UNLIMITED, resetAt: Math.ceil(now / 1000), retryAfterSeconds: null };
      }
      const owner = payer === null ? `peer ${peer}` : payer.accountId;
      const state = takeFrom(`${owner} ${isPlatform ? 'platform' : 'main'}`, rate, now);
      if (!isPlatform || payer === null || plan.platformPerDay === null || state.retryAfterSeconds !== null)
        return state;
      return takeDay(payer.accountId, plan.platformPerDay, now) ?? state;
    },
  };
}

/** Throws RATE_LIMITED where no token was left. */
export function requireToken(state: RateState): void {
  if (state.retryAfterSeconds === null) return;
  throw new ApiError('RATE_LIMITED', undefined, { retryAfterSeconds: state.retryAfterSeconds });
}
