import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { words } from '../../words/parts/chain.ts';
import { useWork } from '../work/use-work.ts';
import { WorkStatus } from '../work/work-status.tsx';

export interface ExportedEntries {
  readonly entries: number;
  /** False where there were more than a file should hold. */
  readonly isWhole: boolean;
}

export interface EntriesExportProps {
  /** Reads all entries and saves them; told how many are read so far through `onCount`. */
  readonly save: (signal: AbortSignal, onCount: (count: number) => void) => Promise<ExportedEntries>;
  /** How to get the entries that were left out. */
  readonly narrower: string;
}

/** Saves the entries of an audit as JSON, with progress; can be cancelled. */
export function EntriesExport({ save, narrower }: EntriesExportProps) {
  const [count, setCount] = useState(0);
  const { state, result, start, cancel } = useWork((_: null, signal) => save(signal, setCount));
  return (
    <>
      <Button
        icon={<Download aria-hidden size={15} />}
        isDisabled={state.status === 'busy'}
        onPress={() => void start(null)}
      >
        {words.exportJson}
      </Button>
      <div className="w-full empty:hidden">
        <WorkStatus
          state={state}
          busyLabel={words.exporting(count)}
          failedTitle={words.notExported}
          onCancel={cancel}
          units={0}
        />
        {state.status === 'done' && result !== null && (
          <p role="status" className="text-muted">
            {words.exported(result.entries)}
            {!result.isWhole && words.leftOut(narrower)}
          </p>
        )}
      </div>
    </>
  );
}
