import { ApiFailure } from '@touchstone/core/api/client.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { formatSize } from '../../../../lib/format.ts';
import { bridge } from '../../../../lib/shell/live-bridge.ts';
import { notices } from '../../../../lib/window/notices.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import type { AgentSession } from '../data/queries.ts';
import type { BundleOpenings } from '../work/messages.ts';
import { fetchBundle } from '../work/runner.ts';

/** Saves the session with its signatures and its seal, for `pq-verify session`. */
export function ExportBundle({ session: { session_id: id } }: { readonly session: AgentSession }) {
  const [bytes, setBytes] = useState(0);
  const work = useWork(async (openings: BundleOpenings, signal) => {
    setBytes(0);
    const file = await fetchBundle(id, openings, signal, setBytes);
    const name = `${id}.pqs.json`;
    try {
      await bridge.saveFile(name, new Uint8Array(await file.arrayBuffer()), 'application/json');
    } catch {
      notices.add('The file was not saved', [
        `${name} could not be written. Choose another folder or check its space.`,
      ]);
    }
    return file.size;
  });
  const { state, result } = work;
  const error = state.status === 'failed' ? state.error : null;
  const refusal = error instanceof ApiFailure && error.code === 'PAYLOAD_TOO_LARGE' ? error.message : null;
  return (
    <>
      <Button
        icon={<Download aria-hidden size={15} />}
        aria-disabled={state.status === 'busy'}
        onPress={() => void work.start('all')}
      >
        Save as .pqs.json
      </Button>
      <div className="w-full empty:hidden">
        {refusal === null ? (
          <WorkStatus
            state={state}
            busyLabel={`Fetching the bundle, ${formatSize(bytes)} so far`}
            failedTitle="The bundle was not saved"
            onCancel={work.cancel}
            units={0}
          />
        ) : (
          <ErrorState title="The bundle is too large for any verifier">
            <p>{refusal}</p>
            <p className="mt-2">
              <Button size="small" onPress={() => void work.start('beginning')}>
                Save it without the requests
              </Button>
            </p>
          </ErrorState>
        )}
        {state.status === 'done' && result !== null && (
          <p role="status" className="text-muted">
            {`${formatSize(result)} were handed to be saved. Anybody checks the file with `}
            <code>pq-verify session</code>.
          </p>
        )}
      </div>
    </>
  );
}
