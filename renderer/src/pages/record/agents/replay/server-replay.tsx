import { replay } from '@touchstone/core/api/agents/replay.ts';
import { History } from 'lucide-react';
import { unitsText } from '../../../../lib/text/units-text.ts';
import { VerdictBox } from '../../../../parts/report/verdict-box.tsx';
import { useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { Section } from '../../../../ui/section.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { words } from '../../../../words/record/agents-session-replay.ts';
import { momentText } from '../data/clock.ts';
import type { AgentSession } from '../data/queries.ts';
import type { ReplayAnswer } from '../fork/fork-answer.ts';
import { replayInWorker } from '../work/runner.ts';
import { replayWords } from './replay-words.ts';
import type { Moment } from './time-line.tsx';

const { service: texts } = words;

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
    <Section
      title={texts.title}
      aside={<span className="text-13 text-muted">{texts.cost(unitsText(replay.run.units))}</span>}
      lead={texts.lead}
    >
      <div className="space-y-3">
        <Button
          icon={<History aria-hidden size={15} />}
          aria-disabled={work.state.status === 'busy'}
          onPress={() => void run()}
        >
          {texts.verb}
        </Button>
        <WorkStatus
          state={work.state}
          busyLabel={texts.busy}
          failedTitle={texts.failed}
          onCancel={work.cancel}
          units={1}
        />
        {work.result !== null && work.state.status !== 'busy' && <Outcome replayed={work.result} session={session} />}
      </div>
    </Section>
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
        {texts.upTo(momentText(at), nodes)}
        {nodes === expected ? texts.asListed : texts.otherCount(expected)} {texts.at(<TimeText value={replayedAt} />)}
      </p>
    </>
  );
}
