import { ApiFailure } from '@touchstone/core/api/client.ts';
import { useState } from 'react';
import { formatSize } from '../../../../lib/format.ts';
import { saveFile } from '../../../../parts/download/download.ts';
import { useWork, type Work } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { words } from '../../../../words/record/agents-session.ts';
import type { BundleOpenings } from '../work/messages.ts';
import { fetchBundle } from '../work/runner.ts';

const { bundle: texts } = words;

/** Its result is the size of the file. */
export interface SaveBundle extends Work<BundleOpenings, number> {
  /** Fetched so far. */
  readonly bytes: number;
}

/** Saves the session with its signatures and its seal, for `pq-verify session`. */
export function useSaveBundle(sessionId: string): SaveBundle {
  const [bytes, setBytes] = useState(0);
  const work = useWork(async (openings: BundleOpenings, signal) => {
    setBytes(0);
    const file = await fetchBundle(sessionId, openings, signal, setBytes);
    await saveFile(`${sessionId}.pqs.json`, file);
    return file.size;
  });
  return { ...work, bytes };
}

/** How saving goes, and what is left to do where no verifier would open the file. */
export function SaveBundleStatus({ work }: { readonly work: SaveBundle }) {
  const { state, result, bytes } = work;
  const error = state.status === 'failed' ? state.error : null;
  const refusal = error instanceof ApiFailure && error.code === 'PAYLOAD_TOO_LARGE' ? error.message : null;
  if (refusal !== null) {
    return (
      <ErrorState title={texts.tooLarge}>
        <p>{refusal}</p>
        <p className="mt-2">
          <Button size="small" onPress={() => void work.start('beginning')}>
            {texts.smaller}
          </Button>
        </p>
      </ErrorState>
    );
  }
  return (
    <>
      <WorkStatus
        state={state}
        busyLabel={texts.fetching(formatSize(bytes))}
        failedTitle={texts.saveFailed}
        onCancel={work.cancel}
        units={0}
      />
      {state.status === 'done' && result !== null && (
        <p role="status" className="text-muted">
          {texts.saved(formatSize(result), <code>pq-verify session</code>)}
        </p>
      )}
    </>
  );
}
