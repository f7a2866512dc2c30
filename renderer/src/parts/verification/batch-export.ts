/** The results of many files as CSV and JSON. */

import { fromUtf8 } from '@touchstone/core/bytes.ts';
import { JSON_SCHEMA } from '@touchstone/core/verdict/verification-json.ts';
import { words } from '../../words/parts/verification.ts';
import { type CsvColumn, csvText } from '../list-page/csv.ts';
import { outcomeOf, type Row, summarise } from './batch.ts';

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['file', (row) => row.name],
  ['outcome', outcomeOf],
  ['code', ({ facts }) => facts?.code ?? ''],
  ['reason', (row) => row.facts?.sentence ?? notPerformed(row)],
  ['claimed_verdict', ({ facts }) => facts?.claimedVerdict ?? ''],
  ['demo_keys', ({ facts }) => (facts?.demo === true ? 'yes' : 'no')],
  ['subject', ({ facts }) => facts?.subject ?? ''],
  ['issuer', ({ facts }) => facts?.issuer ?? ''],
  ['principal', ({ facts }) => facts?.principal ?? ''],
  ['cycle', ({ facts }) => facts?.cycle ?? ''],
  ['size_bytes', ({ size }) => size],
  ['time_ms', ({ facts }) => (facts === null ? '' : Math.round(facts.durationMs * 10) / 10)],
];

/** The rows as CSV, UTF-8 without a byte order mark. */
export function toCsv(rows: readonly Row[]): string {
  return csvText(rows, COLUMNS);
}

/**
 * The reports as `pq-verify --json` gives them for several files: `{schema, results, summary}`; parts, to be joined by a Blob.
 *
 * @param inAll how many files there are with those that filters leave out: the summary is of the others, and says so
 */
export function toJsonParts(rows: readonly Row[], inAll: number): readonly string[] {
  const parts: string[] = [`{"schema":${JSON.stringify(JSON_SCHEMA)},"results":[`];
  for (const [index, row] of rows.entries()) {
    if (index > 0) parts.push(',');
    parts.push('\n', row.packedReport === null ? unjudged(row) : (fromUtf8(row.packedReport) ?? 'null'));
  }
  const { total, notVerified, counts, exitCode, worst } = summarise(rows);
  const summary = {
    files: total,
    left_out_by_filters: inAll - total,
    not_verified: notVerified,
    exit_code: exitCode,
    worst,
    counts,
  };
  parts.push('\n],"summary":', JSON.stringify(summary), '}\n');
  return parts;
}

/** A file without a report is listed with its reason, so that nobody takes it for checked. */
function unjudged(row: Row): string {
  return JSON.stringify({
    outcome: null,
    not_performed: notPerformed(row),
    file: { name: row.name, size: row.size },
  });
}

/** Why a file has no verdict. */
export function notPerformed({ message, status }: Row): string {
  return message ?? (status === 'cancelled' ? words.export.cancelled : words.export.waiting);
}
