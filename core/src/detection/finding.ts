/** What the rules of detection found, in the same form whatever they looked at. */

/** Stands in every answer, report and page. */
export const HEURISTIC_NOTICE =
  'Heuristic, not a proof. Fixed rules and statistics looked at what was sent and at nothing else; finding nothing does not mean that there is no threat.';

/** The gravest first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Finding {
  /** The rule's name in docs/user-guide/detection.md. */
  readonly rule: string;
  readonly severity: Severity;
  /** One sentence. May hold names that the caller sent. */
  readonly finding: string;
  /** The measured value beside its limit. */
  readonly evidence: string;
}

/** The gravest first; within a severity in the order found. */
export function bySeverity(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
}

/** A number for a sentence: at most four significant digits, thousands marked. */
export function figure(value: number): string {
  return value.toLocaleString('en-GB', { maximumSignificantDigits: 4 });
}
