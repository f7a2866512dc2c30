/** What reports on sessions, nodes and logs of agents say besides. */
import { IMPORTED } from '../../verdict/agent-report.ts';
import { counted, grouped } from './report.ts';

const receipts = (count: number) => counted(count, 'receipt', 'receipts');

export const words = {
  sections: {
    file: 'File',
    outcome: 'Outcome',
    session: 'Agent and session',
    scope: 'Scope',
    decisions: 'Actions and decisions',
    seal: 'Seal and log',
    receipt: 'Receipt',
    log: 'Log',
    proof: 'Public inputs of the proof',
    grade: 'Code grade',
    statement: 'Members of the statement',
    notProven: 'Not proven',
    receipts: 'Receipts',
  },

  things: { receipt: 'receipt', head: 'head' },
  firstBroken: (thing: string, position: number) =>
    `The first ${thing} that is not intact is number ${grouped(position)}: `,
  brokenWhat: (what: string) => ` (${what}).`,
  completeness: 'Completeness',
  complete: 'The seal shows that no recorded receipt is missing.',
  incomplete: 'Not concluded: recorded receipts could be missing from this file.',
  broken: 'First not intact',
  brokenPlace: (thing: string, position: number) => `${thing} ${grouped(position)}: `,
  differs: 'Difference',
  expected: 'Expected',
  found: 'Found',
  key: (bytes: number, hash: string) => `key of ${grouped(bytes)} bytes, SHA-256 ${hash}`,
  notSigned: 'stated by the file, not signed',
  none: 'none',

  session: {
    agent: 'Agent',
    canonicalName: 'Canonical name',
    tenant: 'Tenant',
    type: 'Type',
    agentId: 'Agent id',
    key: 'Key of the agent, SHA-256',
    registered: 'Registered',
    session: 'Session',
    delegatedBy: 'Delegated by',
    nobody: 'nobody',
    started: 'Started',
    ended: 'Ended',
    noEnd: ' at the latest; no end was recorded',
    receipts: 'Receipts',
    imported: 'Imported',
    importedCount: (count: number) => `${grouped(count)} of them: ${IMPORTED}`,
    redaction: 'Redaction level',
    exported: 'Exported',
  },
  scope: {
    unrestricted: 'unrestricted',
    tools: 'Allowed tools',
    dataClasses: 'Forbidden data classes',
    jurisdiction: 'Jurisdiction',
    maxValue: 'Highest value of one act',
    more: (count: number) => `and ${count} more`,
  },
  decisions: {
    summary: (total: number, violations: number, refused: number) =>
      `${receipts(total)}. Ran although forbidden: ${grouped(violations)}. Refusals and exposures: ${grouped(refused)}.`,
    columns: ['Action', 'Decision or outcome', 'Receipts'],
    violations: 'Ran although forbidden',
    refused: 'Refusals and exposures',
    first: (title: string, count: number) => `${title}, the first ${grouped(count)}`,
    rule: ['Number', 'Recorded', 'Action', 'Outcome', 'Rule'],
    others: '(others)',
  },
  /** What was decided, or what became of an act. */
  outcomes: {
    allowed: 'allowed',
    refused: 'refused',
    asked: 'asked for',
    recorded: 'recorded',
    forbidden: (status: string) => `${status}, although forbidden`,
    mayHaveRun: (status: string) => `${status}; an output is recorded, so the act may have run`,
  },
  receipts: {
    all: (count: number) =>
      count === 1 ? 'The only receipt of the file.' : `All ${grouped(count)} receipts of the file.`,
    leftOut: (listed: number, total: number, missing: string, count: number) =>
      `${grouped(listed)} of ${receipts(total)}. Receipts ${missing} are left out here (${grouped(count)}); the file contains them, and all were checked.`,
    range: (from: number, to: number) => `${grouped(from)} to ${grouped(to)}`,
    columns: ['Number', 'Recorded', 'Action', 'Outcome', 'Summary'],
  },
  node: {
    receipt: 'Receipt',
    recorded: 'Recorded',
    action: 'Action',
    decision: 'Decision or outcome',
    rule: 'Rule',
    summary: 'Summary',
    input: 'Hash of the input',
    output: 'Hash of the output',
  },
  seal: {
    seal: 'Seal',
    sealed: 'Sealed',
    keySet: 'Key set',
    covers: 'Covers',
    span: (count: number) => `${receipts(count)}, `,
    to: ' to ',
    root: 'Merkle root',
    handle: 'Handle',
    anchored: 'Anchored hash',
    anchor: 'Anchor',
    noAnchor: 'The file contains none. The ledgers of the service are simulated.',
  },
  head: {
    log: 'Log of the service',
    none: 'The file contains no signed head.',
    tree: (leaves: number, keySet: string) =>
      `a tree of ${counted(leaves, 'leaf', 'leaves')}, signed under the key set ${keySet}, `,
    proven: (count: number, tree: string) => `${receipts(count)} proven to be in ${tree}`,
  },
  log: {
    log: 'Log',
    heads: 'Signed heads',
    exported: 'Exported',
    leftOut: (count: number) =>
      `${counted(count, 'head', 'heads')} between the first and the last ${count === 1 ? 'is' : 'are'} left out here; all were checked.`,
    columns: ['Leaves', 'Signed', 'Root', 'Key set'],
  },
  grade: {
    project: 'Project',
    grade: 'Grade',
    scored: (letter: string, score: number) => `${letter}, ${score} of 100; self-reported`,
    dimension: (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '),
    date: 'Graded',
    rules: 'Rules',
    files: 'Files',
    root: 'File root',
    noLosses: 'The file does not say where points were lost.',
    place: (path: string, line: number | null, reason: string) =>
      `${path}${line === null ? '' : `, line ${line}`}: ${reason}`,
    columns: ['Points lost for', 'Points', 'Places', 'The first of them'],
  },
  notProven: {
    unreadable: 'The file could not be read, so nothing is proven.',
    ledger: {
      what: 'That an independent ledger knows the seal.',
      why: 'The service anchors seals on simulated ledgers, which the service keeps itself. The file contains no anchor, and none was asked for.',
    },
  },
  /** A text that was cut off, with its whole length. */
  cut: (text: string, characters: number) => `${text}… (${characters} characters)`,
} as const;
