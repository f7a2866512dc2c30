/** The report on an artifact, receipt or 3-key signature as one self-contained page for screen and paper. */
import type { ReportDocument } from './document.ts';
import {
  checksSection,
  closingSections,
  facts,
  fenced,
  fileFacts,
  headingOf,
  identitySection,
  keysAndSignatures,
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
export function reportHtml(document: ReportDocument): string {
  return reportPage(document, sections(document));
}

function sections(document: ReportDocument): readonly Section[] {
  return [
    ['This report', identitySection(document)],
    ['Subject', subjectSection(document)],
    ['Verdict', verdictSection(document)],
    ['Signers', signersSection(document)],
    ['Times', timesSection(document, [claimedTime(document)])],
    ['Checks', checksSection(document.checks)],
    ['Policy', policySection(document)],
    ['What is signed and what is not', scopeSection(document, 'not covered by the signatures')],
    ...closingSections(document),
  ];
}

function subjectSection({ subject, verdict, scope }: ReportDocument): string {
  const isArtifact = subject.kind === 'artifact';
  const ids: readonly Row[] =
    subject.kind === 'signature' ? [] : [[isArtifact ? 'Artifact' : 'Receipt', optionalMono(subject.artifact_id)]];
  const summary: readonly Row[] = [
    ['Claim', stated(subject.claim)],
    ['Evidence', stated(subject.evidence_summary)],
  ];
  const manifest: readonly Row[] = [
    ['Cycle', optionalMono(subject.cycle_id)],
    ['Subject', stated(subject.name)],
    ['Category', stated(subject.category)],
    ['Product', stated(subject.product)],
    ['Description', stated(subject.description)],
  ];
  const isIdSigned = isArtifact && !scope.not_signed.includes('artifact_id');
  const isSummarySigned = !scope.not_signed.includes('human_summary');
  const signed = isArtifact ? [...(isIdSigned ? ids : []), ...manifest, ...(isSummarySigned ? summary : [])] : [];
  const notSigned = [...(isIdSigned ? [] : ids), ...(isArtifact && !isSummarySigned ? summary : [])];
  const isConfirmed = verdict.outcome === 'VERIFIED';
  const parts = [fileFacts(subject)];
  if (signed.length + notSigned.length > 0) parts.push('<h3>Stated by the file</h3>');
  if (signed.length > 0) parts.push(isConfirmed ? facts(signed) : fenced(notConfirmed(verdict.outcome), signed));
  if (notSigned.length > 0) parts.push(fenced('Stated by the file, not covered by the signatures.', notSigned));
  return parts.join('\n');
}

function verdictSection({ verdict }: ReportDocument): string {
  return facts([
    ['Outcome', text(headingOf(verdict))],
    ['Meaning', text(verdict.sentence)],
    ...openRows(verdict),
    ['Valid signatures', text(`${verdict.valid_signatures} of ${verdict.total_signatures}`)],
    ['Verdict that the file claims', stated(verdict.claimed_verdict)],
    ['Rests on demo keys', text(verdict.demo ? 'yes' : 'no')],
    ['Exit code', text(String(verdict.exit_code))],
  ]);
}

function signersSection({ signers }: ReportDocument): string {
  const names = facts([
    ['Issuer as stated', stated(signers.stated_issuer)],
    ['Principal as stated', stated(signers.stated_principal)],
  ]);
  return `${names}\n${keysAndSignatures(signers)}`;
}

function claimedTime({ times }: ReportDocument): Row {
  const covered = times.claimed_is_covered ? 'covered by the signatures' : 'not covered by valid signatures';
  return ['Stated time of issue', times.claimed === null ? text('none') : `${time(times.claimed)} (${covered})`];
}
