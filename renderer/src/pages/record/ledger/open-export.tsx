import { LEDGER_EXPORT_EXTENSION } from '@touchstone/core/ledger/export.ts';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { formatSize } from '../../../lib/format.ts';
import { useTrust } from '../../../parts/trust/trust.ts';
import { CountedWork } from '../../../parts/work/counted-work.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/record/ledger.ts';
import { runLedgerTask, statedKeys } from './check/runner.ts';
import { LedgerResultView } from './verdict.tsx';

const { file: texts } = words;

/** Verifies an export from a file. Works with the server stopped: then only pinned key sets count. */
export function OpenExport() {
  const trust = useTrust();
  const announce = useAnnounce();
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<{ readonly blocks: number; readonly of: number | null }>({
    blocks: 0,
    of: null,
  });
  const work = useWork(async (chosen: File, signal) => {
    setProgress({ blocks: 0, of: null });
    const keys = await statedKeys(trust);
    const result = await runLedgerTask({ kind: 'file', file: chosen, keys }, signal, (blocks, of) =>
      setProgress({ blocks, of }),
    );
    return { result, name: chosen.name, size: chosen.size, trust };
  });
  const verify = async (chosen: File) => {
    setFile(chosen);
    const done = await work.start(chosen);
    if (done?.result.kind === 'report') announce(words.outcomes[done.result.report.outcome], 'assertive');
  };
  const { state, result: shown } = work;
  return (
    <Section title={texts.title} lead={texts.lead}>
      <div className="space-y-4 pt-2">
        <div className="flex flex-wrap items-center gap-2">
          <FileTrigger
            acceptedFileTypes={[LEDGER_EXPORT_EXTENSION, '.json']}
            onSelect={(files) => {
              const chosen = files?.[0];
              if (chosen !== undefined) void verify(chosen);
            }}
          >
            <Button isDisabled={state.status === 'busy'} icon={<FileUp aria-hidden size={16} />}>
              {texts.choose}
            </Button>
          </FileTrigger>
          {file !== null && shown !== null && shown.trust !== trust && (
            <Button onPress={() => void verify(file)}>{texts.again}</Button>
          )}
        </div>
        {state.status === 'busy' ? (
          <CountedWork label={words.verify.verifying} done={progress.blocks} of={progress.of} onCancel={work.cancel} />
        ) : (
          <WorkStatus
            state={state}
            busyLabel={words.verify.verifying}
            failedTitle={texts.failed}
            onCancel={work.cancel}
            units={0}
          />
        )}
        {shown !== null && state.status !== 'busy' && (
          <>
            <p>
              <FileText text={shown.name} limit={200} />{' '}
              <span className="text-muted tabular-nums">
                ({formatSize(shown.size)}
                {shown.result.kind === 'report' && `, ${words.chains[shown.result.report.chain]}`})
              </span>
            </p>
            <LedgerResultView result={shown.result} />
          </>
        )}
      </div>
    </Section>
  );
}
