/** Whether a file is a report that `--report` wrote: only such a one may be replaced. */
import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { readBounded } from '../files/bounded-read.ts';

/** The formats of reports of all versions. */
const FORMAT = /^svc-(?:report|agent-report)\/v\d+$/;

/** How every page of a report begins, in all versions: the policy that forbids it scripts, and the title. */
const PAGE =
  /^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; [^"\n]*">\n(?:<meta [^>\n]*>\n){0,4}<title>Verification report /;

export function isWrittenReport(name: string): boolean {
  const read = readBounded(name);
  if (!read.ok) return false;
  const head = new TextDecoder().decode(read.bytes.subarray(0, 4096));
  if (PAGE.test(head)) return true;
  const parsed = parseStrictJson(read.bytes);
  if (!parsed.ok || !isJsonObject(parsed.value)) return false;
  const { schema_version: format, identity, verdict } = parsed.value;
  return typeof format === 'string' && FORMAT.test(format) && identity !== undefined && verdict !== undefined;
}
