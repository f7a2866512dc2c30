import type { ChainName } from '@touchstone/core/api/common.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '../../../lib/shell/live-bridge.ts';
import { notices } from '../../../lib/window/notices.ts';
import { useTrust } from '../../../parts/trust/trust.ts';
import { CountedWork } from '../../../parts/work/counted-work.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { keepHead, keptHead } from './check/kept-heads.ts';
import type { LedgerResult } from './check/messages.ts';
import { exportName, runLedgerTask, statedKeys } from './check/runner.ts';
import { ChainVerdictView } from './verdict.tsx';
import { CHAIN_TITLES, OUTCOME_WORDS } from './words.ts';

interface Progress {
  readonly blocks: number;
  readonly of: number | null;
}

const NO_PROGRESS: Progress = { blocks: 0, of: null };

/** Fetches a chain and verifies it in this window, block by block; or saves it for others to verify. */
export function VerifyChain({ chain }: { readonly chain: ChainName }) {
  const trust = useTrust();
  const announce = useAnnounce();
  const [progress, setProgress] = useState(NO_PROGRESS);
  const count = (blocks: number, of: number | null) => setProgress({ blocks, of });
  const verification = useWork(async (_: null, signal) => {
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
  const isBusy = verification.state.status === 'busy' || saving.state.status === 'busy';
  const verify = async () => {
    const done = await verification.start(null);
    if (done?.result.kind === 'report') announce(OUTCOME_WORDS[done.result.report.outcome].word, 'assertive');
  };
  return (
    <Panel
      title={`Verify all of ${CHAIN_TITLES[chain]}`}
      lead="The blocks are fetched and checked in this window: links, Merkle roots, and each signature under the key sets that you pinned and those that the service publishes. The word of the server does not count."
    >
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          isDisabled={isBusy}
          icon={<ShieldCheck aria-hidden size={16} />}
          onPress={() => void verify()}
        >
          Verify the chain
        </Button>
        <Button isDisabled={isBusy} icon={<Download aria-hidden size={16} />} onPress={() => void saving.start(null)}>
          Save as .pqledger.json
        </Button>
      </div>
      {verification.state.status === 'busy' && (
        <CountedWork
          label="Verifying blocks in this window"
          done={progress.blocks}
          of={progress.of}
          onCancel={verification.cancel}
        />
      )}
      {saving.state.status === 'busy' && (
        <CountedWork label="Fetching blocks" done={progress.blocks} of={progress.of} onCancel={saving.cancel} />
      )}
      {verification.state.status !== 'busy' && (
        <WorkStatus
          state={verification.state}
          busyLabel=""
          failedTitle="The chain was not verified"
          onCancel={verification.cancel}
          units={0}
        />
      )}
      {saving.state.status !== 'busy' && (
        <WorkStatus
          state={saving.state}
          busyLabel=""
          failedTitle="The chain was not saved"
          onCancel={saving.cancel}
          units={0}
        />
      )}
      {saving.state.status === 'done' && saving.result !== null && <Saved result={saving.result} />}
      {verification.result !== null && (
        <div className="space-y-2">
          <p className="text-13 text-muted">
            Asked <TimeText value={verification.result.at} />.
            {verification.result.trust !== trust && ' The trust trust has changed since; verify again.'}
          </p>
          <LedgerResultView result={verification.result.result} />
        </div>
      )}
    </Panel>
  );
}

function Saved({ result }: { readonly result: LedgerResult }) {
  if (result.kind !== 'export') return <LedgerResultView result={result} />;
  return (
    <p role="status">
      {result.blocks === 1 ? '1 block was' : `${result.blocks} blocks were`} handed to be saved. Anybody checks the file
      with <code>touchstone ledger verify --file</code>, or on this page under Open an export.
    </p>
  );
}

/** What the worker says about a chain or a file. */
export function LedgerResultView({ result }: { readonly result: LedgerResult }) {
  if (result.kind === 'report') return <ChainVerdictView report={result.report} />;
  if (result.kind !== 'unreadable') return null;
  return (
    <ErrorState title="This could not be read as a ledger">
      {result.field !== '' && (
        <>
          At <code>{result.field}</code>:{' '}
        </>
      )}
      {result.message} Nothing was verified.
    </ErrorState>
  );
}

async function saveFile(name: string, file: Blob): Promise<void> {
  try {
    await bridge.saveFile(name, new Uint8Array(await file.arrayBuffer()), 'application/json');
  } catch {
    notices.add('The file was not saved', [`${name} could not be written. Choose another folder or check its space.`]);
  }
}
