/** The report on a session, node or log as one self-contained page for screen and paper. */

import { fromBase64, toHex } from '../bytes.ts';
import { sha256 } from '../hash.ts';
import { IMPORTED } from '../verdict/agent-report.ts';
import type { AgentReportDocument, NotProven } from './agent-document.ts';
import type {
  AgentOutline,
  LogOutline,
  NodeOutline,
  OutlinedActs,
  OutlinedHead,
  OutlinedReceipt,
  OutlinedSeal,
  SessionOutline,
} from './agent-outline.ts';
import type { ReportCheck } from './document.ts';
import {
  checksSection,
  closingSections,
  facts,
  fenced,
  fileFacts,
  grid,
  headingOf,
  identitySection,
  keysAndSignatures,
  mono,
  notConfirmed,
  openRows,
  optionalMono,
  policySection,
  type Row,
  reportPage,
  type Section,
  scopeSection,
  stated,
  text,
  time,
  timesSection,
} from './markup.ts';

/** The page's text, UTF-8. */
export function agentReportHtml(document: AgentReportDocument): string {
  return reportPage(document, sections(document), brokenLine(document));
}

function sections(document: AgentReportDocument): readonly Section[] {
  const { stated: outline } = document;
  return [
    ['This report', identitySection(document)],
    ['The file', fileFacts(document.subject)],
    ['Outcome', outcomeSection(document)],
    ...(outline === null ? [] : statedSections(outline, document)),
    ['What is not proven', notProvenSection(document.not_proven)],
    ['Signers', keysAndSignatures(document.signers)],
    ['Times', timesSection(document)],
    ['Checks', checksSection(document.checks.map(withFingerprints))],
    ...(outline?.kind === 'session' ? [receiptsSection(outline, document)] : []),
    ['What is signed and what is not', scopeSection(document, 'covered by nothing')],
    ['Policy', policySection(document)],
    ...closingSections(document),
  ];
}

/** What the file states, in a fence where it is not confirmed. */
function statedSections(outline: AgentOutline, document: AgentReportDocument): readonly Section[] {
  const { outcome } = document.verdict;
  const shown = (rows: readonly Row[]) => (outcome === 'VERIFIED' ? facts(rows) : fenced(notConfirmed(outcome), rows));
  switch (outline.kind) {
    case 'session':
      return [
        ['Agent and session', shown(sessionRows(outline, document.scope.not_signed))],
        ['Scope', shown(scopeRows(outline))],
        ['What was done and decided', decisionsSection(outline, outcome)],
        ['Seal and log', shown([...sealRows(outline.seal), ...headRows(outline.log_head, outline.log_head?.proven)])],
      ];
    case 'node':
      return [
        ['The receipt', shown(nodeRows(outline))],
        ['Seal and log', shown([...sealRows(outline.seal), ...headRows(outline.log_head)])],
      ];
    case 'log':
      return [['The log', shown(logRows(outline)) + headsTable(outline)]];
  }
}

/** The place that is broken, where the sentence of the outcome does not name it already. */
function brokenLine({ verdict: { broken, sentence }, subject: { kind } }: AgentReportDocument): string {
  if (broken === null || sentence.includes(broken.id)) return '';
  const thing = kind === 'log' ? 'head' : 'receipt';
  return `<p>The first ${thing} that does not hold is number ${text(count(broken.index + 1))}: ${mono(broken.id)} (${text(broken.what)}).</p>`;
}

function outcomeSection({ verdict, subject }: AgentReportDocument): string {
  const { broken, completeness } = verdict;
  const complete =
    completeness === 'concluded'
      ? 'The seal shows that no recorded receipt is missing.'
      : 'Not concluded: recorded receipts could be missing from this file.';
  return facts([
    ['Outcome', text(headingOf(verdict))],
    ['Meaning', text(verdict.sentence)],
    ...openRows(verdict),
    ...(subject.kind === 'session' ? [['Completeness', text(complete)] as const] : []),
    ...(broken === null ? [] : brokenRows(broken, subject.kind)),
    ['Valid signatures', text(`${verdict.valid_signatures} of ${verdict.total_signatures}`)],
    ['Rests on demo keys', text(verdict.demo ? 'yes' : 'no')],
    ['Exit code', text(String(verdict.exit_code))],
  ]);
}

function brokenRows(
  { index, id, what, expected, found }: NonNullable<AgentReportDocument['verdict']['broken']>,
  kind: AgentReportDocument['subject']['kind'],
): readonly Row[] {
  return [
    ['First that does not hold', text(`${kind === 'log' ? 'head' : 'receipt'} ${count(index + 1)}: `) + mono(id)],
    ['What differs', text(what)],
    ['Expected', mono(fingerprinted(expected))],
    ['Found', mono(fingerprinted(found))],
  ];
}

/** A key: base64 that is longer than any hash. */
const LONG_BASE64 = /[A-Za-z0-9+/]{200,}={0,2}/g;

/** Replaces a key by its fingerprint and length, since nobody compares a key by eye. The JSON form has the whole key. */
function fingerprinted(value: string): string {
  return value.replace(LONG_BASE64, (key) => {
    const bytes = fromBase64(key);
    return bytes === null ? key : `key of ${count(bytes.length)} bytes, SHA-256 ${toHex(sha256(bytes))}`;
  });
}

function withFingerprints(check: ReportCheck): ReportCheck {
  const { expected, found } = check;
  return {
    ...check,
    expected: expected === null ? null : fingerprinted(expected),
    found: found === null ? null : fingerprinted(found),
  };
}

/** Marks what no signature covers. */
function unsigned(html: string): string {
  return `${html} <span class="note">stated by the file, not signed</span>`;
}

function sessionRows(
  { agent, session, exported_at, receipts, imported }: SessionOutline,
  notSigned: readonly string[],
): readonly Row[] {
  const unlessSigned = (member: string, html: string) => (notSigned.includes(member) ? unsigned(html) : html);
  const end =
    session.ended_at === null
      ? `${unlessSigned('session.expires_at', time(session.expires_at))} at the latest; no end was recorded`
      : unlessSigned('session.ended_at', time(session.ended_at));
  return [
    ['Agent', stated(agent.name)],
    ['Canonical name', stated(agent.canonical_name)],
    ['Tenant', stated(agent.tenant)],
    ['Type', stated(agent.agent_type)],
    ['Agent id', mono(agent.agent_id)],
    ['Key of the agent, SHA-256', mono(agent.key_sha256)],
    ['Registered', agent.registered_at === null ? stated(null) : time(agent.registered_at)],
    ['Session', mono(session.session_id)],
    ['Delegated by', session.parent_session_id === null ? text('nobody') : mono(session.parent_session_id)],
    ['Began', time(session.started_at)],
    ['Ended', end],
    ['Receipts', text(count(receipts))],
    ...(imported === 0 ? [] : [['Imported', text(`${count(imported)} of them: ${IMPORTED}`)] as const]),
    ['Redaction level', unsigned(text(session.redaction_level))],
    ['Exported', unsigned(time(exported_at))],
  ];
}

function scopeRows({ scope }: SessionOutline): readonly Row[] {
  const unrestricted = text('unrestricted');
  const listed = (names: readonly string[] | null, none: string) =>
    names === null ? unrestricted : names.length === 0 ? text(none) : names.map(mono).join('<br>');
  return [
    ['Allowed tools', listed(scope.allowed_tools, 'none')],
    ['Forbidden data classes', listed(scope.forbidden_data_classes, 'none')],
    ['Jurisdiction', scope.jurisdiction === null ? unrestricted : text(scope.jurisdiction)],
    ['Highest value of one act', scope.max_value === null ? unrestricted : text(String(scope.max_value))],
  ];
}

function decisionsSection(
  { receipts, decisions, refused, ran_although_forbidden: violations }: SessionOutline,
  outcome: string,
): string {
  const rows = decisions.map(({ action, decision, count: times }) => [
    mono(action),
    text(decision),
    text(count(times)),
  ]);
  return [
    ...(outcome === 'VERIFIED' ? [] : [`<p class="note">${text(notConfirmed(outcome))}</p>`]),
    `<p>${text(`Of ${some(receipts, 'receipt')}, ${count(violations.total)} record an act that ran although forbidden, and ${count(refused.total)} a refusal or an exposure.`)}</p>`,
    grid('decisions', ['Action', 'Decision or outcome', 'Receipts'], rows),
    actsTable('Ran although forbidden', violations),
    actsTable('Refusals and exposures', refused),
  ].join('\n');
}

/** A heading and a table of the first acts; empty where there are none. */
function actsTable(title: string, { total, first }: OutlinedActs): string {
  if (total === 0) return '';
  const shown = first.length < total ? `, the first ${count(first.length)} of them` : '';
  const rows = first.map((receipt) => receiptCells(receipt, receipt.rule));
  return `<h3>${text(`${title}${shown}`)}</h3>\n${grid('receipts', ['Number', 'Recorded', 'Action', 'Outcome', 'Rule'], rows)}`;
}

function receiptsSection({ listed, left_out, receipts }: SessionOutline, { verdict }: AgentReportDocument): Section {
  const missing = left_out.map(({ from, to }) => `${count(from)} to ${count(to)}`).join(', ');
  const total = left_out.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const sentence =
    total === 0
      ? receipts === 1
        ? 'The one receipt of the file.'
        : `All ${count(receipts)} receipts of the file.`
      : `${count(listed.length)} of ${count(receipts)} receipts. Those from ${missing} are left out here (${count(total)}); the file holds them, and all were checked.`;
  const fence = verdict.outcome === 'VERIFIED' ? '' : `<p class="note">${text(notConfirmed(verdict.outcome))}</p>\n`;
  const rows = listed.map((receipt) => receiptCells(receipt, receipt.summary));
  const table = grid('receipts', ['Number', 'Recorded', 'Action', 'Outcome', 'Summary'], rows);
  return ['Receipts', `${fence}<p>${text(sentence)}</p>\n${table}`];
}

function receiptCells(
  { position, node_id, timestamp, action, decision, rule }: OutlinedReceipt,
  last: string | null,
): readonly string[] {
  const because = rule === null || rule === last ? '' : `<br><span class="note">${text(rule)}</span>`;
  return [
    text(count(position)),
    time(timestamp),
    `${mono(action)}<br><span class="note">${text(node_id)}</span>`,
    text(decision) + because,
    text(last ?? ''),
  ];
}

function nodeRows({ receipt, agent_id, key_sha256, session_id }: NodeOutline): readonly Row[] {
  return [
    ['Receipt', mono(receipt.node_id)],
    ['Agent id', mono(agent_id)],
    ['Key of the agent, SHA-256', mono(key_sha256)],
    ['Session', optionalMono(session_id)],
    ['Recorded', time(receipt.timestamp)],
    ['Action', mono(receipt.action)],
    ['Decision or outcome', text(receipt.decision)],
    ['Rule', stated(receipt.rule)],
    ['Summary', text(receipt.summary)],
    ['Hash of the input', mono(receipt.input_hash)],
    ['Hash of the output', receipt.output_hash === '' ? text('none') : mono(receipt.output_hash)],
  ];
}

function sealRows(seal: OutlinedSeal | null): readonly Row[] {
  if (seal === null) return [['Seal', text('none')]];
  return [
    ['Seal', seal.receipt_id === null ? optionalMono(null) : unsigned(mono(seal.receipt_id))],
    ['Sealed', stated(seal.issued_at)],
    ['Under the key set', seal.keyset_id === null ? stated(null) : unsigned(text(seal.keyset_id))],
    ['Covers', `${some(seal.count, 'receipt')}, ${time(seal.started_at)} to ${time(seal.ended_at)}`],
    ['Merkle root', mono(seal.root)],
    ['Handle', optionalMono(seal.handle)],
    ['Hash that is anchored', optionalMono(seal.on_chain_hash)],
    ['Anchor', text('The file carries none. The ledgers of the service are simulated.')],
  ];
}

function headRows(head: OutlinedHead | null, proven?: number): readonly Row[] {
  if (head === null) return [['Log of the service', text('The file carries no signed head.')]];
  const of = proven === undefined ? '' : `${some(proven, 'receipt')} shown to be in `;
  return [
    [
      'Log of the service',
      text(`${of}a tree of ${count(head.tree_size)} leaves, signed under ${head.keyset_id}, `) + time(head.timestamp),
    ],
  ];
}

function logRows({ log_id, heads, exported_at }: LogOutline): readonly Row[] {
  return [
    ['Log', mono(log_id)],
    ['Signed heads', text(count(heads))],
    ['Exported', unsigned(time(exported_at))],
  ];
}

function headsTable({ listed, heads }: LogOutline): string {
  const left = heads - listed.length;
  const note =
    left === 0
      ? ''
      : `<p>${text(`${count(left)} heads between the first and the last are left out here; all were checked.`)}</p>`;
  const rows = listed.map(({ tree_size, timestamp, root, keyset_id }) => [
    text(count(tree_size)),
    time(timestamp),
    mono(root),
    text(keyset_id),
  ]);
  return `\n${note}${grid('heads', ['Leaves', 'Signed', 'Root', 'Key set'], rows)}`;
}

function notProvenSection(items: readonly NotProven[]): string {
  if (items.length === 0) return '<p>The file could not be read: nothing is.</p>';
  return facts(items.map(({ what, why }) => [what, text(why)]));
}

/** A number with what it counts. */
function some(value: number, thing: string): string {
  return `${count(value)} ${thing}${value === 1 ? '' : 's'}`;
}

/** Groups thousands, so that large numbers can be read. */
function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
