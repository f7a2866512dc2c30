/**
 * How many bytes of request bodies are held at once (S37): from the moment in which they are received until the request is
 * answered. Beyond a limit a request is refused before more of its body is read, so that strangers cannot take the memory
 * that others need.
 */
import type { BodyLimits } from '../frame/body.ts';
import type { Caller } from '../frame/caller.ts';
import { ApiError } from '../frame/errors.ts';
import { collectGarbageSoon } from '../workers/collect-garbage.ts';

const MIB = 1024 * 1024;

export const BODY_LIMITS: BodyLimits = {
  inAll: 256 * MIB,
  perAccount: 128 * MIB,
  strangers: 128 * MIB,
  kept: 64 * MIB,
};

/** What a body takes at most at once, and by which it grows. */
export const BODY_STEP = MIB;

const RETRY_AFTER_SECONDS = 2;

/** The share of one request. */
export interface BodyShare {
  /** Takes so many bytes more. Throws OVERLOADED. */
  grow(bytes: number): void;
  /** Gives everything back; safe to call twice. */
  release(): void;
}

export interface BodyBudget {
  /**
   * Takes nothing yet. Throws OVERLOADED where a first step is too much, or where a body of the stated length would be too
   * much even if nobody else sent anything more.
   *
   * @param stated Content-Length; NaN without one
   */
  admit(caller: Caller | null, stated: number): BodyShare;
  /** Bytes that are held. */
  readonly held: number;
}

export function createBodyBudget(limits: BodyLimits = BODY_LIMITS): BodyBudget {
  /** Bytes by what they count towards: everything, an account, the strangers. */
  const held = new Map<string, number>();
  const heldBy = (name: string) => held.get(name) ?? 0;

  function add(names: readonly string[], bytes: number): void {
    for (const name of names) {
      const sum = heldBy(name) + bytes;
      if (sum === 0) held.delete(name);
      else held.set(name, sum);
    }
  }

  return {
    admit(caller, stated) {
      const counted = countedFor(caller, limits);
      const names = counted.map(([name]) => name);
      let own = 0;
      const requireRoom = (bytes: number) => {
        if (counted.every(([name, most]) => heldBy(name) + bytes <= most)) return;
        throw new ApiError('OVERLOADED', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
      };
      requireRoom(Number.isNaN(stated) ? BODY_STEP : stated);
      return {
        grow(bytes) {
          requireRoom(bytes);
          own += bytes;
          add(names, bytes);
        },
        release() {
          if (own >= BODY_STEP) collectGarbageSoon();
          add(names, -own);
          own = 0;
        },
      };
    },

    get held() {
      return heldBy(ALL);
    },
  };
}

const ALL = 'all';

/** What a caller's bytes count towards, and how much there may be of it. */
function countedFor(caller: Caller | null, limits: BodyLimits): readonly (readonly [string, number])[] {
  const everything = [ALL, limits.inAll] as const;
  if (caller !== null && caller.kind !== 'key') return [everything];
  const isStranger = caller === null || caller.plan === 'free';
  return [
    everything,
    ['keys', limits.inAll - limits.kept],
    ...(caller === null ? [] : [[`account ${caller.accountId}`, limits.perAccount] as const]),
    ...(isStranger ? [['strangers', limits.strangers] as const] : []),
  ];
}
