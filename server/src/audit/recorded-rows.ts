/** Holds rows against what the administration's audit recorded of them (`records.ts`). */

import { canonicalJson, isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { type Check, type Finding, listed, ok, problem, RESTORE } from '../doctor/check.ts';
import { type Db, snapshot } from '../store/engine.ts';
import type { RecordAction, RecordedRow } from './records.ts';
import { listAuditEntries } from './store.ts';

const BATCH = 200;

/** The newest entry of an action about each subject, as it is signed. `admin-audit` tells whether entries hold. */
export async function newestEntries(db: Db, action: string): Promise<ReadonlyMap<string, JsonObject>> {
  const newest = new Map<string, JsonObject>();
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await listAuditEntries(db, { action, below, limit: BATCH });
    for (const { body } of rows) {
      const parsed = parseStrictJson(body);
      if (!parsed.ok || !isJsonObject(parsed.value)) continue;
      const { subject, details } = parsed.value;
      if (typeof subject !== 'string' || !isJsonObject(details) || newest.has(subject)) continue;
      newest.set(subject, details);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return newest;
    below = last.position;
  }
}

export interface Compared {
  readonly findings: readonly Finding[];
  readonly count: number;
}

/** Holds rows against the records of an action. Every row has one, which was made in its transaction. */
export async function compared(
  db: Db,
  action: RecordAction,
  what: string,
  rows: readonly RecordedRow[],
): Promise<Compared> {
  const records = await newestEntries(db, action);
  const names = (found: readonly RecordedRow[]) => listed(found.map(({ subject }) => subject));
  const unlike = rows.filter(({ subject, facts }) => {
    const record = records.get(subject);
    return record !== undefined && canonicalJson(record) !== canonicalJson(facts);
  });
  const unknown = rows.filter(({ subject }) => !records.has(subject));
  const present = new Set(rows.map(({ subject }) => subject));
  const gone = [...records.keys()].filter((subject) => !present.has(subject));
  const findings: Finding[] = [];
  if (unlike.length > 0) {
    findings.push(problem(`The audit says something else than the store about ${what}: ${names(unlike)}.`, RESTORE));
  }
  if (gone.length > 0) {
    findings.push(problem(`The audit records ${what} that the store has lost: ${listed(gone)}.`, RESTORE));
  }
  if (unknown.length > 0) {
    const message = `No signed record tells of ${what}: ${names(unknown)}. They were put there by hand.`;
    findings.push(problem(message, 'Check these rows, and replace those that you do not recognise.'));
  }
  return { findings, count: rows.length };
}

/** A check of one table against the records of one action. */
export function recordCheck(
  id: string,
  action: RecordAction,
  what: string,
  rows: (db: Db) => Promise<readonly RecordedRow[]>,
): Check {
  return {
    id,
    needs: 'schema',
    // A server that runs may store more meanwhile: rows and records are read at one moment.
    run: ({ inspection: { db } }) =>
      snapshot(db, async (moment) => {
        const { findings, count } = await compared(moment, action, what, await rows(moment));
        return findings.length > 0
          ? findings
          : [ok(`What was recorded of ${what} is what the store holds (${count}).`)];
      }),
  };
}
