import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { ArrowLeft, Download, ScanSearch } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { isOffline, sentenceFor } from '../../../lib/errors.ts';
import { downloadText } from '../../../lib/window/download.ts';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import { CheckList } from '../../../parts/report/check-list.tsx';
import { OutcomeBanner } from '../../../parts/report/outcome-banner.tsx';
import { ThreeTimes } from '../../../parts/report/three-times.tsx';
import { TrustSigner } from '../../../parts/trust/trust-signer.tsx';
import { OUTCOMES } from '../../../parts/verification/meaning.ts';
import { type FullResult, isAgentReport } from '../../../parts/verification/messages.ts';
import { openInVerify } from '../../../parts/verification/open-in-verify.ts';
import { PayloadCheck } from '../../../parts/verification/payload-check.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { ByteDrawing } from './byte-drawing.tsx';
import { handleParts, substrateParts } from './byte-layout.ts';
import { typeName } from './list-items.ts';
import { receiptQuery } from './queries.ts';
import { answersTo, type Receipt, readName, receiptFileName, receiptFileText } from './receipt-name.ts';
import { RECEIPT_ROW, receiptSession } from './receipt-session.ts';
import { ReceiptSignatures } from './signatures.tsx';
import { useVerifiedReceipt } from './use-verified-receipt.ts';

export interface ReceiptDetailProps {
  /** Any of its names, as the address holds it. */
  readonly name: string;
  /** What it was made for, where it was made in this window. */
  readonly payload: string | null;
  readonly onBack: () => void;
}

/** One receipt: verdict first, then what can be done, what it says, its bytes, its signatures, its checks. */
export function ReceiptDetail({ name, payload, onBack }: ReceiptDetailProps) {
  const read = readName(name);
  return (
    <div className="space-y-5">
      <Button size="small" icon={<ArrowLeft aria-hidden size={14} />} onPress={onBack}>
        All receipts
      </Button>
      {read.ok ? (
        <FoundReceipt name={read.name} payload={payload} />
      ) : (
        <ErrorState title="This is no name of a receipt">{read.message}</ErrorState>
      )}
    </div>
  );
}

function FoundReceipt({ name, payload }: { readonly name: string; readonly payload: string | null }) {
  const { data, error, refetch } = useQuery(receiptQuery(name));
  if (error instanceof ApiFailure && error.code === 'NOT_FOUND') {
    return (
      <EmptyState title="This server has no receipt of this name">
        Another service may have made it, or a character is wrong. Asked for <FileText text={name} isMono />
      </EmptyState>
    );
  }
  if (error !== null) {
    return (
      <ErrorState
        title={isOffline(error) ? 'The server is out of reach' : 'The receipt could not be read'}
        kind={isOffline(error) ? 'offline' : 'failed'}
        onRetry={() => void refetch()}
      >
        {sentenceFor(error)} Asked for <FileText text={name} isMono />
      </ErrorState>
    );
  }
  if (data === undefined) return <p className="min-h-40 text-muted">Loading the receipt</p>;
  if (!answersTo(data, name)) {
    return (
      <ErrorState title="The server answered with another receipt" onRetry={() => void refetch()}>
        None of its three names is the one that was asked for, <FileText text={name} isMono />. It is not shown.
      </ErrorState>
    );
  }
  return <ShownReceipt receipt={data} payload={payload} />;
}

function ShownReceipt({ receipt, payload }: { readonly receipt: Receipt; readonly payload: string | null }) {
  const { detail, checking } = useVerifiedReceipt(receipt, payload);
  const full = detail?.status === 'ready' ? detail.full : null;
  // What was handed over is a receipt, and so is what was judged.
  const report = full === null || isAgentReport(full.report) ? null : full.report;
  useOutcomeAnnouncement(full);
  return (
    <>
      {report !== null && (
        <OutcomeBanner
          report={report}
          {...(report.code === 'SIGNER_NOT_TRUSTED' ? { actions: <TrustSigner keySetId={receipt.keyset_id} /> } : {})}
        />
      )}
      {detail?.status === 'error' && (
        <ErrorState title="The receipt could not be verified">{detail.message}</ErrorState>
      )}
      {(detail === null || detail.status === 'loading') && (
        <div className="min-h-40">
          <ProgressBar label="Verifying in this window" />
        </div>
      )}
      <Actions receipt={receipt} />
      <Part title="What the receipt states" id="states">
        <States receipt={receipt} />
      </Part>
      {report !== null && (
        <Part title="Times" id="times">
          <ThreeTimes report={report} issuedAt={receipt.issued_at} />
        </Part>
      )}
      {report !== null && (
        <Part title="Payload" id="payload">
          <PayloadCheck
            kind="receipt"
            report={report}
            judged={detail?.status === 'ready' ? detail.payload : null}
            checking={checking}
            onPayload={(given) => receiptSession.givePayload(RECEIPT_ROW, given)}
          />
        </Part>
      )}
      <Part
        title="The handle, byte by byte"
        id="handle"
        lead="74 bytes that stand for the receipt: the hash that was signed, and the compact receipt that ties the keys and signatures to it."
      >
        <HandleBox receipt={receipt} />
      </Part>
      <Part
        title="Signatures"
        id="signatures"
        lead="Each family signs the 32 bytes of on_chain_hash and is judged by itself."
      >
        <ReceiptSignatures receipt={receipt} report={report} />
      </Part>
      {report !== null && (
        <Part title="Checks" id="checks">
          <CheckList checks={report.checks} />
        </Part>
      )}
      <NotCovered receipt={receipt} />
      {full?.document !== null && full !== null && <RawData document={full.document} />}
    </>
  );
}

function Part(props: {
  readonly title: string;
  readonly id: string;
  readonly lead?: string;
  readonly children: ReactNode;
}) {
  const { title, id, lead, children } = props;
  return (
    <section aria-labelledby={`receipt-${id}`}>
      <h2 id={`receipt-${id}`} className="mb-2 text-16">
        {title}
      </h2>
      {lead !== undefined && <p className="-mt-1 mb-2 max-w-[80ch] text-muted">{lead}</p>}
      {children}
    </section>
  );
}

function Actions({ receipt }: { readonly receipt: Receipt }) {
  const navigate = useNavigate();
  const verify = async () => {
    const name = receiptFileName(receipt);
    const file = new File([receiptFileText(receipt)], name, { type: 'application/json' });
    await openInVerify([{ name, file }], () => navigate({ to: '/verify', search: {} }), {
      cameFrom: `receipt ${receipt.receipt_id}`,
    });
  };
  return (
    <div className="screen-only flex flex-wrap items-center gap-2">
      <Button
        icon={<Download aria-hidden size={16} />}
        onPress={() => downloadText(receiptFileName(receipt), receiptFileText(receipt))}
      >
        Save .pqr.json
      </Button>
      <Button icon={<ScanSearch aria-hidden size={16} />} onPress={verify}>
        Open in Verify
      </Button>
      <CopyText withText value={receipt.handle} label="handle" />
      <CopyText withText value={receipt.receipt_id} label="receipt id" />
    </div>
  );
}

function States({ receipt }: { readonly receipt: Receipt }) {
  return (
    <dl className="grid gap-x-4 gap-y-2 rounded border border-line bg-surface px-4 py-3 sm:grid-cols-[200px_1fr]">
      <Fact name="Receipt">
        <FileText text={receipt.receipt_id} isMono />
      </Fact>
      <Fact name="Computation type">
        {typeName(receipt.computation_type)} <span className="text-muted">({receipt.computation_type})</span>
      </Fact>
      <Fact name="Issued, as stated">
        <TimeText value={receipt.issued_at} />
      </Fact>
      <Fact name="Key set, as stated">
        <FileText text={receipt.keyset_id} isMono />
      </Fact>
      <Fact name="Commitment" note="SHA3-256 of the payload, without salt, public">
        <HashText value={receipt.commitment} label="commitment" />
      </Fact>
      <Fact name="on_chain_hash" note="SHA3-256 of the substrate; the signatures cover it">
        <HashText value={receipt.on_chain_hash} label="on_chain_hash" />
      </Fact>
    </dl>
  );
}

function Fact({
  name,
  note,
  children,
}: {
  readonly name: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <>
      <dt className="text-muted">
        {name}
        {note !== undefined && <span className="block text-13">{note}</span>}
      </dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function HandleBox({ receipt }: { readonly receipt: Receipt }) {
  const handle = handleParts(receipt.handle);
  const substrate = substrateParts(receipt.substrate_hex);
  return (
    <div className="space-y-3 rounded border border-line bg-surface px-4 py-3">
      {handle === null ? (
        <p className="text-failed">The stated handle does not have 74 bytes.</p>
      ) : (
        <ByteDrawing parts={handle} label="Handle" />
      )}
      <div className="border-t border-line pt-3">
        <span className="text-muted">The whole handle</span>
        <div>
          <HashText value={receipt.handle} label="the whole handle" />
        </div>
      </div>
      <Disclosure title="The substrate behind on_chain_hash, 58 bytes">
        {substrate === null ? (
          <p className="text-failed">The stated substrate does not have 58 bytes.</p>
        ) : (
          <ByteDrawing parts={substrate} label="Substrate" />
        )}
      </Disclosure>
    </div>
  );
}

function NotCovered({ receipt }: { readonly receipt: Receipt }) {
  return (
    <Part title="Stated by the file, not covered by the signatures" id="not-covered">
      <dl className="grid gap-x-4 gap-y-1 rounded border border-dashed border-line-strong px-4 py-3 sm:grid-cols-[200px_1fr]">
        <Fact name="receipt_id">
          <FileText text={receipt.receipt_id} isMono />
        </Fact>
        <Fact name="verification_url" note="Never opened by this page">
          <FileText text={receipt.verification_url} isMono />
        </Fact>
        <Fact name="keyset_id" note="A hint only: the keys themselves are covered">
          <FileText text={receipt.keyset_id} isMono />
        </Fact>
      </dl>
    </Part>
  );
}

function RawData({ document }: { readonly document: JsonObject }) {
  return (
    <Disclosure title="The whole file" level={2}>
      <JsonTree document={document} label="the receipt" />
    </Disclosure>
  );
}

/** Says the outcome when it is there or changes: failures at once, everything else when the reader pauses. */
function useOutcomeAnnouncement(full: FullResult | null): void {
  const announce = useAnnounce();
  const outcome = full?.report.outcome;
  const sentence = full?.report.sentence;
  useEffect(() => {
    if (outcome === undefined || sentence === undefined) return;
    announce(`${OUTCOMES[outcome].word}. ${sentence}`, outcome === 'FAILED' ? 'assertive' : 'polite');
  }, [announce, outcome, sentence]);
}
