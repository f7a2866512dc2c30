/** The findings of all results as one list: what is looked through, how it is ordered and exported. */
import { type Finding, SEVERITIES, type Severity } from '@touchstone/core/detection/finding.ts';
import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import type { Sort } from '../../../parts/list-page/sort-codec.ts';
import { words } from '../../../words/record/detection.ts';
import { type Result, subjectOf } from './results.ts';
import type { Kind, SortKey } from './search.ts';

export interface FindingItem extends Finding {
  readonly id: string;
  readonly result: string;
  readonly kind: Kind;
  readonly subject: string;
  readonly at: number;
}

/** A result without findings is a line too. */
export function findingItems(results: readonly Result[]): readonly FindingItem[] {
  return results.flatMap((result) => {
    const { id, kind, at, answer } = result;
    const common = { result: id, kind, at, subject: subjectOf(result) };
    const nothing: Finding = { rule: '', severity: 'info', finding: words.list.nothing, evidence: '' };
    const findings = answer.findings.length === 0 ? [nothing] : answer.findings;
    return findings.map((finding, place) => ({ ...finding, ...common, id: `${id}-${place}` }));
  });
}

export interface FindingFilter {
  readonly text: string;
  readonly severity: Severity | null;
  readonly kind: Kind | null;
}

export function findingView(
  { text, severity, kind }: FindingFilter,
  { by, descending }: Sort<SortKey>,
): ListView<FindingItem> {
  const needle = text.trim().toLowerCase();
  const sortBy: Readonly<Record<SortKey, (item: FindingItem) => string | number>> = {
    finding: (item) => item.finding.toLowerCase(),
    severity: (item) => SEVERITIES.indexOf(item.severity),
    evidence: (item) => item.evidence.toLowerCase(),
    subject: (item) => item.subject.toLowerCase(),
    kind: (item) => words.kinds[item.kind],
    at: (item) => item.at,
  };
  return {
    matches: (item) =>
      (severity === null || item.severity === severity) &&
      (kind === null || item.kind === kind) &&
      (needle === '' ||
        [item.finding, item.evidence, item.subject, item.rule].some((value) => value.toLowerCase().includes(needle))),
    sortBy: sortBy[by],
    descending,
  };
}

export function findingsCsv(items: readonly FindingItem[]): string {
  return csvText(items, [
    ['severity', ({ severity }) => severity],
    ['rule', ({ rule }) => rule],
    ['finding', ({ finding }) => finding],
    ['evidence', ({ evidence }) => evidence],
    ['kind', ({ kind }) => kind],
    ['subject', ({ subject }) => subject],
    ['at', ({ at }) => new Date(at).toISOString()],
  ]);
}

export function findingsJson(items: readonly FindingItem[]): string {
  return `${JSON.stringify(items, null, 2)}\n`;
}
