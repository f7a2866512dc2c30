import { useNavigate } from '@tanstack/react-router';
import { RECEIPT_ALGORITHMS, RECEIPT_SLOTS } from '@touchstone/core/receipt/receipt.ts';
import { PAYLOAD_CHECK } from '@touchstone/core/verdict/checks.ts';
import type { VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { Copy, Download, FileSearch, ScanSearch } from 'lucide-react';
import { useMemo, useState } from 'react';
import { downloadText } from '../../../parts/download/download.ts';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { CheckList } from '../../../parts/report/check-list.tsx';
import { OutcomeBanner } from '../../../parts/report/outcome-banner.tsx';
import { type ListedSignature, SignatureList } from '../../../parts/report/signature-list.tsx';
import { ThreeTimes } from '../../../parts/report/three-times.tsx';
import { TrustSigner } from '../../../parts/trust/trust-signer.tsx';
import { CHECK_WORDS, OUTCOMES } from '../../../parts/verification/meaning.ts';
import { isAgentReport } from '../../../parts/verification/messages.ts';
import { openInVerify } from '../../../parts/verification/open-in-verify.ts';
import { PayloadCheck } from '../../../parts/verification/payload-check.tsx';
import { useOutcomeAnnouncement } from '../../../parts/verification/use-outcome-announcement.ts';
import { giveToShownFile, useShownFile } from '../../../parts/verification/use-shown-file.ts';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import type { MenuAction } from '../../../ui/menu.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Section } from '../../../ui/section.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/issue/receipts.ts';
import { kindName } from '../../../words/parts/receipt-kinds.ts';
import { ALL_RECEIPTS } from './all-receipts.ts';
import { HandleSection } from './handle-section.tsx';
import { type Receipt, receiptFileName, receiptFileText } from './receipt-name.ts';
import { useReceiptsSearch } from './search.ts';
import { NotCovered, Stated } from './stated.tsx';

const { detail: texts, compare } = words;

export interface ShownReceiptProps {
  readonly receipt: Receipt;
  readonly payload: string | null;
}

/** One receipt: its facts and verdict first, then what it says, its signatures, its bytes, its checks. */
export function ShownReceipt({ receipt, payload }: ShownReceiptProps) {
  const { search, setSearch } = useReceiptsSearch();
  const file = useMemo(() => ({ name: receiptFileName(receipt), text: receiptFileText(receipt) }), [receipt]);
  const given = useMemo(() => (payload === null ? null : { name: compare.entered, text: payload }), [payload]);
  const { detail, checking } = useShownFile(file, given);
  const full = detail?.status === 'ready' ? detail.full : null;
  // What was handed over is a receipt, and so is what was judged.
  const report = full === null || isAgentReport(full.report) ? null : full.report;
  useOutcomeAnnouncement(full);
  const outcome = report === null ? null : OUTCOMES[report.outcome];
  return (
    <Page
      title={receipt.receipt_id}
      place={search.name ?? ''}
      crumbs={ALL_RECEIPTS}
      object="receipt"
      state={outcome === null ? undefined : <Badge tone={outcome.look}>{outcome.word}</Badge>}
      facts={useFacts(receipt, report)}
      action={
        <Button
          variant="primary"
          icon={<Download aria-hidden size={15} />}
          onPress={() => downloadText(receiptFileName(receipt), receiptFileText(receipt))}
        >
          {texts.save}
        </Button>
      }
      more={useVerbs(receipt)}
    >
      <div className="space-y-8">
        {report !== null && (
          <OutcomeBanner
            report={report}
            actions={
              <>
                {report.code === 'SIGNER_NOT_TRUSTED' && <TrustSigner keySetId={receipt.keyset_id} />}
                <Button
                  icon={<FileSearch aria-hidden size={15} />}
                  onPress={() => setSearch({ act: 'payload' }, 'push')}
                >
                  {compare.verb}
                </Button>
              </>
            }
          />
        )}
        {detail?.status === 'error' && <ErrorState title={texts.unverified}>{detail.message}</ErrorState>}
        {(detail === null || detail.status === 'loading') && (
          <div className="min-h-40">
            <ProgressBar label={texts.verifying} />
          </div>
        )}
        <div className="grid gap-x-12 gap-y-8 min-[1100px]:grid-cols-2">
          <Stated receipt={receipt} />
          {report !== null && (
            <Section title={texts.times}>
              <ThreeTimes report={report} issuedAt={receipt.issued_at} />
            </Section>
          )}
        </div>
        <SignatureList lead={words.signaturesLead} signatures={signaturesOf(receipt)} report={report} />
        <HandleSection receipt={receipt} />
        {report !== null && (
          <Section title={texts.checks}>
            <CheckList checks={report.checks} />
          </Section>
        )}
        <NotCovered receipt={receipt} />
        {full?.document !== null && full !== null && (
          <Disclosure title={texts.wholeFile} level={2}>
            <JsonTree document={full.document} label={texts.wholeFileLabel} />
          </Disclosure>
        )}
      </div>
      <Sheet
        title={compare.title}
        isOpen={search.act === 'payload' && report !== null}
        onClose={() => setSearch({ act: undefined })}
      >
        {report !== null && (
          <PayloadCheck
            kind="receipt"
            report={report}
            judged={detail?.status === 'ready' ? detail.payload : null}
            checking={checking}
            onPayload={giveToShownFile}
          />
        )}
      </Sheet>
    </Page>
  );
}

function signaturesOf({ signatures }: Receipt): readonly ListedSignature[] {
  return RECEIPT_SLOTS.map((slot) => {
    const algorithm = RECEIPT_ALGORITHMS[slot];
    return { slot, name: algorithm, algorithm, value: signatures[slot] };
  });
}

function useFacts(receipt: Receipt, report: VerificationReport | null): readonly FactItem[] {
  const [now] = useState(Date.now);
  const slots = Object.values(report?.signatures ?? {});
  const valid = slots.filter(({ status }) => status === 'valid').length;
  const payload = report?.checks.find(({ id }) => id === PAYLOAD_CHECK)?.status ?? 'not_performed';
  return [
    { label: texts.kind, value: kindName(receipt.computation_type) },
    { label: texts.created, value: <AgoText value={receipt.issued_at} now={Math.max(now, Date.now())} /> },
    {
      label: texts.signatures,
      value:
        report === null ? (
          <StatusMark look="skipped" size="small" />
        ) : (
          <StatusMark
            look={valid === slots.length ? 'verified' : OUTCOMES[report.outcome].look}
            size="small"
            label={texts.validOf(valid, slots.length)}
          />
        ),
    },
    {
      label: texts.payload,
      value: <StatusMark look={CHECK_WORDS[payload].look} size="small" label={texts.payloadStates[payload]} />,
    },
  ];
}

function useVerbs(receipt: Receipt): readonly MenuAction[] {
  const navigate = useNavigate();
  const copy = useCopy();
  const verify = async () => {
    const name = receiptFileName(receipt);
    const file = new File([receiptFileText(receipt)], name, { type: 'application/json' });
    await openInVerify([{ name, file }], () => navigate({ to: '/verify', search: {} }), {
      cameFrom: texts.cameFrom(receipt.receipt_id),
    });
  };
  const icon = <Copy aria-hidden size={15} />;
  return [
    { id: 'verify', title: texts.verify, icon: <ScanSearch aria-hidden size={15} />, onAction: () => void verify() },
    {
      id: 'handle',
      title: texts.copyHandle,
      icon,
      onAction: () => void copy(receipt.handle, texts.handleLabel),
    },
    { id: 'id', title: texts.copyId, icon, onAction: () => void copy(receipt.receipt_id, texts.idLabel) },
  ];
}
