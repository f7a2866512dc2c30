/**
 * The adaptive policy: how long a value of the cache lives where the caller leaves that to the server. No model, a rule of
 * three sentences over what was seen of the key (`pattern.ts`):
 *
 * 1. Reads: nine of ten pauses between reads are at most P long. The value lives for eight such pauses, so that about
 *    eight reads of nine find it.
 * 2. Rewrites: where its owner replaces the value while it lives, every M in the middle, it lives for two M at most: it
 *    does not outlast its owner by long.
 * 3. Values that nobody asked for, three in a row: the next one lives as short as allowed.
 *
 * Both P and M are quantiles, so a single odd pause moves neither. Until enough was seen, the lifetime that the caller
 * states, else the default, holds; a stated one is never exceeded. Equal patterns give equal lifetimes.
 */
import type { AccessPattern } from './pattern.ts';
import { quantile } from './quantile.ts';

/** Seconds. */
export const LIFETIME = { least: 30, most: 7 * 86_400, initial: 3_600 } as const;

/** Pauses between reads before the rule speaks. */
export const READ_GAPS_NEEDED = 5;
export const REWRITE_GAPS_NEEDED = 3;
export const UNREAD_WRITES_NEEDED = 3;

const READ_SHARE = 0.9;
const READS_COVERED = 8;
const REWRITES_COVERED = 2;

export const LIFETIME_RULES = ['stated', 'default', 'learning', 'reads', 'rewrites', 'unread'] as const;
/**
 * `stated`, `default`: nothing was left to choose; `learning`: too little was seen; else the sentence above that decided.
 */
export type LifetimeRule = (typeof LIFETIME_RULES)[number];

/** What kept the rule from having its way. */
export const LIFETIME_LIMITS = ['least', 'most', 'stated'] as const;
export type LifetimeLimit = (typeof LIFETIME_LIMITS)[number];

export interface Lifetime {
  /** Whole seconds, at least 1. */
  readonly ttlSeconds: number;
  readonly rule: LifetimeRule;
  /** P or M, or how many values in a row nobody read; null for the other rules. */
  readonly basis: number | null;
  readonly limit: LifetimeLimit | null;
}

/** The lifetime where nothing is left to the server: as stated, else the default. */
export function fixedLifetime(statedSeconds: number | null): Lifetime {
  const rule = statedSeconds === null ? 'default' : 'stated';
  return { ttlSeconds: statedSeconds ?? LIFETIME.initial, rule, basis: null, limit: null };
}

/** The lifetime that the policy chooses. `statedSeconds` is the most that the caller allows; null where nothing is stated. */
export function chooseLifetime(pattern: AccessPattern, statedSeconds: number | null): Lifetime {
  const { rule, basis, wantedMs } = wanted(pattern);
  if (wantedMs === null) return { ...fixedLifetime(statedSeconds), rule };
  const wantedSeconds = Math.ceil(wantedMs / 1000);
  const bounded = Math.min(LIFETIME.most, Math.max(LIFETIME.least, wantedSeconds));
  const limit = bounded > wantedSeconds ? 'least' : bounded < wantedSeconds ? 'most' : null;
  if (statedSeconds !== null && statedSeconds < bounded) {
    return { ttlSeconds: statedSeconds, rule, basis, limit: 'stated' };
  }
  return { ttlSeconds: bounded, rule, basis, limit };
}

/** Whether the lifetime was learned, not taken over. */
export function isLearned({ rule }: Pick<Lifetime, 'rule'>): boolean {
  return rule === 'reads' || rule === 'rewrites' || rule === 'unread';
}

interface WantedLifetime {
  readonly rule: LifetimeRule;
  readonly basis: number | null;
  readonly wantedMs: number | null;
}

function wanted({ unreadWrites, readGapsMs, rewriteGapsMs }: AccessPattern): WantedLifetime {
  if (unreadWrites >= UNREAD_WRITES_NEEDED) return { rule: 'unread', basis: unreadWrites, wantedMs: 0 };
  const pause = readGapsMs.length < READ_GAPS_NEEDED ? null : quantile(readGapsMs, READ_SHARE);
  const rewrite = rewriteGapsMs.length < REWRITE_GAPS_NEEDED ? null : quantile(rewriteGapsMs, 0.5);
  const byReads = pause === null ? null : pause * READS_COVERED;
  const byRewrites = rewrite === null ? null : rewrite * REWRITES_COVERED;
  if (byRewrites !== null && (byReads === null || byRewrites < byReads)) {
    return { rule: 'rewrites', basis: rewrite, wantedMs: byRewrites };
  }
  if (byReads !== null) return { rule: 'reads', basis: pause, wantedMs: byReads };
  return { rule: 'learning', basis: null, wantedMs: null };
}

/** Why a value lives as long as it does: a sentence or two for people. */
export function lifetimeReason({ rule, basis, limit }: Omit<Lifetime, 'ttlSeconds'>): string {
  const cut = limit === null ? '' : ` ${LIMIT_WORDS[limit]}`;
  switch (rule) {
    case 'stated':
      return 'The caller stated this lifetime.';
    case 'default':
      return 'The caller stated no lifetime and none was to be chosen: this is the default.';
    case 'learning':
      return 'Too little was seen of this key to learn from: the stated lifetime, else the default, holds.';
    case 'reads':
      return `Nine of ten pauses between reads are at most ${spanOf(basis)}; the value lives for eight of them.${cut}`;
    case 'rewrites':
      return `The value is replaced about every ${spanOf(basis)} while it lives; it lives for two of these spans.${cut}`;
    case 'unread':
      return `Nobody asked for the last ${basis} values: this one lives as short as the rule allows.${cut}`;
  }
}

const LIMIT_WORDS: Readonly<Record<LifetimeLimit, string>> = {
  least: `It is never shorter than ${LIFETIME.least} s unless the caller says so.`,
  most: `It is never longer than ${LIFETIME.most / 86_400} days.`,
  stated: 'The caller allowed no more.',
};

/** Milliseconds for people, with three digits that count. */
function spanOf(milliseconds: number | null): string {
  const value = milliseconds ?? 0;
  const [amount, unit] =
    value < 1_000
      ? [value, 'ms']
      : value < 120_000
        ? [value / 1_000, 's']
        : value < 7_200_000
          ? [value / 60_000, 'min']
          : [value / 3_600_000, 'h'];
  return `${Number(amount.toPrecision(3))} ${unit}`;
}
