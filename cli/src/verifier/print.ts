/** A verification in words for the terminal. It prints the report; it judges nothing. */

import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { words } from '@touchstone/core/report/words/report.ts';
import { words as printed } from '@touchstone/core/report/words/terminal.ts';
import {
  CHECK_STATUS_WORDS,
  notChecked,
  OUTCOME_WORDS,
  REACH_WORDS,
  reachOf,
  SLOT_STATUS_WORDS,
} from '@touchstone/core/verdict/outcome-words.ts';
import type { AgentReport, Check, CheckStatus, Outcome } from '@touchstone/core/verdict/verification-report.ts';
import { type Colour, type Paint, shown } from '../terminal/terminal.ts';
import type { AnyReport } from './judge.ts';
import { NOT_OURS } from './kinds.ts';
import type { Skipped } from './targets.ts';

type Report = AnyReport;

const COLOURS: Readonly<Record<Outcome, Colour>> = {
  VERIFIED: 'green',
  VERIFIED_PENDING_SIGNATURES: 'yellow',
  PENDING: 'yellow',
  FAILED: 'red',
  INPUT_ERROR: 'red',
};

const STATUS_COLOURS: Readonly<Record<CheckStatus, Colour>> = {
  passed: 'green',
  failed: 'red',
  pending: 'yellow',
  not_performed: 'dim',
};

const STATUSES: readonly CheckStatus[] = ['passed', 'failed', 'pending', 'not_performed'];

const LABEL_WIDTH = 13;

export interface PrintOptions {
  readonly paint: Paint;
  /** All checks, not only those that did not hold. */
  readonly isVerbose: boolean;
}

/** Everything about one file, for a person: outcome, what the file says, who signed, what did not hold. */
export function printSingle(report: Report, document: JsonObject | null, options: PrintOptions): string {
  const { paint } = options;
  const lines = [
    `${paint(COLOURS[report.outcome], headingOf(report))}  ${shown(report.file.name)}`,
    shown(report.sentence),
  ];
  if (report.demo) lines.push(`${words.demo.name} ${words.demo.text}`);
  const stated = 'subject' in report ? agentFacts(report) : statedFacts(report, document);
  const facts = [...stated, ...signatureFacts(report), ...fileFacts(report), ...openFacts(report)];
  if (facts.length > 0) lines.push('', ...facts.map(([label, text]) => `${`${label}: `.padEnd(LABEL_WIDTH)}${text}`));
  const listed = report.checks.filter(({ status }) => options.isVerbose || status === 'failed' || status === 'pending');
  lines.push('', countLine(report.checks), ...listed.flatMap((check) => checkLines(check, paint)));
  return `${lines.join('\n')}\n`;
}

/** The width of the longest outcome with its code. */
const HEADING_WIDTH = 42;

/** One line about one file of several, and below it why where it is not Verified. */
export function printRow(report: Report, { paint }: PrintOptions): string {
  const heading = headingOf(report) + (report.demo ? printed.demo : '');
  const open = report.outcome === 'VERIFIED' ? notChecked(report) : [];
  const beside = open.length === 0 ? '' : printed.notChecked(open);
  const line = `${paint(COLOURS[report.outcome], heading.padEnd(HEADING_WIDTH))} ${shown(report.file.name)}${beside}\n`;
  const reason = report.outcome === 'VERIFIED' ? '' : `    ${shown(report.sentence)}\n`;
  return line + reason + report.trust.key_sets.map((set) => `    ${printed.ownKeySet(keySetText(set))}\n`).join('');
}

/** What else the folders hold; files that are not ours are only counted. */
export function printSkipped(skipped: readonly Skipped[]): string {
  const ours = skipped.filter(({ reason }) => reason !== NOT_OURS);
  const others = skipped.length - ours.length;
  const lines = ours.map(
    ({ path, reason }) => `${printed.skipped.padEnd(HEADING_WIDTH)} ${shown(path)}  (${reason})\n`,
  );
  if (others > 0) lines.push(`${printed.skippedOthers(others)}\n`);
  return lines.join('');
}

function headingOf({ outcome, code }: Report): string {
  return code === undefined ? OUTCOME_WORDS[outcome] : `${OUTCOME_WORDS[outcome]}, ${code}`;
}

export interface Summary {
  readonly total: number;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  readonly exit_code: 0 | 1 | 2 | 3;
}

/** @param demos how many of each outcome rest on example key sets */
export function printSummary({ total, outcomes, exit_code }: Summary, demos: Summary['outcomes']): string {
  const parts = Object.entries(outcomes).map(([outcome, count]) =>
    printed.outcomeCount(count, OUTCOME_WORDS[outcome as Outcome], demos[outcome as Outcome]),
  );
  return `${printed.summary(total, parts, exit_code)}\n`;
}

type Fact = readonly [label: string, text: string];

function statedFacts(report: Exclude<Report, AgentReport>, document: JsonObject | null): readonly Fact[] {
  if (report.outcome === 'INPUT_ERROR' || document === null) return [];
  const facts: Fact[] = [];
  const add = (label: string, ...texts: readonly (string | null)[]) => {
    const known = texts.filter((text) => text !== null);
    if (known.length > 0) facts.push([label, known.map(shown).join(', ')]);
  };
  const { subject, human_summary: summary, issuer } = document;
  add(words.subject.name, textOf(subject, 'name'), textOf(subject, 'category'));
  const reach = reachOf(report, 'human_summary');
  const unsigned = reach === 'covered' ? null : `(${REACH_WORDS[reach]})`;
  for (const [label, name] of [
    [words.subject.claim, 'claim'],
    [words.subject.evidence, 'evidence_summary'],
  ] as const) {
    const text = textOf(summary, name);
    if (text !== null)
      facts.push([
        label,
        [text, unsigned]
          .filter((part) => part !== null)
          .map(shown)
          .join(' '),
      ]);
  }
  add(words.signers.setIssuer, textOf(issuer, 'name'), textOf(issuer, 'principal'));
  const covered = REACH_WORDS[report.kind === 'signature' ? 'none' : reachOf(report, 'issued_at')];
  const issued = textOf(document, 'issued_at');
  if (issued !== null) facts.push([printed.issued, printed.stated(shown(issued), covered)]);
  if (report.claimed_verdict !== null && report.claimed_verdict !== report.outcome) {
    facts.push([printed.fileStates, printed.countsForNothing(report.claimed_verdict)]);
  }
  if (report.not_covered.length > 0) facts.push([printed.notSigned, report.not_covered.map(shown).join(', ')]);
  return facts;
}

/** What was judged of an agent's session, node or log, and the place where it is broken. */
function agentFacts({ kind, subject, broken, not_covered: notCovered }: AgentReport): readonly Fact[] {
  const facts = Object.entries(subject).map(([name, value]): Fact => {
    const label = name.replaceAll('_', ' ');
    return [label.charAt(0).toUpperCase() + label.slice(1), shown(String(value))];
  });
  if (broken !== null) {
    facts.push([printed.brokenAt, printed.broken(broken.index + 1, shown(broken.id), broken.what)]);
  }
  const members = notCovered.map(shown).join(', ');
  // A saved answer repeats what its signed record says: that the copies count for nothing must not read as if its expiry were not signed.
  if (members !== '' && kind === 'proof') facts.push([printed.notCovered, printed.besideRecord(members)]);
  else if (members !== '') facts.push([printed.notSigned, members]);
  return facts;
}

/** Its name, edition and fingerprint, and where it came from. */
export function keySetText(set: Report['trust']['key_sets'][number]): string {
  return printed.keySet(shown(set.keyset_id), set.edition, set.fingerprint, shown(words.signers.source(set)));
}

function signatureFacts({ signatures, trust }: Report): readonly Fact[] {
  const slots = Object.entries(signatures);
  if (slots.every(([, { status }]) => status === 'not_performed')) return [];
  // The keys of agent and service have the same algorithm, so the name of the slot is printed as well.
  const nameOf = (slot: string, algorithm: string) =>
    slot === 'agent' || slot === 'heads' || slot === 'record' ? `${slot} (${algorithm})` : algorithm || slot;
  const states = slots.map(
    ([slot, { status, algorithm }]) => `${nameOf(slot, algorithm)} ${SLOT_STATUS_WORDS[status]}`,
  );
  return [
    [words.signers.signatures, states.join(', ')],
    ...trust.key_sets.map((set): Fact => [words.signers.keySet, keySetText(set)]),
    ...trust.notes.map((note): Fact => [words.note, shown(note)]),
  ];
}

function fileFacts({ file }: Report): readonly Fact[] {
  return file.sha3_384 === 'not computed' ? [] : [[words.file.name, printed.file(file.size, file.sha3_384)]];
}

/** What was not looked at, by name (decisions 12.16). */
function openFacts(report: Report): readonly Fact[] {
  const open = notChecked(report);
  const facts: Fact[] =
    report.kind === 'receipt' && open.includes('payload') ? [[words.payload, words.notCompared]] : [];
  return open.length === 0 ? facts : [...facts, [words.notChecked, open.join(', ')]];
}

function countLine(checks: readonly Check[]): string {
  const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  const parts = STATUSES.map((status) => `${count(status)} ${CHECK_STATUS_WORDS[status]}`);
  return printed.checks(parts);
}

function checkLines({ id, status, sentence, expected, found, reason }: Check, paint: Paint): readonly string[] {
  const lines = [
    `  ${paint(STATUS_COLOURS[status], CHECK_STATUS_WORDS[status].padEnd(13))} ${shown(id)}: ${shown(sentence)}`,
  ];
  const add = (label: string, text: string | undefined) => {
    if (text !== undefined) lines.push(`${' '.repeat(16)}${label} ${shown(text)}`);
  };
  if (status !== 'passed') {
    add(printed.expected, expected);
    add(printed.found, found);
    add(printed.reason, reason);
  }
  return lines;
}

function textOf(value: JsonObject[string] | undefined, name: string): string | null {
  const text = isJsonObject(value) ? value[name] : undefined;
  return typeof text === 'string' ? text : null;
}
