import { PILLARS, type Pillar } from '@touchstone/core/artifact/artifact.ts';
import { bundleFileName } from '@touchstone/core/artifact/brought-files.ts';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { type StatusLook, StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/issue/new-artifact.ts';
import type { Attested } from './issue-jobs.ts';
import { failedPillars, type Prepared, resultOf } from './prepared.ts';

const { preview: texts } = words;

export interface PreviewProps {
  readonly prepared: Prepared;
  /** Whether the cycle is another one than was shown before. */
  readonly hasMoved: boolean;
  readonly isAllowed: boolean;
  readonly onAllow: (isAllowed: boolean) => void;
  readonly onBack: () => void;
}

/** What is about to be issued: the five attestations with their results, and what speaks against it. */
export function Preview({ prepared, hasMoved, isAllowed, onAllow, onBack }: PreviewProps) {
  const { attested, cycleId, subject, humanSummary } = prepared;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const failed = failedPillars(attested);
  return (
    <div className="space-y-5">
      <Button size="small" variant="quiet" icon={<ArrowLeft aria-hidden size={14} />} onPress={onBack}>
        {texts.back}
      </Button>
      <div className="space-y-1">
        <h3 ref={heading} tabIndex={-1} className="text-16 outline-none">
          {texts.heading}
        </h3>
        <p>{texts.lead(<code className="text-13">{cycleId}</code>)}</p>
        <p className="text-13 text-muted">{texts.cycleNote}</p>
      </div>
      {/* As readers will see them: a field shows characters that hide or turn text as if nothing were there. */}
      <FactList>
        <Fact name={words.name}>
          <FileText text={subject.name} />
        </Fact>
        <Fact name={words.claim}>
          <FileText text={humanSummary.claim} />
        </Fact>
      </FactList>
      {hasMoved && (
        <p role="alert" className="rounded bg-pending-soft px-3 py-2 text-13">
          {texts.moved(cycleId)}
        </p>
      )}
      {attested.personalData.length > 0 && <PersonalData found={attested.personalData} />}
      <ul className="divide-y divide-line border-y border-line">
        {PILLARS.map((pillar) => (
          <PillarRow key={pillar} pillar={pillar} prepared={prepared} />
        ))}
      </ul>
      {attested.refusal !== null && (
        <ErrorState title={texts.refused}>
          <p>{texts.refusedText(<FileText text={attested.refusal} />)}</p>
        </ErrorState>
      )}
      {failed.length > 0 && attested.refusal === null && (
        <CheckRow
          isSelected={isAllowed}
          onChange={onAllow}
          label={texts.allow}
          description={texts.allowHint(failed.map((pillar) => words.pillars[pillar]).join(', '))}
        />
      )}
      <Disclosure title={texts.json}>
        <JsonTree document={attested.attestations} label={texts.jsonLabel} />
      </Disclosure>
    </div>
  );
}

const LOOKS: Readonly<Record<ReturnType<typeof resultOf>, StatusLook>> = {
  passed: 'verified',
  failed: 'failed',
  unknown: 'inconclusive',
};

function PillarRow({ pillar, prepared }: { readonly pillar: Pillar; readonly prepared: Prepared }) {
  const { attested, supplied } = prepared;
  const result = resultOf(attested.attestations[pillar]);
  return (
    <li className="flex items-start gap-4 py-2" data-pillar={pillar} data-result={result}>
      <div className="min-w-0 grow">
        <div className="font-medium">{words.pillars[pillar]}</div>
        <p className="text-13 text-muted">
          {supplied.includes(pillar)
            ? texts.from(bundleFileName(pillar))
            : sentenceOf(pillar, result === 'passed', prepared)}
        </p>
      </div>
      <StatusMark look={LOOKS[result]} size="small" label={texts[result]} />
    </li>
  );
}

function sentenceOf(pillar: Pillar, hasPassed: boolean, { attested, files, signer }: Prepared): string {
  const { says } = texts;
  switch (pillar) {
    case 'evidence':
      return hasPassed ? says.evidence.passed(files) : says.evidence.failed;
    case 'governance':
      return hasPassed ? says.governance.passed(signer) : says.governance.failed;
    case 'privacy':
      return hasPassed ? says.privacy.passed : says.privacy.failed(attested.personalData.length);
    default:
      return hasPassed ? says[pillar].passed : says[pillar].failed;
  }
}

function PersonalData({ found }: { readonly found: Attested['personalData'] }) {
  return (
    <div role="status" className="space-y-1 rounded border border-pending bg-pending-soft px-3 py-2">
      <StatusMark look="pending" size="small" label={texts.personal} />
      <p className="text-13">{texts.personalText}</p>
      <ul className="list-disc ps-5 text-13">
        {found.slice(0, 20).map(({ rule, text }) => (
          <li key={`${rule} ${text}`} className="[overflow-wrap:anywhere]">
            <FileText text={text} limit={200} /> <span className="text-muted">({texts.rules[rule] ?? rule})</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
