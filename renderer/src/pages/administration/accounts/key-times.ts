/** When API keys end: expiry as chosen in a form, grace periods. */
import { formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import { words } from '../../../words/administration/accounts.ts';

const DAY_SECONDS = 86_400;

export const EXPIRIES = ['never', '30', '90', '365', 'date'] as const;
export type Expiry = (typeof EXPIRIES)[number];

export type ExpiryRead =
  /** Null: the key does not expire. */
  { readonly ok: true; readonly expiresAt: string | null } | { readonly ok: false; readonly message: string };

/** The end that a form states. `date` is the last day on which the key works, in UTC. */
export function readExpiry(expiry: Expiry, date: string, now: number): ExpiryRead {
  if (expiry === 'never') return { ok: true, expiresAt: null };
  if (expiry !== 'date') return { ok: true, expiresAt: formatIsoTime(now + Number(expiry) * DAY_SECONDS * 1000) };
  const day = date.trim();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return { ok: false, message: words.expiry.dayForm };
  const end = parseIsoTime(`${day}T23:59:59.999Z`);
  if (end === null) return { ok: false, message: words.expiry.noSuchDay };
  if (end <= now) return { ok: false, message: words.expiry.over };
  return { ok: true, expiresAt: formatIsoTime(end) };
}

/** When the old key of a rotation ends: after the grace period, or earlier where it would expire anyway. */
export function graceEnd(now: number, graceSeconds: number, expiresAt: string | null): number {
  const end = now + graceSeconds * 1000;
  const own = expiresAt === null ? null : parseIsoTime(expiresAt);
  return own === null ? end : Math.min(end, own);
}
