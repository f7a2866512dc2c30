import { History } from 'lucide-react';
import { formatCount } from '../../../../lib/format.ts';
import { VerdictBox } from '../../../../parts/report/verdict-box.tsx';
import { useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import type { AgentSession } from '../data/queries.ts';
import type { ReplayAnswer } from '../fork/fork-answer.ts';
import { replayInWorker } from '../work/runner.ts';
import { replayWords } from './replay-words.ts';
import { type Moment, momentText } from './time-line.tsx';

export interface ServerReplayProps {
  readonly session: AgentSession;
  readonly moment: Moment;
  /** How many receipts are listed here up to that moment. */
  readonly expected: number;
}

interface Replayed extends ReplayAnswer {
  readonly at: number;
  readonly expected: number;
}

/** Asks the service to replay the session up to the moment, recomputing every hash and link. */
export function ServerReplay({ session, moment, expected }: ServerReplayProps) {
  const announce = useAnnounce();
  const work = useWork(async (asked: { readonly at: number; readonly expected: number }, signal): Promise<Replayed> => {
    const answer = await replayInWorker(session.session_id, new Date(asked.at).toISOString(), signal);
    return { ...asked, ...answer };
  });
  const run = async () => {
    const replayed = await work.start({ at: moment.time, expected });
    if (replayed !== null) announce(replayWords(replayed, session).word);
  };
  return (
    <Panel
      title="Replay by the service"
      aside="1 unit"
      lead="Reads the recorded receipts up to this moment and recomputes every hash and link."
    >
      <Button
        variant="primary"
        icon={<History aria-hidden size={15} />}
        aria-disabled={work.state.status === 'busy'}
        onPress={() => void run()}
      >
        Replay up to this moment
      </Button>
      <WorkStatus
        state={work.state}
        busyLabel="Replaying"
        failedTitle="Nothing was replayed"
        onCancel={work.cancel}
        units={1}
      />
      {work.result !== null && work.state.status !== 'busy' && <Outcome replayed={work.result} session={session} />}
    </Panel>
  );
}

function Outcome({ replayed, session }: { readonly replayed: Replayed; readonly session: AgentSession }) {
  const { look, word, meaning } = replayWords(replayed, session);
  const { at, nodes, expected, replayedAt } = replayed;
  return (
    <>
      <VerdictBox look={look} word={word}>
        {meaning}
      </VerdictBox>
      <p className="text-13 text-muted">
        Up to {momentText(at)}: {formatCount(nodes)} {nodes === 1 ? 'receipt' : 'receipts'}
        {nodes === expected
          ? ', as many as are listed here.'
          : `, while ${formatCount(expected)} are listed here. Receipts may have been added since; load the session anew.`}{' '}
        Replayed at <TimeText value={replayedAt} />.
      </p>
    </>
  );
}
