/** Every code of every kind of file through every report (security, S39): a code without words or with a fault in one fails here. */

import { decide, type Verdict } from '@touchstone/core/artifact/outcome.ts';
import { THREE_KEY_WORDS } from '@touchstone/core/composite/verify-file.ts';
import { unreadableFile } from '@touchstone/core/file-kinds/unreadable-file.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { RECEIPT_WORDS } from '@touchstone/core/receipt/verify.ts';
import { agentReportDocument } from '@touchstone/core/report/agent-document.ts';
import { agentReportHtml } from '@touchstone/core/report/agent-html.ts';
import { reportDocument } from '@touchstone/core/report/document.ts';
import { reportHtml } from '@touchstone/core/report/html.ts';
import { agentReport } from '@touchstone/core/verdict/agent-report.ts';
import { type CheckCode, CheckList } from '@touchstone/core/verdict/checks.ts';
import { conclude, INTERNAL_FAULT } from '@touchstone/core/verdict/conclusion.ts';
import { CHECK_STATUS_WORDS, OUTCOME_WORDS, SLOT_STATUS_WORDS } from '@touchstone/core/verdict/outcome-words.ts';
import type { Fault } from '@touchstone/core/verdict/unreadable.ts';
import { reportJson, singleJson } from '@touchstone/core/verdict/verification-json.ts';
import {
  AGENT_CODES,
  type AgentCode,
  type AgentFileKind,
  CHECK_GROUPS,
  type CheckGroup,
  OUTCOME_CODES,
  type OutcomeCode,
  type SlotReport,
  type SlotStatus,
  type SubjectKind,
  type VerificationReport,
} from '@touchstone/core/verdict/verification-report.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { expect, it } from 'vitest';
import { painter } from '../../src/terminal/terminal.ts';
import { type AnyReport, notJudged } from '../../src/verifier/judge.ts';
import { printRow, printSingle } from '../../src/verifier/print.ts';
import { ownVerifier } from '../../src/verifier/verifier.ts';

const NOW = Date.UTC(2026, 10, 23);
const ABOUT = { fileName: 'f.json', now: NOW, product: PRODUCT };
const EXTRAS = { reportId: 'rep_1', trust: EMPTY_TRUST_STORE };
const KINDS: readonly SubjectKind[] = ['artifact', 'receipt', 'signature'];
const AGENT_KINDS: readonly AgentFileKind[] = ['session', 'node', 'log', 'proof', 'grade', 'statement'];

/** By which finding each code comes about. A new code needs a line here. */
const FOUND: Readonly<Record<OutcomeCode | AgentCode, readonly [CheckGroup, 'failed' | 'pending', CheckCode?]>> = {
  READ: ['format', 'failed'],
  INTERNAL: ['format', 'failed'],
  FORMAT: ['format', 'failed'],
  HASH_MISMATCH: ['integrity', 'failed'],
  SUMMARY_MISMATCH: ['integrity', 'failed'],
  ISSUED_AT_MISMATCH: ['integrity', 'failed'],
  ARTIFACT_ID_MISMATCH: ['integrity', 'failed'],
  CYCLE_MISMATCH: ['integrity', 'failed'],
  CHAIN_BROKEN: ['integrity', 'failed'],
  SEAL_MISMATCH: ['integrity', 'failed'],
  LOG_MISMATCH: ['integrity', 'failed'],
  GRADE_MISMATCH: ['integrity', 'failed'],
  SIGNATURE_INVALID: ['signature', 'failed'],
  SCOPE_EXCEEDED: ['policy', 'failed'],
  RECORD_MISMATCH: ['integrity', 'failed'],
  STATEMENT_MISMATCH: ['integrity', 'failed'],
  PROOF_INVALID: ['integrity', 'failed'],
  EXPIRED: ['validity', 'failed'],
  PILLAR_FAILED: ['policy', 'failed'],
  SIGNER_NOT_TRUSTED: ['trust', 'pending'],
  KEY_REVOKED: ['trust', 'pending'],
  KEY_SUPERSEDED: ['validity', 'pending'],
  KEY_NOT_VALID: ['validity', 'pending'],
  TIME_AHEAD: ['validity', 'pending'],
  PILLAR_UNKNOWN: ['policy', 'pending'],
  PLACEHOLDER: ['policy', 'pending'],
  NO_SIGNATURE: ['signature', 'pending', 'SIGNATURE_PENDING'],
  PARTLY_SIGNED: ['signature', 'pending', 'SIGNATURE_PENDING'],
  NOT_SEALED: ['signature', 'pending'],
  NOT_BOUND: ['trust', 'pending'],
  NO_PAYLOAD: ['integrity', 'pending'],
};

/** What such files cannot have: pillars, a signature left open for later, a payload, a signed time. */
const NEVER: Readonly<Record<'receipt' | 'signature', readonly OutcomeCode[]>> = {
  receipt: ['PILLAR_UNKNOWN', 'PLACEHOLDER', 'PARTLY_SIGNED', 'NO_PAYLOAD'],
  signature: ['PILLAR_UNKNOWN', 'PLACEHOLDER', 'PARTLY_SIGNED', 'NO_SIGNATURE', 'TIME_AHEAD'],
};

const SLOT_STATUSES = Object.keys(SLOT_STATUS_WORDS) as readonly SlotStatus[];
/** One slot in every state. */
const EVERY_SLOT = Object.fromEntries(
  SLOT_STATUSES.map((status) => [status, { status, algorithm: 'ML-DSA-65', reason: 'For a reason.' } as const]),
);

/** A finding of the code, and beside it checks in every other state. */
function checksWith(code: OutcomeCode | AgentCode): CheckList {
  const [group, status, reason = code] = FOUND[code];
  const checks = new CheckList();
  checks.add('format', 'json', { status: 'passed', sentence: 'The file is JSON.' });
  checks.add(group, 'finding', { status, sentence: 'The finding.', expected: 'a', found: 'b', reason });
  for (const other of CHECK_GROUPS) {
    checks.add(other, 'left_open', { status: 'not_performed', sentence: 'Whether.', reason: 'Nobody asked.' });
  }
  return checks;
}

function verdictOf(kind: SubjectKind, code: OutcomeCode, checks: CheckList): Verdict {
  if (kind === 'artifact') {
    const pending: SlotReport = { status: 'pending', algorithm: 'ML-DSA-87' };
    const valid: SlotReport = { status: 'valid', algorithm: 'ML-DSA-87' };
    return decide(checks.all, code === 'PARTLY_SIGNED' ? [pending, valid] : [pending, pending], true);
  }
  return conclude(checks.all, kind === 'receipt' ? RECEIPT_WORDS : THREE_KEY_WORDS);
}

function reportOf(kind: SubjectKind, code: OutcomeCode): VerificationReport {
  const checks = checksWith(code);
  const base = unreadableFile(kind, { code: 'FORMAT', sentence: '' }, ABOUT);
  return { ...base, ...verdictOf(kind, code, checks), checks: checks.all, signatures: EVERY_SLOT };
}

/** Machine words that people are not to read outside what is set as code. */
const MACHINE = /\b(VERIFIED|VERIFIED_PENDING_SIGNATURES|PENDING|FAILED|INPUT_ERROR|not_performed|not performed)\b/;

function expectReadable(report: AnyReport): void {
  const { outcome, code, sentence } = report;
  const heading = `${OUTCOME_WORDS[outcome]}${code === undefined ? '' : `, ${code}`}`;
  const paint = painter(false);
  for (const isVerbose of [false, true]) {
    const text = printSingle(report, null, { paint, isVerbose });
    expect(text.split('\n').slice(0, 2)).toEqual([`${heading}  f.json`, sentence]);
    expect(text).not.toMatch(/undefined|\[object|NaN/);
    expect(text).not.toMatch(MACHINE);
  }
  const row = printRow(report, { paint, isVerbose: false });
  expect(row.startsWith(heading)).toBe(true);
  expect(row).not.toMatch(/undefined/);
  expect(JSON.parse(reportJson(report))).toMatchObject({ outcome, sentence });
  expect(JSON.parse(singleJson(report))).toMatchObject({
    schema: 'svc-verification/v1',
    outcome,
    ...(code && { code }),
  });
  if (report.kind === 'unknown') return;
  const [printed, html] = pages(report);
  expect(JSON.parse(JSON.stringify(printed)).verdict).toMatchObject({ outcome, code: code ?? null, sentence });
  const said = `<strong>${OUTCOME_WORDS[outcome]}</strong>${code === undefined ? '' : ` <code>${code}</code>`}`;
  expect(html).toContain(said);
  for (const word of Object.values(report.checks).map(({ status }) => CHECK_STATUS_WORDS[status])) {
    expect(html).toContain(`>${word}</span>`);
  }
  const words = html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/<code>[\s\S]*?<\/code>/g, '')
    .replace(/<[^>]*>/g, ' ');
  expect(words).not.toMatch(/undefined|\[object|NaN/);
  expect(words).not.toMatch(MACHINE);
}

function pages(report: Exclude<AnyReport, { readonly kind: 'unknown' }>) {
  if ('subject' in report) {
    const document = agentReportDocument(report, null, EXTRAS);
    return [document, agentReportHtml(document)] as const;
  }
  const document = reportDocument({ report, document: null }, EXTRAS);
  return [document, reportHtml(document)] as const;
}

it('S39: every code is in the table of this test', () => {
  expect(Object.keys(FOUND).sort()).toEqual([...new Set([...OUTCOME_CODES, ...AGENT_CODES])].sort());
});

const CASES = KINDS.flatMap((kind) => OUTCOME_CODES.map((code) => [kind, code] as const));
it.each(CASES)('S39, 12.17: %s, %s has words in every report', (kind, code) => {
  const report = reportOf(kind, code);
  const isNever = kind !== 'artifact' && NEVER[kind].includes(code);
  // Where such a file cannot have it, no outcome is guessed from it.
  if (isNever) expect([report.outcome, report.code]).not.toEqual(['VERIFIED', undefined]);
  else expect(report.code).toBe(code);
  expect(report.sentence).toMatch(/^[A-Z].*[.]$/);
  if (!isNever && code !== 'INTERNAL') expect(report.sentence).not.toBe(INTERNAL_FAULT.sentence);
  expectReadable(report);
});

const AGENT_CASES = AGENT_KINDS.flatMap((kind) => AGENT_CODES.map((code) => [kind, code] as const));
it.each(AGENT_CASES)('S39, 12.17: %s, %s has words in every report', (kind, code) => {
  const judged = {
    kind,
    // A seal that carries none says so itself; only a slot of an artifact or receipt waits to be signed.
    checks: code === 'NO_SIGNATURE' ? noSignature() : checksWith(code),
    subject: { session: 'ags_1', nodes: 3 },
    broken: { index: 1, id: 'n2', what: 'link', expected: 'a', found: 'b' },
    signatures: EVERY_SLOT,
    isDemo: true,
    notCovered: ['exported_at'],
  };
  const options = { ...ABOUT, trust: EMPTY_TRUST_STORE, verifier: ownVerifier() };
  const report = agentReport(new Uint8Array(), judged, options);
  expect(report.code).toBe(code);
  expect(report.sentence).toMatch(/^[A-Z].*[.]$/);
  if (code !== 'INTERNAL') expect(report.sentence).not.toBe(INTERNAL_FAULT.sentence);
  expectReadable(report);
});

function noSignature(): CheckList {
  const checks = new CheckList();
  checks.add('signature', 'seal', { status: 'pending', sentence: 'None.', reason: 'NO_SIGNATURE' });
  return checks;
}

it.each(['READ', 'FORMAT', 'INTERNAL'] as const)(
  'S39: %s, as nothing could be judged, has words in every report',
  (code) => {
    const fault: Fault = { code, sentence: 'This file could not be checked: it cannot be opened.' };
    for (const kind of KINDS) expectReadable(unreadableFile(kind, fault, ABOUT));
    for (const kind of AGENT_KINDS) expectReadable(unreadableFile(kind, fault, ABOUT));
    const options = { kind: null, trust: EMPTY_TRUST_STORE, now: NOW };
    expectReadable(notJudged('f.json', options, fault).report);
  },
);
