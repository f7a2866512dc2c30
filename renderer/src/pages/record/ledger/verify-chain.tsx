import type { ChainName } from '@touchstone/core/api/common.ts';
import type { Trust } from '@touchstone/core/keys/trust.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { useState } from 'react';
import { bridge } from '../../../lib/shell/live-bridge.ts';
import { notices } from '../../../lib/window/notices.ts';
import { useTrust } from '../../../parts/trust/trust.ts';
import { CountedWork } from '../../../parts/work/counted-work.tsx';
import { useWork, type Work } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/record/ledger.ts';
import { keepHead, keptHead } from './check/kept-heads.ts';
import type { LedgerResult } from './check/messages.ts';
import { exportName, runLedgerTask, statedKeys } from './check/runner.ts';
import { LedgerResultView } from './verdict.tsx';

interface Progress {
  readonly blocks: number;
  readonly of: number | null;
}

const NO_PROGRESS: Progress = { blocks: 0, of: null };
const { verify: texts } = words;

interface Verified {
  readonly result: LedgerResult;
  readonly at: string;
  /** Under which it was verified. */
  readonly trust: Trust;
}

export interface ChainVerification {
  readonly verification: Work<null, Verified>;
  readonly saving: Work<null, LedgerResult>;
  readonly progress: Progress;
  readonly isBusy: boolean;
  /** The trust store is another one than that under which the chain was verified. */
  readonly isOutdated: boolean;
  readonly verify: () => void;
  readonly save: () => void;
}

/** Fetches a chain and verifies it in this window, block by block; or saves it for others to verify. */
export function useVerifyChain(chain: ChainName): ChainVerification {
  const trust = useTrust();
  const announce = useAnnounce();
  const [progress, setProgress] = useState(NO_PROGRESS);
  const count = (blocks: number, of: number | null) => setProgress({ blocks, of });
  const verification = useWork(async (_: null, signal): Promise<Verified> => {
    setProgress(NO_PROGRESS);
    const keys = await statedKeys(trust);
    const kept = keptHead(chain);
    const result = await runLedgerTask({ kind: 'chain', chain, keys, kept }, signal, count);
    const at = formatIsoTime(Date.now());
    // A chain that fails, or that was cut, must not become the measure of the next walk.
    if (result.kind === 'report' && result.report.outcome !== 'FAILED' && result.report.head !== null) {
      keepHead(chain, { ...result.report.head, at });
    }
    return { result, at, trust };
  });
  const saving = useWork(async (_: null, signal) => {
    setProgress(NO_PROGRESS);
    const result = await runLedgerTask({ kind: 'export', chain }, signal, count);
    if (result.kind === 'export') await saveFile(exportName(chain, result.blocks), result.file);
    return result;
  });
  const verify = async () => {
    const done = await verification.start(null);
    if (done?.result.kind === 'report') announce(words.outcomes[done.result.report.outcome], 'assertive');
  };
  return {
    verification,
    saving,
    progress,
    isBusy: verification.state.status === 'busy' || saving.state.status === 'busy',
    isOutdated: verification.result !== null && verification.result.trust !== trust,
    verify: () => void verify(),
    save: () => void saving.start(null),
  };
}

/** What is verified, how it goes, and what was found. */
export function VerifyChain({ verification: shown }: { readonly verification: ChainVerification }) {
  const { verification, saving, progress, isOutdated } = shown;
  return (
    <div className="space-y-4">
      <p className="max-w-prose text-muted">{texts.lead}</p>
      <Going work={verification} progress={progress} label={texts.verifying} failedTitle={texts.failed} />
      <Going work={saving} progress={progress} label={texts.fetching} failedTitle={texts.notSaved} />
      {saving.state.status === 'done' && saving.result !== null && <Saved result={saving.result} />}
      {verification.result !== null && (
        <div className="space-y-2">
          <p className="text-13 text-muted">
            {texts.asked(<TimeText value={verification.result.at} />)}
            {isOutdated && ` ${texts.trustChanged}`}
          </p>
          <LedgerResultView result={verification.result.result} />
        </div>
      )}
    </div>
  );
}

interface GoingProps {
  readonly work: Pick<Work<null, unknown>, 'state' | 'cancel'>;
  readonly progress: Progress;
  readonly label: string;
  readonly failedTitle: string;
}

function Going({ work: { state, cancel }, progress, label, failedTitle }: GoingProps) {
  if (state.status === 'busy') {
    return <CountedWork label={label} done={progress.blocks} of={progress.of} onCancel={cancel} />;
  }
  return <WorkStatus state={state} busyLabel={label} failedTitle={failedTitle} onCancel={cancel} units={0} />;
}

function Saved({ result }: { readonly result: LedgerResult }) {
  if (result.kind !== 'export') return <LedgerResultView result={result} />;
  return <p role="status">{texts.saved(result.blocks, <code>touchstone ledger verify --file</code>)}</p>;
}

async function saveFile(name: string, file: Blob): Promise<void> {
  try {
    await bridge.saveFile(name, new Uint8Array(await file.arrayBuffer()), 'application/json');
  } catch {
    notices.add(texts.writeFailed, [texts.writeFailedText(name)]);
  }
}
