/** What a verification says in the terminal and the printed report does not. */
import { counted } from './report.ts';

export const words = {
  issued: 'Issued',
  /** Beside the time of issue; `reach` says how far signatures cover it. */
  stated: (time: string, reach: string) => `${time} (stated by the file, ${reach})`,
  fileStates: 'File states',
  countsForNothing: (verdict: string) => `${verdict}, which counts for nothing`,
  notSigned: 'Not signed',
  notCovered: 'Not covered',
  besideRecord: (members: string) => `${members} (beside the signed record; they count for nothing)`,
  brokenAt: 'Broken at',
  broken: (position: number, id: string, what: string) => `position ${position}, ${id} (${what})`,
  keySet: (id: string, edition: number, fingerprint: string, source: string) =>
    `${id}, edition ${edition}, fingerprint ${fingerprint} (${source})`,
  file: (size: number, hash: string) => `${size} bytes, SHA3-384 ${hash}`,

  checks: (counts: readonly string[]) => `Checks: ${counts.join(', ')}`,
  /** Labels of one width, below a check. */
  expected: 'expected',
  found: 'found   ',
  reason: 'reason  ',

  demo: ' (demo)',
  notChecked: (names: readonly string[]) => `  (not checked: ${names.join(', ')})`,
  ownKeySet: (text: string) => `key set ${text}`,
  skipped: 'Skipped',
  skippedOthers: (count: number) => `Skipped ${counted(count, 'file', 'files')} of other kinds.`,
  outcomeCount: (count: number, outcome: string, demos: number | undefined) =>
    `${count} ${outcome}${demos === undefined ? '' : ` (${demos} demo)`}`,
  summary: (total: number, outcomes: readonly string[], exitCode: number) =>
    `${counted(total, 'file', 'files')}: ${outcomes.join(', ')}. Exit code ${exitCode}.`,
} as const;
