/** What `--json` of `pq-verify` and the console's export print: every document names its schema (decisions 12.20). */
import { notChecked } from './outcome-words.ts';
import type { VerificationReport } from './verification-report.ts';

type AnyReport = Pick<VerificationReport, 'outcome' | 'checks'>;

export const JSON_SCHEMA = 'svc-verification/v1';

/** The report on one file, with the names of what was not looked at. */
function withNotChecked(report: AnyReport) {
  return { ...report, not_checked: notChecked(report) };
}

/** The report on one file, as an element of a list. */
export function reportJson(report: AnyReport): string {
  return JSON.stringify(withNotChecked(report));
}

/** The document on one file. */
export function singleJson(report: AnyReport): string {
  return `${JSON.stringify({ schema: JSON_SCHEMA, ...withNotChecked(report) }, null, 2)}\n`;
}

/** The document of a run that judged nothing. */
export function errorJson(error: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ schema: JSON_SCHEMA, error })}\n`;
}
