/** The report on a session, node or log as one self-contained page for screen and paper. */

import { fromBase64, toHex } from '../bytes.ts';
import { ruleOf } from '../grade/rules.ts';
import { sha256 } from '../hash.ts';
import type { AgentReportDocument, NotProven } from './agent-document.ts';
import type {
  AgentOutline,
  GradeOutline,
  LogOutline,
  NodeOutline,
  OutlinedActs,
  OutlinedHead,
  OutlinedReceipt,
  OutlinedSeal,
  ProofOutline,
  SessionOutline,
} from './agent-outline.ts';
import type { ReportCheck } from './document.ts';
import {
  checksSection,
  closingRows,
  closingSections,
  facts,
  fenced,
  fileFacts,
  grid,
  heading,
  identitySection,
  keysAndSignatures,
  mono,
  notConfirmed,
  optionalMono,
  outcomeRows,
  paragraph,
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
import { words } from './words/agent-report.ts';
import { words as common, grouped } from './words/report.ts';

/** The page's text, UTF-8. */
export function agentReportHtml(document: AgentReportDocument): string {
  return reportPage(document, sections(document), brokenLine(document));
}

function sections(document: AgentReportDocument): readonly Section[] {
  const { stated: outline } = document;
  return [
    [common.sections.identity, identitySection(document)],
    [words.sections.file, fileFacts(document.subject)],
    [words.sections.outcome, outcomeSection(document)],
    ...(outline === null ? [] : statedSections(outline, document)),
    [words.sections.notProven, notProvenSection(document.not_proven)],
    [common.sections.signers, keysAndSignatures(document.signers)],
    [common.sections.times, timesSection(document)],
    [common.sections.checks, checksSection(document.checks.map(withFingerprints))],
    ...(outline?.kind === 'session' ? [receiptsSection(outline, document)] : []),
    [common.sections.scope, scopeSection(document, common.scope.notSigned)],
    [common.sections.policy, policySection(document)],
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
        [words.sections.session, shown(sessionRows(outline, document.scope.not_signed))],
        [words.sections.scope, shown(scopeRows(outline))],
        [words.sections.decisions, decisionsSection(outline, outcome)],
        [
          words.sections.seal,
          shown([...sealRows(outline.seal), ...headRows(outline.log_head, outline.log_head?.proven)]),
        ],
      ];
    case 'node':
      return [
        [words.sections.receipt, shown(nodeRows(outline))],
        [words.sections.seal, shown([...sealRows(outline.seal), ...headRows(outline.log_head)])],
      ];
    case 'log':
      return [[words.sections.log, shown(logRows(outline)) + headsTable(outline)]];
    case 'proof':
      return [[words.sections.proof, shown(memberRows(outline.public_inputs))]];
    case 'grade':
      return [[words.sections.grade, shown(gradeRows(outline)) + lossesTable(outline)]];
    case 'statement':
      return [[words.sections.statement, shown(memberRows(outline.members))]];
  }
}

/** The place that is broken, where the sentence of the outcome does not name it already. */
function brokenLine({ verdict: { broken, sentence }, subject: { kind } }: AgentReportDocument): string {
  if (broken === null || sentence.includes(broken.id)) return '';
  const first = text(words.firstBroken(thingOf(kind), broken.index + 1));
  return `<p>${first}${mono(broken.id)}${text(words.brokenWhat(broken.what))}</p>`;
}

/** What a file of this kind is made of. */
function thingOf(kind: AgentReportDocument['subject']['kind']): string {
  return kind === 'log' ? words.things.head : words.things.receipt;
}

function outcomeSection({ verdict, subject }: AgentReportDocument): string {
  const { broken, completeness } = verdict;
  const complete = completeness === 'concluded' ? words.complete : words.incomplete;
  return facts([
    ...outcomeRows(verdict),
    ...(subject.kind === 'session' ? [[words.completeness, text(complete)] as const] : []),
    ...(broken === null ? [] : brokenRows(broken, subject.kind)),
    [common.validSignatures, text(common.validOf(verdict.valid_signatures, verdict.total_signatures))],
    ...closingRows(verdict),
  ]);
}

function brokenRows(
  { index, id, what, expected, found }: NonNullable<AgentReportDocument['verdict']['broken']>,
  kind: AgentReportDocument['subject']['kind'],
): readonly Row[] {
  return [
    [words.broken, text(words.brokenPlace(thingOf(kind), index + 1)) + mono(id)],
    [words.differs, text(what)],
    [words.expected, mono(fingerprinted(expected))],
    [words.found, mono(fingerprinted(found))],
  ];
}

/** A key: base64 that is longer than any hash. */
const LONG_BASE64 = /[A-Za-z0-9+/]{200,}={0,2}/g;

/** Replaces a key by its fingerprint and length, since nobody compares a key by eye. The JSON form has the whole key. */
function fingerprinted(value: string): string {
  return value.replace(LONG_BASE64, (key) => {
    const bytes = fromBase64(key);
    return bytes === null ? key : words.key(bytes.length, toHex(sha256(bytes)));
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
  return `${html} <span class="note">${text(words.notSigned)}</span>`;
}

function sessionRows(
  { agent, session, exported_at, receipts, imported }: SessionOutline,
  notSigned: readonly string[],
): readonly Row[] {
  const names = words.session;
  const unlessSigned = (member: string, html: string) => (notSigned.includes(member) ? unsigned(html) : html);
  const end =
    session.ended_at === null
      ? unlessSigned('session.expires_at', time(session.expires_at)) + text(names.noEnd)
      : unlessSigned('session.ended_at', time(session.ended_at));
  return [
    [names.agent, stated(agent.name)],
    [names.canonicalName, stated(agent.canonical_name)],
    [names.tenant, stated(agent.tenant)],
    [names.type, stated(agent.agent_type)],
    [names.agentId, mono(agent.agent_id)],
    [names.key, mono(agent.key_sha256)],
    [names.registered, agent.registered_at === null ? stated(null) : time(agent.registered_at)],
    [names.session, mono(session.session_id)],
    [names.delegatedBy, session.parent_session_id === null ? text(names.nobody) : mono(session.parent_session_id)],
    [names.started, time(session.started_at)],
    [names.ended, end],
    [names.receipts, text(grouped(receipts))],
    ...(imported === 0 ? [] : [[names.imported, text(names.importedCount(imported))] as const]),
    [names.redaction, unsigned(text(session.redaction_level))],
    [names.exported, unsigned(time(exported_at))],
  ];
}

function scopeRows({ scope }: SessionOutline): readonly Row[] {
  const unrestricted = text(words.scope.unrestricted);
  const listed = (names: readonly string[] | null) =>
    names === null ? unrestricted : names.length === 0 ? text(words.none) : names.map(mono).join('<br>');
  return [
    [words.scope.tools, listed(scope.allowed_tools)],
    [words.scope.dataClasses, listed(scope.forbidden_data_classes)],
    [words.scope.jurisdiction, scope.jurisdiction === null ? unrestricted : text(scope.jurisdiction)],
    [words.scope.maxValue, scope.max_value === null ? unrestricted : text(String(scope.max_value))],
  ];
}

function decisionsSection(
  { receipts, decisions, refused, ran_although_forbidden: violations }: SessionOutline,
  outcome: string,
): string {
  const rows = decisions.map(({ action, decision, count: times }) => [
    mono(action),
    text(decision),
    text(grouped(times)),
  ]);
  return [
    ...(outcome === 'VERIFIED' ? [] : [`<p class="note">${text(notConfirmed(outcome))}</p>`]),
    paragraph(words.decisions.summary(receipts, violations.total, refused.total)),
    grid('decisions', words.decisions.columns, rows),
    actsTable(words.decisions.violations, violations),
    actsTable(words.decisions.refused, refused),
  ].join('\n');
}

/** A heading and a table of the first acts; empty where there are none. */
function actsTable(title: string, { total, first }: OutlinedActs): string {
  if (total === 0) return '';
  const shown = first.length < total ? words.decisions.first(title, first.length) : title;
  const rows = first.map((receipt) => receiptCells(receipt, receipt.rule));
  return `${heading(shown)}\n${grid('receipts', words.decisions.rule, rows)}`;
}

function receiptsSection({ listed, left_out, receipts }: SessionOutline, { verdict }: AgentReportDocument): Section {
  const missing = left_out.map(({ from, to }) => words.receipts.range(from, to)).join(', ');
  const total = left_out.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const sentence =
    total === 0 ? words.receipts.all(receipts) : words.receipts.leftOut(listed.length, receipts, missing, total);
  const fence = verdict.outcome === 'VERIFIED' ? '' : `<p class="note">${text(notConfirmed(verdict.outcome))}</p>\n`;
  const rows = listed.map((receipt) => receiptCells(receipt, receipt.summary));
  const table = grid('receipts', words.receipts.columns, rows);
  return [words.sections.receipts, `${fence}${paragraph(sentence)}\n${table}`];
}

function receiptCells(
  { position, node_id, timestamp, action, decision, rule }: OutlinedReceipt,
  last: string | null,
): readonly string[] {
  const because = rule === null || rule === last ? '' : `<br><span class="note">${text(rule)}</span>`;
  return [
    text(grouped(position)),
    time(timestamp),
    `${mono(action)}<br><span class="note">${text(node_id)}</span>`,
    text(decision) + because,
    text(last ?? ''),
  ];
}

function nodeRows({ receipt, agent_id, key_sha256, session_id }: NodeOutline): readonly Row[] {
  const names = words.node;
  return [
    [names.receipt, mono(receipt.node_id)],
    [words.session.agentId, mono(agent_id)],
    [words.session.key, mono(key_sha256)],
    [words.session.session, optionalMono(session_id)],
    [names.recorded, time(receipt.timestamp)],
    [names.action, mono(receipt.action)],
    [names.decision, text(receipt.decision)],
    [names.rule, stated(receipt.rule)],
    [names.summary, text(receipt.summary)],
    [names.input, mono(receipt.input_hash)],
    [names.output, receipt.output_hash === '' ? text(words.none) : mono(receipt.output_hash)],
  ];
}

function sealRows(seal: OutlinedSeal | null): readonly Row[] {
  const names = words.seal;
  if (seal === null) return [[names.seal, text(words.none)]];
  return [
    [names.seal, seal.receipt_id === null ? optionalMono(null) : unsigned(mono(seal.receipt_id))],
    [names.sealed, stated(seal.issued_at)],
    [names.keySet, seal.keyset_id === null ? stated(null) : unsigned(text(seal.keyset_id))],
    [names.covers, text(names.span(seal.count)) + time(seal.started_at) + text(names.to) + time(seal.ended_at)],
    [names.root, mono(seal.root)],
    [names.handle, optionalMono(seal.handle)],
    [names.anchored, optionalMono(seal.on_chain_hash)],
    [names.anchor, text(names.noAnchor)],
  ];
}

function headRows(head: OutlinedHead | null, proven?: number): readonly Row[] {
  const names = words.head;
  if (head === null) return [[names.log, text(names.none)]];
  const tree = names.tree(head.tree_size, head.keyset_id);
  return [[names.log, text(proven === undefined ? tree : names.proven(proven, tree)) + time(head.timestamp)]];
}

function gradeRows({
  project,
  grade,
  score,
  dimensions,
  date,
  rules_version,
  file_root,
  files,
}: GradeOutline): readonly Row[] {
  return [
    [words.grade.project, text(project)],
    [words.grade.grade, text(words.grade.scored(grade, score))],
    ...Object.entries(dimensions).map(([name, points]): Row => [words.grade.dimension(name), text(String(points))]),
    [words.grade.date, time(date)],
    [words.grade.rules, text(rules_version)],
    [words.grade.files, text(grouped(files))],
    [words.grade.root, mono(file_root)],
  ];
}

function lossesTable({ losses }: GradeOutline): string {
  if (losses === null) return paragraph(words.grade.noLosses);
  const rows = losses.map(({ rule, points, found, places: [first] }) => [
    text(ruleOf(rule).title),
    text(String(points)),
    text(grouped(found)),
    text(first === undefined ? '' : words.grade.place(first.path, first.line ?? null, first.reason)),
  ]);
  return `\n${grid('losses', words.grade.columns, rows)}`;
}

function logRows({ log_id, heads, exported_at }: LogOutline): readonly Row[] {
  return [
    [words.log.log, mono(log_id)],
    [words.log.heads, text(grouped(heads))],
    [words.log.exported, unsigned(time(exported_at))],
  ];
}

function memberRows(members: ProofOutline['public_inputs']): readonly Row[] {
  return members.map(({ name, value }) => [name, mono(value)]);
}

function headsTable({ listed, heads }: LogOutline): string {
  const left = heads - listed.length;
  const note = left === 0 ? '' : paragraph(words.log.leftOut(left));
  const rows = listed.map(({ tree_size, timestamp, root, keyset_id }) => [
    text(grouped(tree_size)),
    time(timestamp),
    mono(root),
    text(keyset_id),
  ]);
  return `\n${note}${grid('heads', words.log.columns, rows)}`;
}

function notProvenSection(items: readonly NotProven[]): string {
  if (items.length === 0) return paragraph(words.notProven.unreadable);
  return facts(items.map(({ what, why }) => [what, text(why)]));
}
