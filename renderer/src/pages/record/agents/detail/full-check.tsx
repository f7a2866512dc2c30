import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatSize } from '../../../../lib/format.ts';
import { openInVerify } from '../../../../parts/verification/open-in-verify.ts';
import { useWork, type Work } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { words } from '../../../../words/record/agents-session.ts';
import { fetchBundle } from '../work/runner.ts';

export interface FullCheck extends Work<null, void> {
  /** Fetched so far. */
  readonly bytes: number;
}

/**
 * Opens the session's bundle on the Verify page, which checks what `pq-verify session` checks, under this machine's trust, and
 * leads back.
 */
export function useFullCheck(sessionId: string, title: string): FullCheck {
  const [bytes, setBytes] = useState(0);
  const navigate = useNavigate();
  const work = useWork(async (_: null, signal) => {
    setBytes(0);
    const bundle = await fetchBundle(sessionId, 'all', signal, setBytes);
    signal.throwIfAborted();
    const name = `${sessionId}.pqs.json`;
    const file = new File([bundle], name, { type: 'application/json' });
    await openInVerify([{ name, file }], () => navigate({ to: '/verify', search: {} }), {
      cameFrom: words.cameFrom(title),
    });
  });
  return { ...work, bytes };
}

/** How fetching the bundle goes. */
export function FullCheckStatus({ work: { state, cancel, bytes } }: { readonly work: FullCheck }) {
  return (
    <WorkStatus
      state={state}
      busyLabel={words.bundle.fetching(formatSize(bytes))}
      failedTitle={words.bundle.checkFailed}
      onCancel={cancel}
      units={0}
    />
  );
}
