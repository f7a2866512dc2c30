import { ListChecks } from 'lucide-react';
import { useRef, useState } from 'react';
import { client } from '../../../../lib/client.ts';
import { formatCount } from '../../../../lib/format.ts';
import { queryClient } from '../../../../lib/query.ts';
import { CountedWork } from '../../../../parts/work/counted-work.tsx';
import { useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { type AgentSession, ROOT } from '../data/queries.ts';

/** Has the server check one session after the other; each row shows what was found. */
export function CheckSessions({ items }: { readonly items: readonly AgentSession[] }) {
  const [done, setDone] = useState(0);
  const announce = useAnnounce();
  const button = useRef<HTMLDivElement>(null);
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
    if (broken !== null)
      announce(broken === 0 ? 'All sessions are intact' : `${formatCount(broken)} broken`, 'assertive');
  };
  const isBusy = work.state.status === 'busy';
  return (
    <>
      <div ref={button}>
        <Button icon={<ListChecks aria-hidden size={15} />} aria-disabled={isBusy} onPress={() => void check()}>
          Check all
        </Button>
      </div>
      <div className="w-full empty:hidden">
        {isBusy ? (
          <CountedWork
            label={`Checking the sessions, ${formatCount(done)} of ${formatCount(items.length)}`}
            done={done}
            of={items.length}
            onCancel={() => {
              // "Cancel" goes away with the work.
              button.current?.querySelector('button')?.focus();
              work.cancel();
            }}
          />
        ) : (
          <WorkStatus
            state={work.state}
            busyLabel=""
            failedTitle="The sessions were not all checked"
            onCancel={work.cancel}
            units={0}
          />
        )}
      </div>
    </>
  );
}
