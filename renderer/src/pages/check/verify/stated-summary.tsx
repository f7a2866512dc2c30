import type { VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StatedFacts, StatedPillar } from '../../../parts/verification/facts.ts';
import { OUTCOMES, PILLAR_TITLES } from '../../../parts/verification/meaning.ts';
import { FileText } from '../../../ui/file-text.tsx';
import { words } from '../../../words/check/verify.ts';

const { stated } = words;

/** How far the stated summary can be relied on: only where valid signatures reach it does it stand unfenced. */
export function fenceOf(report: VerificationReport): string | null {
  if (!report.summary_bound) return stated.fences.unbound;
  if (report.outcome === 'FAILED') return stated.fences.failed;
  if (report.outcome === 'VERIFIED') return null;
  return report.code === 'PARTLY_SIGNED' ? stated.fences.partly : stated.fences.untrusted;
}

/** What the file states: the summary (fenced unless it is signed), the stated verdict beside the computed one, subject and issuer. */
export function StatedSummary(props: {
  report: VerificationReport;
  facts: StatedFacts;
  pillars: readonly StatedPillar[];
}) {
  const { report, facts, pillars } = props;
  const fence = fenceOf(report);
  const loadBearing = pillars.filter((pillar) => pillar.loadBearing);
  return (
    <section aria-labelledby="part-summary">
      <h2 id="part-summary" className="mb-2 text-16">
        {stated.title}
      </h2>
      <div className="border-y border-line">
        <div
          className={fence === null ? 'py-4' : 'my-3 rounded border-2 border-dashed border-line-strong p-3'}
          data-testid="claim"
        >
          {fence !== null && (
            <p className="mb-2 flex items-center gap-2 text-13 font-medium text-muted">
              <TriangleAlert aria-hidden size={16} className="shrink-0" />
              {fence}
            </p>
          )}
          {facts.claim !== null && (
            <p className="max-w-[80ch] text-16 leading-snug">
              <FileText text={facts.claim} />
            </p>
          )}
          {facts.evidenceSummary !== null && (
            <p className="mt-2 max-w-[80ch] text-muted">
              <FileText text={facts.evidenceSummary} />
            </p>
          )}
          {loadBearing.length > 0 && (
            <p className="mt-2 text-14">
              <span className="text-muted">{stated.restsOn}</span>{' '}
              {loadBearing.map(({ pillar }) => PILLAR_TITLES[pillar].toLowerCase()).join(', ')}
            </p>
          )}
          {facts.additionalAssurances.length > 0 && (
            <ul className="mt-2 list-disc ps-5 text-14 text-muted">
              {facts.additionalAssurances.map((text) => (
                <li key={text}>
                  <FileText text={text} />
                </li>
              ))}
            </ul>
          )}
        </div>
        <VerdictComparison report={report} />
        <dl className="grid gap-x-6 border-t border-line py-2 sm:grid-cols-2 min-[1100px]:grid-cols-3">
          <Fact name={stated.subject} value={facts.subjectName} more={facts.subjectDescription} />
          <Fact name={stated.issuer} value={facts.issuerName} more={facts.issuerPrincipal} />
          <Fact
            name={stated.category}
            value={facts.subjectCategory?.replaceAll('_', ' ') ?? null}
            more={facts.subjectProduct}
          />
          <Fact name={stated.cycle} value={facts.cycleId} />
          <Fact name={stated.artifactId} value={facts.artifactId} isMono />
          <Fact name={stated.verifierUrl} value={facts.verifierUrl} isMono />
        </dl>
      </div>
    </section>
  );
}

function VerdictComparison({ report }: { report: VerificationReport }) {
  const { claimed_verdict: claimed, outcome } = report;
  if (claimed === null) return null;
  const differs = claimed !== outcome;
  return (
    <div className={`border-t border-line py-3 ${differs ? 'bg-inconclusive-soft px-3' : ''}`} data-testid="verdicts">
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        <div className="flex gap-2">
          <dt className="text-muted">{stated.verdict}</dt>
          <dd className="font-mono text-13 leading-5">
            <FileText text={claimed} />
          </dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-muted">{stated.outcome}</dt>
          <dd className="font-semibold">{OUTCOMES[outcome].word}</dd>
        </div>
      </dl>
      {differs && (
        <p className="mt-1">{stated.differs(<FileText text={claimed} />, OUTCOMES[outcome].word.toLowerCase())}</p>
      )}
    </div>
  );
}

function Fact(props: { name: string; value: string | null; more?: string | null; isMono?: boolean }): ReactNode {
  const { name, value, more = null, isMono = false } = props;
  if (value === null) return null;
  return (
    <div className="min-w-0 py-1.5">
      <dt className="text-13 text-muted">{name}</dt>
      <dd className={`break-words ${isMono ? 'font-mono text-13' : ''}`}>
        <FileText text={value} />
      </dd>
      {more !== null && (
        <dd className="text-13 break-words text-muted">
          <FileText text={more} />
        </dd>
      )}
    </div>
  );
}
