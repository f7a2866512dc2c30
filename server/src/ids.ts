import { toHex } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';

/** Accounts, projects, API keys, requests, receipts, wrapped keys, managed keys, webhooks and their deliveries, gateway targets, health sessions, users of projects with their sessions and challenges, entries of the platform's audit, agents with their sessions and nodes; the prefix says what an id names. */
export type IdPrefix =
  | 'acc'
  | 'prj'
  | 'ak'
  | 'req'
  | 'rcp'
  | 'wk'
  | 'att'
  | 'led'
  | 'log'
  | 'key'
  | 'whk'
  | 'whd'
  | 'gwt'
  | 'sess'
  | 'usr'
  | 'tok'
  | 'chl'
  | 'aud'
  | 'agt'
  | 'ags'
  | 'node';

/** `<prefix>_<16 hex digits>`. */
export function newId(prefix: IdPrefix, random: Random): string {
  return `${prefix}_${toHex(random(8))}`;
}

/** A random UUID (RFC 9562 section 5.4). */
export function newUuid(random: Random): string {
  const bytes = random(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
