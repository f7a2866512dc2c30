import { concat, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { Random } from '@touchstone/core/random.ts';

/** Accounts, projects, API keys, requests, receipts, wrapped keys, managed keys, webhooks and their deliveries, gateway targets, health sessions, users of projects with their sessions and challenges, entries of the platform's audit, agents with their sessions, nodes and forks, invoices, code grades, calls and their transcripts, enrolments of biometrics and of keys, fraud signals, collections of encrypted search and segments of their index; the prefix says what an id names. */
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
  | 'node'
  | 'fork'
  | 'inv'
  | 'grd'
  | 'vs'
  | 'tx'
  | 'enr'
  | 'fhe_enroll'
  | 'sig'
  | 'scl'
  | 'seg';

/** `<prefix>_<16 hex digits>`. */
export function newId(prefix: IdPrefix, random: Random): string {
  return `${prefix}_${toHex(random(8))}`;
}

/** The id of what a project has once: the same content has the same id. */
export function idOfContent(prefix: IdPrefix, projectId: string, hash: Uint8Array): string {
  return `${prefix}_${toHex(sha3_256(concat(utf8(projectId), hash))).slice(0, 16)}`;
}

/** A random UUID (RFC 9562 section 5.4). */
export function newUuid(random: Random): string {
  return uuidText(random(16), 4);
}

/**
 * A UUID that begins with the time of its making (RFC 9562 section 5.7), for what is found by it in a table: new rows stand
 * beside each other, and a commit of many writes few pages.
 */
export function newTimedUuid(random: Random, now: number): string {
  const bytes = random(16);
  const time = new DataView(bytes.buffer, bytes.byteOffset);
  time.setUint32(0, Math.floor(now / 2 ** 16));
  time.setUint16(4, now % 2 ** 16);
  return uuidText(bytes, 7);
}

function uuidText(bytes: Uint8Array, version: 4 | 7): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
