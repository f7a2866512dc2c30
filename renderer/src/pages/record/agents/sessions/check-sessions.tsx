import { ListChecks } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { client } from '../../../../lib/client.ts';
import { queryClient } from '../../../../lib/query.ts';
import { CountedWork } from '../../../../parts/work/counted-work.tsx';
import { useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { IconButton } from '../../../../ui/button.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { words } from '../../../../words/record/agents.ts';
import { type AgentSession, ROOT } from '../data/queries.ts';

/** Has the server check one session after the other; each row shows what was found. */
export function useCheckSessions(items: readonly AgentSession[]): {
  readonly button: ReactNode;
  /** How it goes, above the list. */
  readonly status: ReactNode;
} {
  const [done, setDone] = useState(0);
  const announce = useAnnounce();
  const place = useRef<HTMLDivElement>(null);
  const { checkAll } = words;
  const work = useWork(async (_: null, signal) => {
    setDone(0);
    let broken = 0;
    try {
      for (const [at, { session_id: id }] of items.entries()) {
        const { intact } = await client.agents.sessions.check({ params: { id } }, { signal });
        if (!intact) broken += 1;
        setDone(at + 1);
      }
    } finally {
      await queryClient.invalidateQueries({ queryKey: [ROOT, 'sessions'] });
    }
    return broken;
  });
  const check = async () => {
    const broken = await work.start(null);
    if (broken !== null) announce(broken === 0 ? checkAll.intact : checkAll.broken(broken), 'assertive');
  };
  const isBusy = work.state.status === 'busy';
  const cancel = () => {
    // "Cancel" goes away with the work.
    place.current?.querySelector('button')?.focus();
    work.cancel();
  };
  return {
    button: (
      <div ref={place}>
        <IconButton
          label={checkAll.verb}
          variant="secondary"
          icon={<ListChecks aria-hidden size={16} />}
          aria-disabled={isBusy}
          onPress={() => void check()}
        />
      </div>
    ),
    status: isBusy ? (
      <CountedWork label={checkAll.busy(done, items.length)} done={done} of={items.length} onCancel={cancel} />
    ) : (
      <WorkStatus
        state={work.state}
        busyLabel={checkAll.verb}
        failedTitle={checkAll.failed}
        onCancel={work.cancel}
        units={0}
      />
    ),
  };
}
