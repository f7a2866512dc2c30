import { useQuery } from '@tanstack/react-query';
import { totalBits } from '@touchstone/core/fhe/advice.ts';
import { Gauge } from 'lucide-react';
import { useState } from 'react';
import { useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { Section } from '../../../../ui/section.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { words } from '../../../../words/compute/encrypted-compute-advice.ts';
import { type Benchmark, benchmarkQuery, measure } from '../queries.ts';
import { useFheSearch } from '../search.ts';
import { Answer } from './answer.tsx';
import { AskSheet } from './ask-sheet.tsx';
import type { Asked } from './asked.ts';
import { type Improved, ImproveSheet } from './improve-sheet.tsx';
import { LimitTable, TimeTable } from './tables.tsx';
import { TradeOffCharts } from './trade-off-charts.tsx';

/** Which parameters suit: answers, the trade-off, what was measured, the tables. */
export function Advice() {
  const { search, setSearch } = useFheSearch();
  const { act } = search;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [improved, setImproved] = useState<Improved | null>(null);
  // Never asked for by itself: the first time takes seconds of both processors.
  const measured = useQuery({ ...benchmarkQuery, enabled: false }).data;
  const close = () => setSearch({ act: undefined });
  return (
    <div className="space-y-8">
      <p className="max-w-prose text-muted">{words.lead}</p>
      {asked !== null && <Answer asked={asked} />}
      {improved !== null && <ImprovedParameters improved={improved} />}
      {measured === undefined ? (
        <Section title={words.tradeOff.title} lead={words.tradeOff.lead}>
          <Measure isAgain={false}>
            {(button) => (
              <EmptyState
                title={words.tradeOff.unmeasuredTitle}
                icon={<Gauge aria-hidden size={20} />}
                actions={button}
                onSample={() => setSearch({ act: 'ask-sample' }, 'push')}
              >
                <p>{words.tradeOff.unmeasured}</p>
              </EmptyState>
            )}
          </Measure>
        </Section>
      ) : (
        <>
          <TradeOffCharts measured={measured} />
          <Measured measured={measured} />
        </>
      )}
      <LimitTable />
      <AskSheet
        act={act === 'ask' || act === 'ask-sample' ? act : null}
        onClose={close}
        onAsked={(made) => {
          setAsked(made);
          close();
        }}
      />
      <ImproveSheet
        isOpen={act === 'improve'}
        onClose={close}
        onImproved={(made) => {
          setImproved(made);
          close();
        }}
      />
    </div>
  );
}

function Measured({ measured }: { readonly measured: Benchmark }) {
  const { measure: texts } = words;
  return (
    <Measure isAgain>
      {(button) => (
        <Section title={texts.title} lead={texts.lead} aside={button}>
          <p className="mb-2 text-13 text-muted">
            {texts.at} <TimeText value={measured.measured_at} />
          </p>
          <TimeTable measured={measured} />
        </Section>
      )}
    </Measure>
  );
}

interface MeasureProps {
  readonly isAgain: boolean;
  /** What is around the button. */
  readonly children: (button: React.ReactNode) => React.ReactNode;
}

/** Measures this machine, which takes some seconds. */
function Measure({ isAgain, children }: MeasureProps) {
  const { measure: texts } = words;
  const announce = useAnnounce();
  const work = useWork((again: boolean, signal) => measure(again, signal));
  const start = async () => {
    if ((await work.start(isAgain)) !== null) announce(texts.done);
  };
  return (
    <div>
      {children(
        <Button
          icon={<Gauge aria-hidden size={15} />}
          size={isAgain ? 'small' : 'normal'}
          aria-disabled={work.state.status === 'busy'}
          onPress={() => void start()}
        >
          {isAgain ? texts.again : texts.verb}
        </Button>,
      )}
      <div className="mt-3 empty:hidden">
        <WorkStatus
          state={work.state}
          busyLabel={texts.busy}
          failedTitle={texts.failed}
          onCancel={work.cancel}
          units={0}
        />
      </div>
    </div>
  );
}

function ImprovedParameters({ improved: { from, answer } }: { readonly improved: Improved }) {
  const { improve: texts } = words;
  const { optimized, improvement, tradeoff, security } = answer;
  const bits = typeof from.q_bits === 'number' ? from.q_bits : totalBits({ primeBits: from.q_bits });
  const isSame = optimized.n === from.n && optimized.q_bits === bits;
  return (
    <Section title={texts.result}>
      {isSame && <p className="mb-2">{texts.same}</p>}
      <div className="max-w-prose">
        <FactList>
          <Fact name={texts.from}>{texts.shape(from.n, bits)}</Fact>
          {!isSame && (
            <>
              <Fact name={texts.to}>{texts.shape(optimized.n, optimized.q_bits)}</Fact>
              <Fact name={texts.gain}>{improvement}</Fact>
              <Fact name={texts.cost}>{tradeoff}</Fact>
            </>
          )}
          <Fact name={words.answer.claim}>{security.statement}</Fact>
        </FactList>
      </div>
    </Section>
  );
}
