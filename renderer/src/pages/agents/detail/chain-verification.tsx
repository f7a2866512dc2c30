import { ShieldCheck } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { CountedWork } from '../../../parts/counted-work.tsx';
import { useWork } from '../../../parts/use-work.ts';
import { VerdictBox } from '../../../parts/verdict-box.tsx';
import { WorkStatus } from '../../../parts/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import type { AgentSession } from '../data/queries.ts';
import type { ReceiptPlace } from '../rows/place.ts';
import { checkChain } from '../work/runner.ts';
import { chainVerdict, FAULT_SENTENCES } from './chain-words.ts';
import { ExportBundle } from './export-bundle.tsx';
import { OpenBundle } from './open-bundle.tsx';
import { suspectOf } from './suspect.ts';
import type { Suspect } from './suspect-words.ts';

export interface ChainVerificationProps {
  readonly session: AgentSession;
  /** Where the chain breaks; null where it holds. */
  readonly onBroken: (place: ReceiptPlace | null) => void;
}

/** Recomputes every hash and link of the session in this window; stops at the first that does not hold and shows it. */
export const ChainVerification = memo(function ChainVerification({ session, onBroken }: ChainVerificationProps) {
  const announce = useAnnounce();
  const [checked, setChecked] = useState(0);
  const { session_id: sessionId } = session;
  const work = useWork(async (_: null, signal) => {
    setChecked(0);
    const report = await checkChain(sessionId, signal, setChecked);
    const suspect = await suspectOf(report, signal);
    return { report, suspect, at: Date.now(), session };
  });
  const verify = async () => {
    const done = await work.start(null);
    if (done === null) return;
    announce(chainVerdict(done.report, done.session).word, 'assertive');
    onBroken(done.report.broken === null ? null : { sessionId, node: done.suspect?.index ?? done.report.broken.index });
  };
  const { result } = work;
  const isBusy = work.state.status === 'busy';
  const buttons = useRef<HTMLDivElement>(null);
  const cancel = () => {
    // "Cancel" goes away with the work.
    buttons.current?.querySelector('button')?.focus();
    work.cancel();
  };
  return (
    <div className="space-y-3">
      <div ref={buttons} className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          aria-disabled={isBusy}
          icon={<ShieldCheck aria-hidden size={16} />}
          onPress={() => void verify()}
        >
          Verify the chain
        </Button>
        <OpenBundle sessionId={sessionId} />
        <ExportBundle session={session} />
      </div>
      {isBusy ? (
        <CountedWork
          label={`Recomputing the chain in this window, ${formatCount(checked)} receipts so far`}
          done={checked}
          of={Math.max(checked, session.node_count)}
          onCancel={cancel}
        />
      ) : (
        <WorkStatus
          state={work.state}
          busyLabel=""
          failedTitle="The chain was not verified"
          onCancel={work.cancel}
          units={0}
        />
      )}
      {result !== null && !isBusy && (
        <ChainResult report={result.report} suspect={result.suspect} session={result.session} at={result.at} />
      )}
    </div>
  );
});

interface ChainResultProps {
  readonly report: Parameters<typeof chainVerdict>[0];
  readonly suspect: Suspect | null;
  readonly session: AgentSession;
  readonly at: number;
}

function ChainResult({ report, suspect, session, at }: ChainResultProps) {
  const { word, look, sentence } = chainVerdict(report, session);
  const { broken } = report;
  return (
    <VerdictBox look={look} word={word}>
      <p>{sentence}</p>
      {broken !== null && (
        <>
          <p className="mt-1">
            {FAULT_SENTENCES[broken.what]} {suspect !== null && `${suspect.sentence} `}What stands before the marked
            receipt holds.
          </p>
          <dl className="mt-1 grid gap-x-3 text-[0.8125rem] sm:grid-cols-[auto_1fr]">
            <dt className="text-muted">expected</dt>
            <dd className="font-mono break-all">{broken.expected}</dd>
            <dt className="text-muted">found</dt>
            <dd className="font-mono break-all">{broken.found}</dd>
          </dl>
          <p className="mt-1">
            Keep a copy of the data folder before anything else, then run <code>touchstone doctor</code>.
          </p>
        </>
      )}
      {broken === null && report.head !== null && (
        <div className="mt-1">
          <p className="text-[0.8125rem] text-muted">Hash of the last receipt. Keep it elsewhere to compare later.</p>
          <HashText value={report.head} label="hash of the last receipt" />
        </div>
      )}
      <p className="mt-1 text-[0.8125rem] text-muted">
        Recomputed here <TimeText value={at} /> over {formatCount(report.nodes)}{' '}
        {report.nodes === 1 ? 'receipt' : 'receipts'}: contents, links, order, times
        {report.root !== null && ', Merkle root'}. Signatures and the seal itself were not looked at here: the bundle
        holds them, for the Verify page and for <code>pq-verify session</code>.
      </p>
    </VerdictBox>
  );
}
