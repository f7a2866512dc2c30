import { useNavigate } from '@tanstack/react-router';
import { isPendingSlot, SLOT_ALGORITHMS, SLOTS } from '@touchstone/core/artifact/artifact.ts';
import { Copy, Download, FileOutput, ScanSearch } from 'lucide-react';
import { useMemo, useState } from 'react';
import { downloadText } from '../../../parts/download/download.ts';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { CheckList } from '../../../parts/report/check-list.tsx';
import { OutcomeBanner } from '../../../parts/report/outcome-banner.tsx';
import { type ListedSignature, SignatureList } from '../../../parts/report/signature-list.tsx';
import { ThreeTimes } from '../../../parts/report/three-times.tsx';
import { OUTCOMES } from '../../../parts/verification/meaning.ts';
import { isAgentReport } from '../../../parts/verification/messages.ts';
import { openInVerify } from '../../../parts/verification/open-in-verify.ts';
import { useOutcomeAnnouncement } from '../../../parts/verification/use-outcome-announcement.ts';
import { useShownFile } from '../../../parts/verification/use-shown-file.ts';
import { isWaitingForSignatures } from '../../../parts/waiting/pending-signatures.ts';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import type { MenuAction } from '../../../ui/menu.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Section } from '../../../ui/section.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words as signingWords } from '../../../words/issue/artifact-signing.ts';
import { words } from '../../../words/issue/artifacts.ts';
import { ALL_ARTIFACTS } from './all-artifacts.ts';
import { AnswerSheet } from './answer-sheet.tsx';
import { type ArtifactItem, artifactFile } from './artifact-items.ts';
import { Ceremony } from './ceremony.tsx';
import { SignatureCount } from './columns.tsx';
import { RequestSheet } from './request-sheet.tsx';
import { useArtifactsSearch } from './search.ts';
import { Stated } from './stated.tsx';

const { detail: texts } = words;

/** One artifact: its facts and verdict first, then what is to be signed, what it states, its checks. */
export function ShownArtifact({ artifact }: { readonly artifact: ArtifactItem }) {
  const [now] = useState(Date.now);
  const file = useMemo(() => artifactFile(artifact), [artifact]);
  const { detail } = useShownFile(file);
  const full = detail?.status === 'ready' ? detail.full : null;
  // What was handed over is an artifact, and so is what was judged.
  const report = full === null || isAgentReport(full.report) ? null : full.report;
  useOutcomeAnnouncement(full);
  const { search, setSearch } = useArtifactsSearch();
  const open = (act: 'request' | 'answer') => () => setSearch({ act }, 'push');
  const close = () => setSearch({ act: undefined });
  // The ceremony signs nothing that fails.
  const isWaiting = isWaitingForSignatures(artifact) && report?.outcome !== 'FAILED';
  const outcome = report === null ? null : OUTCOMES[report.outcome];
  const { subject, issuer } = artifact;
  return (
    <Page
      title={subject.name}
      place={artifact.artifact_id}
      crumbs={ALL_ARTIFACTS}
      object="artifact"
      state={outcome === null ? undefined : <Badge tone={outcome.look}>{outcome.word}</Badge>}
      facts={[
        { label: texts.category, value: words.categories[subject.category] },
        { label: texts.issued, value: <AgoText value={artifact.issued_at} now={Math.max(now, Date.now())} /> },
        { label: texts.signatures, value: <SignatureCount artifact={artifact} /> },
        { label: texts.issuer, value: <FileText text={issuer.name} limit={100} /> },
        { label: texts.cycle, value: artifact.cycle_id },
      ]}
      action={
        <>
          <Button
            variant={isWaiting ? 'secondary' : 'primary'}
            icon={<Download aria-hidden size={15} />}
            onPress={() => downloadText(file.name, file.text)}
          >
            {texts.save}
          </Button>
          {isWaiting && (
            <Button variant="primary" icon={<FileOutput aria-hidden size={15} />} onPress={open('request')}>
              {signingWords.request.verb}
            </Button>
          )}
        </>
      }
      more={useVerbs(artifact)}
    >
      <div className="space-y-8">
        {report !== null && <OutcomeBanner report={report} />}
        {detail?.status === 'error' && <ErrorState title={texts.unverified}>{detail.message}</ErrorState>}
        {(detail === null || detail.status === 'loading') && (
          <div className="min-h-40">
            <ProgressBar label={texts.verifying} />
          </div>
        )}
        {isWaiting && <Ceremony fileName={file.name} onRequest={open('request')} onAnswer={open('answer')} />}
        <SignatureList lead={words.signaturesLead} signatures={signaturesOf(artifact)} report={report} />
        <div className="grid gap-x-12 gap-y-8 min-[1100px]:grid-cols-2">
          <Stated artifact={artifact} />
          {report !== null && (
            <Section title={texts.times}>
              <ThreeTimes report={report} issuedAt={artifact.issued_at} />
            </Section>
          )}
        </div>
        {report !== null && (
          <Section title={texts.checks}>
            <CheckList checks={report.checks} />
          </Section>
        )}
        {full?.document !== null && full !== null && (
          <Disclosure title={texts.wholeFile} level={2}>
            <JsonTree document={full.document} label={texts.wholeFileLabel} />
          </Disclosure>
        )}
      </div>
      <RequestSheet artifact={artifact} isOpen={search.act === 'request' && isWaiting} onClose={close} />
      <AnswerSheet artifact={artifact} isOpen={search.act === 'answer'} onClose={close} />
    </Page>
  );
}

function signaturesOf({ signatures }: ArtifactItem): readonly ListedSignature[] {
  return SLOTS.flatMap((slot) => {
    const [algorithm] = SLOT_ALGORITHMS[slot];
    const value = isPendingSlot(signatures[slot]) ? null : signatures[slot];
    return algorithm === undefined ? [] : [{ slot, name: words.algorithms[slot], algorithm, value }];
  });
}

function useVerbs(artifact: ArtifactItem): readonly MenuAction[] {
  const navigate = useNavigate();
  const copy = useCopy();
  const verify = async () => {
    const { name, text } = artifactFile(artifact);
    const file = new File([text], name, { type: 'application/json' });
    await openInVerify([{ name, file }], () => navigate({ to: '/verify', search: {} }), {
      cameFrom: texts.cameFrom(artifact.artifact_id),
    });
  };
  return [
    { id: 'verify', title: texts.verify, icon: <ScanSearch aria-hidden size={15} />, onAction: () => void verify() },
    {
      id: 'id',
      title: texts.copyId,
      icon: <Copy aria-hidden size={15} />,
      onAction: () => void copy(artifact.artifact_id, texts.idLabel),
    },
  ];
}
