import { useNavigate } from '@tanstack/react-router';
import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import { formatSize } from '../../../../lib/format.ts';
import { openInVerify } from '../../../../parts/verification/open-in-verify.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { fetchBundle } from '../work/runner.ts';

/** Opens the session's bundle on the Verify page, which checks what `pq-verify session` checks, under this machine's trust. */
export function OpenBundle({ sessionId }: { readonly sessionId: string }) {
  const [bytes, setBytes] = useState(0);
  const navigate = useNavigate();
  const work = useWork(async (_: null, signal) => {
    setBytes(0);
    const bundle = await fetchBundle(sessionId, 'all', signal, setBytes);
    signal.throwIfAborted();
    const name = `${sessionId}.pqs.json`;
    const file = new File([bundle], name, { type: 'application/json' });
    await openInVerify([{ name, file }], () => navigate({ to: '/verify', search: {} }), {
      cameFrom: `session ${sessionId}`,
    });
  });
  return (
    <>
      <Button
        icon={<FileCheck aria-hidden size={15} />}
        aria-disabled={work.state.status === 'busy'}
        onPress={() => void work.start(null)}
      >
        Full check
      </Button>
      <div className="w-full empty:hidden">
        <WorkStatus
          state={work.state}
          busyLabel={`Fetching the bundle, ${formatSize(bytes)} so far`}
          failedTitle="The bundle could not be fetched"
          onCancel={work.cancel}
          units={0}
        />
      </div>
    </>
  );
}
