/** What signed or anchored texts state, as checks of rows read it. */

import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import type { Db } from '../store/engine.ts';
import type { ReadablePatient } from './check.ts';
import type { RowFaults } from './row-faults.ts';

/** The object that a stored JSON text holds; empty where it holds none. */
export function objectIn(text: string): JsonObject {
  const parsed = parseStrictJson(text);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
}

/** A text or a number; null for anything else. */
export function plainOr(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** The milliseconds of an ISO time; null for anything else. */
export function timeIn(value: unknown): number | null {
  return typeof value === 'string' ? parseIsoTime(value) : null;
}

/** Holds rows of a room against what its signed or anchored texts say of them. */
export type StatedRowCheck = (db: Db, faults: RowFaults, patient: ReadablePatient) => Promise<void>;
