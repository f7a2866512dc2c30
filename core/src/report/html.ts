/** The report on an artifact, receipt or 3-key signature as one self-contained page for screen and paper. */
import type { ReportDocument } from './document.ts';
import {
  checksSection,
  closingRows,
  closingSections,
  facts,
  fenced,
  fileFacts,
  heading,
  identitySection,
  keysAndSignatures,
  notConfirmed,
  optionalMono,
  outcomeRows,
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
import { words } from './words/report.ts';

/** The page's text, UTF-8. */
export function reportHtml(document: ReportDocument): string {
  return reportPage(document, sections(document));
}

function sections(document: ReportDocument): readonly Section[] {
  return [
    [words.sections.identity, identitySection(document)],
    [words.sections.subject, subjectSection(document)],
    [words.sections.verdict, verdictSection(document)],
    [words.sections.signers, signersSection(document)],
    [words.sections.times, timesSection(document, [statedTime(document)])],
    [words.sections.checks, checksSection(document.checks)],
    [words.sections.policy, policySection(document)],
    [words.sections.scope, scopeSection(document, words.scope.notCovered)],
    ...closingSections(document),
  ];
}

function subjectSection({ subject, verdict, scope }: ReportDocument): string {
  const isArtifact = subject.kind === 'artifact';
  const names = words.subject;
  const ids: readonly Row[] =
    subject.kind === 'signature'
      ? []
      : [[isArtifact ? names.artifact : names.receipt, optionalMono(subject.artifact_id)]];
  const summary: readonly Row[] = [
    [names.claim, stated(subject.claim)],
    [names.evidence, stated(subject.evidence_summary)],
  ];
  const manifest: readonly Row[] = [
    [names.cycle, optionalMono(subject.cycle_id)],
    [names.name, stated(subject.name)],
    [names.category, stated(subject.category)],
    [names.product, stated(subject.product)],
    [names.description, stated(subject.description)],
  ];
  const isIdSigned = isArtifact && !scope.not_signed.includes('artifact_id');
  const isSummarySigned = !scope.not_signed.includes('human_summary');
  const signed = isArtifact ? [...(isIdSigned ? ids : []), ...manifest, ...(isSummarySigned ? summary : [])] : [];
  const notSigned = [...(isIdSigned ? [] : ids), ...(isArtifact && !isSummarySigned ? summary : [])];
  const isConfirmed = verdict.outcome === 'VERIFIED';
  const parts = [fileFacts(subject)];
  if (signed.length + notSigned.length > 0) parts.push(heading(names.stated));
  if (signed.length > 0) parts.push(isConfirmed ? facts(signed) : fenced(notConfirmed(verdict.outcome), signed));
  if (notSigned.length > 0) parts.push(fenced(names.notCovered, notSigned));
  return parts.join('\n');
}

function verdictSection({ verdict }: ReportDocument): string {
  return facts([
    ...outcomeRows(verdict),
    [words.validSignatures, text(words.validOf(verdict.valid_signatures, verdict.total_signatures))],
    [words.statedVerdict, optionalMono(verdict.claimed_verdict)],
    ...closingRows(verdict),
  ]);
}

function signersSection({ signers }: ReportDocument): string {
  const names = facts([
    [words.signers.issuer, stated(signers.stated_issuer)],
    [words.signers.principal, stated(signers.stated_principal)],
  ]);
  return `${names}\n${keysAndSignatures(signers)}`;
}

function statedTime({ times }: ReportDocument): Row {
  const covered = times.claimed_is_covered ? words.times.covered : words.times.notCovered;
  return [words.times.issued, times.claimed === null ? text(words.none) : `${time(times.claimed)} (${text(covered)})`];
}
